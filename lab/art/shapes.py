"""Solids: boxes, turned, lofted and extruded parts, groups and copies of them, all in meters."""
import math

import bmesh
import bpy

AXES = {
    'x': (0, math.pi / 2, 0), '-x': (0, -math.pi / 2, 0),
    'y': (-math.pi / 2, 0, 0), '-y': (math.pi / 2, 0, 0),
    'z': (0, 0, 0), '-z': (math.pi, 0, 0),
}
BEVEL_ABOVE = math.radians(30)

_parents = [None]
_originals = {}


class group:
    """Everything made inside the `with` hangs on one empty, so a part is placed and turned as a whole."""

    def __init__(self, name, loc=(0, 0, 0), rot=(0, 0, 0), scale=1):
        self.empty = link(bpy.data.objects.new(name, None))
        self.empty.location = loc
        self.empty.rotation_euler = rot
        self.empty.scale = scale if hasattr(scale, '__len__') else (scale,) * 3

    def __enter__(self):
        _parents.append(self.empty)
        return self.empty

    def __exit__(self, *failure):
        _parents.pop()


def link(ob):
    bpy.context.scene.collection.objects.link(ob)
    ob.parent = _parents[-1]
    return ob


def box(size, loc=(0, 0, 0), mat=None, bevel=0.004, rot=(0, 0, 0), seg=3, taper=None, name='box'):
    """A block; `taper` scales its top in x and y."""
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    for vert in bm.verts:
        x, y, z = vert.co
        if taper and z > 0:
            x, y = x * taper[0], y * taper[1]
        vert.co = (x * size[0], y * size[1], z * size[2])
    return finish(bm, name, mat, loc, rot, bevel, seg)


def cyl(r, h, loc=(0, 0, 0), axis='z', mat=None, bevel=0.003, verts=40, r2=None, seg=3, name='cyl', rot=None):
    bm = bmesh.new()
    top = r if r2 is None else r2
    bmesh.ops.create_cone(bm, cap_ends=True, segments=verts, radius1=r, radius2=top, depth=h)
    return finish(bm, name, mat, loc, rot or AXES[axis], bevel, seg)


def lathe(profile, loc=(0, 0, 0), axis='z', mat=None, steps=64, auto=30, name='lathe', bevel=0, rot=None,
          closed=False):
    """Turns `profile`, a list of (radius, height), round the axis."""
    bm = bmesh.new()
    turn = [2 * math.pi * i / steps for i in range(steps)]

    def ring(radius, height):
        if radius < 1e-6:
            return [bm.verts.new((0, 0, height))] * steps
        return [bm.verts.new((radius * math.cos(a), radius * math.sin(a), height)) for a in turn]

    rings = [ring(radius, height) for radius, height in profile]
    if closed:
        rings.append(rings[0])
    for low, high in zip(rings, rings[1:]):
        for i in range(steps):
            j = (i + 1) % steps
            corners = list(dict.fromkeys((low[i], low[j], high[j], high[i])))
            if len(corners) > 2:
                bm.faces.new(corners)
    return finish(bm, name, mat, loc, rot or AXES[axis], bevel, 2, auto)


def loft(rings, mat, closed_ring=True, caps=(True, True), auto=40, solid=0, bevel=0, subsurf=0, loc=(0, 0, 0),
         rot=(0, 0, 0), name='loft'):
    """Skins a row of rings with the same number of points; `solid` gives an open sheet its thickness."""
    bm = bmesh.new()
    rows = [[bm.verts.new(p) for p in ring] for ring in rings]
    count = len(rings[0])
    for a, b in zip(rows, rows[1:]):
        for i in range(count if closed_ring else count - 1):
            j = (i + 1) % count
            bm.faces.new((a[i], a[j], b[j], b[i]))
    if closed_ring and caps[0]:
        bm.faces.new(rows[0])
    if closed_ring and caps[1]:
        bm.faces.new(rows[-1][::-1])
    ob = finish(bm, name, mat, loc, rot, 0, 2, auto, subsurf)
    if solid:
        sheet = ob.modifiers.new('sheet', 'SOLIDIFY')
        sheet.thickness = solid
        sheet.offset = -1
    if bevel:
        round_edges(ob, bevel, 3)
    return ob


def prism(outline, depth, mat, plane='xz', off=0, bevel=0.004, seg=3, name='prism', loc=(0, 0, 0), rot=(0, 0, 0)):
    """Extrudes an outline drawn in `plane` along the third axis, centerd on `off`."""
    to_space = {
        'xz': lambda a, b, c: (a, c, b),
        'xy': lambda a, b, c: (a, b, c),
        'yz': lambda a, b, c: (c, a, b),
    }[plane]
    bm = bmesh.new()
    near = [bm.verts.new(to_space(a, b, off - depth / 2)) for a, b in outline]
    far = [bm.verts.new(to_space(a, b, off + depth / 2)) for a, b in outline]
    bm.faces.new(near)
    bm.faces.new(far[::-1])
    for i in range(len(near)):
        j = (i + 1) % len(near)
        bm.faces.new((near[i], near[j], far[j], far[i]))
    return finish(bm, name, mat, loc, rot, bevel, seg)


def sheet(corners, mat, name='sheet', loc=(0, 0, 0), rot=(0, 0, 0), solid=0):
    """One flat face through the given corners."""
    bm = bmesh.new()
    bm.faces.new([bm.verts.new(p) for p in corners])
    ob = finish(bm, name, mat, loc, rot)
    if solid:
        ob.modifiers.new('sheet', 'SOLIDIFY').thickness = solid
    return ob


def inst(key, maker, loc, rot=(0, 0, 0), scale=(1, 1, 1)):
    """Places a copy that shares the mesh of the first part made under `key`: hundreds of bolts cost one."""
    if key not in _originals:
        _parents.append(None)
        _originals[key] = maker()
        _parents.pop()
        _originals[key].location = (0, 0, -1000)
    ob = _originals[key].copy()
    ob.location = loc
    ob.rotation_euler = rot
    ob.scale = scale
    return link(ob)


def finish(bm, name, mat, loc=(0, 0, 0), rot=(0, 0, 0), bevel=0, seg=2, auto=38, subsurf=0):
    """Turns an edited mesh into a placed object, smooth but for edges sharper than `auto` degrees."""
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces[:])
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(auto)
    if mat:
        mesh.materials.append(mat)
    ob = link(bpy.data.objects.new(name, mesh))
    ob.location = loc
    ob.rotation_euler = rot
    if subsurf:
        smooth = ob.modifiers.new('smooth', 'SUBSURF')
        smooth.levels = smooth.render_levels = subsurf
    if bevel:
        round_edges(ob, bevel, seg)
    return ob


def round_edges(ob, width, seg):
    """Real edges catch light; without this every part looks cut from paper."""
    bevel = ob.modifiers.new('edge', 'BEVEL')
    bevel.width = width
    bevel.segments = seg
    bevel.limit_method = 'ANGLE'
    bevel.angle_limit = BEVEL_ABOVE
    bevel.harden_normals = True



def cut(ob, cutter):
    """Cuts the shape of `cutter` out of `ob`, as for a wheel opening."""
    cutter.hide_render = True
    made = ob.modifiers.new('cut', 'BOOLEAN')
    made.object = cutter
    made.operation = 'DIFFERENCE'
    made.solver = 'EXACT'
    return ob


def lined(ob, thickness, lining):
    """Gives a sheet its thickness and another material on the inner side: the raw back of a fibreglass hood."""
    ob.data.materials.append(lining)
    made = ob.modifiers.new('lining', 'SOLIDIFY')
    made.thickness = thickness
    made.offset = -1
    made.material_offset = 1
    made.material_offset_rim = 0
    return ob
