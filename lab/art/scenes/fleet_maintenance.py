"""Gallery: a haulage yard by early light, a row of white tractors, the nearest with its hood up."""
import engine
from field_tools import cart
from kit import *
from paints import FLEET_WHITE, paints
from road import asphalt, tree_line
from roadside import cone, light_stand
from service_items import drain_pan, oil_jug
from tractor import tractor
from yard import dock_building, fence, lamp_mast, puddled_lines

random.seed(23)
P = paints(FLEET_WHITE)
EYE = (-7.2, -6.4, 1.10)
ENGINE = (1.6, -.2, 1.4)
STALL = 4.3

M = engine.mats(block='#33383d')
tractor(P, tilt=80, engine=M, lit=False)
for k in (1, 2, 3, 4):
    tractor(P, (0, STALL * k, 0), lit=False)

asphalt((300, 260), (0, 40))
puddled_lines(P, (-STALL / 2, STALL * 4.5), 0)
for k in range(6):
    box((9.5, .11, .006), (4.2, STALL * (k - .5), .003), mat('stall line', '#b08a18'), 0)
dock_building(P, (16, 60, 0), length=66)
fence(P, 58, (-70, 14))
tree_line(EYE, 260, (-60, 70), 6)
lamp_mast(P, (-9, 44, 0), 0)
lamp_mast(P, (11, 36, 0), 0)

cart((2.0, -1.9, 0), .15, M)
drain_pan((1.96, -.45, 0), M)
oil_jug((.2, -1.75, 0), .4, M)
oil_jug((.42, -1.95, 0), 1.1, M)
cone(P, -1.9, -1.5, .3)
cone(P, -1.9, 1.9, .9)
light_stand(P, (3.3, -2.0, 0), ENGINE, 26, 2700, 2.0)
area((.62, 0, 2.10), (1.7, -.1, 1.3), .55, 170, kelvin(2700), size_y=.10)
area((2.0, 1.5, 2.2), (1.4, -.1, 1.3), .3, 150, kelvin(3200))
area((.2, -2.3, 1.8), (1.7, -.3, 1.25), .25, 60, kelvin(2700), spread=70, mirrored=False)

# The sun has just come over the trees, ahead of the noses; the sides towards us lie in cold shade.
sun((-9, 6.5, 1.9), 2.9, (1, .42, .13), 1.2)
area((-6, -13, 7), (2, 0, 1.5), 6, 35, (.50, .66, 1), mirrored=False)
world([(0, '#0a0c10'), (.495, '#1a1c22'), (.502, '#f2b27a'), (.52, '#dba38c'), (.56, '#8f97b4'), (.64, '#5377a8'),
       (.80, '#2a4f86'), (1, '#17315c')], .27, clouds=.45)

camera(EYE, (.55, 2.0, 1.62), 36, 4, (.6, -.8, 1.4))
render(size=(1620, 1080), samples=64, exposure=.35, clamp=2.5, glare=.3, haze=(12, 420, (.30, .22, .19), .40))
