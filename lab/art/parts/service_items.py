"""What lies about when a machine is serviced: filters, drain pan, jugs."""
import math

from engine_fittings import curved_words
from kit import V, box, cyl, group, lathe, loft, mat, rrect, text, tube


def spin_on_filter(loc, rot, M, radius=.055, height=.20, used=False, band='#1f4e86', words='OIL', dark=False):
    """Stands on its closed end, gasket face up. A used one is stained and wet with oil.

    A `dark` one is for places close to a lamp, where white would lose its lettering.
    """
    shell = mat('new filter', '#dcdad2', rough=.30, coat=.6, coatr=.1, rvar=.05)
    label = M['label']
    if used:
        shell = label = mat('used filter', '#8b8578', rough=.25, coat=.8, coatr=.08, cvar=.3, dirt=.9,
                            dirtcol='#0a0705', ao=.2)
    elif dark:
        shell = mat('dark filter', '#2c3035', rough=.30, coat=.6, coatr=.1, rvar=.05)
        label = mat('dull label', '#8a8780', rough=.6)
    stripe = mat('filter band ' + band, band, rough=.4)
    r, h = radius, height
    with group('spin-on filter', loc, rot):
        lathe([(0, 0), (r * .4, .002), (r * .8, .004), (r * .93, h * .035), (r * .985, h * .10), (r, h * .20),
               (r, h * .95),
               (r * 1.03, h * .96), (r * 1.03, h * .985), (r * .98, h), (r * .90, h)], mat=shell, steps=72)
        lathe([(r * 1.004, h * .30), (r * 1.004, h * .72)], mat=label, steps=72)
        lathe([(r * 1.008, h * .56), (r * 1.008, h * .68)], mat=stripe, steps=72)
        for i in range(16):
            a = i * math.pi / 8
            box((.006, r * .16, h * .12), (r * .965 * math.cos(a), r * .965 * math.sin(a), h * .11), shell, .002,
                rot=(0, 0, a))
        gasket_face(r, h, M)
        for start in (-math.pi / 2, math.pi / 2):
            curved_words(words, r * 1.012, h * .43, r * .62, start, M)


def gasket_face(r, h, M):
    plate = M['zinc']
    lathe([(r * .93, h - .004), (r * .93, h + .004), (r * .86, h + .006), (r * .79, h + .004), (r * .79, h - .004)],
          mat=M['rubber'], steps=64)
    lathe([(r * .90, h - .006), (r * .32, h - .006), (r * .30, h - .002), (r * .24, h - .002), (r * .24, h - .03)],
          mat=plate, steps=64)
    for i in range(8):
        a = i * math.pi / 4
        cyl(r * .075, .004, (r * .55 * math.cos(a), r * .55 * math.sin(a), h - .0065), 'z', M['ink'], bevel=0, verts=20)


def tire_mat(loc, radius, M, length=.52, width=.36):
    """A rubber mat laid over the crown of a steer tire at `loc`: with the hood up there is no fender to lay it on."""
    rubber = mat('mat rubber', '#141619', rough=.62, bump=.5, bscale=420, rvar=.1, dirt=.3)
    x, y, z = loc
    reach = length / 2 / radius
    rows = []
    for i in range(25):
        a = -reach + 2 * reach * i / 24
        sag = .004 * math.sin(i * .9)
        rows.append([V((x + (radius + sag) * math.sin(a), y + width * (k / 8 - .5),
                        z + (radius + sag - .0006 * (k - 4) ** 2) * math.cos(a))) for k in range(9)])
    loft(rows, rubber, closed_ring=False, solid=.006, auto=60)


def filter_carton(loc, turn, M, words='OIL FILTER', color='#1f4e86', size=(.125, .125, .225)):
    w, d, h = size
    card = mat('carton', '#d9d5c8', rough=.7, cvar=.05)
    ink = mat('carton ink ' + color, color, rough=.6)
    with group('carton', loc, (0, 0, turn)):
        box((w, d, h), (0, 0, h / 2), card, .002)
        box((w + .0008, d + .0008, h * .30), (0, 0, h * .22), ink, .002)
        for line, z in zip(words.split(), (.80, .61)):
            text(line, w * .30, (0, -d / 2 - .001, h * z), (math.pi / 2, 0, 0), ink, ext=.0003, bev=0)
        text('HEAVY DUTY', w * .135, (0, -d / 2 - .001, h * .45), (math.pi / 2, 0, 0), M['ink'], ext=.0003, bev=0)


def drain_pan(loc, M, radius=.30, level=.06, depth=.116):
    """A wide black pan with a lip and handles, `depth` deep, filled with used oil to `level`."""
    plastic = mat('pan plastic', '#0d0e10', rough=.45, rvar=.1, bump=.1, bscale=500)
    oil = mat('used oil', '#0b0603', rough=.03, rvar=0, spec=.6, coat=1, coatr=.02)
    r, rim = radius, depth
    with group('drain pan', loc):
        lathe([(0, .004), (r * .90, .004), (r * .97, rim - .016), (r * 1.06, rim - .008), (r * 1.07, rim + .002),
               (r * 1.02, rim + .006), (r * .95, rim), (r * .88, .012), (0, .012)], mat=plastic, steps=96)
        inner = r * (.88 + .07 * level / rim)
        lathe([(0, level), (inner, level)], mat=oil, steps=96)
        for side in (-1, 1):
            tube([(side * r * 1.02, -.07, rim - .004), (side * r * 1.20, -.05, rim - .004),
                  (side * r * 1.20, .05, rim - .004), (side * r * 1.02, .07, rim - .004)], .011, plastic, rad=.03)
        for i in range(5):
            ring = .012 + .022 * i
            lathe([(ring - .004, level + .0002), (ring, level + .0022 - .0003 * i), (ring + .004, level + .0002)],
                  mat=oil, steps=64)


def oil_stream(start, end, M, radius=.0065):
    """Falls as water from a tap does: straight out for a moment, then down, thinning and twisting."""
    oil = mat('falling oil', '#1b0d04', rough=.04, rvar=0, spec=.6, coat=1, coatr=.02)
    a, b = V(start), V(end)
    rings = []
    for i in range(41):
        t = i / 40
        center = V((a.x + (b.x - a.x) * t ** .5, a.y + (b.y - a.y) * t ** .5, a.z + (b.z - a.z) * t))
        wide = radius * (1 - .35 * t) * (1 + .10 * math.sin(t * 19))
        thin = radius * (1 - .40 * t) * (1 - .18 * math.sin(t * 13))
        turn = [k * math.pi / 8 + t * 2 for k in range(16)]
        rings.append([center + V((wide * math.cos(k), thin * math.sin(k), 0)) for k in turn])
    loft(rings, oil, auto=80)


def oil_jug(loc, turn, M, color='#20262c', words='15W-40'):
    """A one-gallon jug with its handle, cap and label."""
    plastic = mat('jug ' + color, color, rough=.38, rvar=.06, spec=.5)
    with group('jug', loc, (0, 0, turn)):
        profile = ((0, .94), (.012, 1), (.20, 1), (.235, .93), (.262, .60), (.275, .36))
        rings = [[V((x * k - (.02 * (1 - k)), y * (k ** .5), z)) for x, y in rrect(.20, .125, .03)] for z, k in profile]
        loft(rings, plastic, auto=50)
        cyl(.024, .03, (-.013, 0, .288), 'z', mat('jug cap', '#b8860f', rough=.4), .004)
        tube([(.075, 0, .17), (.085, 0, .235), (.05, 0, .262), (.0, 0, .268)], .016, plastic, rad=.03)
        box((.165, .001, .13), (-.002, -.0632, .115), M['label'], .0003)
        box((.165, .0012, .035), (-.002, -.0634, .158), mat('jug stripe', '#8c1a15', rough=.5), .0003)
        text(words, .036, (-.002, -.0645, .112), (math.pi / 2, 0, 0), M['ink'], ext=0, bev=0)
        text('DIESEL ENGINE OIL', .0145, (-.002, -.0645, .078), (math.pi / 2, 0, 0), M['ink'], ext=0, bev=0)


def oil_pail(loc, turn, M, words='15W-40'):
    """A five-gallon pail of engine oil: lid with its rim and spout cap, bail hanging down, label."""
    plastic = mat('pail', '#20262c', rough=.38, rvar=.06, spec=.5)
    lid = mat('pail lid', '#b8860f', rough=.4)
    with group('pail', loc, (0, 0, turn)):
        lathe([(0, 0), (.128, 0), (.132, .006), (.146, .300), (.152, .300), (.152, .308), (.147, .312), (.148, .340),
               (.154, .340), (.154, .350), (.148, .352)], mat=plastic, steps=72)
        lathe([(.157, .346), (.157, .366), (.150, .370), (.142, .368), (.140, .356), (0, .356)], mat=lid, steps=72)
        cyl(.028, .020, (.07, .03, .366), 'z', M['ink'], .003)
        lathe([(.1385, .09), (.1445, .24), (.1455, .24), (.1395, .09)], mat=M['label'], steps=72)
        lathe([(.1440, .205), (.1450, .235), (.1460, .235), (.1450, .205)], mat=mat('jug red', '#8c1a15', rough=.4), steps=72)
        curved_words(words, .1445, .137, .046, -math.pi / 2, M)
        for side in (-1, 1):
            cyl(.014, .012, (side * .156, 0, .326), 'x', plastic, .003)
        bail = [(.160 * math.cos(a), -.012 - .150 * math.sin(a), .326 - .13 * math.sin(a))
                for a in (math.pi * i / 16 for i in range(17))]
        tube(bail, .0025, M['mach'], rad=0)
