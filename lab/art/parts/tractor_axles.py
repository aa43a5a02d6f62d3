"""Steer axle on leaf springs, tandem drives on air bags. Wheelbase 6.1 m to the middle of the tandem."""
from kit import V, box, cyl, lathe, loft, tube
from wheels import wheel

STEER_X, DRIVE_X = 1.25, (6.70, 8.02)
TRACK_STEER, TRACK_DRIVE = 1.03, 1.07
AXLE_Z = .51


def front_axle(P):
    """A dropped I-beam on leaf springs, with kingpins, tie rod, shocks, steering gear and drag link."""
    for dz, depth in ((.045, .10), (-.045, .10), (0, .03)):
        path = [(-.86, .47), (-.66, .42), (-.45, .36), (.45, .36), (.66, .42), (.86, .47)]
        loft([[V((STEER_X + dx, y, z + dz + h)) for dx, h in ((-depth / 2, -.012), (depth / 2, -.012),
               (depth / 2, .012 if depth > .05 else .05), (-depth / 2, .012 if depth > .05 else .05))]
              for y, z in path], P.frame, auto=40)
    tube([(STEER_X + .22, -.80, .40), (STEER_X + .22, .80, .40)], .024, P.frame, rad=0)
    for side in (-1, 1):
        cyl(.05, .24, (STEER_X, side * .86, .49), 'z', P.iron, .01)
        cyl(.22, .10, (STEER_X, side * .90, AXLE_Z), 'y', P.iron, .02)
        for k in range(4):
            length = 1.22 - .24 * k
            leaf = [(STEER_X + length * (i / 8 - .5), side * .43, .53 - .022 * k + .30 * (i / 8 - .5) ** 2 * length)
                    for i in range(9)]
            loft([[V(p) + V((0, dy, dz)) for dy, dz in ((-.045, -.009), (.045, -.009), (.045, .009), (-.045, .009))]
                  for p in leaf], P.frame, auto=40)
        for dx in (-.09, .09):
            tube([(STEER_X + dx, side * .38, .40), (STEER_X + dx, side * .38, .58), (STEER_X + dx, side * .48, .58),
                  (STEER_X + dx, side * .48, .40)], .010, P.worn, rad=.02)
        cyl(.035, .34, (STEER_X + .20, side * .50, .68), 'z', P.plastic, .006, rot=(0, .25, 0))
        box((.08, .14, .05), (STEER_X + .24, side * .46, .845), P.iron, .012)  # its upper mount, on the rail
        for x in (STEER_X - .62, STEER_X + .62):
            box((.14, .10, .22), (x, side * .44, .70), P.iron, .02)
        cyl(.085, .16, (STEER_X - .16, side * .70, .60), 'x', P.frame, .02)
    box((.20, .14, .24), (.66, -.50, .84), P.iron, .03)
    tube([(.70, -.57, .72), (.72, -.60, .56), (STEER_X - .10, -.68, .50)], .020, P.frame, rad=.05)
    for side in (-1, 1):
        wheel((STEER_X, side * TRACK_STEER, AXLE_Z), side, P)


def drive_axles(P):
    """Tandem on air bags."""
    tube([(2.9, 0, .78), (DRIVE_X[0] - .35, 0, .62)], .055, P.frame, rad=0)
    tube([(DRIVE_X[0] + .3, 0, .56), (DRIVE_X[1] - .3, 0, .54)], .05, P.frame, rad=0)
    for x in DRIVE_X:
        cyl(.075, 1.75, (x, 0, AXLE_Z), 'y', P.frame, .01)
        lathe([(0, -.22), (.12, -.20), (.20, -.10), (.22, 0), (.20, .10), (.10, .20), (0, .22)], (x, 0, AXLE_Z), 'x',
              P.iron)
        for side in (-1, 1):
            box((.62, .10, .05), (x + .10, side * .40, AXLE_Z + .02), P.frame, .01)
            lathe([(.10, -.14), (.135, -.10), (.14, 0), (.135, .10), (.10, .14)], (x + .32, side * .40, .72), 'z',
                  P.rubber)
            cyl(.085, .26, (x - .26, side * .52, .62), 'x', P.frame, .03)
            wheel((x, side * TRACK_DRIVE, AXLE_Z), side, P, dual=True, drive=True)
