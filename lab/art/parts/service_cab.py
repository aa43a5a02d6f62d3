"""The cab of a class 5 service truck: tall square hood, one row of seats, wide fenders. No maker's."""
import math

from kit import V, box, cut, cyl, lathe, loft, prism, rrect, sheet, text, tube
from wheels import wheel

AXLE_X, WHEEL_R, TRACK = 1.00, .41, .98
BELT, ROOF = 1.38, 2.10
BEACON = (2.42, ROOF + .15)         # x, z of the light bar
# The greenhouse at belt and roof: front x, back x, half width.
AT_BELT, AT_ROOF = (1.37, 3.07, .965), (1.93, 3.02, .82)
# Lower body: x, half width, underside, top.
SECTIONS = [(.07, .86, .66, 1.22), (.10, .93, .60, 1.275), (.22, .985, .56, 1.31), (.60, 1.00, .55, 1.335),
            (1.30, 1.01, .55, 1.375), (1.45, 1.01, .50, 1.385), (3.00, 1.01, .50, 1.385), (3.07, .98, .53, 1.36)]


def service_cab(P, headlamps=True, beacon=True):
    lower_body(P)
    greenhouse(P)
    face(P, headlamps)
    light_bar(P, beacon)
    for side in (-1, 1):
        flank(P, side)
        towing_mirror(P, side)
        door_sign(P, side)
        wheel((AXLE_X, side * TRACK, WHEEL_R), side, P, WHEEL_R, .235, disc='white')


def lower_body(P):
    body = loft([_section(*section) for section in SECTIONS], P.white, auto=40, name='cab body')
    for side in (-1, 1):
        opening = cyl(.515, .62, (AXLE_X, side * 1.02, WHEEL_R + .04), 'y', None, 0, 64)
        cut(body, opening)
        cyl(.53, .40, (AXLE_X, side * .70, WHEEL_R + .04), 'y', P.dark, .01)
        arc = [math.radians(-14 + 208 * i / 24) for i in range(25)]
        rim = [(AXLE_X + .53 * math.cos(a), side * 1.02, WHEEL_R + .04 + .53 * math.sin(a)) for a in arc]
        loft([[V((x + dx * (x - AXLE_X), y + side * dy, z + dx * (z - WHEEL_R)))
               for dx, dy in ((-.06, -.04), (-.06, .045), (.02, .05), (.10, .0), (.10, -.04))] for x, y, z in rim],
             P.plastic, auto=40, name='flare')
    # Two swage lines on the hood and the gap round it.
    for side in (-1, 1):
        tube([(.30, side * .55, 1.330), (1.32, side * .66, 1.402)], .016, P.white, rad=0)
        seam = ((.13, .80, 1.295), (.30, .935, 1.307), (1.30, .965, 1.366), (1.38, .965, 1.382))
        tube([(x, side * y, z) for x, y, z in seam], .005, P.dark, rad=.05, res=2)
    box((.10, 1.75, .03), (1.37, 0, 1.395), P.plastic, .01)


def _section(x, w, low, top):
    r = .07
    turn = [math.pi / 2 * i / 5 for i in range(6)]
    side = [(w - .06, low), (w, low + .08), (w + .005, (low + top) / 2 + .1)]
    side += [(w - r + r * math.cos(a), top - r + r * math.sin(a)) for a in turn]
    side += [(w * .5, top + .022), (0, top + .03)]
    return [V((x, y, z)) for y, z in side + [(-y, z) for y, z in reversed(side[:-1])]]


def _at(z):
    """Front x, back x and half width of the greenhouse at a height."""
    t = (z - BELT) / (ROOF - BELT)
    return [a + (b - a) * t for a, b in zip(AT_BELT, AT_ROOF)]


def greenhouse(P):
    rings = []
    for z, shrink in ((BELT - .02, 0), (ROOF - .05, 0), (ROOF, .012), (ROOF + .04, .05), (ROOF + .055, .14)):
        front, back, half = _at(min(z, ROOF))
        rings.append([V((x, y, z)) for x, y in rrect(back - front - 2 * shrink, 2 * (half - shrink), .09,
                                                     cx=(front + back) / 2)])
    loft(rings, P.white, auto=40, name='greenhouse')
    low, high = BELT + .04, ROOF - .06
    (f0, b0, h0), (f1, b1, h1) = _at(low), _at(high)
    shield = [V((f0 - .012, -h0 + .10, low)), V((f0 - .012, h0 - .10, low)), V((f1 - .012, h1 - .09, high)),
              V((f1 - .012, -h1 + .09, high))]
    sheet(shield, P.window, 'windshield')
    tube(shield, .014, P.rubber, rad=.05, cyclic=True)
    for y in (-.55, .12):
        tube([(f0 - .03, y, low), (f0 + .16, y + .42, low + .21)], .007, P.plastic, rad=0)
    sheet([(b0 + .012, -h0 + .14, low + .04), (b0 + .012, h0 - .14, low + .04), (b1 + .012, h1 - .12, high),
           (b1 + .012, -h1 + .12, high)], P.window)


def flank(P, side):
    """Door with its gap, hinges, handle and lock; side glass with the divider; running board; drip rail."""
    low, high = BELT + .035, ROOF - .085
    (f0, _, h0), (f1, _, h1) = _at(low), _at(high)

    def at(x, z, out=.012):
        return V((x, side * (_at(max(z, BELT))[2] + out), z))

    window = [at(f0 + .22, low), at(2.86, low), at(2.84, high), at(f1 + .12, high)]
    sheet(window, P.window)
    tube([p for p in window], .013, P.rubber, rad=.05, cyclic=True)
    tube([at(f0 + .44, low), at(f0 + .44, high - .20)], .010, P.rubber, rad=0)
    tube([at(f0 + .10, low - .02), at(f1 + .02, high + .035), at(2.93, high + .035)], .010, P.rubber, rad=.08)
    y = side * 1.013
    gap = [V((1.50, y, 1.35)), V((1.50, y, .60)), V((2.93, y, .60)), V((2.93, y, 1.37))]
    tube(gap + [at(2.93, 1.41, .004), at(2.91, 2.06, .004)], .0075, P.dark, rad=.05, res=2)
    # A pull handle over its dished recess, the lock beside it; hinges at the front edge.
    prism(rrect(.25, .10, .045, cx=2.76, cy=1.235), .006, P.dark, 'xz', off=y, bevel=.002)
    tube([(2.66, y, 1.24), (2.67, y + side * .038, 1.25), (2.85, y + side * .038, 1.25), (2.86, y, 1.24)], .014,
         P.chrome, rad=.02)
    cyl(.014, .012, (2.885, y, 1.16), 'y', P.polish, .003, 24)
    for z in (.82, 1.20):
        box((.05, .018, .09), (1.49, y, z), P.white, .006)
    box((1.42, .16, .05), (2.20, side * 1.02, .42), P.tread, .02)
    for x in (1.67, 2.72):
        box((.05, .18, .10), (x, side * .96, .45), P.plastic, .01)


def towing_mirror(P, side):
    """Two glasses in one tall housing, on two arms, as trucks that tow have."""
    for z in (1.50, 1.58):
        tube([(1.74, side * .93, z), (1.70, side * 1.22, z + .03)], .017, P.plastic, rad=0)
    box((.13, .22, .40), (1.68, side * 1.28, 1.66), P.plastic, .05)
    box((.004, .17, .21), (1.747, side * 1.28, 1.73), P.chrome, .001)
    box((.004, .17, .09), (1.747, side * 1.28, 1.54), P.chrome, .001)
    box((.03, .05, .03), (1.62, side * 1.36, 1.56), P.unlit_amber, .006)


def face(P, headlamps):
    """Grille with three heavy bars, stacked lamps in its corners, bumper, tow hooks."""
    prism(rrect(1.16, .50, .06, cy=1.00), .06, P.plastic, 'yz', off=.055, bevel=.015)
    for dz in (-.14, 0, .14):
        prism(rrect(1.12, .075, .02, cy=1.00 + dz), .05, P.chrome, 'yz', off=.025, bevel=.012)
    for side in (-1, 1):
        y = side * .765
        prism(rrect(.30, .46, .05, cx=y, cy=1.02), .08, P.plastic, 'yz', off=.075, bevel=.02)
        for dz in (.09, -.09):
            prism(rrect(.22, .13, .03, cx=y, cy=1.03 + dz), .02, P.head if headlamps else P.unlit, 'yz', off=.03,
                  bevel=.006)
        prism(rrect(.06, .40, .02, cx=y + side * .125, cy=1.02), .03, P.amber if headlamps else P.unlit_amber, 'yz',
              off=.045, bevel=.006)
        cyl(.05, .04, (-.02, side * .80, .56), 'x', P.parking if headlamps else P.unlit, .008)
        tube([(.03, side * .46, .44), (-.05, side * .46, .42), (-.05, side * .46, .49), (.02, side * .46, .51)], .018,
             P.plastic, rad=.03)
    outline = rrect(.12, .26, .05, cx=.04, cy=.57)
    plan = ((-1.02, .16), (-.92, .04), (-.5, 0), (.5, 0), (.92, .04), (1.02, .16))
    loft([[V((x + back, y, z)) for x, z in outline] for y, back in plan], P.chrome, auto=40, name='bumper')
    box((.03, 1.1, .09), (-.022, 0, .53), P.plastic, .01)
    box((.10, 1.7, .16), (.12, 0, .42), P.plastic, .03)


def light_bar(P, beacon):
    """Amber bar on the roof, its feet and end caps; five clearance lamps ahead of it."""
    box((.26, 1.34, .05), (2.42, 0, ROOF + .085), P.plastic, .015)
    for i in range(8):
        y = -.574 + i * .164
        cell = P.beacon if beacon and i in (0, 1, 3, 4, 6, 7) else P.unlit_amber
        box((.21, .15, .085), (2.42, y, ROOF + .15), cell, .022)
    box((.215, 1.32, .012), (2.42, 0, ROOF + .198), P.plastic, .004)
    for side in (-1, 1):
        box((.22, .03, .09), (2.42, side * .675, ROOF + .15), P.plastic, .015)
    for i in range(5):
        box((.06, .07, .025), (2.16, -.60 + .30 * i, ROOF + .055), P.amber if beacon else P.unlit_amber, .01)


def door_sign(P, side):
    """The marker with the hours the firm works, over a green stripe: no name, no number that could change."""
    y = side * 1.0155
    stripe(P, side, (.20, .44), y)
    stripe(P, side, (1.56, 3.02), y)
    marker_sign(P, side, (2.14, y, 1.06), .50)


def stripe(P, side, x, y):
    prism([(x[0], .70), (x[1], .70), (x[1], .79), (x[0], .79)], .004, P.sign, 'xz', off=y, bevel=0)


def marker_sign(P, side, loc, high):
    """A sign like a mile marker's, green and edged in white, with the hours on it."""
    x, y, z = loc
    wide = high * 1.0
    turn = (math.pi / 2, 0, 0 if side < 0 else math.pi)
    prism(rrect(wide, high, high * .09, cx=x, cy=z), .006, P.legend, 'xz', off=y, bevel=0)
    prism(rrect(wide - .030, high - .030, high * .075, cx=x, cy=z), .006, P.sign, 'xz', off=y + side * .001, bevel=0)
    text('24/7', high * .46, (x, y + side * .005, z - high * .03), turn, P.legend, ext=.0005, bev=0)
