"""A highway bridge overhead: round columns on a cap, girders, parapet, sodium lamps under the deck."""
from kit import area, box, cyl, emission, glow, group, inst, mat


def overpass(P, loc, columns=4, span=15, height=6.2):
    """The deck runs along y from `loc`, its caps every `span` meters."""
    concrete = mat('concrete', '#6f6c66', rough=.75, bump=.4, bscale=14, cvar=.22, rscale=.8, dirt=.3, ao=.6)
    lamp = emission('bridge lamp', '#ffae55', 20)
    x, y, _ = loc
    with group('overpass', loc):
        for k in range(columns):
            at = k * span
            for dx in (-4.2, 0, 4.2):
                inst('column', lambda: cyl(.55, height - 1.2, (0, 0, 0), 'z', concrete, .02, 48),
                     (dx, at, (height - 1.2) / 2))
            box((11, 1.3, 1.2), (0, at, height - .6), concrete, .05)
            for dx in (-2.1, 2.1):
                box((.30, .5, .16), (dx, at - .9, height - .5), lamp, .02)
        length = columns * span + 60
        for dx in (-4.4, -2.2, 0, 2.2, 4.4):
            box((.55, length, 1.1), (dx, 0, height + .55), concrete, .03)
        box((12, length, .30), (0, 0, height + 1.25), concrete, .02)
        for dx in (-5.9, 5.9):
            box((.30, length, 1.0), (dx, 0, height + 1.8), concrete, .04)
    # One wide lamp stands in for all: each lamp of a scene costs samples.
    middle = y + (columns - 1) * span / 2
    area((x, middle, height - .62), (x, middle - 2, 0), 5, 130 * columns, (1, .60, .26), size_y=columns * span)
    for k in range(columns):
        for dx in (-2.1, 2.1):
            glow((x + dx, y + k * span - .9, height - .62), 1.4, '#ffae55', .5, 3)
