"""A drive wheel end laid open: the bare hub on its drum, the wheel that was on it, the nuts that held it."""
import math

import bmesh

from kit import V, bolt, box, cyl, finish, group, inst, lathe, mat, random, round_edges
from wheels import tyre

BOLT_CIRCLE, BORE, LUGS = .1430, .1105, 10     # a hub-piloted wheel: ten M22 studs on 285.75 mm
HAND_HOLE_CIRCLE, HAND_HOLE = .206, .030


def bare_hub(loc, side, P):
    """Brake drum, its face at `loc`, and the hub standing out of it, as they are with the duals off."""
    with group('hub', loc, (-math.pi / 2 if side > 0 else math.pi / 2, 0, 0)):
        drum()
        hub(P)
        cyl(.225, .012, (0, 0, -.275), 'z', P.frame, .004)


def drum():
    """Rusty where only air touches it, clean where the wheel sat; three ribs and a heavy band at the back."""
    rusty = mat('brake drum', '#54392a', metal=.3, rough=.62, bump=.35, bscale=60, cvar=.30, rscale=9, dirt=.2)
    seat = mat('wheel seat', '#8f8c86', metal=.5, rough=.48, cvar=.12, rscale=20)
    outline = [(.150, -.250), (.234, -.250), (.238, -.245), (.238, -.208), (.226, -.200)]
    for z in (-.168, -.132, -.096):
        outline += [(.226, z - .009), (.232, z - .005), (.232, z + .005), (.226, z + .009)]
    outline += [(.226, -.055), (.206, -.020), (.192, -.008), (.178, -.004)]
    lathe(outline, mat=rusty, steps=96)
    lathe([(.179, -.006), (.176, .001), (.108, .001)], mat=seat, steps=96)


def hub(P):
    """Barrel with its pilot pads, the ten wheel studs, the axle shaft's flange held by eight nuts."""
    cast = mat('hub casting', '#6d7175', metal=.25, rough=.5, bump=.25, bscale=110, cvar=.15, dirt=.4)
    flange = mat('axle flange', '#a3a19b', metal=.6, rough=.42, cvar=.15, rscale=14, dirt=.4)
    lathe([(.104, -.01), (.104, .030), (.098, .040), (.094, .110), (.108, .120), (.108, .140), (.080, .140)], mat=cast,
          steps=72)
    lathe([(.105, .140), (.105, .156), (.101, .160), (.068, .160), (.058, .172), (.044, .177), (0, .177)], mat=flange,
          steps=72)
    for angle, at in around(8, .086):
        bolt((*at, .160), 'z', .0135, P.polish)
    for angle, at in around(5, .105):
        box((.012, .034, .036), (*at, .018), cast, .003, rot=(0, 0, angle))
    for angle, at in around(LUGS, BOLT_CIRCLE):
        inst('wheel stud', lambda: _stud(P), (*at, 0))


def _stud(P, length=.094, radius=.0112, pitch=.0042):
    thread = [(0, 0), (radius * .84, 0)]
    for i in range(int(length / pitch)):
        thread += [(radius, (i + .3) * pitch), (radius, (i + .6) * pitch), (radius * .86, (i + .95) * pitch)]
    return lathe(thread + [(radius * .7, length + .003), (0, length + .003)], mat=P.polish, steps=24)


def loose_wheel(P, loc, rot, radius=.51, width=.28):
    """A drive wheel taken off; its axis runs along z, the disc towards +z, before `rot` turns it."""
    rim, face = radius * .585, width * .30
    with group('loose wheel', loc, rot):
        tyre(P, radius, width, True)
        lathe([(rim, width * .50), (rim * .985, width * .525), (rim * .95, width * .50), (rim * .93, width * .38),
               (rim * .885, face + .012), (rim * .86, face), (rim * .86, face - .022), (rim * .88, -width * .3),
               (rim * .95, -width * .5), (rim, -width * .5)], mat=P.polish, steps=96)
        pierced_disc(rim * .87, face - .011, P.polish)


def leaning(y_support, tilt, radius=.51, width=.28):
    """Centre (y, z) and rotation of a wheel on -y of what it leans on, so that tyre and ground touch."""
    reach = radius * math.sin(tilt) + width / 2 * math.cos(tilt)
    height = radius * math.cos(tilt) + width * .42 * math.sin(tilt)
    return y_support - reach, height, math.pi / 2 - tilt


def pierced_disc(radius, z, metal, thick=.022):
    """The disc of a wheel with bore, lug holes and hand holes cut right through."""
    bm = bmesh.new()

    def loop(x, y, r, steps):
        turn = [2 * math.pi * i / steps for i in range(steps)]
        verts = [bm.verts.new((x + r * math.cos(a), y + r * math.sin(a), z)) for a in turn]
        for one, two in zip(verts, verts[1:] + verts[:1]):
            bm.edges.new((one, two))

    loop(0, 0, radius, 96)
    loop(0, 0, BORE, 72)
    for _, at in around(LUGS, BOLT_CIRCLE):
        loop(*at, .0135, 20)
    for _, at in around(LUGS, HAND_HOLE_CIRCLE, .5):
        loop(*at, HAND_HOLE, 32)
    bmesh.ops.triangle_fill(bm, use_beauty=True, edges=bm.edges[:], normal=(0, 0, 1))
    disc = finish(bm, 'disc', metal)
    sheet = disc.modifiers.new('sheet', 'SOLIDIFY')
    sheet.thickness, sheet.offset = thick, 0
    round_edges(disc, .003, 2)


def lug_nuts(P, loc, spread=.11):
    """The ten two-piece flange nuts, dropped in a heap."""
    for _ in range(LUGS):
        place = V(loc) + V((random.uniform(-spread, spread), random.uniform(-spread, spread), 0))
        bolt(place, 'z', .0185, P.polish)


def around(count, circle, shift=0):
    """(angle, (x, y)) of `count` places on a circle."""
    angles = [2 * math.pi * (i + shift) / count for i in range(count)]
    return [(a, (circle * math.cos(a), circle * math.sin(a))) for a in angles]
