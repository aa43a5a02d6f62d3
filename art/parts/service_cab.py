"""The cab of a class 5 service truck: tall square hood, one row of seats, wide fenders. No maker's."""
import math

from kit import V, box, cut, cyl, lathe, loft, prism, rrect, sheet, text, tube
from wheels import wheel

AXLE_X, WHEEL_R, TRACK = 1.00, .41, .98
BELT, ROOF = 1.43, 2.02
# The greenhouse at belt and roof: front x, back x, half width.
AT_BELT, AT_ROOF = (1.52, 3.06, .965), (2.06, 3.01, .80)
# Lower body: x, half width, underside, top.
SECTIONS = [(.07, .86, .66, 1.24), (.10, .93, .60, 1.31), (.22, .985, .56, 1.355), (.60, 1.00, .55, 1.385),
            (1.45, 1.01, .55, 1.425), (1.60, 1.01, .50, 1.435), (3.00, 1.01, .50, 1.435), (3.07, .98, .53, 1.41)]


def service_cab(P, headlamps=True, beacon=True):
    lower_body(P)
    greenhouse(P)
    face(P, headlamps)
    inside(P)
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
        tube([(.30, side * .55, 1.374), (1.46, side * .66, 1.452)], .016, P.white, rad=0)
        seam = ((.13, .80, 1.335), (.30, .935, 1.352), (1.44, .965, 1.418), (1.52, .965, 1.432))
        tube([(x, side * y, z) for x, y, z in seam], .005, P.dark, rad=.05, res=2)
    box((.10, 1.75, .03), (1.52, 0, 1.445), P.plastic, .01)


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
    sheet(shield, P.glass, 'windshield')
    tube(shield, .014, P.rubber, rad=.05, cyclic=True)
    for y in (-.55, .12):
        tube([(f0 - .03, y, low), (f0 + .16, y + .42, low + .21)], .007, P.plastic, rad=0)
    sheet([(b0 + .012, -h0 + .14, low + .04), (b0 + .012, h0 - .14, low + .04), (b1 + .012, h1 - .12, high),
           (b1 + .012, -h1 + .12, high)], P.glass)


def flank(P, side):
    """Side window, door gap, handle, running board, fender vent."""
    low, high = BELT + .035, ROOF - .075
    (f0, _, h0), (f1, _, h1) = _at(low), _at(high)

    def at(x, z, out=.012):
        return V((x, side * (_at(max(z, BELT))[2] + out), z))

    window = [at(f0 + .20, low), at(2.86, low), at(2.84, high), at(f1 + .10, high)]
    sheet(window, P.glass)
    tube([p for p in window], .012, P.rubber, rad=.05, cyclic=True)
    tube([at(f0 + .40, low), at(f0 + .40, high - .14)], .009, P.rubber, rad=0)
    y = side * 1.013
    gap = [V((1.60, y, 1.40)), V((1.60, y, .60)), V((2.93, y, .60)), V((2.93, y, 1.42))]
    tube(gap + [at(2.93, 1.46, .004), at(2.91, 1.99, .004)], .006, P.dark, rad=.05, res=2)
    box((.19, .035, .035), (2.80, side * 1.025, 1.27), P.plastic, .01)
    box((1.42, .16, .05), (2.28, side * 1.02, .42), P.plastic, .02)
    for x in (1.75, 2.8):
        box((.05, .18, .10), (x, side * .96, .45), P.plastic, .01)
    box((1.40, .012, .035), (2.27, side * 1.018, .72), P.plastic, .005)


def towing_mirror(P, side):
    for z in (1.53, 1.60):
        tube([(1.86, side * .94, z), (1.80, side * 1.22, z + .03)], .016, P.plastic, rad=0)
    box((.12, .20, .33), (1.79, side * 1.27, 1.66), P.plastic, .045)
    box((.004, .15, .19), (1.852, side * 1.27, 1.71), P.unlit, .001)
    box((.03, .05, .03), (1.735, side * 1.34, 1.56), P.unlit_amber, .006)


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


def inside(P):
    for y in (-.42, .42):
        box((.46, .52, .16), (2.45, y, 1.36), P.seat, .05)
        box((.16, .50, .60), (2.78, y, 1.62), P.seat, .06, rot=(0, .15, 0))
        box((.10, .26, .18), (2.84, y, 1.92), P.seat, .05)
    box((.40, 1.7, .20), (1.86, 0, 1.44), P.plastic, .05)
    lathe([(.18, -.014), (.195, 0), (.18, .014), (.165, 0)], (2.14, -.42, 1.60), 'z', P.plastic, closed=True,
          rot=(0, -1.0, 0))


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
    turn = (math.pi / 2, 0, 0 if side < 0 else math.pi)
    # Well forward, so that the opened front compartment does not hide its end.
    for words, z in (('Mile Marker', 1.14), ('Diesel', .96)):
        text(words, .175, (2.17, side * 1.0185, z), turn, P.green, ext=.001, bev=0)
