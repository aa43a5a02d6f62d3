"""Small parts that every side of the engine uses: nuts, pulleys, canisters, clamps, looms, plugs."""
import math

import bpy

from kit import AXES, Euler, bolt, box, cyl, fillet, group, inst, lathe, link, text


def turned(axis):
    """The rotation for an axis name ('x', '-y' …); a rotation passes through."""
    return Euler(AXES[axis]) if isinstance(axis, str) else axis


def hexnut(loc, axis, radius, material, height=1.4):
    """A chamfered hexagon; height counts in radii."""
    def one():
        return cyl(1, 1, mat=material, verts=6, bevel=.12, seg=2)
    return inst('hexnut_' + material.name, one, loc, turned(axis), (radius, radius, radius * height))


def pulley(x, y, z, radius, width, M, ribbed=True, face=None):
    """A belt pulley on the front of the engine, its face towards -X."""
    half = width / 2
    profile = [
        (.0001, -half - .004), (radius * .32, -half - .004), (radius * .34, -half + .006),
        (radius * .78, -half + .010), (radius * .84, -half), (radius + .004, -half),
    ]
    ribs = 7 if ribbed else 0
    for i in range(ribs):
        start, rib = -half + width * (i + .1) / ribs, width / ribs
        profile += [(radius, start), (radius - .004, start + rib * .4), (radius, start + rib * .8)]
    profile += [(radius + .004, half), (radius * .5, half), (.0001, half)]
    large = radius > .07
    with group('pulley', (x, y, z), (0, math.pi / 2, 0)):
        lathe(profile, mat=face or M['alud'], steps=72, auto=25)
        count = 6 if large else 4
        for i in range(count):
            angle = i * 2 * math.pi / count
            at = (radius * .22 * math.cos(angle), radius * .22 * math.sin(angle), -half - .003)
            bolt(at, '-z', .006 if large else .004, M['zinc'])
        if radius > .09:
            for i in range(6):
                angle = (i + .5) * math.pi / 3
                at = (radius * .57 * math.cos(angle), radius * .57 * math.sin(angle), -half + .008)
                cyl(radius * .12, .012, at, 'z', M['ink'], bevel=.002)
        hexnut((0, 0, -half - .008), 'z', .012 if large else .009, M['mach'], 1.2)


def canister(x, y, top, radius, height, shell, M, label=None, band=None):
    """A spin-on filter hanging from `top`, with a printed label, a color band and grip flutes.

    The band is red, as fuel filters have it here, unless a `band` is given: oil has M['sil'], blue.
    """
    r, h = radius, height
    lathe([
        (0, 0), (r * .98, 0), (r, -.006), (r * 1.03, -.012), (r * 1.03, -.022), (r, -.028),
        (r, -h * .80), (r * .985, -h * .9), (r * .93, -h * .965), (r * .8, -h), (r * .4, -h - .004),
        (0, -h - .004),
    ], (x, y, top), 'z', shell, steps=72)
    sleeve(x, y, top, r * 1.002, -h * .25, -h * .62, M['label'])
    sleeve(x, y, top, r * 1.005, -h * .29, -h * .36, band or M['cover'])
    for i in range(16):
        angle = i * math.pi / 8
        at = (x + r * .975 * math.cos(angle), y + r * .975 * math.sin(angle), top - h * .9)
        box((.006, r * .16, h * .1), at, shell, bevel=.002, rot=(0, 0, angle), seg=2)
    if label:
        with group('label', (x, y, top)):
            curved_words(label, r * 1.03, -h * .51, r * .55, -math.pi / 2, M)


def curved_words(words, radius, z, size, middle, M):
    """Letters set one by one round a can, centerd on the angle `middle`, so that they follow its curve."""
    step = size * .75 / radius
    for i, letter in enumerate(words):
        a = middle + (i - (len(words) - 1) / 2) * step
        at = (radius * math.cos(a), radius * math.sin(a), z)
        text(letter, size, at, (math.pi / 2, 0, a + math.pi / 2), M['ink'], ext=.0003, bev=0)


def sleeve(x, y, top, radius, upper, lower, material):
    """A thin printed band round a canister."""
    skin = .0015
    lathe([(radius, upper), (radius + skin, upper), (radius + skin, lower), (radius, lower)],
          (x, y, top), 'z', material, steps=72)


def clamp(loc, axis, radius, M, width=.012):
    """A worm-drive hose clamp."""
    with group('clamp', loc, turned(axis)):
        lathe([(radius, -width / 2), (radius + .0025, -width / 2), (radius + .0025, width / 2), (radius, width / 2)],
              mat=M['mach'], steps=48)
        cyl(.004, .03, (radius + .009, 0, 0), 'y', M['zinc'], verts=16, bevel=.001)
        hexnut((radius + .009, .02, 0), 'y', .006, M['zinc'], 1)


def loom(points, radius, material, bend=.04):
    """Corrugated conduit: the tube's radius alternates every half radius along the path."""
    path, step = fillet(points, bend, 8), radius * .55
    stations, carried = [path[0]], 0
    for a, b in zip(path, path[1:]):
        length = (b - a).length
        at = step - carried
        while at < length:
            stations.append(a + (b - a) * (at / length))
            at += step
        carried = length - (at - step)
    curve = bpy.data.curves.new('loom', 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = radius
    curve.bevel_resolution = 4
    spline = curve.splines.new('POLY')
    spline.points.add(len(stations) - 1)
    for i, (knot, point) in enumerate(zip(spline.points, stations)):
        knot.co = (*point, 1)
        knot.radius = 1.0 if i % 2 else .84
    curve.materials.append(material)
    return link(bpy.data.objects.new('loom', curve))


def connector(loc, axis, M, scale=1, shell=None):
    """A sealed electrical plug with its latch."""
    with group('connector', loc, AXES[axis], scale):
        box((.028, .02, .03), (0, 0, .015), shell or M['plastic'], .003)
        box((.022, .015, .016), (0, 0, .036), M['plastic'], .002)
        box((.012, .006, .02), (0, .013, .018), M['plastic'], .002)
