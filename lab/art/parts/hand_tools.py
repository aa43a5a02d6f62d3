"""Wrenches, a ratchet, sockets and shop rags."""
import bmesh
from mathutils import noise

from kit import V, box, cyl, finish, group, lathe, mat, prism


def wrench(loc, turn, M, length=.20):
    """A combination wrench lying flat: open jaw at -X, ring at +X."""
    steel = tool_steel()
    jaw = length * .075
    with group('wrench', loc, (0, 0, turn)):
        shaft = [(-.80, .028), (-.5, .024), (.5, .024), (.80, .030)]
        half = length / 2
        upper = [(x * half, y * length * 1.05) for x, y in shaft]
        outline = upper + [(x, -y) for x, y in reversed(upper)]
        prism(outline, length * .030, steel, 'xy', off=length * .02, bevel=length * .008)
        with group('jaw', (-half * .90, 0, 0), (0, 0, -.26)):
            gap = jaw * .52
            head = [(jaw * .75, jaw * .75), (jaw * .1, jaw * 1.08), (-jaw * 1.0, jaw * .98), (-jaw * 1.25, gap),
                    (-jaw * .15, gap),
                    (jaw * .10, 0), (-jaw * .15, -gap), (-jaw * 1.25, -gap), (-jaw * 1.0, -jaw * .98), (jaw * .1,
                            -jaw * 1.08),
                    (jaw * .75, -jaw * .75), (jaw * 1.0, 0)]
            prism(head, length * .036, steel, 'xy', off=length * .02, bevel=length * .005)
        r = jaw * .98
        lathe([(r * .62, 0), (r * .95, 0), (r, length * .008), (r, length * .035), (r * .95, length * .043),
               (r * .62, length * .043)],
              (half * .93, 0, 0), mat=steel, steps=36, closed=True, bevel=.0008)


def ratchet(loc, turn, M, length=.26):
    steel = tool_steel()
    with group('ratchet', loc, (0, 0, turn)):
        cyl(length * .075, length * .09, (-length / 2, 0, length * .07), 'z', steel, .004)
        cyl(length * .05, length * .02, (-length / 2, 0, length * .12), 'z', M['blackz'], .002)
        cyl(.0085, length * .55, (-length * .18, 0, length * .065), 'x', steel, .003)
        cyl(.015, length * .42, (length * .28, 0, length * .065), 'x', mat('ratchet grip', '#0c0d0f', rough=.55), .006)
        cyl(.0155, .012, (length * .10, 0, length * .065), 'x', M['redcable'], .002)
        cyl(.015, .05, (-length / 2, 0, .012), 'z', steel, .002)


def socket(loc, M, radius=.014, height=.04):
    r, h = radius, height
    lathe([(r * .62, .002), (r * .62, h * .6), (0, h * .6)], loc, mat=M['ink'], steps=6)
    lathe([(r * .66, h), (r * .95, h), (r, h * .96), (r, h * .55), (r * .9, h * .5), (r * .9, .002), (r * .8, 0),
           (r * .3, 0), (r * .3, h)], loc, mat=tool_steel(), steps=48)


def strap_wrench(loc, turn, M, radius=.062):
    """A filter wrench: steel band and a handle."""
    with group('strap wrench', loc, (0, 0, turn)):
        lathe([(radius, 0), (radius + .0018, 0), (radius + .0018, .026), (radius, .026)], mat=tool_steel(), steps=72,
              closed=True)
        box((.05, .022, .024), (radius + .020, 0, .013), M['blackz'], .004)
        cyl(.011, .15, (radius + .11, 0, .013), 'x', M['redcable'], .005)


def rag(loc, turn, color, seed=0, size=.30, height=.05):
    """A shop rag dropped in a heap: folds of ridged noise, lower towards its edge."""
    cloth = mat('rag ' + color, color, rough=.9, bump=.5, bscale=900, cvar=.25, rscale=18, spec=.2, dirt=.4, ao=.03)
    count = 46
    bm = bmesh.new()
    grid = []
    for i in range(count):
        row = []
        for j in range(count):
            u, v = i / (count - 1) * 2 - 1, j / (count - 1) * 2 - 1
            place = V((u * 1.5 + seed * 7.3, v * 1.5, seed))
            fold = 1 - abs(noise.noise(place * 1.1)) * 2.2
            wrinkle = noise.noise(place * 3.1) * .28
            rim = max(0, 1 - (u * u + v * v) ** 1.2 * .62)
            draw = .78 + .22 * noise.noise(place * .9 + V((0, 0, 5)))
            row.append(bm.verts.new((u * size / 2 * draw, v * size / 2 * draw,
                                     max(.002, (fold + wrinkle) * height * rim) + .002)))
        grid.append(row)
    for i in range(count - 1):
        for j in range(count - 1):
            bm.faces.new((grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]))
    heap = finish(bm, 'rag', cloth, loc, (0, 0, turn), auto=180, subsurf=1)
    heap.modifiers.new('cloth', 'SOLIDIFY').thickness = .0015
    return heap


def tool_steel():
    return mat('tool steel', '#b9bcbf', metal=1, rough=.16, rvar=.08, rscale=20, dirt=.3)
