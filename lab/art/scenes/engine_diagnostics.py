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
EYE = (3.635, -1.12, 2.20)
LAPTOP, TURN = V((3.412, -.515, SEAT_TOP + .010)), math.radians(22)
PHONE_CROP = (345, 192, 1184, 888)  # the screen, the adapter with its cables, the gauges

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
box_at = LAPTOP + V((-.267, -.105, 0))
adapter(box_at, math.radians(75), M)
tube([leaving, leaving + facing_out * .08, (3.02, -.90, 1.56), (3.06, -.84, 1.86), box_at + V((-.055, -.16, .02)),
      box_at + V((-.023, -.087, .015))], .0065, mat('data cable', '#2c7a3a', rough=.5), rad=.07, n=12)
port = LAPTOP + Matrix.Rotation(TURN, 3, 'Z') @ V((-.184, -.04, .012))  # in the laptop's left side
tube([box_at + V((.023, .087, .015)), box_at + V((.033, .125, .014)), box_at + V((.058, .105, .006)),
      box_at + V((.056, 0, .006)), port + V((-.036, -.016, 0)), port], .0035,
     mat('USB cable', '#353e4a', rough=.5), rad=.02, n=10)

# Warm dome light over the seats; cold screen and gauges; a work lamp on the open hood.
area((3.35, -.10, CEILING), (3.20, -.45, 1.8), .35, 26, kelvin(2700))
area(screen[0].lerp(screen[2], .5) + V((.02, -.05, 0)), LAPTOP + V((.2, -.5, .4)), .25, 1.6, (.45, .7, 1), size_y=.15, mirrored=False)
area((3.0, -.52, 2.02), (3.3, -.6, 2.0), .30, .5, (.75, .9, 1), size_y=.10, mirrored=False)
hanging_lamp((.10, .45, 2.42), M, 30, (.1, .45, 1.2), cable=((-.06, 0, .30), (-.30, 0, .45)))
area((1.5, .1, 2.25), (.2, .4, 2.0), .3, 22, kelvin(3200))
area((2.78, -.62, 1.60), (2.60, -.50, 1.35), .12, .9, kelvin(3200))  # the foot well, so that the pedals show
area((4.6, -3.6, 3.2), (3.0, -.8, 1.8), 1.0, 110, (.42, .62, 1), mirrored=False)
world([(0, '#030406'), (.495, '#06080c'), (.503, '#3a2c30'), (.53, '#1c2338'), (.60, '#0d1830'), (1, '#04070f')], .3)

camera(EYE, (2.915, -.30, 1.915), 24, 8, LAPTOP + V((-.02, .08, .12)))  # at the screen
render(size=(1620, 1080), samples=256, exposure=.32, clamp=3, glare=.3, vignette=.3, crisp=[screen],
       crops={'-phone': PHONE_CROP})
