"""Gallery: an oil change where the truck stands, in its yard by early light: the old oil runs into the pan
behind the steer tire, new filters, oil and wrenches lie ready on the ground beside it."""
import engine as diesel
from engine_fittings import hexnut
from hand_tools import rag, ratchet, socket, strap_wrench, wrench
from kit import *
from paints import OXBLOOD, paints
from road import asphalt, tree_line, verge
from service_items import drain_pan, filter_carton, oil_jug, oil_pail, oil_stream, spin_on_filter
from tractor import ENGINE_PLACE, ENGINE_SCALE, tractor
from work_lamps import floor_lamp
from yard import dock_building, fence, lamp_mast, puddled_lines

random.seed(41)
P = paints(OXBLOOD)
M = diesel.mats(block='#343a40')
EYE = (2.30, -3.55, 1.05)
DRAIN = V(ENGINE_PLACE) + ENGINE_SCALE * V((.30, -.196, -.325))
PAN = V((2.0, -.42, 0))
OIL_LEVEL = .080

tractor(P, tilt=80, lit=False, engine=M, oil_filters=1, drain_plug=False)
with group('on the engine', ENGINE_PLACE, scale=ENGINE_SCALE):
    strap_wrench((.138, -.275, .00), math.radians(-48), M, .064)
asphalt((200, 160), (0, 40))
verge(60)
fence(P, 40, (-40, 60))
tree_line(EYE, 120, (-60, 60), 8)
dock_building(P, (12, 46, 0), length=40, lit=())
lamp_mast(P, (-6, 34, 0), 0)
puddled_lines(P, (-20, 30), -1.98)

box((1.15, .95, .006), PAN + V((.05, -.02, .003)), mat('absorbent mat', '#34373a', rough=.95, bump=.5, bscale=160), .002,
    rot=(0, 0, .06))
drain_pan(PAN + V((0, 0, .006)), M, radius=.36, level=OIL_LEVEL, depth=.15)
oil_stream(DRAIN, PAN + V((.02, .10, OIL_LEVEL)), M, .0085)

# On the ground, left to right: new parts, old parts, tools.
with group('still life', (1.95, -.62, 0)):
    # Two pails and a jug: eleven gallons, what such an engine takes.
    oil_pail((-1.02, -.64, 0), .6, M)
    oil_pail((-.84, -.92, 0), .5, M)
    oil_jug((-.66, -.68, 0), .30, M)
    filter_carton((-.48, -.62, 0), -.15, M)
    spin_on_filter((-.29, -.74, 0), (0, 0, -.3), M, .062, .24)
    spin_on_filter((-.13, -.84, 0), (0, 0, -.1), M, .062, .24)
    spin_on_filter((-.36, -.95, 0), (0, 0, -.4), M, .047, .16, band='#8c1a15', words='FUEL')
    rag((.52, -.84, 0), .4, '#7d1713', seed=5, size=.40, height=.05)
    spin_on_filter((.46, -.78, .070), (math.pi / 2 * 1.05, 0, .9), M, .062, .24, used=True)
    wrench((.18, -.94, .002), .9, M, .24)
    ratchet((.28, -.98, .002), .75, M)
    socket((.10, -.82, 0), M, .016, .045)
    hexnut((.01, -.90, .012), 'z', .017, M['zinc'])
    cyl(.012, .03, (.01, -.90, .030), 'z', M['mach'], .002)

# The sun is just up; a work lamp under the truck shows the oil.
sun((-5, -7, 2.6), 3.4, (1, .56, .27), 1.5)
floor_lamp((2.62, .42, .26), PAN + V((0, 0, .2)), M, 34)
area((2.6, -4.2, 2.6), (1.9, -.8, .5), .8, 36, kelvin(3200), mirrored=False)
area((5, 7, 5), (1.8, 0, 1), 2.5, 260, (.50, .66, 1), size_y=4, mirrored=False)
world([(0, '#0a0c10'), (.495, '#1a1c22'), (.502, '#f2b27a'), (.52, '#dba38c'), (.56, '#8f97b4'), (.64, '#5377a8'),
       (.80, '#2a4f86'), (1, '#17315c')], .42, clouds=.45)

camera(EYE, (1.90, -.75, .60), 33, 7.1, (1.9, -1.2, .3))
render(size=(1620, 1080), samples=40, exposure=.35, clamp=2.5, glare=.30, vignette=.3, haze=(12, 420, (.30, .22, .19), .4))
