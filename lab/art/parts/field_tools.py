"""What the mechanic takes to a machine: an open tool box, a cart of drawers, a lamp on a tripod."""
import math

from hand_tools import ratchet, socket, wrench
from kit import V, box, cyl, emission, group, mat, tube


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


def lamp_stand(head, target, M):
    """A work lamp on a yellow tripod, its lens towards `target`; the light itself is the scene's."""
    yellow = mat('lamp stand', '#c98a10', rough=.4, coat=.5)
    head = V(head)
    foot = V((head.x, head.y, 0))
    for i in range(3):
        a = i * 2 * math.pi / 3 + .4
        tube([foot + V((0, 0, .85)), foot + V((.48 * math.cos(a), .48 * math.sin(a), .03))], .014, yellow, rad=0)
        tube([foot + V((0, 0, .35)), foot + V((.34 * math.cos(a), .34 * math.sin(a), .27))], .009, M['mach'], rad=0)
    tube([foot + V((0, 0, .30)), head - V((0, 0, .10))], .017, M['mach'], rad=0)
    facing = (V(target) - head).normalized()
    turned = facing.to_track_quat('-Z', 'Y').to_euler()
    box((.30, .22, .09), head, yellow, .02, rot=turned)
    box((.25, .17, .012), head + facing * .050, emission('stand lens', '#ffe2b0', 30, 9), .003, rot=turned)
    for i in range(5):
        box((.26, .008, .05), head - facing * .06 + V((0, 0, .07 - i * .035)), M['blackz'], .002, rot=turned)
    tube([foot + V((0, 0, .9)), foot + V((-.05, -.06, .5)), foot + V((-.25, -.15, .04)), foot + V((-1.6, -.8, .03)),
          foot + V((-3, .2, .03))], .008, M['rubber'], rad=.2)
