"""Cylinders, pins and hoses of a hydraulic machine."""
import math

from kit import V, cyl, tube


def between(a, b):
    """Middle, length and rotation of a part whose Z axis runs from a to b."""
    a, b = V(a), V(b)
    return (a + b) / 2, (b - a).length, (b - a).to_track_quat('Z', 'Y').to_euler()


def rod(a, b, radius, material, bevel=.004):
    middle, length, turned = between(a, b)
    return cyl(radius, length, middle, mat=material, rot=turned, bevel=bevel)


def cylinder(a, b, radius, M, extended=.55):
    """A ram from its barrel's pin `a` to its rod's pin `b`; `extended` is the share that is rod."""
    a, b = V(a), V(b)
    along = (b - a).normalized()
    end = a.lerp(b, 1 - extended)
    rod(a, end, radius, M['paint'])
    rod(end - along * radius * 1.1, end + along * .02, radius * 1.10, M['blackpaint'])
    rod(end, b, radius * .58, M['chrome'])
    for pin in (a, b):
        cyl(radius * 1.05, radius * 1.9, pin, 'y', M['blackpaint'], .008)
        cyl(radius * .42, radius * 3.2, pin, 'y', M['steel'], .004)


def pin(x, z, radius, width, M, y=0):
    """A joint's pin with its bosses: a collar and a keeper bolt at each end."""
    cyl(radius * 1.55, width, (x, y, z), 'y', M['paint'], .006)
    cyl(radius, width + .05, (x, y, z), 'y', M['steel'], .004)
    for side in (-1, 1):
        cyl(radius * .22, .02, (x + radius * .9, y + side * (width / 2 + .008), z), 'y', M['steel'], .002, verts=6)


def hose(points, radius, M, bend=.12):
    """A hydraulic hose with a swaged steel fitting at each end."""
    tube(points, radius, M['hose'], rad=bend, n=10)
    ends = [V(points[0]), V(points[1]), V(points[-1]), V(points[-2])]
    for tip, inward in ((ends[0], ends[1]), (ends[2], ends[3])):
        rod(tip, tip + (inward - tip).normalized() * radius * 4, radius * 1.3, M['steel'], .002)


def ring_of(count, radius):
    """`count` points (cos, sin) × radius round a circle."""
    turn = [i * 2 * math.pi / count for i in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in turn]
