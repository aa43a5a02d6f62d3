"""What the mechanic takes to a machine: an open tool box, a cart of drawers."""
from hand_tools import ratchet, socket, wrench
from kit import box, cyl, group, mat, tube


def tool_box(loc, turn, M):
    """A cantilever steel box, opened: two trays swung out either way, tools in and beside it."""
    paint = mat('tool box', '#9c1d16', rough=.30, coat=1, coatr=.05, wear=.004, dirt=.3)
    inside = mat('tool box inside', '#1c1e21', rough=.6)
    with group('tool box', loc, (0, 0, turn)):
        hollow((.52, .22, .20), (0, 0, .10), paint, inside)
        for side in (-1, 1):
            hollow((.52, .13, .07), (0, side * .15, .265), paint, inside)
            hollow((.52, .13, .07), (0, side * .27, .355), paint, inside)
            for x in (-.262, .262):
                tube([(x, side * .07, .17), (x, side * .17, .28), (x, side * .29, .37)], .006, M['mach'], rad=0)
            for k in range(4):
                wrench((-.10 + k * .012, side * .15 + (k - 1.5) * .022, .285), .03 * k, M, .17)
            for k in range(6):
                socket((-.20 + k * .07, side * .27, .350), M, .013 + .002 * (k % 3), .05)
        tube([(-.22, 0, .20), (-.22, 0, .27), (.22, 0, .27), (.22, 0, .20)], .009, M['blackz'], rad=.03)
        ratchet((-.02, -.50, .01), .3, M)
        wrench((.30, -.42, .006), -.5, M, .24)


def hollow(size, loc, paint, inside, wall=.008):
    """An open-topped tray."""
    x, y, z = loc
    w, d, h = size
    box((w, d, wall), (x, y, z - h / 2 + wall / 2), inside, 0)
    for side in (-1, 1):
        box((w, wall, h), (x, y + side * (d - wall) / 2, z), paint, .003)
        box((wall, d, h), (x + side * (w - wall) / 2, y, z), paint, .003)


def cart(loc, turn, M, color='#8c1a15'):
    """Open-topped tool cart with drawers; its rubber mat is at z = .90."""
    paint = mat('cart' + color, color, rough=.30, coat=1, coatr=.05, rvar=.06, wear=.003)
    with group('cart', loc, (0, 0, turn)) as placed:
        box((.84, .50, .62), (0, 0, .55), paint, .012)
        box((.88, .54, .035), (0, 0, .875), paint, .010)
        box((.82, .48, .012), (0, 0, .894), M['rubber'], .003)
        for side in (-1, 1):
            box((.88, .014, .03), (0, side * .263, .90), paint, .004)
            box((.014, .54, .03), (side * .433, 0, .90), paint, .004)
        for z in (.34, .46, .58, .74):
            box((.78, .02, .105), (0, -.255, z), paint, .005)
            box((.70, .022, .014), (0, -.268, z + .040), M['mach'], .003)
        for x in (-.34, .34):
            for y in (-.18, .18):
                cyl(.065, .04, (x, y, .066), 'y', M['rubber'], .01)
                box((.07, .05, .10), (x, y, .18), M['zinc'], .004)
    return placed
