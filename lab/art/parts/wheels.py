"""Truck wheels: tires with tread, ten-hole discs, hubs, duals."""
import math

from kit import V, cyl, group, inst, lathe, loft

PITCHES = 46          # tread blocks, or notches, round a tire
SIDEWALL = [(.575, -.46), (.60, -.50), (.66, -.52), (.72, -.525), (.73, -.535), (.745, -.535), (.755, -.525),
            (.84, -.525), (.92, -.49), (.965, -.44)]


def wheel(loc, side, P, radius=.51, width=.28, dual=False, drive=False, disc='alu'):
    """A wheel whose disc looks to `side` (-1 or 1 along y); a dual has its second tire inboard."""
    with group('wheel', loc, (-math.pi / 2 if side > 0 else math.pi / 2, 0, 0)):
        tire(P, radius, width, drive)
        if dual:
            tire(P, radius, width, drive, (0, 0, -width * 1.22))
            dished_disc(P, radius, width, disc)
        else:
            domed_disc(P, radius, width, disc)


def tire(P, radius, width, drive, loc=(0, 0, 0)):
    """Shared mesh: `drive` tires carry lugs, the others four straight grooves."""
    kind = f'tire {radius} {width} {drive}'
    inst(kind, lambda: _drive_tyre(P, radius, width) if drive else _ribbed_tyre(P, radius, width), loc)


def _ribbed_tyre(P, radius, width):
    """Five ribs between straight grooves; the outer two are notched all the way round, as a steer tire's are."""
    floor, ribs, span = .962, 5, .80
    profile = [(r, z, None) for r, z in SIDEWALL]
    for i in range(ribs):
        left = -span / 2 + span * (i + .07) / ribs
        right = -span / 2 + span * (i + .83) / ribs
        notched = 'shoulder' if i in (0, ribs - 1) else None
        profile += [(floor, left - .008, None), (1, left, notched), (1, right, None), (floor, right + .008, None)]
    # The last rib's notched edge is its right one.
    profile[-3], profile[-2] = (1, profile[-3][1], None), (1, profile[-2][1], 'shoulder')
    profile += [(r, -z, None) for r, z in reversed(SIDEWALL)]
    return _moulded(P, profile, radius, width, lambda kind, step: kind == 'shoulder' and step % 4 == 0, floor)


def _drive_tyre(P, radius, width):
    """Blocks in four rows, each row a step on from the next, cut 18 mm deep."""
    rows = [(-.43, -.24), (-.21, -.02), (.02, .21), (.24, .43)]
    floor = .962
    profile = [(r, z, None) for r, z in SIDEWALL]
    for row, (left, right) in enumerate(rows):
        profile += [(floor, left - .012, None), (1, left, row), (1, right, row), (floor, right + .012, None)]
    profile += [(r, -z, None) for r, z in reversed(SIDEWALL)]
    return _moulded(P, profile, radius, width, lambda row, step: row is not None and (step + 2 * row) % 4 == 0, floor)


def _moulded(P, profile, radius, width, is_cut, floor):
    """Turns the profile of (radius, side, kind) round the axle; where `is_cut` the tread falls to its `floor`."""
    steps = PITCHES * 4
    rings = []
    for r, z, kind in profile:
        ring = []
        for i in range(steps):
            a = 2 * math.pi * i / steps
            here = (floor if is_cut(kind, i) else r) * radius
            ring.append(V((here * math.cos(a), here * math.sin(a), z * width)))
        rings.append(ring)
    return loft(rings, P.rubber, caps=(False, False), auto=24, name='tire')


def dished_disc(P, radius, width, disc):
    """The outer disc of a pair of drive wheels: deep dish, hub standing out of it."""
    rim = radius * .585
    metal = P.polish if disc == 'alu' else P.white if disc == 'white' else P.steel
    face = -width * .30
    lathe([(rim * 1.0, width * .50), (rim * .985, width * .53), (rim * .95, width * .50), (rim * .93, width * .36),
           (rim * .90, -width * .10), (rim * .86, face + .02), (rim * .80, face), (rim * .50, face),
           (rim * .50, face + .01)], mat=metal, auto=30)
    _hand_holes(P, rim * .70, rim * .085, face)
    _nuts(P, rim * .57, face, 10)
    lathe([(rim * .44, face), (rim * .44, width * .05), (rim * .40, width * .14), (rim * .36, width * .15),
           (rim * .34, width * .17), (0, width * .17)], mat=P.iron if disc == 'steel' else P.chrome, auto=30)
    for i in range(8):
        a = 2 * math.pi * i / 8
        cyl(.012, .02, (rim * .27 * math.cos(a), rim * .27 * math.sin(a), width * .17), 'z', P.polish, .003, 6)
    _brake_behind(P, rim, width)


def domed_disc(P, radius, width, disc):
    """A steer wheel: the disc bulges outwards, with its hub cap."""
    rim = radius * .585
    metal = P.polish if disc == 'alu' else P.white if disc == 'white' else P.steel
    face = width * .16
    lathe([(rim * 1.0, width * .50), (rim * .985, width * .53), (rim * .95, width * .50), (rim * .92, width * .30),
           (rim * .88, width * .02), (rim * .80, width * .02), (rim * .62, face), (rim * .40, face),
           (rim * .38, face + .03), (rim * .30, face + .05), (0, face + .05)], mat=metal, auto=30)
    _hand_holes(P, rim * .745, rim * .075, width * .085)
    _nuts(P, rim * .53, face, 10)
    lathe([(rim * .24, face), (rim * .24, face + .10), (rim * .20, face + .125), (0, face + .125)],
          mat=P.chrome, steps=40)
    _brake_behind(P, rim, width)


def _hand_holes(P, circle, radius, height):
    for i in range(10):
        a = 2 * math.pi * i / 10
        cyl(radius, .012, (circle * math.cos(a), circle * math.sin(a), height), 'z', P.dark, 0, 24)


def _nuts(P, circle, height, count):
    for i in range(count):
        a = 2 * math.pi * (i + .5) / count
        place = (circle * math.cos(a), circle * math.sin(a), height + .02)
        inst('wheel nut', lambda: cyl(.0165, .045, (0, 0, 0), 'z', P.chrome, .004, 6), place)


def _brake_behind(P, rim, width):
    cyl(rim * .80, width * .5, (0, 0, -width * .30), 'z', P.iron, .01)
