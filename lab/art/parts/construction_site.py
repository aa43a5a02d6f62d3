"""A building site on a dry day: churned soil with one puddle, a frame going up, a crane, pipes and barriers."""
import math
import random

import bmesh
import bpy
from mathutils import noise

from kit import V, Wiring, box, cyl, finish, group, inst, lathe, mat, prism, tube
from road import tree_line

NEAR = 26            # meters of modelled ground round the machine
STEP = .08
LEVEL = .03          # the soil between swells; water stands at z = 0
PUDDLE = (2.65, -3.0, 1.75, .75)     # its middle, and its reach along x and y


def site(eye):
    ground()
    clods(eye)
    frame_building((30, 62, 0), -.35)
    tower_crane((62, 96, 0), -.50)
    frame_building((150, 70, 0), .5)
    pipes((9.5, 7.5, 0), .35)
    spoil_heap((21.0, 8.0), 2.6, 1)
    spoil_heap((-3.0, 22.0), 3.2, 2)
    barriers()
    tree_line(eye, 300, (-10, 90), 8, '#27301a')


def ground():
    """Soil a few centimeters high, pressed into one hollow where water stands."""
    soil = soil_material()
    far, strip = 800, 800 - NEAR
    for side in (-1, 1):
        middle = side * (far + NEAR) / 2
        box((strip, 2 * far, .1), (middle, 0, LEVEL - .05), soil, 0)
        box((2 * NEAR, strip, .1), (0, middle, LEVEL - .05), soil, 0)
    count = int(2 * NEAR / STEP)
    bm = bmesh.new()
    rows = []
    for i in range(count + 1):
        x = -NEAR + i * STEP
        rows.append([bm.verts.new((x, y, height(x, y))) for y in [-NEAR + j * STEP for j in range(count + 1)]])
    for a, b in zip(rows, rows[1:]):
        for j in range(count):
            bm.faces.new((a[j], b[j], b[j + 1], a[j + 1]))
    finish(bm, 'ground', soil, auto=180)
    x, y, long, wide = PUDDLE
    box((long * 3, wide * 3, .002), (x, y, -.001), mat('puddle', '#35271a', rough=.02, rvar=0, spec=.5), 0)


def height(x, y):
    """Slow swells and fine clods, level at the rim; the machine has pressed its own tracks."""
    inside = max(0, min(1, (NEAR - max(abs(x), abs(y))) / 4))
    swell = noise.noise((x * .28, y * .28, 3)) * .030
    clumps = noise.noise((x * 1.7, y * 1.7, 9)) * .016 + noise.noise((x * 4.1, y * 4.1, 5)) * .009
    level = LEVEL + (swell + clumps) * inside
    for middle in (-1.2, 1.2):
        across = abs(y - middle)
        if across < .34 and x < 2.2:
            print_depth = .014 * (1 if math.sin(x * 2 * math.pi / .19) > .1 else -.4)
            level = LEVEL + (level - LEVEL) * .35 - (print_depth if across < .30 else -.025)
    return max(level + ruts(x, y) * inside, .006) - hollow(x, y)


def ruts(x, y):
    """What a truck's wheels left when the soil was wet: two shallow ruts between raised shoulders."""
    across = y - (-3.1 - .14 * x + .25 * noise.noise((x * .12, 0, 4)))
    rut = 0
    for middle in (0, -1.95):
        off = abs(across - middle) / .22
        rut += .016 * math.exp(-((off - 1.5) / .45) ** 2) - .030 * math.exp(-off ** 4)
    return rut * (1 + .5 * noise.noise((x * 1.1, y, 6)))


def hollow(x, y):
    """How deep the puddle's bed lies below the soil; noise frays its shore."""
    middle_x, middle_y, long, wide = PUDDLE
    reach = math.hypot((x - middle_x) / long, (y - middle_y) / wide)
    frayed = reach + .28 * noise.noise((x * .9, y * .9, 7)) + .10 * noise.noise((x * 2.6, y * 2.6, 2))
    return .09 * max(0, min(1, 1.35 - frayed))


def soil_material():
    """Tan where it has dried, dark near the water."""
    made = bpy.data.materials.new('soil')
    made.use_nodes = True
    wiring = Wiring(made.node_tree)
    surface = made.node_tree.nodes['Principled BSDF'].inputs
    low = wiring.node('SeparateXYZ', wiring.place).outputs[2]
    ragged = wiring.math('MULTIPLY_ADD', wiring.noise(3, 5, .65), .016, low)
    damp = wiring.remap(ragged, .020, .008, 0, 1)
    stains = wiring.remap(wiring.noise(.45, 6, .6), .36, .64, 0, 1)
    grit = wiring.remap(wiring.noise(24, 5, .75), .36, .66, 0, 1)
    pale = wiring.mix(grit, (.17, .122, .078, 1), (.40, .31, .215, 1))
    brown = wiring.mix(grit, (.095, .062, .038, 1), (.23, .16, .10, 1))
    dry = wiring.mix(stains, brown, pale)
    wiring.link(wiring.mix(damp, dry, (.055, .037, .023, 1)), surface['Base Color'])
    wiring.link(wiring.remap(damp, 0, 1, .92, .45), surface['Roughness'])
    surface['Specular'].default_value = .25
    wiring.link(wiring.bump(wiring.noise(14, 8, .72), 1, .03), surface['Normal'])
    return made


def clods(eye):
    """Lumps of soil and small stones, thick near the eye, where the ground would look swept without them."""
    soil = mat('clod', '#6d5942', rough=.95, rvar=0, cvar=.3, rscale=30, bump=.6, bscale=60, spec=.2)
    random.seed(31)
    for _ in range(1500):
        away, turn = random.uniform(1.5, 4.5) ** 2, random.uniform(0, 2 * math.pi)
        x, y = eye[0] + away * math.cos(turn), eye[1] + away * math.sin(turn)
        size = random.uniform(.08, .21) ** 2
        if hollow(x, y) < .02 and max(abs(x), abs(y)) < NEAR:
            kind = random.randrange(5)
            inst(f'clod {kind}', lambda: clod(kind, soil), (x, y, height(x, y) - size * .1),
                 (0, 0, random.uniform(0, 6.3)), (size,) * 3)


def clod(seed, soil):
    """A lump of about one meter's radius, to be scaled down."""
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=3, radius=1)
    for vert in bm.verts:
        lump = 1 + .55 * noise.noise(vert.co * 1.3 + V((seed * 7, 0, 0))) + .2 * noise.noise(vert.co * 3.5)
        vert.co = vert.co * lump
        vert.co.z *= .65
    return finish(bm, 'clod', soil, auto=50)


def frame_building(loc, turn):
    """Five stories of slabs and columns, rods standing out of the top."""
    concrete = mat('concrete', '#8f8c86', rough=.85, cvar=.12, rscale=.4)
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


def tower_crane(loc, turn):
    steel = mat('crane', '#b8892a', rough=.5)
    with group('tower crane', loc, (0, 0, turn)):
        lattice((0, 0, 0), (0, 0, 44), 1.7, 22, steel)
        lattice((-14, 0, 45), (44, 0, 45), 1.3, 30, steel)
        lattice((0, 0, 45), (0, 0, 53), .9, 4, steel)
        for x in (-13, 40):
            tube([(0, 0, 53), (x, 0, 45.6)], .07, steel, rad=0)
        box((3.4, 2.2, 3), (-12.5, 0, 43.6), steel, 0)
        tube([(26, 0, 44.4), (26, 0, 27)], .05, steel, rad=0)
        box((.8, .4, 1.1), (26, 0, 26.6), steel, 0)


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
    concrete = mat('pipe concrete', '#8d8982', rough=.75, bump=.2, bscale=20, cvar=.15, rscale=2, dirt=.3, ao=.3)
    with group('pipes', loc, (0, 0, turn)):
        for row, count in ((0, 5), (1, 4)):
            for i in range(count):
                at = (i * 1.24 + row * .62, 0, .62 + row * 1.07)
                lathe([(.46, -1.2), (.60, -1.2), (.60, 1.2), (.46, 1.2)], at, 'y', concrete, steps=48, closed=True)


def spoil_heap(at, tall, seed):
    soil = mat('spoil', '#7a6146', rough=.95, bump=1, bscale=6, cvar=.25, rscale=1.2, spec=.2)
    bm = bmesh.new()
    rings, around = 14, 56
    top = bm.verts.new((at[0], at[1], tall))
    previous = None
    for i in range(1, rings + 1):
        share = i / rings
        ring = []
        for k in range(around):
            c, s = math.cos(k * 2 * math.pi / around), math.sin(k * 2 * math.pi / around)
            radius = tall * 2.0 * share * (1 + .4 * noise.noise((c * 2.2 + seed, s * 2.2, share * 3)))
            lumps = 1 + .18 * noise.noise((c * 4, s * 4 + seed, share * 6))
            z = tall * (1 - share) ** 1.15 * lumps - .1
            ring.append(bm.verts.new((at[0] + radius * c, at[1] + radius * s, z)))
        for k in range(around):
            j = (k + 1) % around
            bm.faces.new((top, ring[k], ring[j]) if previous is None else (previous[k], ring[k], ring[j], previous[j]))
        previous = ring
    finish(bm, 'spoil heap', soil, auto=180)


def barriers():
    """Concrete safety barriers along the far edge of the works."""
    concrete = mat('barrier', '#9a968e', rough=.75, cvar=.12, rscale=2, dirt=.5, ao=.3)
    outline = [(-.30, 0), (.30, 0), (.30, .08), (.13, .33), (.08, .81), (-.08, .81), (-.13, .33), (-.30, .08)]
    for i in range(12):
        prism(outline, 2.9, concrete, 'xz', loc=(14 + i * 2.75, 2.5 + i * 1.25, 0), bevel=.02, rot=(0, 0, -1.144))
