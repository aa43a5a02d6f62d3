"""The workshop at night: wet concrete, cabinets along the wall, a door with cold windows, one warm lamp."""
import math
import random

import bpy

from kit import Wiring, area, bolt, box, cyl, emission, group, kelvin, lathe, mat, point, tube, world

ENGINE_HEIGHT = .86  # crank above the floor, on the stand


def room():
    """Floor, back wall and what stands along it; the wall runs along X at y = 4."""
    box((16, 16, .1), (0, 0, -.05), wet_concrete(), 0)
    box((16, .1, 5), (0, 4.4, 2.5), mat('wall', '#14181d', rough=.7, bump=.2, bscale=30, cvar=.2, rscale=.8), 0)
    roller_door(5.2)
    for x, turn in ((-2.9, .06), (-1.6, -.03), (-.3, .02), (1.0, -.02), (2.3, .03)):
        cabinet(x, 3.7, turn)
    cabinet(8.0, 3.7, -.04)
    shelf(-2.4, 4.2)
    shelf(8.3, 4.2)
    world([(0, '#05070a'), (.5, '#0a0e14'), (1, '#18222e')], .30)


def wet_concrete():
    """Sealed floor: smooth puddles where a slow noise is high, pores and stains elsewhere."""
    made = bpy.data.materials.new('wet concrete')
    made.use_nodes = True
    wiring = Wiring(made.node_tree)
    surface = made.node_tree.nodes['Principled BSDF'].inputs
    wet = wiring.remap(wiring.noise(.9, 4, .5), .46, .60, 0, 1)
    stain = wiring.remap(wiring.noise(3.5, 6, .65), .35, .7, 0, 1)
    dry = wiring.mix(stain, (.030, .031, .033, 1), (.075, .074, .071, 1))
    wiring.link(wiring.mix(wet, dry, (.018, .018, .019, 1)), surface['Base Color'])
    wiring.link(wiring.remap(wet, 0, 1, .42, .06), surface['Roughness'])
    wiring.link(wiring.bump(wiring.noise(70, 5, .7), wiring.remap(wet, 0, .8, .30, 0), .003), surface['Normal'])
    return made


def roller_door(x):
    """Slatted steel door with a row of lights through which the blue evening falls."""
    slat = mat('slat', '#2a3036', metal=.4, rough=.45, rvar=.1)
    for i in range(16):
        box((3.6, .05, .19), (x, 4.32, .1 + i * .2), slat, .02)
    evening = emission('evening', '#6fa8ff', 3.0)
    for i in range(4):
        box((.62, .02, .30), (x - 1.26 + i * .84, 4.27, 1.9), evening, .03)
    for side in (-1, 1):
        box((.14, .12, 3.4), (x + side * 1.87, 4.3, 1.7), mat('jamb', '#0c0e11', rough=.5), .01)


def cabinet(x, y, turn):
    paint = mat('cabinet', '#10161d', rough=.3, coat=1, coatr=.05)
    pull = mat('pull', '#c7c9ca', metal=1, rough=.2)
    with group('cabinet', (x, y, 0), (0, 0, turn)):
        box((1.1, .6, 1.05), (0, 0, .58), paint, .01)
        box((1.12, .62, .03), (0, 0, 1.12), mat('cabinet top', '#3a2a1c', rough=.5, cvar=.3), .006)
        for i in range(5):
            box((1.02, .02, .16), (0, -.31, .2 + i * .19), paint, .006)
            box((.9, .03, .02), (0, -.33, .26 + i * .19), pull, .004)


def shelf(x, y):
    """Steel shelf with jugs and boxes: reads as stock when out of focus."""
    steel = mat('shelf steel', '#3b444d', metal=.6, rough=.4)
    random.seed(4)
    stock = [mat('stock' + tone, tone, rough=.5) for tone in ('#7c1f19', '#c9c4b5', '#1d3a5f', '#b07a1d', '#22272c')]
    for z in (1.55, 2.0, 2.45):
        box((2.2, .35, .03), (x, y, z), steel, .004)
        for i in range(9):
            tall = random.uniform(.18, .34)
            box((.16, .2, tall), (x - .95 + i * .24, y, z + .015 + tall / 2), random.choice(stock), .02)


def engine_stand(M):
    """Two A-frames at the engine's ends and one beam behind: the oil pan stays free to be reached."""
    paint = mat('stand', '#20262c', rough=.35, coat=.6, coatr=.1, dirt=.4, wear=.003)
    flange = ENGINE_HEIGHT - .13
    box((1.36, .08, .08), (0, .26, .16), paint, .006)
    for x in (-.68, .68):
        box((.08, 1.0, .08), (x, 0, .16), paint, .006)
        for y in (-.44, .44):
            cyl(.055, .035, (x, y, .055), 'y', M['rubber'])
            box((.10, .09, .012), (x, y, .115), M['zinc'], .002)
        for side in (-1, 1):
            tube([(x, side * .40, .18), (x * .86, side * .30, flange - .06)], .034, paint, rad=0)
            box((.20, .13, .022), (x * .82, side * .255, flange - .03), paint, .004)
            bolt((x * .78, side * .285, flange - .02), 'z', .012, M['zinc'])


def cart(loc, turn, M, color='#8c1a15'):
    """Open-topped tool cart with drawers; its rubber mat is at z = .90."""
    paint = mat('cart' + color, color, rough=.30, coat=1, coatr=.05, rvar=.06, wear=.003)
    with group('cart', loc, (0, 0, turn)) as placed:
        box((.84, .50, .62), (0, 0, .55), paint, .012)
        box((.88, .54, .035), (0, 0, .875), paint, .010)
        box((.82, .48, .012), (0, 0, .894), M['rubber'], .003)
        for side in (-1, 1):
            box((.88, .014, .03), (0, side * .263, .90), paint, .004)
            box((.014, .54, .03), (side * .433, 0, .90), paint, .004)
        for z in (.34, .46, .58, .74):
            box((.78, .02, .105), (0, -.255, z), paint, .005)
            box((.70, .022, .014), (0, -.268, z + .040), M['mach'], .003)
        for x in (-.34, .34):
            for y in (-.18, .18):
                cyl(.065, .04, (x, y, .066), 'y', M['rubber'], .01)
                box((.07, .05, .10), (x, y, .18), M['zinc'], .004)
    return placed


def hanging_lamp(loc, M, power, aim_at, cable=((.01, 0, 1.0), (.05, .02, 3))):
    """A caged work lamp on its cable; the light it gives comes from a small lamp just under it.

    `cable` is the rest of the cable's path, counted from the lamp.
    """
    x, y, z = loc
    with group('work lamp', loc):
        tube([(0, 0, .16), (0, 0, .20), (.03, 0, .215), (.03, 0, .19)], .003, M['mach'], rad=.015)
        lathe([(.016, .17), (.022, .15), (.030, .05), (.095, .0), (.10, -.012), (.092, -.010), (.030, .04), (0, .05)],
              mat=mat('lamp shade', '#7a1712', rough=.35, coat=.8), steps=48)
        lathe([(0, .04), (.022, .03), (.034, -.01), (.024, -.04), (0, -.048)], mat=emission('bulb', '#ffbe73', 20, 9),
              steps=32)
        for i in range(8):
            a = i * math.pi / 4
            c, s = math.cos(a), math.sin(a)
            tube([(.095 * c, .095 * s, -.01), (.075 * c, .075 * s, -.09), (0, 0, -.12)], .002, M['mach'], rad=.03)
        tube([(0, 0, .17), *cable], .006, M['rubber'], rad=.05)
    point((x, y, z - .03), power * .3, kelvin(2700), .03)
    area((x, y, z - .02), aim_at, .16, power, kelvin(2700))


def floor_lamp(loc, aim_at, M, power):
    """A square work lamp on a low frame, set on the floor."""
    x, y, z = loc
    turn = math.atan2(aim_at[1] - y, aim_at[0] - x)
    with group('floor lamp', loc, (0, 0, turn)):
        box((.05, .24, .16), (0, 0, 0), mat('lamp housing', '#1a1c1f', rough=.4), .012)
        box((.006, .20, .12), (.027, 0, 0), emission('floor lamp lens', '#ffd49a', 30, 7), .003)
        for side in (-1, 1):
            tube([(0, side * .14, 0), (0, side * .14, .02 - z), (.12, side * .14, .012 - z)], .009, M['mach'], rad=.03)
    ahead = .05
    area((x + ahead * math.cos(turn), y + ahead * math.sin(turn), z), aim_at, .20, power, kelvin(2700), size_y=.12)
