"""The upper structure: deck, counterweight, hood, tanks, steps and rails, and the open engine door."""
import math

from excavator_arm import smooth
from kit import V, bolt, box, cyl, group, lathe, loft, prism, rrect, text, tube

RIGHT_SIDE, LEFT_SIDE = -1.30, 1.30
DECK, HOOD = 1.22, 2.04                  # top of the deck, top of the hood
BAY_REAR, BAY_FRONT = -1.96, -.76        # the engine compartment along X


def house(M, door=128):
    """`door` is how far the right engine door stands open, in degrees."""
    deck(M)
    counterweight(M)
    hood(M)
    engine_door(M, door)
    tanks(M)
    boom_brackets(M)
    rails(M)
    exhaust(M)


def deck(M):
    outline = [(-2.0, -1.30), (1.45, -1.30), (1.62, -1.15), (1.62, -.42), (1.20, -.36), (1.20, .36), (1.70, .40),
               (1.70, 1.26), (1.62, 1.30), (-2.0, 1.30)]
    prism(outline, .20, M['blackpaint'], 'xy', off=DECK - .10, bevel=.015)
    for x in (-1.2, -.2, .8):
        bolt((x, RIGHT_SIDE - .002, 1.12), '-y', .012, M['steel'])


def counterweight(M):
    """One heavy casting with a rounded tail, lighter below where it clears the tracks."""
    def plan(depth, half, z, bulge):
        arc = [(-1.98 - depth - bulge * math.cos(a), half * math.sin(a) / math.sin(1.2))
               for a in [(-1.2 + 2.4 * i / 40) for i in range(41)]]
        return [V((x + bulge * math.cos(1.2), y, z))
                for x, y in [(-1.98 - bulge * math.cos(1.2), -half)] + arc + [(-1.98 - bulge * math.cos(1.2), half)]]
    profile = ((.26, 1.20, .98), (.36, 1.26, 1.02), (.46, 1.295, 1.14), (.50, 1.305, 1.34), (.51, 1.305, 1.60),
               (.49, 1.305, 1.84),
               (.45, 1.295, 1.98), (.38, 1.27, 2.06), (.28, 1.22, 2.09))
    loft([plan(depth, half, z, .34) for depth, half, z in smooth(list(profile))], M['weight'], auto=50)
    text('07', .30, (-2.22, RIGHT_SIDE - .008, 1.60), (math.pi / 2, 0, 0), M['decal'], ext=.002, bev=0)
    for i in range(7):
        box((.045, .006, .12), (-2.44 + i * .075, RIGHT_SIDE - .006, 1.22), M['tape' if i % 2 else 'decal'], 0,
            rot=(0, .5, 0))
    for y in (-.6, .6):
        prism([(-.07, 0), (.07, 0), (.05, .12), (-.05, .12)], .04, M['weight'], 'xz', loc=(-2.25, y, 2.05), bevel=.01)


def hood(M):
    """Left half closed; on the right a frame round the engine bay, with a dark lining inside."""
    long, middle = BAY_FRONT - BAY_REAR, (BAY_FRONT + BAY_REAR) / 2
    box((long + .9, .34, HOOD - DECK), (middle + .45, 1.12, (HOOD + DECK) / 2), M['paint'], .03)
    box((long, 2.56, .05), (middle, 0, HOOD), M['paint'], .02)
    box((.62, .9, .06), (middle - .1, .10, HOOD + .05), M['paint'], .03)
    for i in range(6):
        box((.44, .03, .014), (middle - .1, -.2 + i * .11, HOOD + .085), M['blackpaint'], .004)
    lining = M['lining']
    box((.04, 2.3, HOOD - DECK), (BAY_FRONT + .02, -.10, (HOOD + DECK) / 2), lining, .006)
    box((.04, 2.3, HOOD - DECK), (BAY_REAR - .02, -.10, (HOOD + DECK) / 2), lining, .006)
    box((long, .04, HOOD - DECK), (middle, .94, (HOOD + DECK) / 2), lining, 0)
    for x in (BAY_REAR + .02, BAY_FRONT - .02):
        box((.06, .05, HOOD - DECK), (x, RIGHT_SIDE + .025, (HOOD + DECK) / 2), M['paint'], .008)
    box((long, .05, .07), (middle, RIGHT_SIDE + .025, HOOD - .03), M['paint'], .01)
    box((long, .05, .05), (middle, RIGHT_SIDE + .025, DECK + .025), M['paint'], .008)
    seal = rrect(long - .10, HOOD - DECK - .13, .04, cx=middle, cy=(HOOD + DECK) / 2 - .02)
    tube([(x, RIGHT_SIDE - .004, z) for x, z in seal], .009, M['hose'], rad=0, cyclic=True)


def engine_door(M, opened):
    """Hinged at the front edge; its inside carries foam, stiffeners and the stay."""
    wide, high = BAY_FRONT - BAY_REAR - .04, HOOD - DECK - .02
    middle_z = (HOOD + DECK) / 2
    with group('engine door', (BAY_FRONT - .01, RIGHT_SIDE - .01, middle_z), (0, 0, math.radians(180 + opened))):
        # Drawn along +X from the hinge; closed it would point to the rear, its outside towards -Y.
        box((wide, .035, high), (wide / 2, 0, 0), M['paint'], .014)
        inside = .022
        box((wide - .20, .02, high - .20), (wide / 2, -inside, 0), M['foam'], .008)
        for i in range(5):
            for z in (-.18, 0, .18):
                cyl(.022, .006, (.20 + i * (wide - .40) / 4, -inside - .011, z), 'y', M['steel'], .002)
        for x in (.07, wide - .07):
            box((.07, .03, high - .10), (x, -inside, 0), M['paint'], .006)
        for z in (-high / 2 + .05, high / 2 - .05):
            box((wide - .10, .03, .05), (wide / 2, -inside, z), M['paint'], .006)
        for i in range(7):
            box((.34, .012, .022), (wide * .62, .022, -.18 + i * .045), M['blackpaint'], .004)
        box((.03, .035, .12), (wide - .06, .03, -.02), M['blackpaint'], .006)
    # The stay that holds it, from the frame's top rail to the middle of the door.
    turn = math.radians(180 + opened)
    held = (BAY_FRONT - .01 + .5 * math.cos(turn) + .04 * math.sin(turn),
            RIGHT_SIDE - .01 + .5 * math.sin(turn) - .04 * math.cos(turn), HOOD - .16)
    tube([(BAY_FRONT - .42, RIGHT_SIDE - .01, HOOD - .05), held], .008, M['steel'], rad=0)
    for z in (DECK + .12, HOOD - .14):
        cyl(.018, .12, (BAY_FRONT, RIGHT_SIDE - .012, z), 'z', M['blackpaint'], .004)


def tanks(M):
    """Fuel tank behind, hydraulic tank inboard, step box in front with its treads."""
    box((1.02, .82, .72), (-.22, -.88, DECK + .36), M['paint'], .05)
    box((.62, .74, .66), (-.42, -.08, DECK + .33), M['paint'], .03)
    cyl(.06, .05, (-.15, -.95, DECK + .745), 'z', M['blackpaint'], .01)
    box((.60, .82, .42), (.62, -.88, DECK + .21), M['paint'], .035)
    box((.62, .78, .16), (1.24, -.86, DECK + .08), M['paint'], .03)
    for x, z in ((-.22, .722), (.62, .422), (1.24, .162)):
        box((.50 if x > 0 else .8, .5, .01), (x, -.88, DECK + z), M['tread'], .002)
    for x in (-.22, .62):
        width = .88 if x < 0 else .48
        z = DECK + (.36 if x < 0 else .21)
        tall = .56 if x < 0 else .30
        tube([(x + a, RIGHT_SIDE + .008, z + b) for a, b in rrect(width, tall, .04, 3)], .005, M['blackpaint'], rad=0,
             cyclic=True)
        box((.06, .02, .10), (x + width / 2 - .06, RIGHT_SIDE, z), M['blackpaint'], .008)
    box((.22, .004, .10), (-.48, RIGHT_SIDE + .008, DECK + .54), M['decal'], .001)


def boom_brackets(M):
    side = [(-.35, DECK), (1.15, DECK), (1.12, 1.36), (.92, 1.42), (.48, 1.84), (.34, 1.98), (.12, 1.98), (-.02, 1.84)]
    for y in (-.30, .30):
        prism(side, .05, M['paint'], 'xz', off=y, bevel=.012)


def rails(M):
    bar = M['rail']
    tube([(.98, -1.26, DECK + .1), (.98, -1.26, 2.25), (.72, -1.26, 2.42), (-.62, -1.26, 2.42),
          (-.66, -1.26, DECK + .72)], .019, bar, rad=.12)
    tube([(.20, -1.26, 2.42), (.20, -1.26, DECK + .72)], .016, bar, rad=0)
    tube([(.98, -1.26, 2.30), (1.22, -1.42, 2.34)], .012, bar, rad=0)
    box((.05, .20, .30), (1.22, -1.46, 2.30), M['blackpaint'], .03)


def exhaust(M):
    x, y = -1.05, .55
    cyl(.075, .30, (x, y, HOOD + .15), 'z', M['blackpaint'], .01)
    tube([(x, y, HOOD + .25), (x, y, HOOD + .52), (x - .16, y, HOOD + .68)], .055, M['steel'], rad=.12)
    lathe([(0, .30), (.06, .30), (.13, .24), (.13, .16), (.06, .12), (.05, 0)], (-.95, -.35, HOOD + .02), 'z',
          M['blackpaint'], steps=48)
