"""The operator's cab on the left of the boom: pillars, glass, roof, seat and levers inside."""
from kit import V, box, cyl, glass, loft, mat, prism, rrect, sheet, tube

LEFT, RIGHT = 1.32, .40        # its sides along Y
FLOOR, SILL, ROOF = 1.16, 1.72, 2.95


def cab(M):
    pane = glass('cab glass', dark=.55)
    lower_body(M)
    pillars(M)
    roof(M)
    panes(M, pane)
    interior(M)


def lower_body(M):
    """Floor pan and door: solid up to the sill, curved in front."""
    side = [(.16, FLOOR), (1.62, FLOOR), (1.74, FLOOR + .10), (1.78, 1.45), (1.77, SILL), (.16, SILL)]
    middle, wide = (LEFT + RIGHT) / 2, LEFT - RIGHT
    prism(side, wide, M['paint'], 'xz', off=middle, bevel=.03)
    for y in (LEFT + .002, RIGHT - .002):
        tube([(.30, y, SILL), (.30, y, FLOOR + .05), (1.15, y, FLOOR + .05), (1.25, y, SILL)], .008, M['blackpaint'],
             rad=.08)
    box((.16, .02, .05), (1.05, LEFT + .012, 1.60), M['blackpaint'], .008)
    tube([(1.60, LEFT + .05, 1.35), (1.66, LEFT + .05, 1.8), (1.60, LEFT + .05, 2.4)], .016, M['blackpaint'], rad=.1)


def pillars(M):
    for y in (LEFT - .035, RIGHT + .035):
        tube([(1.74, y, SILL - .05), (1.72, y, 2.1), (1.50, y, ROOF - .10), (1.40, y, ROOF - .04)], .038,
             M['blackpaint'], rad=.35)
        box((.09, .07, ROOF - SILL + .05), (.21, y, (SILL + ROOF) / 2), M['blackpaint'], .015)
        box((.06, .06, ROOF - SILL), (.82, y, (SILL + ROOF) / 2), M['blackpaint'], .012)
    box((.05, LEFT - RIGHT, .06), (1.745, (LEFT + RIGHT) / 2, SILL + .02), M['blackpaint'], .01)


def roof(M):
    middle, wide, long = (LEFT + RIGHT) / 2, LEFT - RIGHT, 1.36
    rings = []
    for z, grow in ((ROOF - .06, 0), (ROOF, .02), (ROOF + .05, -.02), (ROOF + .075, -.16)):
        rings.append([V((.83 + x, middle + y, z)) for x, y in rrect(long + grow, wide + grow, .10)])
    loft(rings, M['paint'], auto=45)
    for y in (middle - .30, middle + .30):
        box((.07, .17, .11), (1.53, y, ROOF + .01), M['blackpaint'], .015, rot=(0, .2, 0))
        box((.01, .14, .08), (1.572, y, ROOF), M['unlit'], .004, rot=(0, .2, 0))
    cyl(.07, .03, (.40, middle, ROOF + .085), 'z', M['blackpaint'], .006)
    cyl(.055, .11, (.40, middle, ROOF + .155), 'z', M['amber'], .02)


def panes(M, pane):
    for y in (LEFT - .03, RIGHT + .03):
        sheet([(.25, y, SILL), (.80, y, SILL), (.80, y, ROOF - .08), (.25, y, ROOF - .08)], pane)
        sheet([(.84, y, SILL), (1.73, y, SILL), (1.70, y, 2.15), (1.47, y, ROOF - .08), (.84, y, ROOF - .08)], pane)
    sheet([(1.745, RIGHT, SILL), (1.745, LEFT, SILL), (1.715, LEFT, 2.15), (1.715, RIGHT, 2.15)], pane)
    sheet([(1.715, RIGHT, 2.15), (1.715, LEFT, 2.15), (1.46, LEFT, ROOF - .08), (1.46, RIGHT, ROOF - .08)], pane)
    sheet([(.18, RIGHT, SILL + .15), (.18, LEFT, SILL + .15), (.18, LEFT, ROOF - .1), (.18, RIGHT, ROOF - .1)], pane)


def interior(M):
    cloth, plastic = mat('seat', '#15171a', rough=.85), M['blackpaint']
    y = (LEFT + RIGHT) / 2
    box((.48, .48, .13), (.72, y, 1.80), cloth, .05)
    box((.13, .46, .62), (.46, y, 2.12), cloth, .05, rot=(0, -.14, 0))
    box((.10, .26, .18), (.40, y, 2.50), cloth, .05, rot=(0, -.14, 0))
    for side in (-1, 1):
        box((.52, .14, .30), (.80, y + side * .33, 1.86), plastic, .03)
        tube([(1.00, y + side * .33, 2.0), (1.02, y + side * .33, 2.12), (1.00, y + side * .32, 2.18)], .016, plastic,
             rad=.03)
        tube([(1.48, y + side * .09, 1.72), (1.42, y + side * .09, 2.12)], .012, plastic, rad=0)
    box((.05, .24, .17), (1.50, RIGHT + .14, 1.98), plastic, .015, rot=(0, -.2, .3))
