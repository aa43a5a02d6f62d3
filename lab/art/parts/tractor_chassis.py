"""A tractor from the frame up, but for hood and cab: bumper, cooling, tanks, exhaust, fifth wheel."""
import math

from engine_fittings import clamp
from kit import V, bolt, box, cyl, lathe, loft, prism, rrect, tube
from tractor_axles import AXLE_Z, DRIVE_X

RAIL_Y, RAIL_TOP, RAIL_END = .40, 1.00, 8.75


def frame(P, bolts):
    for side in (-1, 1):
        y = side * RAIL_Y
        box((RAIL_END - .30, .014, .27), (.30 + (RAIL_END - .30) / 2, y, RAIL_TOP - .135), P.frame, .003)
        for z in (RAIL_TOP - .006, RAIL_TOP - .264):
            box((RAIL_END - .30, .085, .012), (.30 + (RAIL_END - .30) / 2, y - side * .04, z), P.frame, .003)
        for i in range(34):
            bolt((.55 + i * .245, y + side * .007, RAIL_TOP - (.07 if i % 3 else .19)), 'y' if side > 0 else '-y',
                 .012, bolts)
    for x in (.42, 2.6, 4.3, 5.7, 7.36, 8.65):
        box((.12, 2 * RAIL_Y, .20), (x, 0, RAIL_TOP - .135), P.frame, .01)


def bumper(P, lit=True):
    """Deep, bright, wrapped round at its ends; tow hooks' openings, fog lamps, plate."""
    outline = rrect(.07, .44, .03, cx=.09, cy=.50)
    plan = ((-1.22, .20), (-1.16, .10), (-1.04, .03), (-.60, .0), (.60, .0), (1.04, .03), (1.16, .10), (1.22, .20))
    loft([[V((x + back, y, z)) for x, z in outline] for y, back in plan], P.chrome, auto=40, name='bumper')
    for side in (-1, 1):
        prism(rrect(.16, .10, .03, cx=side * .40, cy=.40), .02, P.dark, 'yz', off=.052, bevel=.002)
        cyl(.085, .03, (.055, side * .80, .52), 'x', P.plastic, .01)
        cyl(.070, .012, (.045, side * .80, .52), 'x', P.parking if lit else P.unlit, .003)
    box((.016, .32, .16), (.048, 0, .53), P.reflective, .004)


def cooling(P, M):
    """Radiator with its charge-air cooler and shroud: a black fan, pipes to the engine."""
    box((.11, 1.00, 1.00), (.62, 0, 1.32), P.polish, .01)
    box((.05, .92, .90), (.545, 0, 1.34), P.dark, .005)
    for side in (-1, 1):
        box((.16, .07, 1.06), (.62, side * .52, 1.32), P.frame, .012)
        box((.12, .10, .80), (.53, side * .50, 1.34), M['plastic'], .03)
    box((.16, 1.08, .10), (.62, 0, 1.86), P.plastic, .03)
    cyl(.055, .06, (.60, .25, 1.93), 'z', P.plastic, .01)
    loft([[V((x, a, b)) for a, b in ring] for x, ring in
          ((.68, rrect(.98, .96, .05, cy=1.32)), (.76, rrect(.96, .94, .20, cy=1.32)),
           (.84, rrect(.90, .90, .449, cy=1.32)))], P.plastic, caps=(False, False), solid=.01)
    for i in range(9):
        a = 2 * math.pi * i / 9
        box((.05, .13, .34), (.80, .23 * math.sin(a), 1.32 + .23 * math.cos(a)), P.plastic, .01, rot=(-a, .5, 0))
    for side in (-1, 1):  # the stay rods, which hold the radiator upright from the firewall
        tube([(.64, side * .50, 1.90), (2.33, side * .62, 1.96)], .011, P.steel, rad=0)
    # Hot air from the turbocharger, down the right side; cooled air into the manifold, on the left.
    hot = [(1.16, .137, 1.932), (1.04, .145, 1.932), (.95, .31, 1.90), (.85, .54, 1.75), (.76, .63, 1.63),
           (.60, .64, 1.56), (.53, .54, 1.54)]
    tube(hot, .052, M['alu'], rad=.14, n=10)
    tube([(.60, -.56, 1.66), (.84, -.58, 1.70), (1.14, -.42, 1.62), (1.30, -.34, 1.58)], .055, P.polish, rad=.12)
    for x, y, z in ((.66, -.568, 1.672), (1.10, -.44, 1.63)):
        cyl(.062, .06, (x, y, z), 'x', P.hose, .008, rot=(0, math.pi / 2 - .1, -.3 if x > 1 else -.1))


def air_intake(P, M):
    """From the right air cleaner forward under the turbocharger, and up into its inlet: a swan's neck."""
    path = [(2.22, .94, 1.60), (2.06, .80, 1.58), (1.92, .66, 1.46), (1.25, .60, 1.46), (1.10, .58, 1.58),
            (1.14, .376, 1.772), (1.37, .376, 1.772)]
    tube(path, .070, M['alud'], rad=.14, n=10)
    tube([(2.10, .83, 1.586), (1.95, .69, 1.49)], .077, P.hose, rad=0)
    tube([(1.30, .604, 1.46), (1.44, .617, 1.46)], .077, P.hose, rad=0)
    for x in (1.315, 1.425):
        clamp((x, .61, 1.46), 'x', .0775, M)


def tanks(P, side):
    """Fuel tank with straps, steps let into it, filler cap; battery and tool box behind it."""
    x, y, z = 3.38, side * .88, .74
    lathe([(0, .74), (.28, .74), (.318, .71), (.325, .67), (.325, -.67), (.318, -.71), (.28, -.74), (0, -.74)],
          (x, y, z), 'x', P.polish, steps=72)
    for dx in (-.48, .48):
        lathe([(.328, -.03), (.335, -.03), (.335, .03), (.328, .03)], (x + dx, y, z), 'x', P.chrome)
    for dz in (-.20, .16):
        box((.92, .13, .025), (x, side * 1.20, z + dz), P.tread, .006)
        for dx in (-.40, .40):
            box((.03, .16, .10), (x + dx, side * 1.14, z + dz - .04), P.polish, .008)
    cyl(.06, .05, (x + .60, side * 1.02, z + .31), 'z', P.chrome, .012, rot=(-side * .4, 0, 0))
    box((1.05, .56, .46), (4.82, side * .84, .78), P.polish, .02)
    for dx in (-.27, .27):
        box((.48, .012, .40), (4.82 + dx, side * 1.124, .78), P.polish, .006)
        box((.10, .02, .03), (4.82 + dx, side * 1.136, .90), P.chrome, .006)
    box((1.05, .16, .03), (4.82, side * 1.16, .53), P.tread, .006)
    lathe([(0, .42), (.10, .40), (.125, .34), (.125, -.34), (.10, -.40), (0, -.42)], (5.95, side * .62, .70), 'x',
          P.frame)


def stack(P, side, x=5.78):
    """Exhaust stack with its pierced guard and turned-out tip."""
    y = side * .98
    tube([(x, y, .95), (x, y, 3.50), (x, y, 3.72), (x + .15, y, 3.95)], .0635, P.chrome, rad=.22, n=10)
    lathe([(.088, 0), (.092, 0), (.092, 1.25), (.088, 1.25)], (x, y, 1.35), 'z', P.polish)
    for row in range(10):
        for i in range(12):
            a = 2 * math.pi * (i + .5 * (row % 2)) / 12
            box((.004, .016, .07), (x + .092 * math.cos(a), y + .092 * math.sin(a), 1.44 + row * .115), P.dark, 0,
                rot=(0, 0, a))
    tube([(x, y, .98), (x, side * .60, .92), (3.0, side * .50, .86)], .06, P.steel, rad=.15)


def rear(P, lit=True):
    """Deck plate, fifth wheel, quarter fenders, mud flaps, lamps, air lines."""
    box((.95, .80, .012), (6.12, 0, RAIL_TOP + .01), P.tread, .003)
    plate = [(6.95, -.22), (7.05, -.44), (7.55, -.46), (7.98, -.40), (7.98, -.12), (7.45, -.06), (7.45, .06),
             (7.98, .12), (7.98, .40), (7.55, .46), (7.05, .44), (6.95, .22)]
    prism(plate, .05, P.worn, 'xy', off=1.17, bevel=.012)
    for side in (-1, 1):
        box((.90, .10, .12), (7.40, side * .36, 1.07), P.frame, .02)
        box((.02, .62, .62), (8.66, side * 1.02, .62), P.plastic, .004)
        tube([(8.66, side * .42, .95), (8.66, side * 1.32, .95)], .022, P.chrome, rad=0)
        for k in range(2):
            cyl(.055, .03, (8.77, side * (.30 + .14 * k), .86), 'x', P.red if lit else P.unlit_red, .008)
        for x in DRIVE_X:
            quarter_fender(P, side, x)
    for k, hose in enumerate((P.hose_red, P.hose_blue, P.hose)):
        tube([(5.66, -.12 + .12 * k, 1.9), (5.85, -.12 + .12 * k, 1.75), (6.1, -.10 + .1 * k, 1.35),
              (6.3, -.08 + .08 * k, 1.55), (6.2, -.05 + .05 * k, 1.95), (5.9, -.04 + .04 * k, 2.1)], .012, hose, rad=.15)
    box((.06, .60, .20), (5.66, 0, 1.95), P.frame, .01)


def quarter_fender(P, side, x):
    """Half an arc over each pair: the front axle's looks forward, the rear one's back."""
    ahead = -1 if x == DRIVE_X[0] else 1
    arc = [math.radians(35 + 110 * i / 12) for i in range(13)]
    kept = [a for a in arc if ahead * math.cos(a) > -.35]
    rows = [[V((x + .58 * math.cos(a), side * y, AXLE_Z + .58 * math.sin(a))) for y in (.76, .80, 1.32, 1.34)]
            for a in kept]
    loft(rows, P.polish, closed_ring=False, solid=.008)
