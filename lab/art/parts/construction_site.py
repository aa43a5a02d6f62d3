"""A building site at first light: churned wet ground, a frame going up, a crane, pipes and barriers."""
import math
import random

import bmesh
import bpy
from mathutils import noise

from kit import V, Wiring, box, cyl, emission, finish, group, lathe, mat, prism, tube, world

NEAR = 26            # meters of modelled ground round the machine
STEP = .10


def site():
    ground()
    frame_building((30, 62, 0), -.35)
    tower_crane((62, 96, 0), -.50)
    frame_building((150, 70, 0), .5)
    pipes((9.5, 7.5, 0), .35)
    spoil_heap((21.0, 8.0), 2.6, 1)
    spoil_heap((-3.0, 22.0), 3.2, 2)
    barriers()
    horizon()
    dawn()


def ground():
    """Ground with puddles: mud a few centimetres high round a sheet of water at z = 0."""
    mud = mud_material()
    box((1600, 1600, .1), (0, 0, -.10), mat('far ground', '#2a2119', rough=.95, rvar=.04, cvar=.3, rscale=.1, bump=1,
                                            bscale=2, spec=.2), 0)
    count = int(2 * NEAR / STEP)
    bm = bmesh.new()
    rows = []
    for i in range(count + 1):
        x = -NEAR + i * STEP
        rows.append([bm.verts.new((x, y, height(x, y))) for y in [-NEAR + j * STEP for j in range(count + 1)]])
    for a, b in zip(rows, rows[1:]):
        for j in range(count):
            bm.faces.new((a[j], b[j], b[j + 1], a[j + 1]))
    finish(bm, 'ground', mud, auto=180)
    water = mat('puddle', '#0a0908', rough=.025, rvar=0, spec=.5)
    box((2 * NEAR, 2 * NEAR, .002), (0, 0, -.001), water, 0)


def height(x, y):
    """Slow swells make the puddles, fine noise the clods; the machine has pressed its own tracks."""
    swell = noise.noise((x * .28, y * .28, 3)) * .075
    clods = noise.noise((x * 1.7, y * 1.7, 9)) * .020 + noise.noise((x * 5.1, y * 5.1, 5)) * .010
    level = .012 + swell + clods
    for middle in (-1.2, 1.2):
        across = abs(y - middle)
        if across < .34 and x < 2.2:
            print_depth = .018 * (1 if math.sin(x * 2 * math.pi / .19) > .1 else -.4)
            level = level * .35 + (.012 - print_depth if across < .30 else .045)
    under = math.hypot(x, y * 1.2)
    if under < 3 and level < .004:
        level = .004
    return level


def mud_material():
    made = bpy.data.materials.new('mud')
    made.use_nodes = True
    wiring = Wiring(made.node_tree)
    surface = made.node_tree.nodes['Principled BSDF'].inputs
    damp = wiring.remap(wiring.noise(.7, 5, .6), .40, .62, 0, 1)
    grit = wiring.remap(wiring.noise(24, 5, .75), .38, .66, 0, 1)
    dry = wiring.mix(grit, (.030, .023, .017, 1), (.080, .062, .045, 1))
    wiring.link(wiring.mix(damp, dry, (.026, .019, .013, 1)), surface['Base Color'])
    wiring.link(wiring.remap(damp, 0, 1, .80, .30), surface['Roughness'])
    wiring.link(wiring.bump(wiring.noise(28, 6, .7), .8, .012), surface['Normal'])
    return made


def frame_building(loc, turn):
    """Five storeys of slabs and columns, two of them lit from inside, rods standing out of the top."""
    concrete = mat('concrete', '#5b5a58', rough=.8, cvar=.15, rscale=.4)
    lamp = emission('site lamp', '#ffb668', 14)
    with group('frame building', loc, (0, 0, turn)):
        for floor in range(6):
            z = floor * 3.6
            box((34, 16, .32), (0, 0, z + 3.4), concrete, .02)
            if floor < 5:
                for i in range(7):
                    for y in (-7, 0, 7):
                        box((.5, .5, 3.3), (-16 + i * 5.33, y, z + 5.2), concrete, 0)
        for i in range(7):
            for y in (-7, 7):
                box((.5, .5, 3.4), (-16 + i * 5.33, y, 1.7), concrete, 0)
                for dx in (-.15, .15):
                    cyl(.03, 1.6, (-16 + i * 5.33 + dx, y, 22.3), 'z', concrete, 0, verts=6)
        for x, floor in ((-9, 1), (4, 1), (-2, 3), (11, 2), (-13, 4)):
            box((.5, .5, .3), (x, -5, floor * 3.6 + 6.4), lamp, 0)


def tower_crane(loc, turn):
    steel = mat('crane', '#2a2620', rough=.6)
    with group('tower crane', loc, (0, 0, turn)):
        lattice((0, 0, 0), (0, 0, 44), 1.7, 22, steel)
        lattice((-14, 0, 45), (44, 0, 45), 1.3, 30, steel)
        lattice((0, 0, 45), (0, 0, 53), .9, 4, steel)
        for x in (-13, 40):
            tube([(0, 0, 53), (x, 0, 45.6)], .07, steel, rad=0)
        box((3.4, 2.2, 3), (-12.5, 0, 43.6), steel, 0)
        tube([(26, 0, 44.4), (26, 0, 24)], .05, steel, rad=0)
        box((.7, .7, .7), (0, 0, 53.6), emission('mast lamp', '#ff2418', 20), 0)


def lattice(a, b, wide, bays, steel):
    """A square truss from a to b: four chords and zigzag bracing."""
    a, b = V(a), V(b)
    along = (b - a).normalized()
    side = along.cross(V((0, 1, 0))).normalized() * wide / 2
    other = along.cross(side).normalized() * wide / 2
    corners = [side + other, side - other, -side - other, -side + other]
    for corner in corners:
        tube([a + corner, b + corner], .09, steel, rad=0, res=2)
    for k in range(4):
        zigzag = [a.lerp(b, i / bays) + corners[(k + i) % 2 + k if k < 3 else (3 if i % 2 else 0)]
                  for i in range(bays + 1)]
        tube(zigzag, .05, steel, rad=0, res=2)


def pipes(loc, turn):
    """Concrete pipes, five below and four above, wedged."""
    concrete = mat('pipe concrete', '#6a6762', rough=.75, bump=.2, bscale=20, cvar=.15, rscale=2, dirt=.3, ao=.3)
    with group('pipes', loc, (0, 0, turn)):
        for row, count in ((0, 5), (1, 4)):
            for i in range(count):
                at = (i * 1.24 + row * .62, 0, .62 + row * 1.07)
                lathe([(.46, -1.2), (.60, -1.2), (.60, 1.2), (.46, 1.2)], at, 'y', concrete, steps=48, closed=True)


def spoil_heap(at, tall, seed):
    soil = mat('soil', '#2c2118', rough=.95, bump=1, bscale=6, cvar=.3, rscale=1.2)
    bm = bmesh.new()
    rings, around = 14, 56
    top = bm.verts.new((at[0], at[1], tall))
    previous = None
    for i in range(1, rings + 1):
        share = i / rings
        ring = []
        for k in range(around):
            c, s = math.cos(k * 2 * math.pi / around), math.sin(k * 2 * math.pi / around)
            radius = tall * 2.0 * share * (1 + .8 * noise.noise((c * 2.2 + seed, s * 2.2, share * 3)))
            lumps = 1 + .25 * noise.noise((c * 4, s * 4 + seed, share * 6))
            z = tall * (1 - share) ** 1.15 * lumps - .1
            ring.append(bm.verts.new((at[0] + radius * c, at[1] + radius * s, z)))
        for k in range(around):
            j = (k + 1) % around
            bm.faces.new((top, ring[k], ring[j]) if previous is None else (previous[k], ring[k], ring[j], previous[j]))
        previous = ring
    finish(bm, 'spoil heap', soil, auto=180)


def barriers():
    """Concrete safety barriers along the far edge of the works."""
    concrete = mat('barrier', '#77746e', rough=.75, cvar=.12, rscale=2, dirt=.5, ao=.3)
    outline = [(-.30, 0), (.30, 0), (.30, .08), (.13, .33), (.08, .81), (-.08, .81), (-.13, .33), (-.30, .08)]
    for i in range(12):
        prism(outline, 2.9, concrete, 'xz', loc=(14 + i * 2.75, 2.5 + i * 1.25, 0), bevel=.02, rot=(0, 0, -1.144))


def horizon():
    """Trees and low roofs far off, only to break the line."""
    dark = mat('far trees', '#0a0c0d', rough=1)
    random.seed(12)
    bm = bmesh.new()
    last = None
    for i in range(500):
        a = math.radians(-20 + 150 * i / 500)
        tall = 8 + 5 * noise.noise((i * .05, 1, 2)) + random.uniform(0, 2.2)
        x, y = 420 * math.cos(a), 420 * math.sin(a)
        pair = (bm.verts.new((x, y, -1)), bm.verts.new((x, y, tall)))
        if last:
            bm.faces.new((last[0], pair[0], pair[1], last[1]))
        last = pair
    finish(bm, 'far trees', dark)


def dawn():
    world([(0, '#06080c'), (.495, '#14151a'), (.502, '#f6a552'), (.520, '#d9846a'), (.555, '#7c7597'), (.62, '#3d5a86'),
           (.72, '#20385f'), (1, '#101d38')], .40, clouds=.55)
