"""A highway's edge in flat country: wet asphalt, markings, guard rail, trees on the horizon, far lamps."""
import math
import random

import bmesh

from kit import V, box, cyl, emission, finish, glow, inst, loft, mat, wet_asphalt

W_BEAM = [(0, .10), (.05, .13), (.08, .19), (.08, .23), (.02, .29), (.02, .33), (.08, .39), (.08, .43), (.05, .49),
          (0, .52)]


def asphalt(size=(900, 420), center=(60, 60)):
    box((*size, .1), (*center, -.05), wet_asphalt(), 0)


def marking(y, color='white', x=(-140, 260), dash=None):
    """A line along the road at y; `dash` is (painted, gap) in meters."""
    tint = {'white': '#b5b4aa', 'yellow': '#b57c10'}[color]
    paint = mat('marking ' + color, tint, rough=.38, bump=.3, bscale=40, cvar=.3, rscale=12, rvar=.2)
    painted, gap = dash or (x[1] - x[0], 0)
    at = x[0]
    while at < x[1]:
        box((painted, .13, .006), (at + painted / 2, y, .003), paint, 0)
        at += painted + gap


def verge(y, toward=1):
    """Grass from the pavement's edge at y on, to `toward` along y."""
    grass = mat('grass', '#0c100a', rough=.9, bump=1, bscale=9, cvar=.4, rscale=.8)
    box((1600, 1400, .1), (100, y + toward * 700, -.03), grass, 0)


def guard_rail(P, y, x=(-120, 160), toward=-1, color='amber'):
    """W-beam on posts; its face looks to `toward` along y. Reflectors are white right of the traffic, else amber."""
    rings = [[V((at, y + toward * (.12 + a), .30 + b)) for a, b in W_BEAM] for at in range(x[0], x[1] + 1, 4)]
    loft(rings, P.galvanised, closed_ring=False, solid=.006)
    for at in range(x[0], x[1], 2):
        inst('rail post', lambda: box((.12, .14, .86), (0, 0, 0), P.galvanised, .004), (at, y, .42))
    tint = {'amber': '#ff9a1a', 'white': '#f2f4f0'}[color]
    lens = mat('reflector ' + color, tint, rough=.3, emit=tint, estr=.35)
    for at in range(x[0], x[1], 8):
        inst('reflector', lambda: box((.02, .05, .09), (0, 0, 0), lens, .004), (at, y + toward * .18, .82))


def tree_line(center, distance=420, heading=(-80, 100), height=9, color='#04070a'):
    """The edge of a wood in flat country, dark but by day, between two headings, degrees clockwise from +y.

    Crowns of leaves stand over one another in clumps, with gaps of sky: a smooth ridge would read as mountains.
    """
    bm = bmesh.new()
    at = heading[0]
    while at < heading[1]:
        clump = math.sin(at * .9) + math.sin(at * .37 + 2) * .8
        tall = height * random.uniform(.55, 1.0) * (1 if clump > -.5 else .45)
        _tree(bm, center, distance * random.uniform(.92, 1.08), math.radians(at), tall)
        at += random.uniform(.25, .9) * (1 if clump > -.5 else 2.2) * 160 / distance
    finish(bm, 'trees', mat('trees', color, rough=1), auto=0)


def _tree(bm, center, distance, heading, height):
    """One crown as a few ragged discs that face the center, over a low hedge."""
    out = V((math.sin(heading), math.cos(heading), 0))
    across = V((out.y, -out.x, 0))
    foot = V((center[0], center[1], 0)) + out * distance
    # A hedge, the crown, and leaves along the crown's upper edge: further out they would float in the sky.
    puffs = [(0, height * .28, height * .55, height * .30), (0, height * .55, height * .30, height * .27)]
    for _ in range(14):
        a, r = random.uniform(0, math.pi), height * random.uniform(.07, .14)
        reach = random.uniform(.8, 1.08)
        puffs.append((.31 * height * math.cos(a) * reach, (.54 + .27 * math.sin(a) * reach) * height, r, r * .85))
    for x, z, wide, high in puffs:
        rim = []
        for i in range(26):
            a = 2 * math.pi * i / 26
            ragged = random.uniform(.72, 1.15)
            rim.append(bm.verts.new(foot + across * (x + wide * ragged * math.cos(a)) +
                                    V((0, 0, z + high * ragged * math.sin(a)))))
        bm.faces.new(rim)


def far_lamps(center, count=40, heading=(-40, 60), distance=(180, 400)):
    """Points of light on the horizon: farms, ramps, other cars."""
    kinds = (('far warm', '#ffb765', 9), ('far white', '#fff0d8', 9), ('far red', '#ff3018', 8))
    for _ in range(count):
        a, d = math.radians(random.uniform(*heading)), random.uniform(*distance)
        size = random.uniform(.25, .6)
        box((size, size, size), (center[0] + d * math.sin(a), center[1] + d * math.cos(a), random.uniform(1.2, 6)),
            emission(*random.choice(kinds)), 0)


def headlights(y, places):
    """Cars that come towards -x in the lane at y: two lamps each, and what they throw on the road ahead of them."""
    face = emission('car headlamp', '#fff3e0', 22)
    for x in places:
        for side in (-.62, .62):
            cyl(.085, .06, (x, y + side, .68), 'x', face, 0, 16)
            glow((x, y + side, .68), .55 + x * .006, '#ffecd0', .9, 4)
        glow((x, y, .68), 2.4 + x * .015, '#ffe2bc', .05, 2)
