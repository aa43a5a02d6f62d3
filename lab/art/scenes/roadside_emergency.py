"""The hero: dusk on a Texas roadside, a tractor with its hood up, the service truck drawn up behind it.

The left stays dark road and sky: the headline stands there. The picture is traced as wide as the widest
screens show it; narrower ones get its right part.
"""
import engine
from kit import *
from paints import OXBLOOD, paints
from road import asphalt, far_lamps, guard_rail, guide_sign, marking, street_lamps, tail_lamps, tree_line, verge
from roadside import cone, halo, light_stand, triangle
from service_cab import BEACON
from service_truck import service_truck
from tractor import tractor
from tractor_chassis import RAIL_END

random.seed(5)
P = paints(OXBLOOD)
EYE = (-2.45, -7.0, 1.05)
ENGINE = (1.6, -.2, 1.35)
TEN_FEET, HUNDRED_FEET = 3.05, 30.5
WIDE, MASTER, HIGH = 2560, 1920, 1080

# The subject, nose to the left, its engine bay square to the camera.
M = engine.mats(block='#33383d')
tractor(P, tilt=80, engine=M)
service = service_truck(P, (.75, 12.4, 0), math.radians(68))

# Ground: a wide paved shoulder, the lane on our side.
asphalt()
verge(21)
marking(-2.3, 'white')
marking(-6.0, 'yellow')
guard_rail(P, 20.5)
marking(19.4, 'white')
tree_line(EYE, 230, (-60, 60), 8)
guide_sign(P, (-18.2, 23, 0), math.radians(-15))
far_lamps(EYE, 46, heading=(-50, 60), distance=(150, 200))
street_lamps(P, 23, (22, 54, 90))

# The mechanic's equipment.
for x, y, turn in ((-1.45, -2.5, .2), (-1.1, 2.6, .9)):
    cone(P, x, y, turn)
# Where the law wants them on a two-way road: ten feet behind, and a hundred feet behind and ahead.
for x, y in ((RAIL_END + TEN_FEET, -1.75), (RAIL_END + HUNDRED_FEET, -1.5), (-HUNDRED_FEET, .2)):
    triangle(P, x, y, math.pi / 2 - .25)
light_stand(P, (2.72, -1.22, 0), ENGINE, 70, 3200, 2.1)

# Warm key: a bar under the hood and a lamp on the far side that shines through the bay.
box((.05, .62, .045), (.52, 0, 2.12), P.plastic, .01)
area((.62, 0, 2.10), (1.7, -.1, 1.3), .55, 85, kelvin(3200), size_y=.10)
area((2.0, 1.5, 2.2), (1.4, -.1, 1.3), .3, 170, kelvin(3200))
area((.55, -2.1, 1.75), (1.7, -.3, 1.25), .25, 34, kelvin(3200), spread=75, mirrored=False)
area((.1, -5.2, 1.5), (1.25, -1.1, .5), .8, 26, kelvin(3200), spread=40)  # what the rim mirrors

# The service truck's beacon and headlamps.
bpy.context.view_layer.update()
there = service.matrix_world
for y in (-.5, .5):
    point(there @ V((BEACON[0], y, BEACON[1] + .28)), 230, (1, .36, .04), .15)
    halo(there @ V((BEACON[0], y, BEACON[1])), .8, '#ff8a20', 1.2)
for side in (-1, 1):
    lamp = there @ V((-.02, side * .765, 1.02))
    spot(lamp, there @ V((-9, side * 1.2, .1)), 600, kelvin(4000), 55, .8, .06)
    halo(lamp, .55, '#ffe6c0', .9)

# Dusk: cold sky, one cold rim from behind, a last warm streak low in the left.
world([(0, '#06080c'), (.495, '#0d1016'), (.502, '#c8703a'), (.512, '#8f5560'), (.54, '#3e4a74'), (.60, '#1c3157'),
       (.70, '#0e1c38'), (1, '#050a16')], .34, clouds=.55)
area((7, 8, 7), (2, 0, 2.2), 2, 450, (.40, .60, 1), size_y=5)
area((-13, -12, 7), (1, 0, 1.4), 6, 130, (.45, .62, 1), mirrored=False)
area((-10, 7, 4), (0, 0, 1.5), 1.2, 120, (1, .45, .18), size_y=4)

# Lens and shift preserve the master frame as seen by a 28 mm lens.
camera(EYE, (-1.19, 0, 1.78), 28 * MASTER / WIDE, 2.8, (1.2, -.8, 1.4), shift=(-(WIDE - MASTER) / 2 / WIDE, 0))
render(size=(WIDE, HIGH), samples=96, exposure=.2, clamp=2.5, glare=.40, vignette=.25,
       haze=(25, 2600, (.10, .09, .12), .5),
       crops={'-wide': (0, 0, WIDE, HIGH), '': (WIDE - MASTER, 0, MASTER, HIGH),
              '-phone': (WIDE - MASTER + 583, 85, 1320, 990)})
