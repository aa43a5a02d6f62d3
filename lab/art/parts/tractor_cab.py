"""The cab of a conventional tractor and its sleeper, from the firewall back."""
import math

from kit import V, box, cut, cyl, lathe, lined, loft, prism, rrect, sheet, tube

FIREWALL, CAB_BACK = 2.34, 3.86
SLEEPER_FRONT, SLEEPER_BACK = 3.90, 5.62
HALF = .99                 # half width of the cab
# Side view of the cab, x and z, clockwise from the bottom of the firewall.
PROFILE = [(FIREWALL, 1.10), (CAB_BACK, 1.10), (CAB_BACK, 2.82), (3.78, 2.90), (2.95, 2.92), (2.80, 2.86),
           (2.52, 2.10), (2.36, 2.04)]
SHIELD_LOW, SHIELD_HIGH = (2.515, 2.13), (2.775, 2.79)
# At a right angle to the windshield, outwards.
LEAN = V((SHIELD_LOW[1] - SHIELD_HIGH[1], 0, SHIELD_HIGH[0] - SHIELD_LOW[0])).normalized()
WINDOW = [(2.70, 2.12), (3.48, 2.12), (3.48, 2.74), (2.92, 2.74)]
DOOR = [(2.60, 1.16), (3.60, 1.16), (3.60, 2.82), (2.88, 2.82), (2.60, 2.08)]


def cab(P, lit=True):
    shell(P)
    windshield(P)
    visor_and_roof(P, lit)
    interior(P)
    firewall_gear(P)
    for side in (-1, 1):
        door(P, side)
        mirror(P, side)
        air_cleaner(P, side)


def shell(P):
    """Lofted across, so that roof and nose are crowned and the sides lean in by a hand's breadth; hollow."""
    rings = []
    for y, inset, crown in ((-HALF, .05, 0), (-HALF + .03, .012, .004), (-HALF + .10, 0, .012), (-.5, 0, .035),
                            (0, 0, .045), (.5, 0, .035), (HALF - .10, 0, .012), (HALF - .03, .012, .004),
                            (HALF, .05, 0)):
        rings.append([V((x + (inset if x < 3 else -inset * .4), y * (1 - .035 * max(0, z - 2.1)),
                         z + (crown - inset * .6 if z > 2.8 else 0))) for x, z in PROFILE])
    body = lined(loft(rings, P.paint, auto=38, bevel=.03, name='cab'), .03, P.lining)
    for side in (-1, 1):
        pane = shield_pane(side)
        cut(body, loft([[p + LEAN * out for p in pane] for out in (-.16, .10)], None))
        cut(body, prism(WINDOW, .30, None, 'xz', off=side * HALF, bevel=0))
    box((CAB_BACK - FIREWALL - .1, 2 * HALF + .03, .05), (3.1, 0, 1.10), P.polish, .01)


def shield_pane(side):
    """Corners of one half of the windshield, in the plane of the shell."""
    (x0, z0), (x1, z1) = SHIELD_LOW, SHIELD_HIGH
    flat = [(x0, .04, z0), (x0 + .02, HALF - .08, z0), (x1 + .02, HALF - .15, z1), (x1, .04, z1)]
    return [V((x, side * y, z)) for x, y, z in flat]


def windshield(P):
    x, z = SHIELD_LOW
    for side in (-1, 1):
        out = [p + LEAN * .030 for p in shield_pane(side)]
        sheet(out, P.glass, 'windshield')
        tube([p + LEAN * .004 for p in out], .016, P.rubber, rad=.06, cyclic=True)
        tube([(x - .03, side * .30, z - .01), (x + .075, side * .62, z + .34)], .008, P.plastic, rad=0)


def visor_and_roof(P, lit):
    prism([(2.80, 2.90), (2.86, 2.94), (2.66, 2.80), (2.615, 2.775)], 2 * HALF - .14, P.paint, 'xz', bevel=.012)
    for i in range(5):
        y = -.74 + .37 * i
        sizes = ((2.80, .6), (2.88, 1), (3.04, .75))
        loft([[V((x, y + a * k, 2.985 + b * k)) for a, b in rrect(.10, .055, .02)] for x, k in sizes], P.chrome)
        box((.03, .075, .042), (2.80, y, 2.985), P.marker if lit else P.unlit_amber, .012)
    for y in (-.36, .36):
        lathe([(.075, -.30), (.05, -.25), (.026, -.12), (.022, .22), (0, .24)], (3.16, y, 3.06), 'x', P.chrome)
        for x in (3.05, 3.30):
            cyl(.012, .10, (x, y, 3.0), 'z', P.chrome, 0, 12)
    tube([(3.62, -.86, 2.9), (3.62, -.86, 3.75)], .007, P.plastic, rad=0)


def door(P, side):
    y = side * (HALF + .002)

    def at(x, z, out=0):
        return (x, (y + side * out) * (1 - .035 * max(0, z - 2.1)), z)

    tube([at(x, z) for x, z in DOOR], .009, P.dark, rad=.07, res=2, cyclic=True)
    sheet([at(x, z, .006) for x, z in WINDOW], P.glass)
    tube([at(x, z, .006) for x, z in WINDOW], .016, P.rubber, rad=.06, cyclic=True)
    tube([at(2.98, 2.12, .008), at(2.98, 2.74, .008)], .011, P.rubber, rad=0)
    tube([at(2.86, 2.86, .012), at(3.66, 2.86, .012)], .010, P.chrome, rad=0)
    box((.16, .03, .05), at(3.47, 1.90, .012), P.chrome, .01)
    for z in (1.32, 1.86):
        box((.10, .024, .07), at(2.585, z, .008), P.polish, .008)
    for x, low, high in ((3.72, 1.42, 2.52), (2.47, 1.30, 1.96)):
        tube([at(x, low), at(x, low + .03, .07), at(x, high - .03, .07), at(x, high)], .016, P.chrome, rad=.03)
    tube([at(2.40, 1.34, .004), at(3.84, 1.34, .004)], .011, P.chrome, rad=0)
    box((1.46, .012, .10), at(3.10, 1.17, .004), P.polish, .004)


def mirror(P, side):
    y = side * (HALF + .30)
    for z in (2.08, 2.80):
        tube([(2.66, side * (HALF - .03), z), (2.60, y, z)], .012, P.chrome, rad=0)
    tube([(2.60, y, 2.04), (2.60, y, 2.84)], .012, P.chrome, rad=0)
    box((.07, .20, .42), (2.60, y + side * .02, 2.53), P.chrome, .03)
    box((.004, .17, .38), (2.637, y + side * .02, 2.53), P.unlit, .001)
    lathe([(.0, -.03), (.06, -.028), (.09, -.012), (.092, 0)], (2.62, y + side * .02, 2.20), 'x', P.chrome)


def air_cleaner(P, side):
    """The bright barrel beside the cowl; it stays with the cab when the hood goes up."""
    x, y, z = 2.22, side * 1.06, 1.66
    lathe([(0, .47), (.08, .47), (.165, .44), (.185, .40), (.185, .31), (.175, .30), (.175, -.30), (.185, -.31),
           (.185, -.40), (.14, -.45), (.06, -.48), (0, -.48)], (x, y, z), 'z', P.chrome)
    for dz in (-.18, .18):
        lathe([(.177, -.022), (.184, -.022), (.184, .022), (.177, .022)], (x, y, z + dz), 'z', P.polish, steps=56)
        box((.05, .10, .05), (x + .08, side * .97, z + dz), P.polish, .01)
    for i in range(14):
        a = 2 * math.pi * i / 14
        box((.012, .03, .055), (x + .187 * math.cos(a), y + .187 * math.sin(a), z + .355), P.dark, .002, rot=(0, 0, a))


def interior(P):
    for y in (-.48, .48):
        box((.48, .50, .16), (3.35, y, 1.75), P.seat, .05)
        box((.16, .50, .74), (3.62, y, 2.14), P.seat, .06, rot=(0, .12, 0))
        box((.12, .28, .20), (3.68, y, 2.60), P.seat, .05)
    box((.42, 1.8, .34), (2.74, 0, 1.93), P.plastic, .05)
    lathe([(.22, -.014), (.235, 0), (.22, .014), (.205, 0)], (2.98, -.48, 2.12), 'z', P.plastic, closed=True,
          rot=(0, -.9, 0))
    tube([(2.82, -.48, 1.98), (2.98, -.48, 2.12)], .03, P.plastic, rad=0)


def firewall_gear(P):
    """Heater box, wiring and tanks on the firewall, under the cowl: the things a mechanic expects there."""
    box((.02, 1.70, .84), (2.335, 0, 1.58), P.frame, .01)
    box((.20, .52, .30), (2.24, .48, 1.74), P.plastic, .04)
    lathe([(0, .13), (.075, .12), (.08, .10), (.08, -.10), (.06, -.13), (0, -.13)], (2.24, -.60, 1.86), 'z',
          P.reflective)
    cyl(.035, .03, (2.24, -.60, 2.0), 'z', P.dark, .006)
    for y, z in ((-.66, 1.60), (-.58, 1.55), (-.50, 1.62)):
        tube([(2.32, y, z), (2.22, y, z), (2.20, y + .04, 1.2), (2.30, y + .05, .98)], .012, P.hose, rad=.06)
    tube([(2.31, -.75, 1.44), (2.29, -.1, 1.50), (2.29, .72, 1.44)], .022, P.hose, rad=.2)


def sleeper(P, lit=True):
    outline = [(SLEEPER_FRONT, 1.06), (SLEEPER_BACK, 1.06), (SLEEPER_BACK, 3.02), (5.50, 3.14), (4.30, 3.12),
               (4.02, 3.02), (SLEEPER_FRONT, 2.90)]
    rings = [[V((x + (inset if x < 4.1 else -inset if x > 5.4 else 0), y, z + (crown if z > 2.8 else 0)))
              for x, z in outline]
             for y, inset, crown in ((-1.10, .05, -.05), (-1.05, .006, 0), (-.6, 0, .03), (0, 0, .04), (.6, 0, .03),
                                     (1.05, .006, 0), (1.10, .05, -.05))]
    loft(rings, P.paint, auto=38, bevel=.03, name='sleeper')
    loft([[V((x, y * k, z)) for x, z in [(3.82, 1.2), (3.94, 1.2), (3.94, 2.78), (3.82, 2.78)]]
          for y, k in ((-.92, 1), (.92, 1))], P.rubber, auto=30)
    for side in (-1, 1):
        _sleeper_side(P, side, lit)


def _sleeper_side(P, side, lit):
    y = side * 1.102
    prism(rrect(.52, .32, .07, cx=4.72, cy=2.36), .012, P.window, 'xz', off=y, bevel=.003)
    tube([(4.72 + a, y, 2.36 + b) for a, b in rrect(.54, .34, .07, 3)], .014, P.rubber, rad=0, cyclic=True)
    hatch = rrect(1.05, .52, .06, 3, cx=4.82, cy=1.44)
    tube([(x, y, z) for x, z in hatch], .008, P.dark, rad=0, res=2, cyclic=True)
    for x in (4.42, 5.22):
        box((.09, .02, .04), (x, y + side * .006, 1.63), P.chrome, .008)
    tube([(3.94, y, 1.34), (5.58, y, 1.34)], .011, P.chrome, rad=0)
    for i in range(4):
        box((.05, .022, .03), (4.10 + i * .46, y, 1.12), P.marker if lit else P.unlit_amber, .006)
    box((1.70, .012, .09), (4.76, y, 1.16), P.polish, .004)
