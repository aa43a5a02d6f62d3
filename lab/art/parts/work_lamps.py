"""Small warm lamps a mechanic takes along: a caged bulb and an LED bar to hang, a square one for the ground."""
import math

from kit import area, box, emission, group, kelvin, lathe, mat, tube


def hanging_lamp(loc, M, power, aim_at, cable=((.01, 0, 1.0), (.05, .02, 3))):
    """A caged work lamp on its cable; the light it gives comes from a small lamp just under it.

    `cable` is the rest of the cable's path, counted from the lamp.
    """
    x, y, z = loc
    with group('work lamp', loc):
        _hook(.16, M)
        lathe([(.016, .17), (.022, .15), (.030, .05), (.095, .0), (.10, -.012), (.092, -.010), (.030, .04), (0, .05)],
              mat=mat('lamp shade', '#7a1712', rough=.35, coat=.8), steps=48)
        lathe([(0, .04), (.022, .03), (.034, -.01), (.024, -.04), (0, -.048)], mat=emission('bulb', '#ffbe73', 20, 9),
              steps=32)
        for i in range(8):
            a = i * math.pi / 4
            c, s = math.cos(a), math.sin(a)
            tube([(.095 * c, .095 * s, -.01), (.075 * c, .075 * s, -.09), (0, 0, -.12)], .002, M['mach'], rad=.03)
        tube([(0, 0, .17), *cable], .006, M['rubber'], rad=.05)
    area((x, y, z - .02), aim_at, .16, power, kelvin(2700))


def led_bar(loc, turn, M, power, aim_at):
    """A cordless LED work light on its hook, its face turned by `turn`: what one hangs over open fuel."""
    x, y, z = loc
    with group('LED bar', loc, (0, 0, turn)):
        _hook(.15, M)
        box((.044, .064, .13), (-.01, 0, -.16), mat('LED bar grip', '#14161a', rough=.6, bump=.3, bscale=300), .012)
        box((.032, .066, .27), (-.004, 0, .025), mat('LED bar shell', '#7a1712', rough=.35, coat=.8), .010)
        box((.004, .046, .235), (.013, 0, .025), emission('LED face', '#ffe3b8', 30, 12), .002)
    area((x, y, z - .02), aim_at, .16, power, kelvin(3000))


def floor_lamp(loc, aim_at, M, power):
    """A square work lamp on a low frame, set on the ground."""
    x, y, z = loc
    turn = math.atan2(aim_at[1] - y, aim_at[0] - x)
    with group('floor lamp', loc, (0, 0, turn)):
        box((.05, .24, .16), (0, 0, 0), mat('lamp housing', '#1a1c1f', rough=.4), .012)
        box((.006, .20, .12), (.027, 0, 0), emission('floor lamp lens', '#ffd49a', 30, 7), .003)
        for side in (-1, 1):
            tube([(0, side * .14, 0), (0, side * .14, .02 - z), (.12, side * .14, .012 - z)], .009, M['mach'], rad=.03)
    ahead = .05
    area((x + ahead * math.cos(turn), y + ahead * math.sin(turn), z), aim_at, .20, power, kelvin(2700), size_y=.12)


def _hook(foot, M):
    tube([(0, 0, foot), (0, 0, .20), (.03, 0, .215), (.03, 0, .19)], .003, M['mach'], rad=.015)
