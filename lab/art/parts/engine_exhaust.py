"""The exhaust side (+Y): manifold, turbocharger, charge pipe and downpipe."""
import math

import bmesh
from mathutils import Vector as V

from engine_block import CYLINDERS
from engine_fittings import canister, clamp, hexnut, loom, turned
from kit import bolt, box, cyl, finish, group, lathe, loft, tube


def exhaust_side(M):
    manifold(M)
    turbo((.02, .33, .66), M, 1.25)
    pipes(M)
    low_on_the_block(M)


def low_on_the_block(M):
    """Under the manifold: the turbocharger's oil drain, the heater's water pipe, a coolant filter, a loom."""
    tube([(.02, .33, .62), (.02, .33, .44), (.02, .26, .26), (.02, .19, .23)], .017, M['steelpipe'], rad=.05)
    hexnut((.02, .325, .585), 'z', .024, M['zinc'], .8)
    tube([(-.52, .17, .33), (-.47, .27, .31), (.40, .27, .31), (.52, .30, .44), (.63, .30, .44)], .021, M['hose'],
         rad=.05)
    for x in (-.30, .26):
        clamp((x, .27, .31), 'x', .0215, M)
    box((.12, .10, .05), (-.34, .25, .235), M['alu'], .008)
    canister(-.34, .275, .212, .045, .16, M['filt2'], M, band=M['sil'])
    loom([(-.50, .225, .40), (-.2, .235, .395), (.2, .235, .395), (.50, .22, .40)], .010, M['plastic'])


def manifold(M):
    iron = M['rust']
    for i, x in enumerate(CYLINDERS):
        box((.09, .016, .09), (x, .212, .47), iron, .006)
        for dx in (-.035, .035):
            for z in (.435, .505):
                bolt((x + dx, .222, z), 'y', .0075, M['heat'])
        towards_middle = .04 if i < 3 else -.04
        tube([(x, .21, .47), (x, .25, .475), (x + towards_middle, .29, .50)], .030, iron, rad=.04)
    tube([(-.43, .29, .50), (.43, .29, .50)], .042, iron, rad=0)
    box((.12, .10, .06), (.02, .30, .55), iron, .012)


def turbo(loc, M, scale):
    """Shaft along X: compressor towards the front (-X), turbine towards the rear."""
    with group('turbo', loc, (0, 0, 0), scale):
        compressor_housing(M)
        compressor_wheel(M)
        center_housing(M)
        turbine_housing(M)
        wastegate(M)


def volute(loc, axis, radius, narrow, wide, material, outlet):
    """A snail: one turn of a growing circle, then a straight outlet."""
    steps, around, rings = 56, 20, []
    for i in range(steps + 1):
        t = i / steps
        angle, r = -t * 2 * math.pi, narrow + (wide - narrow) * t
        out = V((math.cos(angle), math.sin(angle), 0))
        center = out * (radius + r * .9)
        turn = [k * 2 * math.pi / around for k in range(around)]
        rings.append([center + out * (r * math.cos(a)) + V((0, 0, r * math.sin(a))) for a in turn])
    along = V((math.sin(angle), -math.cos(angle), 0))
    rings += [[p + along * outlet * share for p in rings[steps]] for share in (.3, .7, 1)]
    with group('volute', loc, turned(axis)):
        loft(rings, material, auto=50, name='volute')


def compressor_housing(M):
    volute((-.085, 0, 0), '-x', .062, .020, .040, M['cast'], .12)
    body = [
        (.045, -.055), (.062, -.055), (.064, -.05), (.064, -.03), (.058, -.022), (.06, 0),
        (.085, .012), (.10, .03), (.10, .055), (.075, .06), (0, .06),
    ]
    lathe(body, (-.085, 0, 0), 'x', M['cast'], steps=72)
    lathe([(.062, 0), (.045, .002), (.043, .03), (.05, .06)], (-.14, 0, 0), 'x', M['mach'], steps=72)
    for i in range(8):
        angle = i * math.pi / 4
        bolt((-.028, .092 * math.cos(angle), .092 * math.sin(angle)), '-x', .005, M['zinc'])


def compressor_wheel(M):
    lathe([(0, -.03), (.006, -.028), (.010, -.02), (.014, 0), (.03, .02), (.05, .028)], (-.105, 0, 0), 'x', M['mach'],
          steps=48)
    for i in range(12):
        blade(i * math.pi / 6, splitter=bool(i % 2), M=M)


def blade(start, splitter, M):
    """A twisted vane; every second one begins further in."""
    bm, inner, outer = bmesh.new(), [], []
    for k in range(7):
        t = k / 6
        twist, x = start + .9 * t, -.128 + .045 * t
        root, tip = .008 + .022 * t ** 2, .041 + .006 * t
        lead = .012 * (1 - t) if splitter else 0
        inner.append(bm.verts.new((x, root * math.cos(twist), root * math.sin(twist))))
        outer.append(bm.verts.new((x + lead, tip * math.cos(twist), tip * math.sin(twist))))
    for k in range(6):
        bm.faces.new((inner[k], inner[k + 1], outer[k + 1], outer[k]))
    vane = finish(bm, 'blade', M['mach'], auto=60)
    vane.modifiers.new('thickness', 'SOLIDIFY').thickness = .0012


def center_housing(M):
    profile = [
        (0, -.03), (.078, -.03), (.078, -.02), (.045, -.012), (.038, 0), (.038, .05),
        (.05, .062), (.075, .066), (.075, .075), (0, .075),
    ]
    lathe(profile, axis='x', mat=M['iron2'], steps=64)
    cyl(.022, .05, (.02, 0, .045), 'z', M['iron2'])
    hexnut((.02, 0, .078), 'z', .014, M['brass'], 1.2)
    lathe([(.082, -.008), (.088, 0), (.082, .008)], (.078, 0, 0), 'x', M['mach'], steps=64)


def turbine_housing(M):
    volute((.125, 0, 0), 'x', .062, .022, .044, M['rust'], .10)
    profile = [
        (0, -.05), (.075, -.05), (.10, -.03), (.10, .02), (.07, .035), (.058, .045), (.058, .075),
        (.075, .08), (.075, .092), (.05, .092), (.048, .03), (0, .02),
    ]
    lathe(profile, (.125, 0, 0), 'x', M['rust'], steps=72)
    for i in range(6):
        angle = i * math.pi / 3
        bolt((.085, .098 * math.cos(angle), .098 * math.sin(angle)), 'x', .0055, M['heat'])


def wastegate(M):
    can = [(0, 0), (.04, 0), (.046, .006), (.046, .02), (.05, .024), (.046, .028), (.042, .05), (.02, .06), (0, .06)]
    lathe(can, (-.02, -.10, .085), 'x', M['zinc'], steps=48)
    tube([(.04, -.10, .085), (.12, -.10, .085)], .004, M['mach'], rad=0)
    box((.03, .02, .012), (.125, -.095, .085), M['heat'], .003)
    tube([(-.06, -.02, .10), (-.05, -.07, .11), (-.02, -.10, .10)], .004, M['hose'], rad=.02)


def pipes(M):
    """Charge air forward over the front, to where the cooler's pipe takes over; the exhaust down behind the block."""
    charge = [(-.086, .20, .7825), (-.086, .125, .7825), (-.20, .115, .79), (-.41, .12, .80)]
    tube(charge, .046, M['steelpipe'], rad=.09, n=10)
    joint((-.086, .225, .7825), (-.086, .17, .7825), .053, 'y', M)
    joint((-.35, .118, .798), (-.47, .122, .80), .053, 'x', M)
    joint((-.17, .33, .66), (-.26, .33, .66), .072, 'x', M)
    tube([(.26, .33, .66), (.40, .33, .66), (.56, .36, .55), (.60, .42, .20), (.61, .44, -.14), (.75, .44, -.14),
          (1.22, .44, -.14)], .055, M['heat'], rad=.12, n=10)
    tube([(.05, .33, .76), (.05, .30, .80), (.08, .17, .78), (.12, .155, .60)], .007, M['steelpipe'], rad=.04)


def joint(start, end, radius, axis, M):
    """A silicone sleeve with a clamp near each end."""
    a, b = V(start), V(end)
    tube([a, b], radius, M['sil'], rad=0)
    for share in (.15, .85):
        clamp(a.lerp(b, share), axis, radius + .0005, M)
