"""Things a mechanic sets up round a broken truck: cones, triangle, chocks, lamps, creeper."""
import math

from kit import V, area, bez, box, cyl, glow, group, kelvin, lathe, loft, prism, rrect, tube


def cone(P, x, y, turn=0):
    """A 28 inch cone with its two collars, as US highways want it."""
    with group('cone', (x, y, 0), (0, 0, turn)):
        box((.36, .36, .03), (0, 0, .018), P.plastic, .012)
        lathe([(.150, .030), (.138, .045), (.036, .690), (.030, .705), (.022, .705), (.022, .68)], mat=P.cone, steps=48)
        for low, high in ((.33, .475), (.535, .615)):
            lathe([(_cone_radius(low), low), (_cone_radius(high), high)], mat=P.reflective, steps=48)


def _cone_radius(z):
    return .138 - (.138 - .036) * (z - .045) / .645 + .003


def triangle(P, x, y, turn=0):
    """A folding warning triangle, hollow, on its weighted feet."""
    with group('triangle', (x, y, 0), (0, 0, turn)):
        center, outer, inner = .225, .265, .165

        def corner(radius, k):
            a = math.pi / 2 + 2 * math.pi * k / 3
            return (radius * math.cos(a), 0, center + radius * math.sin(a))

        for k in range(3):
            ring = [corner(outer, k), corner(outer, k + 1), corner(inner, k + 1), corner(inner, k)]
            loft([[V((px, dy, pz)) for px, _, pz in ring] for dy in (-.008, .008)], P.triangle, auto=20)
            band = [corner(outer - .012, k), corner(outer - .012, k + 1), corner(outer - .042, k + 1),
                    corner(outer - .042, k)]
            loft([[V((px, dy, pz)) for px, _, pz in band] for dy in (-.010, .010)], P.triangle_edge, auto=20)
        for tilt in (-.5, .5):
            box((.52, .045, .030), (0, 0, .022), P.plastic, .006, rot=(0, 0, tilt))
        box((.16, .06, .07), (0, 0, .06), P.plastic, .01)


def chocks(P, x, y):
    """One wedge before and one behind a tire of 51 cm, whose hub is above x; each is hollowed to its curve."""
    wedge = [(.20, 0), (.205, .02), (.25, .065), (.33, .12), (.40, .19), (.47, .19), (.50, .03), (.50, 0)]
    for turn in (0, math.pi):
        prism(wedge, .22, P.yellow, 'xz', bevel=.008, loc=(x, y, 0), rot=(0, 0, turn))


def light_stand(P, loc, target, power, temperature=3200, height=1.9):
    """A tripod with two work lamps; they light `target` for real, `power` watts each."""
    x, y, _ = loc
    with group('light stand', loc):
        for i in range(3):
            a = 2 * math.pi * i / 3 + .4
            tube([(0, 0, .80), (.52 * math.cos(a), .52 * math.sin(a), .02)], .014, P.yellow, rad=0)
            tube([(0, 0, .42), (.30 * math.cos(a), .30 * math.sin(a), .36)], .009, P.steel, rad=0)
        tube([(0, 0, .38), (0, 0, 1.05)], .021, P.yellow, rad=0)
        tube([(0, 0, 1.0), (0, 0, height)], .016, P.steel, rad=0)
        cyl(.03, .07, (0, 0, 1.05), 'z', P.plastic, .008)
    toward = (V(target) - V((x, y, height))).normalized()
    across = V((-toward.y, toward.x, 0)).normalized()
    tube([V((x, y, height)) - across * .26, V((x, y, height)) + across * .26], .014, P.steel, rad=0)
    tilt = toward.to_track_quat('-Z', 'Y').to_euler()
    for shift in (-.21, .21):
        place = V((x, y, height + .10)) + across * shift
        box((.28, .21, .07), place, P.plastic, .02, rot=tilt)
        box((.30, .23, .025), place + toward * .035, P.yellow, .02, rot=tilt)
        box((.245, .175, .008), place + toward * .050, P.work, .003, rot=tilt)
        area(place + toward * .07, target, .22, power, kelvin(temperature), size_y=.15, spread=140)
    tube(bez((x, y, height - .1), (x + .5, y + .3, .02), (0, .1, -.9), (-.4, 0, .1)), .006, P.hose, rad=0)


def halo(loc, size, color='#ffd49a', strength=.8):
    """Damp air round a lamp that looks towards the camera: a wide faint veil and a tight core."""
    glow(loc, size * 3, color, strength * .045, 2)
    glow(loc, size, color, strength, 4)


def chock(P, x, y, toward):
    """A wedge of yellow plastic, its hollow face against a wheel to `toward` (-1 or 1 along x)."""
    outline = [(.11, 0), (-.13, 0), (-.125, .03), (-.03, .075), (.06, .16), (.10, .165)]
    prism([(-toward * a, b) for a, b in outline], .17, P.yellow, 'xz', loc=(x, y, 0), bevel=.010)


def creeper(P, loc, turn=0):
    """The mechanic's board on castors."""
    with group('creeper', loc, (0, 0, turn)):
        prism(rrect(1.05, .46, .10), .025, P.seat, 'xy', off=.10, bevel=.01)
        box((.24, .36, .05), (-.36, 0, .135), P.plastic, .02)
        for x in (-.42, 0, .42):
            for y in (-.17, .17):
                cyl(.032, .025, (x, y, .035), 'y', P.plastic, .006)
