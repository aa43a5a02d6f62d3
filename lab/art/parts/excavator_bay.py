"""What the open door shows: the engine's flywheel end, the pumps with their hoses, filters."""
import math

from engine import engine
from engine_fittings import canister, hexnut
from excavator_house import BAY_FRONT, BAY_REAR, RIGHT_SIDE
from hydraulics import hose, ring_of
from kit import bolt, box, cyl, group, lathe, prism, rrect, tube

ENGINE_SCALE = .80
CRANK = (-1.36, .12, 1.42)


def engine_bay(M, E):
    """M: the excavator's materials; E: the engine's."""
    with group('engine in bay', CRANK, (0, 0, -math.pi / 2), ENGINE_SCALE):
        engine(E)
    pumps(M, E)
    filters(M, E)
    plumbing(M, E)


def pumps(M, E):
    """Two piston pumps in one housing, bolted to the flywheel end, towards the door."""
    x, y, z = CRANK[0], CRANK[1] - .66 * ENGINE_SCALE, CRANK[2]
    with group('pumps', (x, y, z)):
        lathe([(0, .0), (.235, 0), (.235, .03), (.17, .07), (.155, .12), (0, .12)], axis='-y', mat=E['iron2'], steps=64)
        for px, pz in ring_of(12, .21):
            bolt((px, -.03, pz), '-y', .010, E['zinc'])
        prism(rrect(.30, .27, .06), .30, M['pump'], 'xz', off=-.26, bevel=.015)
        prism(rrect(.33, .30, .06), .04, M['pump'], 'xz', off=-.25, bevel=.008)
        prism(rrect(.25, .22, .05), .14, M['pump'], 'xz', off=-.46, bevel=.015)
        cyl(.055, .10, (-.06, -.55, .03), 'y', M['pump'], .008)
        cyl(.040, .12, (.07, -.54, -.05), 'y', E['alu'], .006)
        for px in (-.125, .125):
            for pz in (-.11, .11):
                bolt((px, -.274, pz), '-y', .014, E['blackz'])
        for px, pz in ((-.09, .08), (.09, .08), (-.09, -.08), (.09, -.08)):
            bolt((px, -.53, pz), '-y', .011, E['blackz'])
        for px in (-.07, .07):
            box((.10, .11, .035), (px, -.30, .150), M['pump'], .008)
            for dx in (-.035, .035):
                for dy in (-.038, .038):
                    bolt((px + dx, -.30 + dy, .167), 'z', .008, E['blackz'])


def filters(M, E):
    """Fuel and pilot filters on the rear wall, where they are reached from the ground."""
    y = RIGHT_SIDE + .17
    box((.06, .34, .07), (BAY_REAR + .06, y + .05, 1.86), E['alu'], .008)
    for i, shell in enumerate(('filt', 'filt')):
        canister(BAY_REAR + .12, y + i * .15, 1.83, .058, .22, E[shell], E, 'FUEL')
    lathe([(.054, 0), (.056, -.004), (.056, -.06), (.034, -.08), (0, -.08)], (BAY_REAR + .12, y, 1.61), 'z', E['amber'],
          steps=48)
    box((.10, .10, .06), (BAY_FRONT - .13, y, 1.80), E['alu'], .008)
    canister(BAY_FRONT - .13, y, 1.77, .060, .24, E['filt2'], E, 'OIL', E['sil'])
    for dx in (-.03, .03):
        bolt((BAY_FRONT - .13 + dx, y - .05, 1.80), '-y', .008, E['zinc'])


def plumbing(M, E):
    x, y, z = CRANK[0], CRANK[1] - .66 * ENGINE_SCALE, CRANK[2]
    for i, px in enumerate((-.07, .07)):
        hose([(x + px, y - .30, z + .17), (x + px, y - .32, z + .34), (x + .20 + i * .10, y - .30 - i * .08, z + .46),
              (BAY_FRONT - .02, y - .22, z + .40)],
             .026, M, .10)
    hose([(x - .12, y - .30, z - .10), (x - .30, y - .32, z - .06), (BAY_REAR + .16, y - .20, z + .02),
          (BAY_REAR + .10, y - .05, z + .12)], .020, M, .08)
    hose([(x + .12, y - .42, z - .02), (x + .26, y - .44, z + .02), (BAY_FRONT - .16, y - .34, z - .12),
          (BAY_FRONT - .02, y - .30, z - .08)], .034, M, .10)
    hose([(BAY_FRONT - .18, RIGHT_SIDE + .17, 1.80), (BAY_FRONT - .32, RIGHT_SIDE + .18, 1.84), (x + .14, y - .2, 1.86),
          (x + .05, y + .1, 1.80)], .013, M, .08)
    hexnut((x - .135, y - .30, z - .10), 'x', .026, E['zinc'], 1.2)
    tube([(BAY_REAR + .12, RIGHT_SIDE + .20, 1.89), (BAY_REAR + .14, RIGHT_SIDE + .22, 1.95), (x - .1, y + .05, 1.96),
          (x - .05, y + .3, 1.90)],
         .010, E['hose'], rad=.05)
