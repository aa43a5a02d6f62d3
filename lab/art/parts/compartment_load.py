"""What lies in the service truck's compartments: drawers, shelves of bins, a hose reel, oil, spanners."""
import math
import random

from kit import bez, box, cyl, group, lathe, prism, tube


def fill(P, side, name, opening, half, depth):
    """Lines one open compartment, lights it from its top edge and puts in its load."""
    x0, x1, z0, z1 = opening
    back = side * (half - depth + .03)
    box((x1 - x0 - .06, .012, z1 - z0 - .06), ((x0 + x1) / 2, back, (z0 + z1) / 2), P.galvanised, .002)
    box((x1 - x0 - .12, .02, .014), ((x0 + x1) / 2, side * (half - .05), z1 - .05), P.led, .003)
    room = (x0 + .05, x1 - .05, z0 + .03, z1 - .06)
    face = side * (half - .10)
    {'front': drawers_and_jugs, 'over front': spanner_board, 'over rear': bins, 'rear': reels}[name](
        P, side, room, face, back)


def drawers_and_jugs(P, side, room, face, back):
    """A tower of seven drawers, one pulled out with sockets in it; jugs and a gun on the shelf above."""
    x0, x1, z0, z1 = room
    middle, width = (x0 + x1) / 2, x1 - x0
    heights = (.14, .12, .10, .10, .08, .08)
    z = z0
    for i, h in enumerate(heights):
        out = side * .26 if i == 4 else 0
        drawer(P, side, middle, width, face + side * .02 + out, z, h - .012)
        if i == 4:
            sockets(P, middle, width, face - side * .10 + out, z + h)
        z += h
    shelf(P, side, middle, width, z + .02, face, back)
    for i in range(4):
        jug(P, (x0 + .11 + i * (width - .20) / 3, face - side * .13, z + .03), P.plastic if i < 2 else P.coolant)
    shelf(P, side, middle, width, z1 - .17, face, back)
    for i in range(3):
        carton = (P.reflective, P.green, P.reflective)[i]
        box((.19, .20, .12), (x0 + .14 + i * .235, face - side * .13, z1 - .09), carton, .008)


def drawer(P, side, middle, width, front, z, high):
    """A folded steel drawer: its front is a pan with a full-width pull along the top and a label holder."""
    box((width - .03, .32, high - .02), (middle, front - side * .17, z + high / 2), P.drawer, .003)
    box((width, .012, high), (middle, front - side * .006, z + high / 2), P.drawer, .004)
    tube([(middle - width / 2 + .01, front + side * .012, z + high - .006),
          (middle + width / 2 - .01, front + side * .012, z + high - .006)], .009, P.polish, rad=0)
    box((.09, .004, .024), (middle - width / 2 + .09, front + side * .003, z + high * .45), P.reflective, .001)
    box((.028, .010, .028), (middle + width / 2 - .05, front + side * .004, z + high * .45), P.polish, .003)


def sockets(P, middle, width, y, z):
    for row in range(3):
        for i in range(12):
            r = .010 + .001 * i
            cyl(r, .045, (middle - width / 2 + .06 + i * (width - .12) / 11, y + (row - 1) * .075, z + .01), 'z',
                P.chrome, .003, 16)


def spanner_board(P, side, room, face, back):
    """Combination spanners hung in order of size on a dark board, cases on the shelf under them."""
    x0, x1, z0, z1 = room
    y = back + side * .03
    box((x1 - x0 - .02, .006, z1 - z0 - .10), ((x0 + x1) / 2, back + side * .012, (z0 + z1) / 2 + .03), P.lining, .002)
    count = 11
    for i in range(count):
        length = .40 - .022 * i
        x = x0 + .07 + i * (x1 - x0 - .14) / (count - 1)
        top = z1 - .05
        box((.016 + .0006 * length, .008, length - .05), (x, y, top - length / 2), P.polish, .003)
        lathe([(.012, -.006), (.024, -.006), (.024, .006), (.012, .006)], (x, y, top - .01), 'y', P.polish, closed=True,
              steps=24)
        for dx in (-.013, .013):
            box((.013, .009, .04), (x + dx, y, top - length), P.polish, .003, rot=(0, .5 if dx < 0 else -.5, 0))
    shelf(P, side, (x0 + x1) / 2, x1 - x0, z0 + .02, face, back)
    for i, (width, body) in enumerate(((.24, P.drawer), (.20, P.plastic), (.26, P.drawer))):
        x = x0 + .16 + i * .28
        box((width, .22, .15), (x, face - side * .10, z0 + .105), body, .012)
        box((.09, .03, .02), (x, face + side * .02, z0 + .14), P.plastic, .006)


def bins(P, side, room, face, back):
    """Three rows of open-fronted bins with filters, hoses' ends and fittings."""
    x0, x1, z0, z1 = room
    for row in range(3):
        z = z0 + .02 + row * (z1 - z0) / 3
        shelf(P, side, (x0 + x1) / 2, x1 - x0, z, face, back)
        for i in range(5):
            x = x0 + .085 + i * (x1 - x0 - .17) / 4
            steel_bin(P, side, x, face, z)
            for _ in range(4):
                cyl(random.uniform(.015, .03), .05,
                    (x + random.uniform(-.04, .04), face - side * random.uniform(.04, .14), z + .055),
                    random.choice('xyz'), random.choice((P.polish, P.worn, P.reflective, P.plastic)), .006, 20)


def steel_bin(P, side, x, face, z, wide=.135, deep=.20, high=.085):
    """Open-topped, its front lower than its back, with a card in the holder."""
    for dx in (-wide / 2, wide / 2):
        prism([(face, z), (face, z + high * .55), (face - side * deep * .35, z + high), (face - side * deep, z + high),
               (face - side * deep, z)], .004, P.bin, 'yz', off=x + dx, bevel=0)
    box((wide, deep, .004), (x, face - side * deep / 2, z + .008), P.bin, 0)
    box((wide, .004, high * .55), (x, face, z + high * .275), P.bin, .001)
    box((wide * .62, .003, .024), (x, face + side * .003, z + high * .27), P.reflective, 0)
    box((wide, .004, high), (x, face - side * deep, z + high / 2), P.bin, 0)


def reels(P, side, room, face, back):
    """Air and oil hose reels one above the other, their coils to the street, filters on the shelf between."""
    x0, x1, z0, z1 = room
    middle = (x0 + x1) / 2
    for z, hose in ((z0 + .27, P.hose_red), (z1 - .27, P.hose)):
        reel(P, (middle, face - side * .13, z), side, hose)
    shelf(P, side, middle, x1 - x0, (z0 + z1) / 2 - .10, face, back)
    for i in range(4):
        x = x0 + .09 + i * (x1 - x0 - .18) / 3
        lathe([(0, .17), (.05, .17), (.055, .15), (.055, .01), (.05, 0), (0, 0)],
              (x, face - side * .12, (z0 + z1) / 2 - .09), 'z', P.reflective if i % 2 else P.plastic)


def reel(P, loc, side, hose):
    with group('reel', loc, (0, math.pi / 2, 0)):
        for z in (-.135, .135):
            lathe([(.225, z - .006), (.235, z), (.225, z + .006), (.20, z + .004), (.06, z + .004), (.06, z - .004),
                   (.20, z - .004)], mat=P.yellow, closed=True)
        for layer in range(3):
            for i in range(7):
                z = -.105 + i * .0352
                lathe([(.125 + layer * .03 + .017 * math.cos(a), z + .017 * math.sin(a))
                       for a in (math.pi * k / 4 for k in range(8))], mat=hose, closed=True)
        cyl(.05, .40, (0, 0, 0), 'z', P.plastic, .01)
    x, y, z = loc
    tube(bez((x - .15, y + side * .12, z - .12), (x - .08, y + side * .20, z - .42), (-.02, side * .05, -.15),
             (0, 0, .1)), .015, hose, rad=0)


def jug(P, loc, color):
    with group('jug', loc):
        box((.15, .22, .22), (0, 0, .115), color, .025)
        box((.10, .05, .05), (0, 0, .245), color, .015)
        cyl(.025, .04, (.04, .07, .245), 'z', P.plastic, .006, 20)


def shelf(P, side, middle, width, z, face, back):
    box((width, abs(face - back) + .03, .012), (middle, (face + back) / 2, z), P.galvanised, .002)
