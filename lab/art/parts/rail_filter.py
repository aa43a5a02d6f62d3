"""A fuel filter head on the frame rail, where many tractors carry it, with its hand primer; the filter is off."""
import math

from engine_fittings import hexnut
from engine_fuel import hand_primer
from kit import V, bolt, box, cyl, group, lathe, mat, prism, rrect, tube


def rail_filter(loc, M):
    """Its origin is where the filter seals, 16 cm outboard (+y) of the rail's face."""
    with group('rail filter', loc):
        head(M)
        seat(M)
        lines(M)


def head(M):
    """Cast, on a bracket from the rail; the primer on its outboard end."""
    cast = mat('filter head', '#7d8184', metal=.5, rough=.45, bump=.2, bscale=300)
    prism(rrect(.20, .13, .035), .062, cast, 'xy', off=.040, bevel=.008)
    cyl(.060, .030, (0, 0, .012), 'z', cast, .006)
    # The bracket: a plate on the rail's outer face, an arm out to the head; clear of the filter, to be seen past.
    box((.065, .010, .36), (-.075, -.158, -.105), M['blackz'], .004)
    box((.065, .10, .012), (-.075, -.108, .040), M['blackz'], .004)
    for z in (-.25, -.19):
        bolt((-.075, -.152, z), 'y', .011, M['zinc'])
    hand_primer(.055, .022, .070, M)
    hexnut((-.045, .015, .076), 'z', .016, M['brass'], 1.2)


def seat(M):
    """The machined face and the threaded stud, wet with fuel."""
    wet = mat('wet seat', '#d8dadb', metal=.6, rough=.25, rvar=.06)
    lathe([(0, .0), (.052, .0), (.057, -.004), (.057, -.013), (.049, -.015), (.048, -.006), (.018, -.006)],
          mat=wet, steps=64)
    stud = [(.0125, 0), (.0125, -.010)]
    for i in range(7):
        stud += [(.0145, -.012 - i * .004), (.0145, -.0135 - i * .004), (.0122, -.0155 - i * .004)]
    lathe(stud + [(.008, -.046), (.008, -.012), (0, -.012)], mat=wet, steps=32)


def lines(M):
    """From the tank and on to the pump: two hoses with crimped ends."""
    for x, away in ((-.10, ((-.16, 0, .04), (-.24, -.06, .03), (-.34, -.14, .10))),
                    (.10, ((.16, 0, .04), (.22, -.04, -.02), (.28, -.10, -.16)))):
        side = math.copysign(1, x)
        hexnut((x + side * .012, 0, .04), 'x', .018, M['brass'], 1.1)
        cyl(.0155, .05, (x + side * .045, 0, .04), 'x', M['mach'], .003)
        tube([V((x + side * .02, 0, .04)), *map(V, away)], .0115, M['hose'], rad=.05)
