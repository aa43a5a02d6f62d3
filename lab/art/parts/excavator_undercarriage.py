"""Tracks, rollers, sprocket, idler, car body and slew ring. Forward is +X, the ground z = 0."""
import math

from hydraulics import ring_of
from kit import V, bolt, box, cyl, group, inst, lathe, loft, prism

GAUGE, SHOE = 2.39, .60          # between the tracks' middles; width of a shoe
AXLE, TUMBLER_Z = 1.80, .455     # idler and sprocket stand at ±AXLE
PITCH_RADIUS, SHOES = .375, 52
SAG = .035                        # how far the upper run hangs between its rollers


def undercarriage(M):
    for side in (-1, 1):
        with group('track', (0, side * GAUGE / 2, 0)):
            track_chain(M)
            track_frame(M, side)
            idler(M)
            sprocket(M, side)
            rollers(M)
    car_body(M)
    slew_ring(M)


def chain_path():
    """Place and heading of every shoe round the stadium of the chain."""
    straight, turn = 2 * AXLE, math.pi * PITCH_RADIUS
    pitch = (2 * straight + 2 * turn) / SHOES
    for i in range(SHOES):
        s = i * pitch
        if s < straight:
            yield -AXLE + s, TUMBLER_Z - PITCH_RADIUS, math.pi
        elif s < straight + turn:
            a = (s - straight) / PITCH_RADIUS
            yield AXLE + PITCH_RADIUS * math.sin(a), TUMBLER_Z - PITCH_RADIUS * math.cos(a), math.pi - a
        elif s < 2 * straight + turn:
            t = s - straight - turn
            yield AXLE - t, TUMBLER_Z + PITCH_RADIUS - SAG * math.sin(2 * math.pi * t / straight) ** 2, 0
        else:
            a = (s - 2 * straight - turn) / PITCH_RADIUS
            yield -AXLE - PITCH_RADIUS * math.sin(a), TUMBLER_Z + PITCH_RADIUS * math.cos(a), -a


def track_chain(M):
    for x, z, turn in chain_path():
        # The shoe is drawn with its outside up; on the ground run it is turned over.
        inst('shoe', lambda: shoe(M), (x, 0, z), (0, turn, 0))
        for y in (-.10, .10):
            inst('link', lambda: chain_link(M), (x, y, z), (0, turn, 0))


def shoe(M):
    """Triple-grouser plate, its leading lip lying over the next."""
    outline = [(-.100, .000), (.086, .000), (.104, -.010), (.104, .002), (.090, .014), (.080, .014), (.074, .040),
               (.062, .040),
               (.056, .014), (.010, .014), (.005, .040), (-.007, .040), (-.012, .014), (-.058, .014), (-.064, .040),
               (-.076, .040), (-.082, .014), (-.100, .014)]
    return prism(outline, SHOE, M['track'], 'xz', bevel=.003, seg=2)


def chain_link(M):
    outline = [(-.11, -.02), (-.09, -.085), (.07, -.085), (.11, -.06), (.11, -.015), (.08, -.002), (-.08, -.002)]
    return prism(outline, .035, M['track'], 'xz', bevel=.004, seg=2)


def track_frame(M, side):
    """Box beam between idler and sprocket, its top sloped so that mud slides off."""
    section = [(-.20, .24), (.20, .24), (.20, .52), (.10, .66), (-.10, .66), (-.20, .52)]
    loft([[V((x, y, z)) for y, z in section] for x in (-1.42, 1.28)], M['frame'], auto=30, bevel=.012)
    for y in (-.15, .15):
        box((.62, .07, .17), (1.55, y, TUMBLER_Z), M['frame'], .012)
    outside = side * .205
    box((1.5, .012, .16), (-.05, outside, .40), M['frame'], .004)
    for x in (-.72, .62):
        for z in (.34, .46):
            bolt((x, outside + side * .006, z), 'y' if side > 0 else '-y', .014, M['steel'])
    for x in (-.55, .15, .85):
        prism([(-.16, .20), (.16, .20), (.12, .10), (-.12, .10)], .03, M['frame'], 'xz', off=side * .17, loc=(x, 0, 0),
              bevel=.005)


def idler(M):
    r = PITCH_RADIUS - .085
    with group('idler', (AXLE, 0, TUMBLER_Z)):
        lathe([(.06, -.11), (r * .55, -.09), (r * .82, -.06), (r, -.062), (r, -.03), (r + .035, -.03), (r + .035, .03),
               (r, .03),
               (r, .062), (r * .82, .06), (r * .55, .09), (.06, .11)], axis='y', mat=M['track'], steps=72)
        cyl(.09, .36, axis='y', mat=M['frame'], bevel=.01)


def sprocket(M, side):
    """Toothed ring on the final drive, whose ribbed hub faces outwards."""
    teeth, outline = 21, []
    for i in range(teeth):
        for share, radius in ((-.30, .285), (-.12, .345), (.12, .345), (.30, .285)):
            a = (i + share) * 2 * math.pi / teeth
            outline.append((radius * math.cos(a), radius * math.sin(a)))
    out = 'y' if side > 0 else '-y'
    with group('sprocket', (-AXLE, 0, TUMBLER_Z)):
        prism(outline, .06, M['track'], 'xz', bevel=.006)
        lathe([(.27, 0), (.27, .05), (.24, .07), (.235, .13), (.20, .15), (.19, .20), (.10, .215), (0, .215)], axis=out,
              mat=M['frame'], steps=72)
        cyl(.26, .22, (0, -side * .14, 0), 'y', M['frame'], .02)
        for x, z in ring_of(20, .255):
            bolt((x, side * .048, z), out, .012, M['steel'])
        for x, z in ring_of(12, .165):
            bolt((x, side * .198, z), out, .009, M['steel'])
        for x, z in ((.05, .03), (-.05, .03)):
            cyl(.016, .02, (x, side * .222, z), 'y', M['steel'], .003, verts=6)


def rollers(M):
    shape = [(.05, -.16), (.115, -.15), (.115, -.125), (.09, -.12), (.09, -.06), (.085, 0), (.09, .06), (.09, .12),
             (.115, .125), (.115, .15), (.05, .16)]
    for i in range(7):
        lathe(shape, (-1.30 + i * .415, 0, .195), 'y', M['track'], steps=40)
    for x in (-.62, .62):
        lathe([(r * .8, h) for r, h in shape], (x, 0, .700), 'y', M['track'], steps=40)


def car_body(M):
    """The X between the tracks: a box under the ring and four arms."""
    cyl(.68, .30, (0, 0, .70), 'z', M['frame'], .02, verts=64)
    for x in (-1, 1):
        for y in (-1, 1):
            arm = [[V((x * a, y * b, z)) for a, b, z in ring] for ring in (
                ((.10, .60, .56), (.62, .18, .56), (.62, .18, .84), (.10, .60, .84)),
                ((.55, 1.12, .34), (.95, 1.12, .34), (.95, 1.12, .56), (.55, 1.12, .56)))]
            loft(arm, M['frame'], auto=30, bevel=.01)


def slew_ring(M):
    lathe([(.52, .84), (.66, .84), (.66, .90), (.63, .91), (.63, .93), (.67, .94), (.67, 1.02), (.52, 1.02)],
          mat=M['steel'], steps=96)
    for x, y in ring_of(36, .645):
        bolt((x, y, .90), 'z', .012, M['steel'])
