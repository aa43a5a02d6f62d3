"""Block, oil pan, head and valve cover of the inline six. Front is -X, fuel side -Y, exhaust side +Y."""
import math

from mathutils import Vector as V

from engine_fittings import connector, hexnut
from kit import bolt, box, cyl, group, lathe, loft, prism, rrect, text, tube

LENGTH = 1.10
CYLINDERS = [(i - 2.5) * .165 for i in range(6)]


def spread(count, inset):
    """`count` stations along the block, the outer two `inset` meters from its ends."""
    first, reach = -LENGTH / 2 + inset, LENGTH - 2 * inset
    return [first + reach * i / (count - 1) for i in range(count)]


def block(M):
    outline = [
        (-.215, -.11), (.215, -.11), (.225, -.06), (.215, .02), (.185, .10),
        (.178, .41), (-.178, .41), (-.185, .10), (-.215, .02), (-.225, -.06),
    ]
    prism(outline, LENGTH, M['iron'], 'yz', bevel=.012)
    for side in (-1, 1):
        for x in spread(7, .03):
            box((.022, .03, .30), (x, side * .185, .24), M['iron'], .006)
            box((.026, .03, .16), (x, side * .212, .0), M['iron'], .006, rot=(side * .05, 0, 0))
        for x in CYLINDERS:
            core_plug = [(0, .004), (.030, .004), (.034, .010), (.040, .010), (.040, -.01)]
            lathe(core_plug, (x, side * .184, .27), 'y' if side > 0 else '-y', M['zinc'], steps=40)
        box((LENGTH, .022, .028), (0, side * .19, .395), M['iron'], .005)
        box((LENGTH, .022, .024), (0, side * .195, .12), M['iron'], .006)
        box((LENGTH + .01, .06, .03), (0, side * .215, -.11), M['iron2'], .005)
        for x in spread(18, .03):
            bolt((x, side * .228, -.096), 'z', .0075, M['blackz'])


def oil_pan(M, drain_plug=True):
    """The stepped pan; its drain boss points at the fuel side, where the drain pan is put."""
    sections = (
        (-.125, 1.05, 0), (-.14, 1.05, 0), (-.142, .98, .02),
        (-.30, .92, .06), (-.36, .85, .1), (-.37, .78, .16),
    )
    rings = [[V((x, y * wide, z)) for x, y in rrect(LENGTH - .02 - short, .40, .03)] for z, wide, short in sections]
    loft(rings, M['iron2'], auto=35)
    for i in range(9):
        box((.012, .012, .18), (-.45 + i * .11, -.20, -.235), M['iron2'], .004, rot=(.06, 0, 0))
    cyl(.026, .03, (.30, -.178, -.325), 'y', M['iron2'], .004)
    if drain_plug:
        hexnut((.30, -.20, -.325), 'y', .017, M['zinc'])
    else:
        cyl(.013, .004, (.30, -.193, -.325), 'y', M['ink'], bevel=.001)


def head(M):
    box((LENGTH, .372, .008), (0, 0, .414), M['mach'], .001)
    outline = [(-.182, .418), (.182, .418), (.182, .50), (.165, .555), (-.165, .555), (-.182, .50)]
    prism(outline, LENGTH, M['iron'], 'yz', bevel=.008)
    for x in CYLINDERS:
        box((.085, .04, .075), (x, .185, .47), M['alud'], .010)
        box((.10, .035, .10), (x, -.178, .475), M['alud'], .012)
        for dx in (-.075, .075):
            bolt((x + dx, -.174, .535), 'z', .0085, M['blackz'])


def valve_cover(M):
    """Cast cover: bolted rim, ribbed shoulders, a raised spine with the firing order, filler, breather."""
    length = LENGTH - .04

    def ring(width, z, short=0):
        return [V((x, y, z)) for x, y in rrect(length - short, width, .045)]

    loft([ring(.335, .555), ring(.335, .573), ring(.33, .577, .004)], M['alud'], auto=30, bevel=.002)
    loft([
        ring(.300, .575, .03), ring(.294, .598, .036), ring(.285, .612, .042),
        ring(.250, .648, .06), ring(.236, .655, .07), ring(.20, .657, .12),
    ], M['cover'], auto=50)
    for x in spread(7, .07):
        for side in (-1, 1):
            bolt((x, side * .156, .577), 'z', .0095, M['blackz'])
            lathe([(0, 0), (.017, 0), (.017, -.02), (0, -.02)], (x, side * .156, .577), 'z', M['alud'], steps=24)
    shoulder_ribs(M)
    spine(M)
    filler_and_breather(M)
    lifting_eyes(M)


def shoulder_ribs(M):
    """Upright ribs between the bolts: the cover's stiffening, and what makes it look cast."""
    for x in spread(25, .085):
        for side in (-1, 1):
            box((.007, .042, .007), (x, side * .135, .629), M['cover'], .0025, rot=(-side * 1.117, 0, 0))
    for side in (-1, 1):
        box((.96, .008, .010), (0, side * .112, .656), M['cover'], .003)


def spine(M):
    box((.74, .120, .018), (.04, 0, .660), M['cover'], .006)
    box((.70, .086, .004), (.04, 0, .670), M['ink'], .0015)
    text('DIESEL', .046, (-.28, .014, .6725), (0, 0, 0), M['mach'], ext=.0022, bev=.0006, align='LEFT')
    text('FIRING ORDER 1-5-3-6-2-4', .026, (-.28, -.024, .6725), (0, 0, 0), M['mach'], ext=.0016, bev=.0004,
         align='LEFT')
    box((.15, .060, .002), (.29, 0, .6725), M['label'], .0005)
    for row in range(5):
        box((.12 - .012 * (row % 3), .003, .001), (.288, .020 - row * .010, .6738), M['ink'], 0)
    for x in (-.32, .40):
        for y in (-.052, .052):
            bolt((x, y, .668), 'z', .006, M['blackz'])


def filler_and_breather(M):
    lathe([(0, .034), (.036, .034), (.040, .028), (.040, 0), (.05, -.010), (.05, -.03), (0, -.03)],
          (.465, 0, .680), 'z', M['ink'], steps=48)
    box((.05, .012, .014), (.465, 0, .718), M['ink'], .004)
    with group('breather', (-.44, .03, .655)):
        lathe([(0, .085), (.045, .085), (.055, .078), (.058, .06), (.058, .012), (.066, .006), (.066, -.01), (0, -.01)],
              mat=M['plastic'], steps=48)
        for i in range(6):
            angle = i * math.pi / 3
            bolt((.061 * math.cos(angle), .061 * math.sin(angle), .006), 'z', .005, M['zinc'])
    tube([(-.44, .085, .70), (-.44, .17, .70), (-.43, .24, .62), (-.42, .26, .50), (-.42, .26, .30)], .015, M['hose'],
         rad=.05)
    for x in CYLINDERS:
        connector((x - .03, -.128, .605), '-y', M, .8)


def lifting_eyes(M):
    eye = [(-.03, 0), (.03, 0), (.026, .07), (.012, .10), (-.012, .10), (-.026, .07)]
    for x, y in ((-.50, -.13), (.50, .13)):
        prism(eye, .010, M['zinc'], 'xz', loc=(x, y, .575), bevel=.003)


def flywheel_housing(M):
    rim = [(.30 * math.cos(i * math.pi / 20), .30 * math.sin(i * math.pi / 20)) for i in range(40)]
    prism(rim, .12, M['iron2'], 'yz', off=LENGTH / 2 + .06, bevel=.01)
    for i in range(16):
        angle = i * math.pi / 8
        bolt((LENGTH / 2 - .001, .28 * math.cos(angle), .28 * math.sin(angle)), '-x', .009, M['zinc'])
