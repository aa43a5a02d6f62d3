"""Gallery: night under an overpass, a drive wheel off on a wet shoulder, the service truck's lamps behind."""
import engine as diesel
from field_tools import tool_box
from kit import *
from overpass import overpass
from paints import GRAPHITE, paints
from road import asphalt, far_lamps, guard_rail, marking, tail_lamps
from roadside import axle_stand, bottle_jack, cone, halo, impact_wrench, light_stand, triangle
from service_truck import service_truck
from tractor import tractor
from wheel_end import leaning, loose_wheel, lug_nuts

random.seed(31)
P = paints(GRAPHITE)
EYE = (4.75, -4.15, 1.05)
HUB = (6.70, -.95, .51)

tractor(P, without=(6.70, -1))
service = service_truck(P, (15.2, 2.5, 0), math.radians(8))

asphalt((500, 200), (40, 20))
marking(-2.6, 'white')
guard_rail(P, 6.2, (-60, 120))
overpass(P, (26, 9, 0))
far_lamps(EYE, 40, heading=(10, 100), distance=(150, 320))
tail_lamps(-7, (60, 200), 6)

# The wheel end: hub bare, axle on jack and stand, one wheel leant on the tyre behind, one laid flat.
axle_stand(P, (6.70, -.36, 0), .42)
bottle_jack(P, (6.66, -.06, 0), .42)
y, z, upright = leaning(-1.22, .2)
loose_wheel(P, (8.15, y, z), (upright, 0, -.06))
loose_wheel(P, (7.05, -2.15, .15), (0, 0, .4))
lug_nuts(P, (6.15, -2.25, 0))
tool_box((5.35, -1.42, 0), .35, diesel.mats())
impact_wrench(P, (6.20, -1.95, 0), 2.6, (4.4, -2.9, .03))
cone(P, 9.3, -1.6, .4)
cone(P, 13.2, -1.9, .1)
triangle(P, 10.6, -1.5, .9)

light_stand(P, (5.80, -1.35, 0), HUB, 60, 2700, 1.65)
area((6.0, -3.6, 2.4), HUB, .4, 90, kelvin(3200), mirrored=False)
area((8.6, -3.4, 2.6), (8.2, -1.3, .5), .4, 70, kelvin(3200), mirrored=False)

bpy.context.view_layer.update()
there = service.matrix_world
for y in (-.5, .5):
    point(there @ V((2.42, y, 2.45)), 300, (1, .36, .04), .15)
    halo(there @ V((2.42, y, 2.17)), .7, '#ff8a20', 1.2)
for side in (-1, 1):
    lamp = there @ V((-.02, side * .765, 1.02))
    spot(lamp, there @ V((-8, side * .4, .2)), 420, kelvin(4000), 60, .8, .06)
    halo(lamp, .45, '#ffe6c0', .8)

area((9, 7, 5), (6, 0, 1.5), 2, 420, (.40, .60, 1), size_y=4, mirrored=False)
area((-3, 5, 5), (4.5, 0, 2), 2, 260, (.40, .60, 1), size_y=4, mirrored=False)
area((0, -9, 5), (6, 0, 1), 5, 80, (.45, .62, 1), mirrored=False)
world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .24,
      clouds=.5)

camera(EYE, (7.33, -.55, .84), 30, 4.5, (6.7, -1.0, .6))
render(size=(1620, 1080), samples=64, exposure=.4, clamp=2.5, glare=.4, haze=(10, 600, (.05, .055, .08), .5))
