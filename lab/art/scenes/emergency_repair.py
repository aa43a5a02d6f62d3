"""Gallery: a breakdown at night by an overpass. The hood is up, the clogged fuel filter is off its head, the
primer is out, the new filter stands ready on the tire; triangles and the service truck guard the rear."""
import engine as diesel
from hand_tools import rag, strap_wrench
from kit import *
from overpass import overpass
from paints import FLEET_WHITE, paints
from road import asphalt, far_lamps, guard_rail, marking, tail_lamps, verge
from roadside import halo, triangle
from service_items import spin_on_filter, tire_mat
from service_cab import BEACON
from service_truck import service_truck
from tractor import tractor
from tractor_axles import AXLE_Z, STEER_X
from tractor_chassis import RAIL_END
from work_lamps import hanging_lamp

random.seed(31)
P = paints(FLEET_WHITE)
M = diesel.mats(block='#3a4046')
M['filt'] = M['filt2']  # dark oil filters, so that the white one on the tire is the new one
EYE = (.35, -2.08, 1.3)
LOOK = math.radians(37)
TEN_FEET, HUNDRED_FEET, TWO_HUNDRED_FEET = 3.05, 30.5, 61

tractor(P, tilt=80, engine=M, fenders=(1,), fuel_filter=False)
service = service_truck(P, (24, -.6, 0), math.radians(2))

asphalt((500, 300), (60, 20))
verge(9)
marking(-2.6, 'white')
marking(-6.3, 'white', dash=(3, 9))
marking(-10, 'yellow')
guard_rail(P, 7.2, (-60, 160))
overpass(P, (52, -18, 0), columns=3, span=27)
far_lamps(EYE, 40, heading=(60, 110), distance=(150, 320))
tail_lamps(-14, (60, 200), 6)
for behind in (TEN_FEET, HUNDRED_FEET, TWO_HUNDRED_FEET):
    triangle(P, RAIL_END + behind, -1.75, math.pi / 2)

# On the steer tire: the new filter, out of its carton, the wrench that took the old one off, a rag.
CROWN = AXLE_Z + .51
tire_mat((STEER_X, -1.02, AXLE_Z), .516, M)
spin_on_filter((STEER_X + .13, -1.06, CROWN - .006), (0, .06, -.75), M, .047, .16, band='#8c1a15', words='FUEL')
strap_wrench((STEER_X - .03, -1.02, CROWN + .008), -2.6, M, .048)
rag((STEER_X - .16, -.98, CROWN - .012), .9, '#7d1713', seed=5, size=.16, height=.03)

# The lamp hangs from the raised hood; its warm light is the key.
hanging_lamp((1.17, -.66, 1.67), M, 55, (1.55, -.36, 1.25), ((-.02, .05, .35), (-.55, .25, .9)))
area((-.1, -1.9, 2.25), (1.7, -.45, 1.2), .4, 105, kelvin(2700), spread=90, mirrored=False)
area((9, 8, 6), (4, 0, 1.7), 3, 700, (.40, .60, 1), size_y=5, mirrored=False)
area((3, -9, 5), (4, 0, 1), 5, 70, (.45, .62, 1), mirrored=False)

bpy.context.view_layer.update()
there = service.matrix_world
point(there @ V((BEACON[0], 0, BEACON[1] + .35)), 500, (1, .36, .04), .3)
for y in (-.5, .5):
    halo(there @ V((BEACON[0], y, BEACON[1])), .7, '#ff8a20', 1.2)
spot(there @ V((-.02, 0, 1.02)), there @ V((-9, 0, .2)), 800, kelvin(4000), 60, .8, .4)
for side in (-1, 1):
    halo(there @ V((-.02, side * .765, 1.02)), .45, '#ffe6c0', .8)

world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .24,
      clouds=.5)
camera(EYE, V(EYE) + V((math.cos(LOOK), math.sin(LOOK), -.02)), 23, 5.6, (1.5, -.4, 1.3))
render(size=(1620, 1080), samples=64, exposure=.4, clamp=2.5, glare=.4, haze=(10, 600, (.05, .055, .08), .5))
