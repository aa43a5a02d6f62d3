"""An excavator on a building site late on a dry morning, its engine door open, tools on the ground."""
from construction_site import site
from engine import mats as engine_mats
from excavator import excavator, mats
from field_tools import tool_box
from kit import area, camera, group, render, sun, world
from service_items import oil_jug, spin_on_filter

EYE = (-3.25, -5.95, 1.15)
M, E = mats(), engine_mats(block='#6b6f70')
site(EYE)
with group('excavator', (0, 0, .02)):
    excavator(M, E, slew=0)

tool_box((-1.15, -2.35, .03), .25, E)
oil_jug((-.45, -2.25, .03), .5, E)
spin_on_filter((-.22, -2.42, .03), (0, 0, .4), E)

# The sun stands over the eye's right shoulder and reaches past the open door; what it leaves dark in the bay, a
# photographer's white board beside the eye lights up.
sun((1, -10, 8), 2.4, (1, .93, .82))
area((-2.2, -4.6, 1.0), (-1.36, -.8, 1.6), 1.2, 11, (1, .94, .85), spread=50, mirrored=False)
world([(0, '#3a3026'), (.495, '#6d6a62'), (.502, '#d3e0ea'), (.52, '#b9d2e8'), (.56, '#86b2de'), (.64, '#4f8acb'),
       (.80, '#2f69b3'), (1, '#24549c')], .5, heaps=.9)

camera(EYE, (.84, 0, 1.72), 29, 5.6, (-1.3, -1.2, 1.6))
render(samples=56, exposure=-.5, clamp=2.5, glare=.1, vignette=.15, haze=(30, 600, (.33, .40, .48), .5))
