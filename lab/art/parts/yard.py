"""A haulage yard: a dock building with lit doors, lamp masts, stall lines, a fence on the horizon."""
from kit import area, box, cyl, emission, glow, group, inst, mat, tube


def dock_building(P, loc, length=60, depth=18, height=7.5, lit=(1, 2, 4)):
    """A long low hall; its face looks to -y, with dock doors every six meters, some of them lit."""
    wall = mat('hall wall', '#4a4e52', rough=.7, bump=.3, bscale=20, cvar=.12, rscale=.5)
    panel = mat('dock door', '#8c9093', rough=.5, rvar=.1)
    with group('hall', loc):
        box((length, depth, height), (length / 2, depth / 2, height / 2), wall, .05)
        box((length + .4, .5, .35), (length / 2, -.05, height), P.galvanised, .02)
        for i in range(int(length / 1.2)):
            inst('hall rib', lambda: box((.05, .05, 5.9), (0, 0, 0), wall, 0), (i * 1.2, -.02, 4.4))
        for i in range(int(length / 6)):
            dock_door(P, i * 6 + 3, panel, i in lit)
        box((length, .06, .5), (length / 2, -.03, 6.6), mat('hall band', '#00452c', rough=.5), .01)


def dock_door(P, x, panel, lit):
    for k in range(6):
        box((3.0, .06, .56), (x, -.04, 1.3 + k * .58), panel, .02)
    box((3.4, .12, .14), (x, -.05, 4.75), P.plastic, .02)
    for side in (-1, 1):
        box((.22, .35, 3.6), (x + side * 1.65, -.15, 2.9), P.rubber, .03)
        box((.35, .25, .5), (x + side * 1.3, -.1, .95), P.rubber, .03)
        cyl(.10, 1.1, (x + side * 2.1, -1.2, .55), 'z', P.yellow, .02, 24)
    if lit:
        box((.50, .22, .12), (x, -.25, 5.35), P.plastic, .03)
        box((.44, .16, .02), (x, -.26, 5.28), emission('dock lamp', '#ffb868', 26), 0)
        local = area((x, -.35, 5.25), (x, -1.0, 0), .5, 200, (1, .68, .36), size_y=.2)
        local.rotation_euler = (.25, 0, 0)


def lamp_mast(P, loc, power=300, height=10.5, color=(1, .72, .42)):
    """A yard mast with two floods that light the ground beneath; `power` 0 leaves them dark, as by day."""
    x, y, _ = loc
    cyl(.13, height, (x, y, height / 2), 'z', P.galvanised, 0, 16, r2=.08)
    cyl(.35, .7, (x, y, .35), 'z', mat('mast foot', '#6e6c66', rough=.8, bump=.4, bscale=40), .03)
    face = emission('mast lamp', '#ffc884', 24) if power else P.unlit
    for dx in (-.7, .7):
        box((.55, .40, .12), (x + dx, y - .3, height), P.plastic, .03, rot=(.35, 0, 0))
        box((.48, .32, .02), (x + dx, y - .33, height - .07), face, 0, rot=(.35, 0, 0))
        if power:
            glow((x + dx, y - .35, height - .1), 1.3, '#ffc07a', .5, 3.2)
    box((1.6, .08, .08), (x, y, height), P.galvanised, .01)
    if power:
        area((x, y - .4, height - .2), (x, y - 4, 0), .8, power, color)


def puddled_lines(P, x, y, spacing=None, length=12):
    """Stall lines: one along x at y, or with `spacing` a row of stalls running back from it."""
    paint = mat('stall line', '#b08a18', rough=.4, bump=.3, bscale=40, cvar=.3, rscale=12, rvar=.2)
    if spacing is None:
        box((x[1] - x[0], .11, .006), ((x[0] + x[1]) / 2, y, .003), paint, 0)
        return
    at = x[0]
    while at <= x[1]:
        box((.11, length, .006), (at, y + length / 2, .003), paint, 0)
        at += spacing


def fence(P, y, x):
    """Chain link on posts, seen far off: top and bottom rails and the posts are what shows."""
    for z in (.15, 2.2):
        tube([(x[0], y, z), (x[1], y, z)], .03, P.galvanised, rad=0)
    at = x[0]
    while at <= x[1]:
        inst('fence post', lambda: cyl(.035, 2.3, (0, 0, 0), 'z', P.galvanised, 0, 12), (at, y, 1.15))
        at += 3
