"""The hood of a conventional tractor: grille, nose, crown fenders and lamps tilt forward in one piece."""
import math

from kit import V, box, cyl, group, lathe, lined, loft, prism, rrect, sheet, tube

PIVOT = (.24, .66)          # x, z of the tilt hinge, behind the bumper
AXLE = (1.25, .51)          # x, z of the steer axle
OPENING = .60               # radius of the wheel opening
GRILLE = dict(w=1.10, h=1.16, z=1.29)
# x, half width, underside, top: sections of the nose from grille to cowl
SECTIONS = [(.26, .545, .80, 1.86), (.34, .555, .86, 1.90), (.80, .63, 1.06, 1.945), (1.40, .72, 1.10, 1.99),
            (2.00, .80, 1.12, 2.03), (2.30, .83, 1.14, 2.045)]
SHOULDER = .15


def hood(P, tilt=0, lamps=None, fenders=(-1, 1)):
    """`tilt` in degrees (0 shut, about 80 open); `lamps` is the material of its headlamps.

    A close view may leave out the fender of one side, which would hide the picture's corner.
    """
    x, z = PIVOT
    with group('hood hinge', (x, 0, z), (0, -math.radians(tilt), 0)), group('hood', (-x, 0, -z)):
        nose(P)
        inner_frame(P)
        grille(P)
        for side in fenders:
            fender(P, side)
            headlamps(P, side, lamps or P.unlit)
        for side in (-1, 1):
            latch(P, side)


def nose(P):
    rings = [_section(x, w, low, top) for x, w, low, top in SECTIONS]
    lined(loft(rings, P.paint, closed_ring=False, auto=50, subsurf=1, name='nose'), .022, P.lining)
    # The raised spine along the top, and the rub seal where the nose meets the cowl.
    spine = [(x, top + .028) for x, _, _, top in SECTIONS]
    loft([[V((x, -.17, z)), V((x, -.13, z + .022)), V((x, .13, z + .022)), V((x, .17, z))] for x, z in spine],
         P.paint, closed_ring=False, auto=50, solid=.02)
    x, w, low, top = SECTIONS[-1]
    tube(_section(x + .005, w - .012, low, top - .01), .014, P.rubber, rad=0)
    # Bright strip along each flank, with the louvres above it.
    for side in (-1, 1):
        tube([(.36, side * .562, 1.30), (2.28, side * .834, 1.34)], .011, P.chrome, rad=0)
        for i in range(6):
            x = 1.30 + i * .11
            y = side * (.708 + (x - 1.3) * .122)
            box((.07, .012, .20), (x, y, 1.56), P.chrome, .005, rot=(0, .12, side * .13))


def _section(x, w, low, top):
    r = SHOULDER
    turn = [math.pi / 2 * i / 8 for i in range(9)]
    half = [(-w, low), (-w - .004, (low + top - r) / 2), (-w, top - r - .08)]
    half += [(-w + .004 + r - r * math.cos(a), top - r + r * math.sin(a)) for a in turn]
    half += [(-w * .4, top + .022), (0, top + .03)]
    return [V((x, y, z)) for y, z in half + [(-y, z) for y, z in reversed(half[:-1])]]


def inner_frame(P):
    """What shows when the hood is up: hat ribs, the grille's surround, a cross bar, the tilt struts' ears."""
    for x, w, top in ((.62, .57, 1.90), (1.20, .66, 1.945), (1.80, .745, 1.985), (2.22, .79, 2.005)):
        hoop = [(x, -w, 1.12), (x, -w, top - .16), (x, -w + .14, top - .02), (x, w - .14, top - .02),
                (x, w, top - .16), (x, w, 1.12)]
        tube(hoop, .028, P.lining, rad=.10)
    for side in (-1, 1):
        tube([(.40, side * .50, 1.20), (2.24, side * .775, 1.24)], .026, P.lining, rad=0)
        tube([(.62, side * .30, 1.905), (2.22, side * .34, 2.01)], .020, P.lining, rad=0)
        box((.10, .05, .52), (.38, side * .51, 1.05), P.frame, .01)
    for z in (.82, 1.74):
        box((.07, 1.0, .07), (.36, 0, z), P.frame, .012)


def grille(P):
    """A deep bright surround with vertical bars standing off a dark mesh."""
    w, h, z = GRILLE['w'], GRILLE['h'], GRILLE['z']
    outer, inner = rrect(w, h, .11, cy=z), rrect(w - .13, h - .13, .07, cy=z)
    loft([[V((x, a, b)) for a, b in ring] for x, ring in
          ((.30, outer), (.215, outer), (.20, rrect(w - .03, h - .03, .10, cy=z)), (.20, inner), (.27, inner))],
         P.chrome, caps=(False, False), auto=35, name='grille surround')
    prism(inner, .02, P.dark, 'yz', off=.275, bevel=0)
    bars = 15
    for i in range(bars):
        y = -(w - .20) / 2 + (w - .20) * i / (bars - 1)
        box((.035, .017, h - .14), (.235, y, z), P.chrome, .006)
    for dz in (-.28, .28):
        box((.012, w - .14, .014), (.258, 0, z + dz), P.steel, .003)


def fender(P, side):
    """A crown fender with its wheel opening; the same skin turns under into a lip round the opening."""
    rings = []
    for i in range(33):
        a = math.radians(-14 + 208 * i / 32)
        crown, arch = _crown(a), _arch(a)
        across = [(.60, crown, -.02), (.78, crown, .0), (1.02, crown, .012), (1.13, crown, .0),
                  (1.19, crown, -.045), (1.215, crown, -.11)]
        ring = [_toward(edge, arch, drop, side * y) for y, edge, drop in across]
        ring += [V((arch[0], side * 1.222, arch[1])), V((arch[0], side * 1.20, arch[1])),
                 V((arch[0], side * 1.17, arch[1]))]
        rings.append(ring)
    lined(loft(rings, P.paint, closed_ring=False, auto=50, name='fender'), .014, P.lining)
    # Inner wheel tub, dark, as seen past the tire and when the hood is up.
    tub = [[V((AXLE[0] + (OPENING + .02) * math.cos(a), side * y, AXLE[1] + (OPENING + .02) * math.sin(a)))
            for y in (.62, 1.19)] for a in (math.radians(-4 + 188 * i / 24) for i in range(25))]
    loft(tub, P.lining, closed_ring=False, auto=60, solid=.01)
    sheet([(.42, side * .60, .80), (2.10, side * .74, .80), (2.10, side * .74, 1.16), (.42, side * .60, 1.14)],
          P.paint, solid=.015)


def _crown(a):
    """The fender's outline over the wheel: long ahead of the axle, short behind it."""
    reach = .90 if math.cos(a) < 0 else .82
    c, s = math.cos(a), math.sin(a)
    return (AXLE[0] - .02 + reach * math.copysign(abs(c) ** .78, c), .56 + .66 * math.copysign(abs(s) ** .80, s))


def _arch(a):
    return (AXLE[0] + OPENING * math.cos(a), AXLE[1] + OPENING * math.sin(a))


def _toward(edge, arch, drop, y):
    """A point of the skin, `drop` meters from the crown line towards the opening."""
    away = V((edge[0] - arch[0], edge[1] - arch[1]))
    moved = V(edge) + away.normalized() * drop
    return V((moved[0], y, moved[1]))


def headlamps(P, side, lamp):
    """A pod on the fender's nose: two lamps in a bright bezel, the turn signal outboard."""
    y, z = side * .90, .93
    rings = [(.70, .50, .34), (.44, .50, .34), (.345, .47, .31), (.325, .43, .27)]
    loft([[V((x, y + a, z + b)) for a, b in rrect(w, h, .07)] for x, w, h in rings], P.paint, auto=45)
    prism(rrect(.44, .255, .05, cx=y, cy=z), .05, P.chrome, 'yz', off=.325, bevel=.012)
    for dy in (-.105, .105):
        lathe([(.088, .012), (.092, .0), (.084, -.012), (.05, -.03), (0, -.036)], (.298, y + dy, z), '-x',
              P.chrome, steps=48)
        cyl(.078, .008, (.300, y + dy, z), 'x', lamp, .002)
    box((.10, .03, .12), (.40, side * 1.165, z), P.unlit_amber if lamp is P.unlit else P.amber, .012)
    cyl(.045, .03, (.85, side * 1.10, 1.235), 'z', P.chrome, .01)
    cyl(.034, .05, (.85, side * 1.10, 1.262), 'z', P.marker if lamp is not P.unlit else P.unlit_amber, .014)


def latch(P, side):
    box((.13, .025, .035), (2.18, side * .845, 1.20), P.rubber, .01)
    cyl(.018, .04, (2.25, side * .845, 1.20), 'y', P.steel, .004, 16)
