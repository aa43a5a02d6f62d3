"""Paths and outlines, and what is made along them: pipes, hoses, lettering, bolts and belts."""
import math
import os
import random

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector as V

from shapes import AXES, finish, inst, link

# The site's font, based on highway sign lettering; each build of the site makes it.
LETTERING = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../.cache/overpass/overpass.woff2')
STRAIGHT = math.radians(176)


def rrect(w, h, r, n=6, cx=0, cy=0):
    """Outline of a rectangle with rounded corners, n steps a corner."""
    points = []
    for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for i in range(n + 1):
            a = math.radians(start + 90 * i / n)
            points.append((cx + sx * (w / 2 - r) + r * math.cos(a), cy + sy * (h / 2 - r) + r * math.sin(a)))
    return points


def fillet(pts, rad, n=6):
    """Rounds each corner of a path, as a bent pipe is."""
    pts = [V(p) for p in pts]
    path = [pts[0]]
    for before, corner, after in zip(pts, pts[1:], pts[2:]):
        back, on = before - corner, after - corner
        room = min(back.length, on.length) * 0.49
        back.normalize()
        on.normalize()
        angle = back.angle(on)
        if angle > STRAIGHT:
            path.append(corner)
            continue
        reach = min(rad / math.tan(angle / 2), room)
        start, end = corner + back * reach, corner + on * reach
        for i in range(n + 1):
            t = i / n
            path.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t * t * end)
    path.append(pts[-1])
    return path


def bez(p0, p1, d0, d1, n=18):
    """A hanging hose: a curve from p0 to p1 that leaves along d0 and arrives from p1 + d1."""
    p0, p1 = V(p0), V(p1)
    c0, c1 = p0 + V(d0), p1 + V(d1)

    def at(t):
        s = 1 - t
        return s ** 3 * p0 + 3 * t * s ** 2 * c0 + 3 * t * t * s * c1 + t ** 3 * p1

    return [at(i / n) for i in range(n + 1)]


def tube(pts, r, mat, rad=0.05, n=6, res=6, name='tube', cyclic=False):
    """A pipe or hose through `pts`, its corners rounded with the radius `rad`."""
    path = fillet(pts, rad, n) if rad else [V(p) for p in pts]
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = r
    curve.bevel_resolution = res
    curve.use_fill_caps = True
    spline = curve.splines.new('POLY')
    spline.points.add(len(path) - 1)
    spline.use_cyclic_u = cyclic
    spline.use_smooth = True
    for point, place in zip(spline.points, path):
        point.co = (*place, 1)
    curve.materials.append(mat)
    return link(bpy.data.objects.new(name, curve))


def text(words, size, loc, rot, mat, ext=0.004, bev=0.001, align='CENTER', font=LETTERING):
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body = words
    curve.size = size
    curve.extrude = ext
    curve.bevel_depth = bev
    curve.align_x = align
    curve.align_y = 'CENTER'
    curve.font = bpy.data.fonts.load(font, check_existing=True)
    curve.materials.append(mat)
    ob = link(bpy.data.objects.new('text', curve))
    ob.location = loc
    ob.rotation_euler = rot
    return ob


def bolt(loc, axis='z', r=0.009, mat=None):
    """A flanged hex head, turned at random; `r` is half its width."""
    turned = Euler(AXES[axis]) if isinstance(axis, str) else axis
    rot = (turned.to_matrix() @ Matrix.Rotation(random.random() * 1.05, 3, 'Z')).to_euler()
    return inst('bolt_' + mat.name, lambda: _bolt_head(mat), loc, rot, (r, r, r))


def _bolt_head(mat):
    bm = bmesh.new()

    def ring(radius, height, count):
        turn = [2 * math.pi * i / count for i in range(count)]
        return [bm.verts.new((radius * math.cos(a), radius * math.sin(a), height)) for a in turn]

    def skin(rings):
        for low, high in zip(rings, rings[1:]):
            for i in range(len(low)):
                j = (i + 1) % len(low)
                bm.faces.new((low[i], low[j], high[j], high[i]))
        bm.faces.new(rings[-1])

    skin([ring(1.35, 0, 24), ring(1.35, 0.16, 24), ring(1.2, 0.25, 24)])
    skin([ring(1.0, 0.2, 6), ring(1.0, 0.85, 6), ring(0.84, 1.0, 6)])
    return finish(bm, 'bolt', mat, auto=28)


def belt(circles, width, thick, mat, x=0):
    """A belt round pulleys in the plane across x.

    `circles` are (y, z, radius, side) in running order; side is +1 where the belt runs outside, -1 where
    its back runs on the pulley.
    """
    path = [V((0, y, z)) for y, z in _belt_path(circles)]
    bm = bmesh.new()
    rings = []
    for i, p in enumerate(path):
        along = (path[(i + 1) % len(path)] - path[i - 1]).normalized()
        out = V((0, along.z, -along.y))
        corners = ((-1, 0), (1, 0), (1, thick), (-1, thick))
        rings.append([bm.verts.new(p + V((side * width / 2 + x, 0, 0)) + out * up) for side, up in corners])
    for a, b in zip(rings, rings[1:] + rings[:1]):
        for k in range(4):
            bm.faces.new((a[k], a[(k + 1) % 4], b[(k + 1) % 4], b[k]))
    return finish(bm, 'belt', mat, auto=40)


def _belt_path(circles):
    angles = [_leaving_angle(a, b) for a, b in zip(circles, circles[1:] + circles[:1])]
    path = []
    for i, (y, z, r, side) in enumerate(circles):
        start, end = angles[i - 1], angles[i]
        full = 2 * math.pi * side
        while (end - start) * side < 0:
            end += full
        while (end - start) * side > 2 * math.pi:
            end -= full
        steps = max(2, int(abs(end - start) / math.radians(6)))
        for k in range(steps + 1):
            a = start + (end - start) * k / steps
            path.append((y + r * side * math.cos(a), z + r * side * math.sin(a)))
    return path


def _leaving_angle(here, there):
    """Angle at which the belt leaves one pulley for the next: their common tangent."""
    dy, dz = there[0] - here[0], there[1] - here[1]
    difference = (here[2] * here[3] - there[2] * there[3]) / math.hypot(dy, dz)
    return math.atan2(dz, dy) - math.acos(max(-1, min(1, difference)))
