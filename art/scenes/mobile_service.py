"""Gallery: the service truck at work at blue hour, its driver's side open from end to end."""
from kit import *
from paints import paints
from road import asphalt, far_lamps
from roadside import cone, creeper, halo, light_stand
from service_truck import service_truck
from yard import dock_building, lamp_mast, puddled_lines

random.seed(11)
P = paints()
EYE = (6.3, -7.9, 1.15)
DRIVER = -1

truck = service_truck(P, opened=[(DRIVER, name) for name in ('front', 'over front', 'over rear', 'rear')],
                      headlamps=True)

asphalt((240, 160), (0, 20))
dock_building(P, (-15, 22, 0), length=52)
puddled_lines(P, x=(-9, 12), y=-3.4)
lamp_mast(P, (-13, 17, 0), 260)
lamp_mast(P, (16, 16, 0), 260)
far_lamps(EYE, 24, heading=(-100, 60), distance=(120, 240))

creeper(P, (5.8, -2.9, 0), .5)
cone(P, 6.75, -1.75, .3)

# Warm light falls out of the compartments; the strips themselves only glow.
for x, z in ((3.64, 1.84), (4.51, 1.84), (5.40, 1.84), (6.21, 1.84)):
    area((x, -1.13, z), (x, -.75, 1.2), .60, 7, kelvin(4000), size_y=.04)
area((4.9, -1.5, 2.15), (4.9, -1.6, 0), 1.6, 16, kelvin(3200), size_y=.3)
area((6.2, -3.6, .7), (5.2, -1, .45), .4, 14, kelvin(3200), mirrored=False)  # into the dish of the rear wheel

# Warm key from a stand near the cab, cold rims from behind.
light_stand(P, (-.9, -3.4, 0), (2.6, -1.1, 1.2), 42, 2700, 2.1)
area((13, 7, 6), (4, 0, 1.4), 2, 420, (.42, .62, 1), size_y=5, mirrored=False)
area((-8, 8, 6), (2, 0, 1.6), 2, 420, (.42, .62, 1), size_y=4, mirrored=False)
area((12, -14, 7), (4, 0, 1), 6, 90, (.50, .66, 1), mirrored=False)
bpy.context.view_layer.update()
for y in (-.5, .5):
    point((2.42, y, 2.45), 130, (1, .36, .04), .15)
    halo((2.42, y, 2.17), .5, '#ff8a20', .8)
for y in (-.92, .92):
    spot((6.56, y, 2.37), (9.5, y, 0), 160, kelvin(4000), 80, .8, .05)
    halo((6.54, y, 2.385), .4, '#ffe6c0', .6)

world([(0, '#06080c'), (.495, '#0c1018'), (.503, '#7d5a58'), (.53, '#4a5878'), (.58, '#2a4470'), (.70, '#13264c'),
       (1, '#0a1428')], .42, clouds=.5)
camera(EYE, (3.8, -.3, 1.28), 36, 5, (5.2, -1.2, 1.3))
render(size=(1620, 1080), samples=80, exposure=.2, clamp=2.5, glare=.35, haze=(15, 900, (.08, .09, .13), .5))
