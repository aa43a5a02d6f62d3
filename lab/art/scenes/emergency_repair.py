"""Gallery: a breakdown at night on a ramp. The hood is up, the clogged fuel filter is off its head on the engine,
the new one stands ready on the tire; triangles and the service truck guard the rear."""
import engine as diesel
from hand_tools import strap_wrench
from kit import *
from left_side import left_side
from overpass import overpass
from paints import FLEET_WHITE, paints
from road import asphalt, far_lamps, guard_rail, headlights, marking, verge
from roadside import chock, halo, triangle
from service_items import drain_pan, spin_on_filter, tire_mat
from service_cab import BEACON
from service_truck import service_truck
from tractor import tractor
from tractor_axles import AXLE_Z, DRIVE_X, STEER_X, TRACK_DRIVE
from tractor_chassis import RAIL_END
from work_lamps import led_bar

random.seed(31)
without_wear()
P = paints(FLEET_WHITE)
M = diesel.mats(block='#33383d')
# So close to the lamp, white oil filters would be mere light.
M.update(filt=M['filt2'], label=mat('dull label', '#8a8780', rough=.6))
EYE = (.05, -2.2, 1.3)
LOOK = math.radians(27.5)
TEN_FEET, HUNDRED_FEET, TWO_HUNDRED_FEET = 3.05, 30.5, 61

# The left side: there the fuel system is, and so it is seen without turbocharger and exhaust.
tractor(P, tilt=80, engine=M, fenders=(1,), fuel_filter=False)
left_side(M)
service = service_truck(P, (25, -.3, 0), math.radians(-2))

# A ramp of two lanes, seen against the traffic: the right shoulder with its white line, dashes, the left shoulder.
asphalt((500, 300), (60, 20))
marking(-2.9, 'white')
marking(-6.4, 'white', dash=(3, 9))
marking(-9.9, 'yellow')
verge(-12.6, -1)
guard_rail(P, -11.3, (-40, 200), toward=1)
overpass(P, (50, -39.4, 0), columns=3, span=27)
far_lamps(EYE, 40, heading=(70, 120), distance=(180, 320))
headlights(-4.7, (76, 150))
headlights(-8.1, (47, 105, 190))
area((18, -10, 9), (17, -5, 0), 1.5, 2500, kelvin(4000), mirrored=False)  # a street lamp outside the frame
# On the traffic side within ten feet, in the shoulder a hundred and two hundred feet back.
for behind, y in ((TEN_FEET, -1.95), (HUNDRED_FEET, -2.0), (TWO_HUNDRED_FEET, -2.65)):
    triangle(P, RAIL_END + behind, y, math.pi / 2)
for ahead, toward in ((-.47, 1), (.47, -1)):
    chock(P, DRIVE_X[0] + ahead, -TRACK_DRIVE, toward)

# The new filter stands upright on the tire beside the wrench.
CROWN = AXLE_Z + .51
tire_mat((STEER_X, -1.02, AXLE_Z), .516, M)
spin_on_filter((STEER_X + .03, -1.12, CROWN + .003), (0, 0, -.86), M, .055, .19, band='#8c1a15', words='FUEL',
               dark=True)
strap_wrench((STEER_X - .14, -1.00, CROWN + .006), -2.6, M, .056)

# The old one lies in a pan beside it.
drain_pan((2.50, -1.45, 0), M, radius=.20, level=.014, depth=.10)
spin_on_filter((2.58, -1.39, .075), (math.pi / 2, 0, -.9), M, .055, .19, used=True, band='#8c1a15', words='FUEL')

# The lamp hooks over the stay rod; its warm light is the key. One above the eye lights what faces it.
led_bar((1.90, -.590, 1.738), math.radians(-155), M, 50, (1.5, -.50, 1.2))
area((.2, -2.2, 2.45), (1.9, -.2, 1.4), .4, 46, kelvin(2700), spread=54, mirrored=False)
area((1.9, -5, .9), (1.2, -1.2, .4), 1.2, 9, kelvin(9000), spread=35)  # what the rim mirrors
area((9, 8, 6), (4, 0, 1.7), 3, 700, (.40, .60, 1), size_y=5, mirrored=False)

bpy.context.view_layer.update()
there = service.matrix_world
for y in (-.5, .5):
    halo(there @ V((BEACON[0], y, BEACON[1])), .7, '#ff8a20', 1.2)
spot(there @ V((-.02, 0, 1.02)), there @ V((-9, -1.2, .2)), 800, kelvin(4000), 70, .8, .4)
for side in (-1, 1):
    halo(there @ V((-.02, side * .765, 1.02)), .45, '#ffe6c0', .8)

world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .24,
      clouds=.5)
camera(EYE, V(EYE) + V((math.cos(LOOK), math.sin(LOOK), 0)), 20, 5.6, (1.6, -.45, 1.3))
render(size=(1620, 1080), samples=256, exposure=.55, clamp=2.5, glare=.4, haze=(10, 600, (.05, .055, .08), .5))
