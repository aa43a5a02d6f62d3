"""Boom, stick, bucket and their rams, posed by three angles in the plane y = 0."""
import math

from hydraulics import cylinder, hose, pin
from kit import V, box, group, loft, prism, tube

BOOM_FOOT = (.22, 1.82)
BOOM_LENGTH, STICK_LENGTH = 5.70, 2.90

# Stations along the boom: distance from the foot, height of its middle line, half its depth.
BOOM_SHAPE = [(-.10, .0, .13), (.35, .08, .20), (1.00, .34, .30), (1.80, .66, .375), (2.45, .82, .41), (3.10, .74, .38),
              (4.00, .46, .32),
              (4.90, .18, .25), (5.55, .02, .17), (5.80, -.02, .13)]
STICK_SHAPE = [(-.86, .26), (-.80, .42), (-.55, .46), (.00, .44), (.60, .42), (2.75, .14), (2.98, .12), (3.02, -.02),
               (2.98, -.13),
               (2.70, -.16), (.40, -.30), (.05, -.27), (-.25, -.14), (-.78, .16)]


def arm(M, boom=26, stick=-88, curl=28):
    """Angles in degrees above the horizon: of the boom's chord, of the stick, of the bucket's floor."""
    joints = Joints(boom, stick, curl)
    draw_boom(M, joints)
    draw_stick(M, joints)
    with group('bucket', (joints.bucket_pin.x, 0, joints.bucket_pin.y), (0, -math.radians(curl), 0)):
        bucket(M)
    rams(M, joints)
    linkage(M, joints)
    return joints


class Joints:
    """Where the arm's parts are, as (x, z) in the machine's plane."""

    def __init__(self, boom, stick, curl):
        self.boom, self.stick, self.curl = (math.radians(a) for a in (boom, stick, curl))
        self.foot = V(BOOM_FOOT)
        self.tip = self.on_boom(BOOM_LENGTH, 0)
        self.bucket_pin = self.on_stick(STICK_LENGTH, 0)

    def on_boom(self, x, z):
        return _turned(self.foot, self.boom, x, z)

    def on_stick(self, x, z):
        return _turned(self.tip, self.stick, x, z)

    def on_bucket(self, x, z):
        return _turned(self.bucket_pin, self.curl, x, z)


def _turned(origin, angle, x, z):
    c, s = math.cos(angle), math.sin(angle)
    return V((origin.x + x * c - z * s, origin.y + x * s + z * c))


def flat(point, y):
    return V((point.x, y, point.y))


def draw_boom(M, j):
    upper = [(x, middle + half) for x, middle, half in BOOM_SHAPE]
    lower = [(x, middle - half) for x, middle, half in reversed(BOOM_SHAPE)]
    outline = [tuple(j.on_boom(x, z)) for x, z in smooth(upper) + smooth(lower)]
    prism(outline, .40, M['paint'], 'xz', bevel=.012)
    # The flanges stand a little proud of the webs, as on a welded box.
    for side in (-1, 1):
        seam = [flat(j.on_boom(x, z), side * .202) for x, z in smooth(upper)]
        tube([p - V((0, 0, .02)) for p in seam], .008, M['paint'], rad=0)
    for x, z, width in ((0, 0, .56), (BOOM_LENGTH, 0, .40)):
        at = j.on_boom(x, z)
        pin(at.x, at.y, .060, width, M)
    for y in (-.14, .14):
        ears = [(2.30, 1.10), (2.75, 1.10), (2.62, 1.42), (2.48, 1.46), (2.38, 1.38)]
        prism([tuple(j.on_boom(*p)) for p in ears], .04, M['paint'], 'xz', off=y, bevel=.006)
    for side in (-1, 1):
        for dy, lift in ((0, .0), (.035, .012)):
            line = [flat(j.on_boom(x, z + .045 + lift), side * (.10 + dy)) for x, z in smooth(upper)[4:-4]]
            tube(line, .014, M['steel'], rad=0)
    lamp = flat(j.on_boom(1.75, .40), -.235)
    box((.09, .06, .12), lamp, M['blackpaint'], .012)


def smooth(points, steps=5):
    """Catmull-Rom through the stations: the plates are rolled, not kinked."""
    padded = [points[0]] + points + [points[-1]]
    path = []
    for neighbors in zip(padded, padded[1:], padded[2:], padded[3:]):
        for i in range(steps):
            path.append(tuple(_spline(i / steps, *axis) for axis in zip(*neighbors)))
    return path + [points[-1]]


def _spline(t, p, q, r, s):
    """Catmull-Rom between q and r."""
    linear, square, cube = r - p, 2 * p - 5 * q + 4 * r - s, 3 * q - p - 3 * r + s
    return .5 * (2 * q + t * (linear + t * (square + t * cube)))


def draw_stick(M, j):
    prism([tuple(j.on_stick(x, z)) for x, z in STICK_SHAPE], .32, M['paint'], 'xz', bevel=.014)
    for x, z, width in ((0, 0, .44), (STICK_LENGTH, 0, .40), (-.74, .30, .36)):
        at = j.on_stick(x, z)
        pin(at.x, at.y, .055, width, M)
    for y in (-.12, .12):
        ears = [(.10, .42), (.52, .42), (.42, .68), (.30, .72), (.20, .66)]
        prism([tuple(j.on_stick(*p)) for p in ears], .035, M['paint'], 'xz', off=y, bevel=.006)


def rams(M, j):
    for side in (-1, 1):
        foot, lug = V((.98, side * .33, 1.30)), flat(j.on_boom(2.42, .72), side * .33)
        cylinder(foot, lug, .082, M, .52)
        hose([foot + V((-.1, 0, .12)), foot + V((.10, side * .06, .45)), V((.30, side * .22, 2.0)),
              flat(j.on_boom(.9, .70), side * .14)],
             .017, M, .2)
    boom_lug = j.on_boom(2.52, 1.36)
    pin(boom_lug.x, boom_lug.y, .05, .36, M)
    cylinder(flat(boom_lug, 0), flat(j.on_stick(-.74, .30), 0), .088, M, .46)
    for side in (-1, 1):
        start, middle, end = j.on_boom(4.6, .52), j.on_boom(5.35, .75), j.on_stick(.15, .58)
        hose([flat(start, side * .12), flat(middle, side * .20), flat(end + V((.28, .15)), side * .20),
              flat(end, side * .12)], .016, M, .35)


def linkage(M, j):
    """Bucket ram, rocker on the stick, link to the bucket."""
    rocker_pivot, bucket_ear = j.on_stick(2.45, .0), j.on_bucket(*BUCKET_EAR)
    rocker_end = meeting(rocker_pivot, bucket_ear, .58, .60)
    ear = j.on_stick(.32, .62)
    cylinder(flat(ear, 0), flat(rocker_end, 0), .072, M, .48)
    for side in (-1, 1):
        plate(rocker_pivot, rocker_end, .065, side * .21, .045, M['paint'])
        plate(rocker_end, bucket_ear, .075, side * .13, .07, M['paint'])
    for at, width in ((rocker_pivot, .46), (rocker_end, .48), (bucket_ear, .40)):
        pin(at.x, at.y, .045, width, M)


def meeting(a, b, from_a, from_b):
    """The point `from_a` from a and `from_b` from b, on the side away from the machine."""
    along = b - a
    reach = min(along.length, from_a + from_b - .001)
    share = (from_a ** 2 - from_b ** 2 + reach ** 2) / (2 * reach)
    off = math.sqrt(max(0, from_a ** 2 - share ** 2))
    unit = along.normalized()
    return a + unit * share + V((-unit.y, unit.x)) * off


def plate(a, b, half, y, thick, material):
    """A link with round ends between two pins."""
    along = (b - a).normalized()
    start = math.atan2(along.y, along.x)
    outline = []
    for center, first in ((b, start - math.pi / 2), (a, start + math.pi / 2)):
        for i in range(9):
            turn = first + math.pi * i / 8
            outline.append((center.x + half * math.cos(turn), center.y + half * math.sin(turn)))
    prism(outline, thick, material, 'xz', off=y, bevel=.006)


# The bucket is drawn with its pin at the origin, its floor level and its mouth towards the machine (-X).
BUCKET_SHELL = [(.16, .10), (.42, .12), (.57, -.06), (.61, -.34), (.51, -.62), (.28, -.84), (-.04, -.95), (-.42, -.97),
                (-.98, -.93)]
BUCKET_EAR = (.40, .17)
BUCKET_WIDTH = 1.18


def bucket(M):
    outer = smooth(BUCKET_SHELL)
    half = BUCKET_WIDTH / 2
    loft([[V((x, y, z)) for y in (-half, half)] for x, z in outer], M['bucket'], closed_ring=False, solid=.03)
    side_plate = outer + [(-.90, -.74), (-.50, -.34), (-.12, -.02)]
    for side in (-1, 1):
        prism(side_plate, .028, M['bucket'], 'xz', off=side * half, bevel=.004)
        cutter = [(-1.0, -.94), (-.97, -.72), (-.58, -.28), (-.48, -.34), (-.86, -.80)]
        prism(cutter, .05, M['worn'], 'xz', off=side * (half + .005), bevel=.006)
        wear = outer[20:] + [(x * .94, z + .14) for x, z in reversed(outer[20:])]
        prism(wear, .02, M['worn'], 'xz', off=side * (half + .018), bevel=.004)
    for y in (-.19, .19):
        prism([(-.11, -.06), (-.10, .07), (.0, .11), (.36, .27), (.47, .24), (.52, .02), (.30, -.16), (.02, -.14)], .05,
              M['bucket'], 'xz', off=y, bevel=.008)
    box((.12, BUCKET_WIDTH, .045), (-.97, 0, -.93), M['worn'], .008)
    for i in range(5):
        tooth((-.99, -half + .075 + i * (BUCKET_WIDTH - .15) / 4, -.925), M)


def tooth(loc, M):
    """Adapter and point: a wedge that thins towards the tip, bright where the soil rubs it."""
    def ring(x, wide, low, high):
        return [V((x, -wide / 2, low)), V((x, wide / 2, low)), V((x, wide / 2, high)), V((x, -wide / 2, high))]
    with group('tooth', loc, (0, 0, math.pi)):
        loft([ring(-.12, .125, -.040, .070), ring(.04, .13, -.052, .075), ring(.12, .115, -.048, .060)], M['bucket'],
             auto=30, bevel=.006)
        loft([ring(.10, .105, -.046, .056), ring(.22, .10, -.038, .030), ring(.36, .09, -.016, -.002)], M['worn'],
             auto=30, bevel=.005)
