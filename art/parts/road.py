"""A highway's edge in flat country: wet asphalt, markings, guard rail, trees on the horizon, far lamps."""
import math
import random

import bmesh

from kit import V, area, box, cyl, emission, finish, glow, inst, loft, mat, wet_asphalt

W_BEAM = [(0, .10), (.05, .13), (.08, .19), (.08, .23), (.02, .29), (.02, .33), (.08, .39), (.08, .43), (.05, .49),
          (0, .52)]


def asphalt(size=(900, 420), centre=(60, 60)):
    box((*size, .1), (*centre, -.05), wet_asphalt(), 0)


def marking(y, color='white', x=(-140, 260), dash=None):
    """A line along the road at y; `dash` is (painted, gap) in metres."""
    tint = {'white': '#b5b4aa', 'yellow': '#b57c10'}[color]
    paint = mat('marking ' + color, tint, rough=.38, bump=.3, bscale=40, cvar=.3, rscale=12, rvar=.2)
    painted, gap = dash or (x[1] - x[0], 0)
    at = x[0]
    while at < x[1]:
        box((painted, .13, .006), (at + painted / 2, y, .003), paint, 0)
        at += painted + gap


def verge(y):
    grass = mat('grass', '#0c100a', rough=.9, bump=1, bscale=9, cvar=.4, rscale=.8)
    box((1600, 1400, .1), (100, y + 700, -.03), grass, 0)


def guard_rail(P, y, x=(-120, 160), toward=-1):
    """W-beam on posts; its face looks to `toward` along y."""
    rings = [[V((at, y + toward * (.12 + a), .30 + b)) for a, b in W_BEAM] for at in range(x[0], x[1] + 1, 4)]
    loft(rings, P.galvanised, closed_ring=False, solid=.006)
    for at in range(x[0], x[1], 2):
        inst('rail post', lambda: box((.12, .14, .86), (0, 0, 0), P.galvanised, .004), (at, y, .42))
    amber = mat('reflector', '#ff9a1a', rough=.3, emit='#ff9a1a', estr=.35)
    for at in range(x[0], x[1], 8):
        inst('reflector', lambda: box((.02, .05, .09), (0, 0, 0), amber, .004), (at, y + toward * .18, .82))


def tree_line(centre, distance=420, heading=(-80, 100), height=5):
    """A ragged dark ridge of trees between two headings, degrees clockwise from +y."""
    bm = bmesh.new()
    before = None
    steps = 900
    for i in range(steps):
        a = math.radians(heading[0] + (heading[1] - heading[0]) * i / steps)
        x, y = centre[0] + distance * math.sin(a), centre[1] + distance * math.cos(a)
        crowns = .8 + .2 * math.sin(i * .05) * math.sin(i * .021) + .1 * math.sin(i * .37)
        top = height * crowns + random.uniform(0, 1.2)
        now = (bm.verts.new((x, y, -1)), bm.verts.new((x, y, max(2, top))))
        if before:
            bm.faces.new((before[0], now[0], now[1], before[1]))
        before = now
    finish(bm, 'trees', mat('trees', '#04070a', rough=1), auto=0)


def street_lamps(P, y, places, lit=True, height=9.5):
    """Davit lamps along the far side; the near ones light the road."""
    face = emission('street lamp', '#ffb45e', 16)
    for x in places:
        cyl(.10, height, (x, y, height / 2), 'z', P.galvanised, 0, 16, r2=.07)
        box((.10, 2.0, .08), (x, y - 1.0, height), P.galvanised, .02)
        box((.30, .70, .10), (x, y - 2.0, height - .02), P.galvanised, .03)
        box((.22, .50, .02), (x, y - 2.0, height - .08), face, 0)
        if lit:
            area((x, y - 2.0, height - .12), (x, y - 3, 0), .7, 420, (1, .62, .30))
            glow((x, y - 2.0, height - .1), 1.5, '#ffb062', .4, 3.2)


def far_lamps(centre, count=40, heading=(-40, 60), distance=(180, 400)):
    """Points of light on the horizon: farms, ramps, other cars."""
    kinds = (('far warm', '#ffb765', 9), ('far white', '#fff0d8', 9), ('far red', '#ff3018', 8))
    for _ in range(count):
        a, d = math.radians(random.uniform(*heading)), random.uniform(*distance)
        size = random.uniform(.25, .6)
        box((size, size, size), (centre[0] + d * math.sin(a), centre[1] + d * math.cos(a), random.uniform(1.2, 6)),
            emission(*random.choice(kinds)), 0)


def tail_lamps(y, x=(50, 260), count=9):
    for _ in range(count):
        at = random.uniform(*x)
        for side in (-.7, .7):
            box((.1, .20, .12), (at, y + side, .85), emission('tail', '#ff1a0a', 18), 0)
