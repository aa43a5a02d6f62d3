"""An oil change: the old oil runs into the pan, new filters stand ready, the strap wrench is on the old one."""
import math

from engine import engine, mats
from hand_tools import rag, ratchet, socket, strap_wrench, wrench
from engine_fittings import hexnut
from kit import V, area, camera, cyl, glow, group, kelvin, render
from service_items import drain_pan, filter_carton, oil_jug, oil_stream, spin_on_filter
from workshop import ENGINE_HEIGHT, engine_stand, floor_lamp, hanging_lamp, room

DRAIN = V((.30, -.196, ENGINE_HEIGHT - .325))
PAN = V((.26, -.38, 0))
OIL_LEVEL = .062

M = mats(block='#161a1f')
room()
with group('engine', (0, 0, ENGINE_HEIGHT)):
    engine(M, oil_filters=1, drain_plug=False)
    strap_wrench((.138, -.275, .00), math.radians(-48), M, .064)
engine_stand(M)

drain_pan(PAN, M, radius=.27, level=OIL_LEVEL)
oil_stream(DRAIN, PAN + V((.035, .06, OIL_LEVEL)), M, .0085)

# On the floor, left to right: what goes in, what came off, the tools.
oil_jug((-.66, -.74, 0), .30, M)
filter_carton((-.46, -.66, 0), -.15, M)
spin_on_filter((-.30, -.76, 0), (0, 0, -.4), M, .062, .24)
spin_on_filter((-.15, -.86, 0), (0, 0, -.5), M, .062, .24)
spin_on_filter((-.36, -.95, 0), (0, 0, -.7), M, .047, .16, band='#8c1a15', words='FUEL')
rag((.56, -.86, 0), .4, '#7d1713', seed=5, size=.40, height=.05)
spin_on_filter((.50, -.80, .070), (math.pi / 2 * 1.05, 0, .9), M, .062, .24, used=True)
wrench((.22, -.94, .002), .9, M, .24)
ratchet((.32, -.98, .002), .75, M)
socket((.14, -.82, 0), M, .016, .045)
hexnut((.05, -.90, .012), 'z', .017, M['zinc'])
cyl(.012, .03, (.05, -.90, .030), 'z', M['mach'], .002)

hanging_lamp((-.52, -.50, .80), M, 13, (.25, -.38, .1))
floor_lamp((.80, .50, .26), PAN + V((0, 0, .2)), M, 24)
area((-1.7, -1.9, 1.6), (.1, -.6, .35), .26, 34, kelvin(2700))
area((1.7, 1.6, 2.0), (.1, -.1, .8), .30, 85, kelvin(12000), size_y=2.4)
area((-2.2, 1.4, 1.8), (-.3, 0, .8), .25, 45, kelvin(9000), size_y=1.8)
glow((-.52, -.50, .78), .22, '#ffb266', .30, 3)

camera((-.66, -2.50, 1.04), (.04, -.50, .445), 35, 7.1, (.15, -.55, .5))
render(samples=72, clamp=3, glare=.30, vignette=.35)
