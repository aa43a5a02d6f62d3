"""Gallery: the service truck at work at blue hour, its driver's side open from end to end."""
from kit import *
from paints import paints
from road import asphalt, far_lamps, tree_line, verge
from roadside import cone, creeper, halo, light_stand
from service_cab import BEACON
from service_truck import service_truck
from yard import dock_building, lamp_mast, puddled_lines

random.seed(11)
P = paints()
EYE = (4.9, -8.5, 1.25)
DRIVER = -1

truck = service_truck(P, opened=[(DRIVER, name) for name in ('front', 'over front', 'over rear', 'rear')],
                      headlamps=True)

asphalt((240, 160), (0, 20))
dock_building(P, (-13, 22, 0), length=52, lit=(4,))
puddled_lines(P, x=(-9, 12), y=-3.4)
lamp_mast(P, (-14.5, 19, 0), 300)
verge(44)
tree_line(EYE, 130, (-75, 60), 8)
far_lamps(EYE, 30, heading=(-70, 20), distance=(95, 120))

creeper(P, (5.8, -2.9, 0), .5)
cone(P, 6.75, -1.75, .3)

# Warm light falls out of the compartments; the strips themselves only glow, one lamp as long as all lights them.
area((4.9, -1.13, 1.85), (4.9, -.75, 1.2), 3.3, 34, kelvin(4000), size_y=.04)
area((4.9, -1.5, 2.15), (4.9, -1.6, 0), 2.6, 22, kelvin(3200), size_y=.3)

# Warm key from a stand near the cab, cold rims from behind.
light_stand(P, (-.9, -3.4, 0), (2.6, -1.1, 1.2), 46, 2700, 2.1)
area((13, 7, 6), (4, 0, 1.4), 2, 420, (.42, .62, 1), size_y=5, mirrored=False)
area((-8, 8, 6), (2, 0, 1.6), 2, 420, (.42, .62, 1), size_y=4, mirrored=False)
area((10, -14, 7), (4, 0, 1), 6, 100, (.50, .66, 1), mirrored=False)
point((BEACON[0], 0, BEACON[1] + .35), 240, (1, .36, .04), .3)
for y in (-.5, .5):
    halo((BEACON[0], y, BEACON[1]), .5, '#ff8a20', .8)
for y in (-.92, .92):
    halo((6.54, y, 2.385), .4, '#ffe6c0', .6)

world([(0, '#06080c'), (.495, '#0c1018'), (.503, '#7d5a58'), (.53, '#4a5878'), (.58, '#2a4470'), (.70, '#13264c'),
       (1, '#0a1428')], .42, clouds=.5)
camera(EYE, (3.55, -.3, 1.34), 37, 5, (4.6, -1.2, 1.3))
render(size=(1620, 1080), samples=96, exposure=.2, clamp=2.5, glare=.35, haze=(15, 900, (.08, .09, .13), .5))
