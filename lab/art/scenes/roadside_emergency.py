"""The hero: dusk on a Texas roadside, the lit engine of a tractor, three triangles and the service truck behind it.

The left stays dark road and sky: the headline stands there. The picture is traced as wide as the widest
screens show it; narrower ones get less of its left.
"""
import engine as diesel
from kit import *
from paints import OXBLOOD, paints
from road import asphalt, far_lamps, guard_rail, marking, tree_line, verge
from roadside import chocks, halo, triangle
from service_cab import BEACON
from service_truck import service_truck
from tractor import tractor
from tractor_axles import DRIVE_X, TRACK_DRIVE
from tractor_chassis import RAIL_END
from work_lamps import led_bar

random.seed(5)
P = paints(OXBLOOD)
M = diesel.mats(block='#262b31')
EYE = (-.32, 1.72, 1.5)
ENGINE = (1.5, .4, 1.6)
TEN_FEET, HUNDRED_FEET, TWO_HUNDRED_FEET = 3.05, 30.5, 61
WIDE, HIGH = 2560, 1080
SPANS = 2.73                  # what the picture spans at a meter's distance
VANISHING = (.549, .45)       # where the road's lines meet, from the left and the top

# The hood's near fender would stand in the picture's right corner.
tractor(P, tilt=80, engine=M, fenders=(-1,))
chocks(P, DRIVE_X[0], TRACK_DRIVE)
service = service_truck(P, (22, -.7, 0), math.radians(1))

# A one-way road of two lanes, seen against the traffic: the left shoulder and its yellow line, dashes, the right one.
asphalt()
marking(2.7, 'yellow')
marking(6.3, 'white', (-134, 260), dash=(3, 9))
marking(9.9, 'white')
verge(13.5)
guard_rail(P, 12.6, color='white')
tree_line(EYE, 230, (-20, 110), 8)
far_lamps(EYE, 30, heading=(0, 86), distance=(150, 200))
# On the traffic side ten feet back, in the middle of the shoulder a hundred and two hundred feet back.
for behind, y in ((TEN_FEET, 1.95), (HUNDRED_FEET, .6), (TWO_HUNDRED_FEET, .6)):
    triangle(P, RAIL_END + behind, y, math.pi / 2)

# Warm key: a lamp on the stay rod, one beside the eye for what faces it, one at the edge of the raised hood.
led_bar((1.90, .590, 1.738), math.radians(155), M, 50, (1.5, .50, 1.2))
area((.2, 2.2, 2.45), ENGINE, .4, 30, kelvin(2200), spread=40, mirrored=False)
area((.8, .85, 2.3), ENGINE, .45, 36, kelvin(2200), size_y=.12)

# The service truck's beacon and headlamps.
bpy.context.view_layer.update()
there = service.matrix_world
for y in (-.5, .5):
    halo(there @ V((BEACON[0], y, BEACON[1])), .8, '#ff8a20', 1.2)
spot(there @ V((-.02, 0, 1.02)), there @ V((-9, 1.2, .1)), 800, kelvin(4000), 60, .8, .4)
for side in (-1, 1):
    halo(there @ V((-.02, side * .765, 1.02)), .4, '#ffe6c0', .7)
spot((12, 7, 5), (23, 0, 1.4), 900, kelvin(9000), 24, .8, .4)  # what shows that it is white

# Dusk: cold sky, a last warm streak along the horizon, one cold rim from behind.
world([(0, '#06080c'), (.495, '#0d1016'), (.502, '#c8703a'), (.512, '#8f5560'), (.54, '#3e4a74'), (.60, '#1c3157'),
       (.70, '#0e1c38'), (1, '#050a16')], .34, clouds=.55)
area((9, 8, 7), (4, 0, 1.7), 3, 500, (.40, .60, 1), size_y=5, mirrored=False)

# It looks along the road; shift brings the vanishing point to its place.
camera(EYE, V(EYE) + V((1, 0, 0)), 36 / SPANS, 5.6, (1.5, .4, 1.5),
       shift=(.5 - VANISHING[0], (VANISHING[1] - .5) * HIGH / WIDE))
render(size=(WIDE, HIGH), samples=96, exposure=.2, clamp=2.5, glare=.40, vignette=.25,
       haze=(25, 2600, (.10, .09, .12), .5),
       crops={'-wide': (0, 0, WIDE, HIGH), '': (560, 0, 1920, HIGH), '-phone': (1280, 60, 1280, 960)})
