"""Gallery: the driver's door open at night, a rugged laptop on the seat, plugged into the truck's data link;
gauges glow, and beyond the windshield the hood stands open under a work lamp."""
import engine as diesel
from dashboard import DATA_LINK, dashboard, facing
from kit import *
from laptop import adapter, laptop, nine_pin_plug, nine_pin_socket
from paints import OXBLOOD, paints
from road import far_lamps
from tractor_hood import hood
from tractor_interior import CEILING, SEAT_TOP, doorway, interior, open_door, trims
from work_lamps import hanging_lamp

random.seed(17)
P = paints(OXBLOOD)
M = diesel.mats()
T = trims()
EYE = (3.70, -1.34, 2.32)
LAPTOP, TURN = V((3.40, -.47, SEAT_TOP + .008)), math.radians(24)
PHONE_CROP = (422, 308, 1040, 772)  # the screen, the green plug, the gauges between

interior(P, T)
dashboard(P, T)
doorway(P, T)
open_door(P, T)
hood(P, 80)
box((.9, 1.9, .03), (2.0, 0, 2.05), P.paint, .02)  # the cowl under the windshield
far_lamps(EYE, 30, heading=(-95, -20), distance=(120, 300))

screen = laptop(LAPTOP, TURN, M)

# The data link: socket under the dash, green plug, cable over the seat's edge to the adapter beside the laptop.
facing_out = V((.86, -.12, -.25)).normalized()
nine_pin_socket(DATA_LINK, facing(facing_out), M)
box((.05, .09, .09), DATA_LINK - facing_out * .03, T['trim'], .01)
nine_pin_plug(DATA_LINK + facing_out * .022, facing(-facing_out), M)
leaving = DATA_LINK + facing_out * .11
box_at = LAPTOP + V((-.245, -.06, 0))
adapter(box_at, math.radians(62), M)
tube([leaving, leaving + facing_out * .08, (3.02, -.90, 1.56), (3.08, -.82, 1.86), box_at + V((-.085, -.16, .02)),
      box_at + V((-.038, -.070, .015))], .0065, mat('data cable', '#2c7a3a', rough=.5), rad=.07, n=12)
tube([box_at + V((.03, .085, .015)), box_at + V((.04, .13, .012)), LAPTOP + V((-.20, .05, .012)),
      LAPTOP + V((-.158, -.02, .012))], .0028, M['rubber'], rad=.03, n=10)

# Warm dome light over the seats; cold screen and gauges; a work lamp on the open hood.
area((3.35, -.10, CEILING), (3.20, -.45, 1.8), .35, 26, kelvin(2700))
area(screen[0].lerp(screen[2], .5) + V((.02, -.05, 0)), LAPTOP + V((.2, -.5, .4)), .25, 1.6, (.45, .7, 1), size_y=.15, mirrored=False)
area((3.0, -.52, 2.02), (3.3, -.6, 2.0), .30, .5, (.75, .9, 1), size_y=.10, mirrored=False)
hanging_lamp((.10, .45, 2.42), M, 30, (.1, .45, 1.2), cable=((-.06, 0, .30), (-.30, 0, .45)))
area((1.5, .1, 2.25), (.2, .4, 2.0), .3, 22, kelvin(3200))
area((2.78, -.62, 1.60), (2.60, -.50, 1.35), .12, .9, kelvin(3200))  # the foot well, so that the pedals show
area((4.6, -3.6, 3.2), (3.0, -.8, 1.8), 1.0, 110, (.42, .62, 1), mirrored=False)
world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .3)

camera(EYE, (2.86, -.41, 1.985), 24, 8, LAPTOP + V((0, 0, .12)))
render(size=(1620, 1080), samples=256, exposure=.32, clamp=3, glare=.3, vignette=.3, crisp=[screen],
       crops={'-phone': PHONE_CROP})
