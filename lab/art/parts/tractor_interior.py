"""The inside of a conventional tractor's cab, as one sees it through the open driver's door: seats, floor,
pillars, windshield and the door itself. The truck heads -x; the driver sits at -y."""
import math

from kit import V, box, cyl, glass, group, lathe, loft, mat, prism, rrect, sheet, tube
from tractor_cab import CAB_BACK, DOOR, FIREWALL, HALF, SHIELD_HIGH, SHIELD_LOW

FLOOR, CEILING = 1.22, 2.80
SEAT_TOP = 1.80
DRIVER, PASSENGER = -.50, .50
INNER = HALF - .05          # half width inside the trim


def trims():
    """The soft and hard surfaces of the cab by name."""
    return dict(
        vinyl=mat('cab vinyl', '#1c1e21', rough=.55, bump=.25, bscale=700, rvar=.08),
        trim=mat('cab trim', '#26282b', rough=.5, bump=.2, bscale=500, rvar=.08, dirt=.2),
        light_trim=mat('cab light trim', '#5b5750', rough=.7, bump=.3, bscale=300),
        fabric=mat('seat fabric', '#2b2f36', rough=.9, bump=.6, bscale=900, cvar=.15, rscale=20, spec=.2),
        leather=mat('seat sides', '#17181a', rough=.42, bump=.25, bscale=260, rvar=.1),
        rim=mat('wheel rim', '#0a0a0b', rough=.38, bump=.2, bscale=300, rvar=.06),
        floor=mat('cab floor', '#101112', rough=.7, bump=.6, bscale=90, dirt=.4, dirtcol='#2c2318'),
        clear=glass('clear glass', '#e6f2f0', .01, .92),
        piping=mat('seat piping', '#8c2f14', rough=.5),
    )


def interior(P, T):
    floor_and_walls(P, T)
    windshield_frame(P, T)
    for y in (DRIVER, PASSENGER):
        seat(P, T, y)
        seat_belt(P, T, y, outboard=math.copysign(1, y))
    console(P, T)


def floor_and_walls(P, T):
    middle = (FIREWALL + CAB_BACK) / 2
    long = CAB_BACK - FIREWALL
    box((long, 2 * HALF, .05), (middle, 0, FLOOR - .025), T['floor'], .005)
    box((long, 2 * HALF, .04), (middle, 0, CEILING + .06), T['light_trim'], .01)
    box((.05, 2 * HALF, .9), (FIREWALL + .12, 0, FLOOR + .42), T['vinyl'], .01)
    # The far side: door panel, arm rest, window sill, pillars; outside its window it is night.
    box((long, .04, 2.12 - FLOOR), (middle, INNER, (2.12 + FLOOR) / 2), T['trim'], .01)
    box((.62, .08, .06), (3.25, INNER - .05, 1.84), T['vinyl'], .02)
    box((long, .06, .05), (middle, INNER - .01, 2.12), T['vinyl'], .015)
    for x, width in ((3.66, .34), (2.72, .05)):
        box((width, .06, CEILING - 2.1), (x, INNER, (CEILING + 2.1) / 2), T['trim'], .015)
    box((long, .05, .10), (middle, INNER, CEILING - .02), T['trim'], .015)
    # Behind the seats the sleeper's curtain, half drawn.
    for i in range(26):
        y = -INNER + 2 * INNER * i / 25
        cyl(.045, CEILING - FLOOR, (CAB_BACK + .02 + .02 * (i % 2), y, (CEILING + FLOOR) / 2), 'z', T['leather'], 0, 16)


def windshield_frame(P, T):
    """Pillars, header, the bar between the two panes, and the panes."""
    (x0, z0), (x1, z1) = SHIELD_LOW, SHIELD_HIGH
    for side in (-1, 1):
        low, high = V((x0 + .03, side * (HALF - .05), z0 - .08)), V((x1 + .03, side * (HALF - .09), z1 + .05))
        tube([low, high], .045, T['trim'], rad=0)
        pane = [V((x0, side * .02, z0)), V((x0, side * (HALF - .07), z0)), V((x1, side * (HALF - .11), z1)),
                V((x1, side * .02, z1))]
        sheet(pane, T['clear'], 'windshield pane')
        tube(pane, .014, P.rubber, rad=.05, cyclic=True)
        tube([(x0 - .02, side * .30, z0 + .01), (x0 + .085, side * .62, z0 + .34)], .008, P.plastic, rad=0)
        grab = [low + V((.05, -side * .03, .15)), low + V((.10, -side * .07, .20)),
                high + V((.06, -side * .07, -.12)), high + V((.03, -side * .03, -.07))]
        tube(grab, .014, T['vinyl'], rad=.03)
    tube([(x0 + .02, 0, z0 - .05), (x1 + .02, 0, z1 + .05)], .022, T['trim'], rad=0)
    box((.12, 2 * HALF - .1, .10), (x1 + .06, 0, z1 + .05), T['light_trim'], .03)
    for y in (DRIVER, PASSENGER):
        box((.02, .62, .18), (x1 + .12, y, z1 - .03), T['light_trim'], .008, rot=(0, .5, 0))


def seat(P, T, y):
    """An air-ride seat: pedestal with its bellows, cushion with bolsters, back, head rest."""
    box((.46, .40, .10), (3.36, y, FLOOR + .06), T['vinyl'], .02)
    for k in range(4):
        lathe([(.15, -.025), (.18, 0), (.15, .025)], (3.36, y, FLOOR + .15 + k * .05), 'z', P.rubber, steps=40)
    box((.50, .46, .07), (3.36, y, SEAT_TOP - .17), T['vinyl'], .02)
    prism(rrect(.54, .36, .06), .13, T['fabric'], 'xy', off=SEAT_TOP - .065, bevel=.035, loc=(3.36, y, 0))
    for side in (-1, 1):
        tube([(3.12, y + side * .215, SEAT_TOP - .05), (3.60, y + side * .215, SEAT_TOP - .05)], .062, T['leather'],
             rad=0, res=8)
        tube([(3.11, y + side * .165, SEAT_TOP + .004), (3.60, y + side * .165, SEAT_TOP + .004)], .005, T['piping'],
             rad=0)
    tube([(3.115, y - .19, SEAT_TOP - .055), (3.115, y + .19, SEAT_TOP - .055)], .055, T['leather'], rad=0, res=8)
    with group('seat back', (3.62, y, SEAT_TOP - .02), (0, .16, 0)):
        prism(rrect(.40, .70, .08, cy=.38), .13, T['fabric'], 'yz', off=.05, bevel=.04)
        for side in (-1, 1):
            tube([(.02, side * .21, .08), (.02, side * .23, .40), (.02, side * .19, .68)], .058, T['leather'], rad=.1,
                 res=8)
        prism(rrect(.30, .18, .06, cy=.84), .10, T['leather'], 'yz', off=.05, bevel=.03)


def seat_belt(P, T, y, outboard):
    """Unbuckled: the webbing lies over the seat's edge with its latch plate, the buckle stands at the other side."""
    webbing = mat('belt webbing', '#202327', rough=.8, bump=.4, bscale=800)
    half, edge = .023, y + outboard * .215
    path = [(3.68, .10, 1.60), (3.64, .06, 1.79), (3.57, .01, 1.824), (3.49, -.015, 1.820), (3.42, .0, 1.824),
            (3.375, .005, 1.826)]
    loft([[V((x, edge + outboard * (out - half), z)), V((x, edge + outboard * (out + half), z))]
          for x, out, z in path], webbing, closed_ring=False, caps=(False, False), solid=.002, subsurf=1)
    plate = edge + outboard * .005
    box((.035, .055, .012), (3.362, plate, 1.827), P.plastic, .005)
    box((.055, .028, .004), (3.320, plate, 1.827), P.polish, .0015)
    inboard = y - outboard * .29
    tube([(3.50, inboard, SEAT_TOP - .12), (3.40, inboard, SEAT_TOP + .08)], .010, P.plastic, rad=0)
    box((.05, .03, .08), (3.385, inboard, SEAT_TOP + .11), P.plastic, .008, rot=(0, -.46, 0))
    box((.035, .022, .012), (3.366, inboard, SEAT_TOP + .152), mat('belt button', '#a01410', rough=.4), .003,
        rot=(0, -.46, 0))


def console(P, T):
    """Between the seats: a low tray, a cup, the gear lever's boot and knob."""
    box((.70, .24, .30), (3.05, 0, FLOOR + .15), T['vinyl'], .03)
    lathe([(.09, 0), (.075, .05), (.055, .09), (.030, .13)], (2.98, 0, FLOOR + .30), 'z', P.rubber, steps=32)
    tube([(2.98, 0, FLOOR + .38), (3.00, -.02, FLOOR + .78), (3.02, -.04, FLOOR + .88)], .012, P.polish, rad=.08)
    box((.055, .05, .085), (3.025, -.045, FLOOR + .92), P.plastic, .02)
    lathe([(0, 0), (.032, 0), (.040, .11), (.036, .11), (.030, .01), (0, .01)], (3.28, .02, FLOOR + .30), 'z',
          mat('cup', '#c9c2b2', rough=.4), steps=40)


def open_door(P, T, angle=78):
    """The driver's door swung open on its front hinges; we see its inner side."""
    hinge = DOOR[0][0]
    long = 1.04
    with group('driver door', (hinge, -HALF + .01, 0), (0, 0, -math.radians(angle))):
        box((long, .05, 2.10 - 1.16), (long / 2, -.02, (2.10 + 1.16) / 2), P.paint, .02)
        box((long - .08, .03, .86), (long / 2, .02, 1.62), T['trim'], .02)
        box((long * .62, .07, .05), (long * .52, .06, 1.86), T['vinyl'], .02)
        box((.50, .05, .16), (.40, .055, 1.36), T['vinyl'], .02)
        box((.12, .02, .05), (.80, .045, 1.96), P.chrome, .008)
        tube([(.16, .05, 1.55), (.20, .10, 1.60), (.20, .10, 2.00), (.16, .05, 2.05)], .014, T['vinyl'], rad=.03)
        frame = [(.02, 0, 2.08), (.30, 0, 2.80), (long - .03, 0, 2.80), (long - .03, 0, 2.08)]
        tube(frame, .026, P.paint, rad=.06, cyclic=True)
        sheet(frame, P.glass)


def doorway(P, T):
    """The rubber seal and the painted edge round the opening, the sill with its tread plate."""
    rim = [V((x, -HALF + .02, z)) for x, z in DOOR[:1] + [(3.72, 1.16), (3.72, 2.82)] + DOOR[3:]]
    tube(rim, .028, P.paint, rad=.08, cyclic=True)
    tube([p + V((0, .035, 0)) for p in rim], .014, P.rubber, rad=.08, cyclic=True)
    box((1.0, .12, .02), (3.14, -HALF + .06, FLOOR + .005), P.tread, .004)
