"""An excavator on a building site at first light, its engine door open and lit, tools on the ground."""
from construction_site import site
from engine import mats as engine_mats
from excavator import excavator, mats
from excavator_house import BAY_FRONT, HOOD, RIGHT_SIDE
from field_tools import lamp_stand, tool_box
from kit import V, area, camera, glow, group, kelvin, point, render
from service_items import oil_jug, spin_on_filter
from work_lamps import hanging_lamp

M, E = mats(), engine_mats(block='#2a2f34')
site()
with group('excavator', (0, 0, .02)):
    excavator(M, E, slew=0)

tool_box((-1.15, -2.35, .03), .25, E)
oil_jug((-.45, -2.25, .03), .5, E)
spin_on_filter((-.22, -2.42, .03), (0, 0, .4), E)
lamp = V((1.15, -3.75, 1.55))
lamp_stand(lamp, (-1.30, -1.25, 1.62), E)

# Warm: the lamp on its stand, the bar in the bay. Cold: the open sky. The sun is still below the haze.
area(lamp + V((-.08, .08, 0)), (-1.30, -1.25, 1.62), .24, 42, kelvin(3200), size_y=.16, spread=140)
area((-1.36, RIGHT_SIDE + .16, HOOD - .09), (-1.36, -.95, 1.3), .5, 3, kelvin(2700), size_y=.06)
point((.85, .86, 2.70), 26, kelvin(3200), .15)
area((14, 10, 4), (1, 0, 2.4), 2.5, 1500, (1, .48, .20), size_y=5, mirrored=False)
area((-9, 9, 7), (0, 0, 1.5), 3, 450, kelvin(12000), size_y=6)
area((-10, -14, 8), (1, 0, 1.5), 7, 90, kelvin(9000))
hanging_lamp((BAY_FRONT - .22, RIGHT_SIDE - .06, 1.74), E, 3.2, (-1.45, -.9, 1.3), ((0, .02, .28), (-.3, .10, .30)))
glow(lamp + V((-.08, .05, 0)), .5, '#ffc07a', .5, 4)
glow((.40, .86, 3.12), .5, '#ff8a1a', .5, 3)

camera((-3.25, -5.95, 1.15), (.84, 0, 1.72), 29, 5.6, (-1.3, -1.2, 1.6))
render(samples=56, exposure=.10, clamp=2.5, glare=.45, vignette=.3, haze=(12, 500, (.17, .115, .11), .5))
