"""The utility body of the service truck: compartments that open, deck, crane, tanks, work lamps."""
import math

from compartment_load import fill
from kit import V, box, cyl, group, lathe, loft, prism, rrect, tube
from service_cab import marker_sign
from wheels import wheel

FRONT, BACK = 3.20, 6.62
HALF, DEPTH = 1.195, .50           # half width of the body, depth of its compartments
LOW, TOP = .66, 1.93
AXLE_X, WHEEL_R = 5.06, .41
# name: (from x, to x, from z, to z)
COMPARTMENTS = {
    'front': (3.22, 4.06, LOW, TOP), 'over front': (4.06, 4.96, 1.20, TOP), 'over rear': (4.96, 5.84, 1.20, TOP),
    'rear': (5.84, 6.58, LOW, TOP),
}
LIFTING = ('over front', 'over rear')      # their doors are hinged along the top


def service_body(P, opened=(), lamps_on=True):
    """`opened`: (side, compartment name) pairs whose doors stand open, lit and filled."""
    chassis(P)
    deck(P)
    crane(P)
    rear_end(P, lamps_on)
    for side in (-1, 1):
        side_pack(P, side, opened)
        lettering(P, side, opened)
        wheel((AXLE_X, side * .98, WHEEL_R), side, P, WHEEL_R, .235, dual=True, drive=True, disc='white')


def chassis(P):
    for side in (-1, 1):
        box((4.3, .08, .20), (4.9, side * .40, .60), P.frame, .01)
    cyl(.065, 1.7, (AXLE_X, 0, WHEEL_R), 'y', P.frame, .01)
    cyl(.17, .3, (AXLE_X, 0, WHEEL_R), 'x', P.iron, .06)
    lathe([(0, .5), (.2, .48), (.2, -.48), (0, -.5)], (3.9, 0, .52), 'x', P.frame)


def side_pack(P, side, opened):
    """Shell of one side: top, partitions and face bars, so that an open compartment is truly hollow."""
    inner = side * (HALF - DEPTH)
    middle = side * (HALF - DEPTH / 2)
    box((BACK - FRONT, .02, TOP - 1.0), ((FRONT + BACK) / 2, inner, 1.46), P.white, .004)
    box((BACK - FRONT, DEPTH, .04), ((FRONT + BACK) / 2, middle, TOP + .02), P.white, .012)
    box((BACK - FRONT, DEPTH - .06, .006), ((FRONT + BACK) / 2, middle, TOP + .043), P.tread, .001)
    for x in (FRONT + .01, 4.06, 4.96, 5.84, BACK - .02):
        tall = x not in (4.96,)
        low = LOW if x in (FRONT + .01, BACK - .02) or tall else 1.20
        box((.035, DEPTH, TOP - low), (x, middle, (TOP + low) / 2), P.white, .006)
    box((1.80, DEPTH, .035), (4.95, middle, 1.19), P.white, .006)
    for name in ('front', 'rear'):
        x0, x1, low, _ = COMPARTMENTS[name]
        box((x1 - x0, DEPTH, .035), ((x0 + x1) / 2, middle, low), P.white, .006)
    wheel_house(P, side)
    for name, opening in COMPARTMENTS.items():
        is_open = (side, name) in opened
        compartment(P, side, name, opening, is_open)
        if is_open:
            fill(P, side, name, opening, HALF, DEPTH)


def wheel_house(P, side):
    arc = [math.radians(-6 + 192 * i / 24) for i in range(25)]
    loft_points = [[V((AXLE_X + .50 * math.cos(a), side * y, WHEEL_R + .06 + .50 * math.sin(a))) for y in (.70, HALF)]
                   for a in arc]
    loft(loft_points, P.dark, closed_ring=False, solid=.01)
    outline = [(4.08, .66), (AXLE_X - .52, .66)]
    outline += [(AXLE_X - .52 * math.cos(math.radians(180 * i / 24)) * 1.0,
                 WHEEL_R + .06 + .52 * math.sin(math.radians(180 * i / 24))) for i in range(25)]
    outline += [(5.82, .66), (5.82, 1.18), (4.08, 1.18)]
    prism(outline, .02, P.white, 'xz', off=side * (HALF - .012), bevel=.002)
    tube([(AXLE_X - .53 * math.cos(math.radians(180 * i / 24)), side * (HALF + .008),
           WHEEL_R + .06 + .53 * math.sin(math.radians(180 * i / 24))) for i in range(25)], .02, P.plastic, rad=0)


def compartment(P, side, name, opening, is_open):
    x0, x1, z0, z1 = opening
    w, h = x1 - x0 - .03, z1 - z0 - .03
    if not is_open:
        with group('door', ((x0 + x1) / 2, side * (HALF + .008), (z0 + z1) / 2)):
            door_leaf(P, side, w, h, name)
    elif name in LIFTING:
        # Lifted on gas struts to a hand above level.
        with group('door', ((x0 + x1) / 2, side * (HALF + .01), z1), (side * math.radians(98), 0, 0)):
            with group('leaf', (0, 0, -h / 2)):
                door_leaf(P, side, w, h, name)
        for x in (x0 + .05, x1 - .05):
            tube([(x, side * (HALF - .05), z1 - .30), (x, side * (HALF + .40), z1 + .04)], .009, P.polish, rad=0)
    else:
        hinge = x0 if name == 'front' else x1
        swing = 1 if name == 'front' else -1
        with group('door', (hinge, side * (HALF + .012), (z0 + z1) / 2), (0, 0, side * swing * math.radians(90))):
            with group('leaf', (swing * w / 2, 0, 0)):
                door_leaf(P, side, w, h, name)


def door_leaf(P, side, w, h, name):
    """A double-panel door: raised field, paddle latch, rubber seal on its inner side."""
    box((w, .026, h), (0, 0, 0), P.white, .010)
    box((w - .14, .008, h - .14), (0, side * .014, 0), P.white, .006)
    box((w - .10, .010, h - .10), (0, -side * .016, 0), P.white, .004)
    x = {'front': w / 2 - .09, 'rear': -w / 2 + .09}.get(name, 0)
    z = -h / 2 + .075 if name in LIFTING else 0
    box((.12, .012, .085), (x, side * .021, z), P.polish, .008)
    box((.085, .016, .05), (x, side * .026, z), P.plastic, .008)


def lettering(P, side, opened):
    """The mile marker on the front door, the green stripe along the sill, reflective tape under it."""
    y = side * (HALF + .028)
    if (side, 'front') not in opened:
        marker_sign(P, side, (3.64, y, 1.42), .56)
    closed = [x for x in ('front', 'rear') if (side, x) not in opened]
    for x0, x1 in [(4.10, 4.46)] + [COMPARTMENTS[name][:2] for name in closed]:
        prism([(x0, .76), (x1, .76), (x1, .85), (x0, .85)], .004, P.sign, 'xz', off=side * (HALF + .024), bevel=0)
    for i in range(4):
        for k, cloth in enumerate((P.red_reflective, P.reflective)):
            x = 4.14 + i * .10 + k * .05
            box((.048, .004, .05), (x, side * (HALF + .001), .71), cloth, 0)


def deck(P):
    """Bulkhead, compressor, welder, gas bottles and hose reel between the side packs."""
    box((BACK - FRONT, 1.42, .04), ((FRONT + BACK) / 2, 0, .98), P.tread, .004)
    box((.05, 2.3, .62), (FRONT + .02, 0, 1.64), P.white, .01)
    tube([(FRONT + .04, -1.10, TOP), (FRONT + .04, -1.10, 2.42), (FRONT + .04, 1.10, 2.42), (FRONT + .04, 1.10, TOP)],
         .030, P.plastic, rad=.10)
    for y in (-.5, 0, .5):
        tube([(FRONT + .04, y, TOP), (FRONT + .04, y, 2.42)], .014, P.plastic, rad=0)
    box((.82, .58, .56), (3.82, -.15, 1.62), P.red_tool, .04)
    for i in range(7):
        box((.02, .44, .02), (3.405, -.15, 1.46 + i * .05), P.dark, .004)
    lathe([(0, .50), (.12, .48), (.17, .40), (.17, -.40), (.12, -.48), (0, -.50)], (4.85, -.18, 1.36), 'x', P.galvanised)
    cyl(.14, .22, (4.72, -.18, 1.64), 'z', P.iron, .02)
    for y, color in ((.34, P.green), (.57, P.red_tool)):
        lathe([(0, 1.32), (.03, 1.30), (.045, 1.22), (.11, 1.12), (.115, 0), (0, 0)], (3.5, y, .98), 'z', color)
        cyl(.03, .09, (3.5, y, 2.33), 'z', P.polish, .01)


def crane(P):
    """A service crane on the curb-side rear corner, its boom stowed along the body in a rest, hook at its tip."""
    with group('crane', (6.18, .88, TOP)):
        cyl(.17, .10, (0, 0, .05), 'z', P.frame, .01)
        cyl(.125, .50, (0, 0, .30), 'z', P.yellow, .02)
        box((.30, .24, .26), (-.02, 0, .58), P.yellow, .03)
        with group('boom', (-.02, 0, .62)):
            box((2.15, .15, .18), (-1.0, 0, 0), P.yellow, .015)
            box((.55, .11, .14), (-2.30, 0, 0), P.worn, .01)
            cyl(.06, .14, (-2.56, 0, -.02), 'y', P.plastic, .01)
            tube([(-2.56, -.0, -.02), (-2.60, 0, -.20)], .008, P.worn, rad=0)
            lathe([(.035, -.012), (.05, 0), (.035, .012), (.022, 0)], (-2.60, 0, -.25), 'y', P.red_tool, closed=True)
            cyl(.09, .26, (.14, 0, .16), 'y', P.frame, .02)
            tube([(.1, 0, .24), (-2.5, 0, .13)], .006, P.worn, rad=0)
        tube([(-.10, -.11, .22), (-.75, -.11, .56)], .042, P.worn, rad=0)
        for side in (-1, 1):
            tube([(-1.96, side * .14, .04), (-1.96, side * .03, .50)], .022, P.frame, rad=0)
            box((.10, .02, .16), (-1.96, side * .095, .56), P.frame, .004)
        box((.10, .21, .03), (-1.96, 0, .51), P.rubber, .006)


def rear_end(P, lamps_on):
    """Work bumper with its vise, tail lamps, tailgate, two work lamps on the rack."""
    box((.50, 2.34, .08), (6.86, 0, .64), P.tread, .012)
    box((.05, 2.34, .22), (7.10, 0, .58), P.frame, .012)
    box((.04, 1.40, .52), (6.60, 0, 1.22), P.white, .012)
    for side in (-1, 1):
        for k, lamp in enumerate((P.red, P.amber)):
            box((.02, .10, .16), (6.632, side * 1.06, 1.10 + k * .22), lamp if lamps_on else P.unlit_red, .008)
        box((.012, .30, .05), (7.13, side * .85, .60), P.red_reflective, .002)
        # The crane's outrigger, drawn up.
        box((.13, .13, .62), (6.80, side * 1.10, .62), P.frame, .008)
        cyl(.045, .14, (6.80, side * 1.10, .28), 'z', P.worn, .003)
        cyl(.11, .03, (6.80, side * 1.10, .20), 'z', P.frame, .006)
    with group('vise', (6.92, -.86, .68)):
        cyl(.09, .05, (0, 0, .025), 'z', P.iron, .01)
        box((.24, .10, .11), (0, 0, .11), P.iron, .02)
        box((.05, .16, .07), (.08, 0, .18), P.worn, .008)
        box((.05, .16, .07), (-.02, 0, .18), P.worn, .008)
        tube([(.22, -.10, .11), (.22, .10, .11)], .008, P.worn, rad=0)
    for y in (-.92, .92):
        tube([(6.45, y, TOP), (6.45, y, 2.36)], .022, P.plastic, rad=0)
        box((.10, .26, .17), (6.47, y, 2.40), P.plastic, .02, rot=(0, .3, 0))
        box((.012, .21, .12), (6.524, y, 2.385), P.work if lamps_on else P.unlit, .004, rot=(0, .3, 0))
