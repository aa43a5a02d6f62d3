"""The fuel side (-Y): rail and injector lines, pump, filters, control unit, starter, dipstick."""
import math

from mathutils import Vector as V

from engine_block import CYLINDERS
from engine_fittings import canister, connector, hexnut, loom
from kit import bolt, box, cyl, group, lathe, prism, rrect, tube

RAIL_Y, RAIL_Z = -.245, .440
LINE = .0048  # radius of a high-pressure line, 9.6 mm with its coating


def fuel_side(M, oil_filters=2, fuel_filter=True):
    rail(M)
    for x in CYLINDERS:
        injector_line(x, M)
    pump(M)
    pump_to_rail(M)
    fuel_filter_head(M)
    if fuel_filter:
        fuel_canister(M)
    oil_filter_header(M, oil_filters)
    control_unit(M)
    harness(M)
    starter(M)
    dipstick(M)


def rail(M):
    cyl(.021, .93, (0, RAIL_Y, RAIL_Z), 'x', M['steelpipe'], bevel=.004)
    for end in (-1, 1):
        cyl(.026, .03, (end * .465, RAIL_Y, RAIL_Z), 'x', M['mach'])
    hexnut((-.487, RAIL_Y, RAIL_Z), 'x', .017, M['zinc'], 1.3)
    cyl(.012, .05, (.50, RAIL_Y, RAIL_Z), 'x', M['zinc'], .003)
    connector((.52, RAIL_Y, RAIL_Z), 'x', M, .9)
    for x in (-.33, -.11, .11, .33):
        box((.032, .05, .05), (x, -.218, RAIL_Z - .005), M['alud'], .005)
        cyl(.030, .03, (x, RAIL_Y, RAIL_Z), 'x', M['alud'], .003)
        bolt((x, RAIL_Y, RAIL_Z + .028), 'z', .007, M['zinc'])


def injector_line(x, M):
    """Out of the rail, up, and over to the head: two bends, the same for all six, as a bender makes them."""
    outlet = V((0, -.50, .87)).normalized()
    inlet = V((0, -.94, .34)).normalized()
    at_rail = V((x - .036, RAIL_Y, RAIL_Z))
    at_head = V((x + .018, -.190, .500))
    for base, along, length in ((at_rail, outlet, .018), (at_head, inlet, .005)):
        facing = along.to_track_quat('Z', 'Y').to_euler()
        cyl(.0115, .05, base + along * length, mat=M['mach'], rot=facing)
        hexnut(base + along * (length + .032), facing, .0115, M['zinc'], 1.8)
    start, end = at_rail + outlet * .055, at_head + inlet * .045
    tube([start, start + outlet * .062, end + inlet * .052, end], LINE, M['steelpipe'], rad=.026, n=10)


def pump(M):
    """Two-plunger high-pressure pump on the gear case."""
    with group('pump', (-.36, -.285, .20)):
        cyl(.075, .05, (-.115, 0, 0), 'x', M['alud'], .006)
        prism(rrect(.14, .15, .03), .17, M['alu'], 'yz', bevel=.008)
        for x in (-.045, .045):
            cyl(.034, .06, (x, -.02, .10), 'z', M['alu'], .005)
            cyl(.03, .03, (x, -.02, .14), 'z', M['blackz'], .005)
            hexnut((x, -.02, .165), 'z', .013, M['zinc'], 1.5)
            for angle in (.8, 2.4, 3.9, 5.5):
                bolt((x + .027 * math.cos(angle), -.02 + .027 * math.sin(angle), .13), 'z', .005, M['blackz'])
        for i in range(6):
            angle = i * math.pi / 3
            bolt((-.14, .062 * math.cos(angle), .062 * math.sin(angle)), '-x', .006, M['zinc'])
        for i in range(5):
            box((.008, .155, .12), (-.06 + i * .03, 0, -.005), M['alu'], .002)
        cyl(.02, .06, (.11, 0, .02), 'x', M['blackz'])
        connector((.05, -.08, .02), '-y', M, 1, M['orange'])


def pump_to_rail(M):
    for x, reach in ((-.405, .10), (-.315, .17)):
        end = x + reach
        tube([(x, -.305, .372), (x, -.305, .405), (end, -.290, .395), (end, RAIL_Y, RAIL_Z - .02)],
             LINE, M['steelpipe'], rad=.022, n=10)
        hexnut((end, RAIL_Y - .006, RAIL_Z - .028), 'z', .0115, M['zinc'], 1.5)


FUEL_FILTER = (-.08, -.285, .282)  # where the canister is screwed on


def fuel_filter_head(M):
    """The cast head with its hand primer, the threaded stud and the machined face the canister seals on."""
    prism(rrect(.17, .07, .02), .11, M['alu'], 'xz', off=-.27, bevel=.008, loc=(-.08, 0, .315))
    box((.10, .12, .05), (-.08, -.21, .315), M['alu'], .006)
    for dx in (-.06, .06):
        bolt((-.08 + dx, -.327, .335), '-y', .007, M['zinc'])
    x, y, z = FUEL_FILTER
    lathe([(0, .002), (.046, .002), (.050, -.002), (.050, -.010), (.043, -.012), (.042, -.005), (.016, -.005)],
          (x, y, z), 'z', M['mach'], steps=64)
    stud = [(.011, 0), (.011, -.006)]
    for i in range(6):
        stud += [(.0125, -.008 - i * .004), (.0125, -.0095 - i * .004), (.0105, -.0115 - i * .004)]
    lathe(stud + [(.007, -.034), (.007, -.010), (0, -.010)], (x, y, z), 'z', M['zinc'], steps=32)
    hand_primer(x - .045, y, .350, M)
    tube([(-.17, -.285, .32), (-.22, -.285, .32), (-.24, -.285, .27), (-.27, -.285, .22)], .010, M['hose'], rad=.03)
    hexnut((-.168, -.285, .32), 'x', .014, M['brass'], 1.5)


def hand_primer(x, y, z, M):
    """The plunger that fills a filter by hand; its knob is unscrewed and stands up, ready to be pumped."""
    cyl(.019, .030, (x, y, z + .015), 'z', M['mach'], .002)
    hexnut((x, y, z + .036), 'z', .017, M['zinc'], .8)
    cyl(.0055, .05, (x, y, z + .06), 'z', M['steelpipe'], .001)
    lathe([(0, 0), (.012, 0), (.021, .006), (.022, .012), (.022, .024), (.019, .029), (0, .030)],
          (x, y, z + .082), 'z', M['orange'], steps=40)
    for i in range(12):
        a = i * math.pi / 6
        box((.004, .004, .014), (x + .0215 * math.cos(a), y + .0215 * math.sin(a), z + .100), M['orange'], .001,
            rot=(0, 0, a))


def fuel_canister(M):
    """The filter with a clear water bowl under it."""
    x, y, z = FUEL_FILTER
    canister(x, y, z, .047, .15, M['filt'], M)
    lathe([(.044, 0), (.046, -.004), (.046, -.06), (.03, -.075), (0, -.075)], (x, y, z - .147), 'z', M['amber'],
          steps=48)
    cyl(.012, .02, (x, y, z - .227), 'z', M['brass'], verts=6)


def oil_filter_header(M, fitted):
    """Cooler and filter head; `fitted` filters hang from it, the other seats stand bare."""
    box((.32, .13, .06), (.22, -.275, .21), M['alu'], .014)
    box((.2, .12, .10), (.22, -.23, .235), M['alu'], .012)
    for dx in (-.13, -.05, .05, .13):
        bolt((.22 + dx, -.31, .241), 'z', .0085, M['blackz'])
    for seat, x in enumerate((.138, .302)):
        lathe([(0, .01), (.056, .01), (.060, .004), (.060, -.014), (.045, -.016), (.045, -.008), (0, -.008)],
              (x, -.275, .180), 'z', M['mach'], steps=56)
        cyl(.015, .03, (x, -.275, .160), 'z', M['zinc'], verts=24)
        if seat < fitted:
            canister(x, -.275, .166, .062, .24, M['filt'], M, 'OIL', M['sil'])


def control_unit(M):
    with group('control unit', (.20, -.235, .335)):
        box((.30, .05, .12), (0, 0, 0), M['alud'], .008)
        for i in range(14):
            box((.008, .02, .10), (-.12 + i * .0185, -.03, 0), M['alud'], .002)
        for x in (-.14, .14):
            for z in (-.048, .048):
                bolt((x, -.026, z), '-y', .006, M['zinc'])
        for z in (-.03, .03):
            box((.07, .05, .03), (.19, -.005, z), M['plastic'], .004)


def harness(M):
    loom([(-.50, -.20, .55), (-.46, -.172, .600), (-.2, -.174, .602), (.1, -.172, .600), (.47, -.174, .602),
          (.53, -.14, .58), (.55, -.1, .45)], .010, M['plastic'])
    loom([(.40, -.24, .365), (.43, -.25, .34), (.45, -.24, .20), (.50, -.22, .12)], .013, M['plastic'])
    loom([(.40, -.24, .305), (.43, -.25, .27), (.44, -.24, .1), (.50, -.24, -.02)], .011, M['plastic'])
    loom([(-.50, -.20, .55), (-.53, -.22, .45), (-.50, -.235, .30), (-.22, -.235, .29), (-.16, -.24, .36),
          (.05, -.24, .36)],
         .010, M['plastic'])


def starter(M):
    cyl(.055, .22, (.40, -.29, -.02), 'x', M['blackz'], .008)
    cyl(.062, .05, (.53, -.29, -.02), 'x', M['alu'], .006)
    cyl(.026, .12, (.42, -.26, .065), 'x', M['blackz'], .005)
    for dz in (-.012, .012):
        cyl(.005, .022, (.352, -.26, .065 + dz), 'x', M['brass'], .001)
    tube([(.34, -.26, .077), (.30, -.27, .075), (.24, -.24, .02), (.1, -.235, .01)], .009, M['redcable'], rad=.04)


def dipstick(M):
    tube([(.02, -.22, -.08), (.02, -.30, .0), (.04, -.345, .2), (.05, -.345, .44), (.05, -.34, .60)], .006, M['zinc'],
         rad=.06)
    tube([(.05, -.34, .60), (.05, -.34, .63), (.075, -.34, .645), (.075, -.34, .675), (.05, -.34, .685),
          (.03, -.34, .66), (.05, -.34, .63)],
         .004, M['orange'], rad=.01)
