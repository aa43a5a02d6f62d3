"""Gallery: night under an overpass, a drive wheel off on a wet shoulder, the service truck's lamps behind."""
from kit import *
from overpass import overpass
from paints import GRAPHITE, paints
from road import asphalt, far_lamps, guard_rail, marking, tail_lamps
from roadside import axle_stand, bottle_jack, cone, creeper, halo, impact_wrench, light_stand, triangle
from service_truck import service_truck
from tractor import tractor
from wheels import loose_dual

random.seed(31)
P = paints(GRAPHITE)
EYE = (4.15, -4.7, 1.0)
HUB = (6.70, -.95, .51)

tractor(P, without=(6.70, -1))
service = service_truck(P, (15.2, 2.5, 0), math.radians(8))

asphalt((500, 200), (40, 20))
marking(-2.6, 'white')
guard_rail(P, 6.2, (-60, 120))
overpass(P, (26, 9, 0))
far_lamps(EYE, 40, heading=(10, 100), distance=(150, 320))
tail_lamps(-7, (60, 200), 6)

# The wheel end: hub bare, axle on jack and stand, both tyres beside it, the wrench where it was put down.
axle_stand(P, (6.70, -.60, 0), .42)
bottle_jack(P, (6.66, -.26, 0), .42)
loose_dual(P, (4.98, -1.52, .50), (math.pi / 2 + .16, 0, -.12))
loose_dual(P, (7.35, -2.35, .15), (0, 0, .4))
impact_wrench(P, (6.25, -1.95, 0), 2.6, (11.5, -1.3, .03))
cone(P, 8.9, -2.35, .4)
cone(P, 13.2, -1.9, .1)
triangle(P, 10.0, -1.3, .9)

light_stand(P, (8.35, -1.55, 0), HUB, 55, 2700, 1.75)
area((5.3, -3.2, 2.4), HUB, .4, 120, kelvin(3200), mirrored=False)

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
area((0, -9, 5), (6, 0, 1), 5, 40, (.45, .62, 1), mirrored=False)
world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .24,
      clouds=.5)

camera(EYE, (7.35, -.2, 1.02), 31, 3.2, (6.6, -1.0, .6))
render(size=(1620, 1080), samples=36, exposure=.4, clamp=2.5, glare=.4, haze=(10, 600, (.05, .055, .08), .5))
