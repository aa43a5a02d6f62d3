"""The front (-X): gear case, belt drive, alternator, compressor, thermostat."""
import math

from engine_block import LENGTH
from engine_fittings import clamp, pulley
from kit import belt, bolt, box, cyl, group, lathe, prism, tube

FRONT = -LENGTH / 2
BELT_X = FRONT - .125

# y, z, radius, and +1 where the ribbed face of the belt runs on the pulley, -1 where its back does.
CRANK, WATER_PUMP, LOWER_IDLER = (0, 0, .112, 1), (.175, .13, .072, 1), (.045, .235, .042, -1)
FAN, ALTERNATOR, TENSIONER = (.02, .43, .095, 1), (-.255, .47, .042, 1), (-.115, .255, .048, -1)
COMPRESSOR = (-.25, .06, .068, 1)
ROUTE = [CRANK, WATER_PUMP, LOWER_IDLER, FAN, ALTERNATOR, TENSIONER, COMPRESSOR]


def front(M):
    gear_case(M)
    belt_drive(M)
    water_pump(M)
    alternator(M)
    compressor(M)
    thermostat(M)


def gear_case(M):
    right = [(.21, -.11), (.21, .05), (.17, .15), (.17, .50), (.12, .55)]
    outline = [(-y, z) for y, z in right[:1]] + right + [(-y, z) for y, z in reversed(right[1:])]
    prism(outline, .06, M['alu'], 'yz', off=FRONT - .03, bevel=.010)
    for y, z in ((.19, -.08), (.19, .03), (.155, .16), (.155, .28), (.155, .40), (.11, .53)):
        for side in (-1, 1):
            bolt((FRONT - .06, side * y, z), '-x', .0085, M['zinc'])
    lathe([(0, .03), (.10, .03), (.12, .012), (.125, 0)], (FRONT - .06, 0, 0), '-x', M['alu'], steps=64)
    # Where it drives the fuel pump.
    prism([(-.10, .10), (-.29, .10), (-.36, .15), (-.37, .22), (-.32, .29), (-.10, .30)], .06, M['alu'], 'yz',
          off=FRONT - .03, bevel=.010)
    cyl(.062, -.40 - FRONT, ((FRONT - .40) / 2, -.285, .20), 'x', M['alu'], .006)


def belt_drive(M):
    damper = [(0, -.05), (.04, -.05), (.05, -.04), (.06, -.03), (.125, -.03), (.13, -.025), (.13, -.004), (.118, 0),
              (0, 0)]
    lathe(damper, (BELT_X + .005, 0, 0), 'x', M['blackz'], steps=80)
    for y, z, radius, side in ROUTE:
        if side > 0:
            face = M['blackz'] if radius > .09 else M['alud']
            pulley(BELT_X, y, z, radius, .042, M, True, face)
        else:
            idler(y, z, radius, M)
        cyl(min(radius * .6, .04), .09, (BELT_X + .05, y, z), 'x', M['alud'], .004)
    belt(ROUTE, .036, .006, M['rubber'], x=BELT_X)
    arm = [(-.03, -.035), (.03, -.035), (.02, .09), (-.02, .09)]
    prism(arm, .02, M['alu'], 'yz', off=BELT_X + .04, bevel=.005, loc=(0, TENSIONER[0], .19))


def idler(y, z, radius, M):
    profile = [(0, -.022), (radius * .5, -.022), (radius * .55, -.015), (radius * .9, -.018), (radius, -.02),
               (radius, .02), (0, .02)]
    lathe(profile, (BELT_X, y, z), 'x', M['plastic'], steps=56)
    bolt((BELT_X - .022, y, z), '-x', .010, M['zinc'])


def water_pump(M):
    profile = [(0, -.05), (.05, -.05), (.06, -.03), (.085, -.02), (.09, .03), (0, .03)]
    lathe(profile, (BELT_X + .085, .175, .13), 'x', M['alu'], steps=48)


def alternator(M):
    with group('alternator', (BELT_X + .13, ALTERNATOR[0], ALTERNATOR[1])):
        lathe([
            (0, -.09), (.05, -.09), (.07, -.08), (.078, -.06), (.078, -.015), (.072, -.012),
            (.072, .012), (.078, .015), (.078, .07), (.06, .085), (0, .085),
        ], mat=M['alu'], axis='x', steps=64)
        for i in range(18):
            angle = i * math.pi / 9
            for x in (-.04, .045):
                slot = (x, .0785 * math.cos(angle), .0785 * math.sin(angle))
                box((.03, .010, .006), slot, M['ink'], .001, rot=(angle, 0, 0))
        cyl(.05, .03, (.10, 0, 0), 'x', M['plastic'], .006)
        cyl(.008, .03, (.12, -.03, .02), 'x', M['brass'])
        tube([(.13, -.03, .02), (.18, -.03, .02), (.20, .0, -.04), (.20, .03, -.14)], .008, M['redcable'], rad=.04)
        box((.10, .03, .08), (.02, .07, -.06), M['alu'], .008, rot=(.6, 0, 0))


def compressor(M):
    with group('compressor', (BELT_X + .13, COMPRESSOR[0], COMPRESSOR[1])):
        cyl(.066, .20, (.02, 0, 0), 'x', M['alu'], .012)
        cyl(.072, .03, (-.06, 0, 0), 'x', M['alud'], .006)
        box((.12, .05, .05), (.03, 0, .065), M['alu'], .008)
        for i in range(6):
            angle = i * math.pi / 3
            bolt((-.076, .06 * math.cos(angle), .06 * math.sin(angle)), '-x', .006, M['zinc'])


def thermostat(M):
    cyl(.045, .06, (FRONT + .02, .07, .60), 'z', M['alu'], .006)
    # It ends at the back of the radiator's top tank.
    hose = [(FRONT + .02, .07, .62), (FRONT + .02, .07, .72), (FRONT - .14, .05, .745), (FRONT - .27, .05, .742)]
    tube(hose, .034, M['hose'], rad=.07)
    clamp((FRONT - .23, .05, .743), 'x', .034, M)
