"""The dash of a tractor at night: glowing gauges, parking-brake knobs, steering wheel, the data link's socket."""
import math

from kit import Matrix, V, box, cyl, emission, group, lathe, loft, mat, prism, rrect, text, tube

DRIVER = -.50
CLUSTER = V((2.865, DRIVER, 2.00))
PANEL = V((2.90, -.06, 1.94))
WHEEL = V((3.03, DRIVER, 2.06))
DATA_LINK = V((2.86, -.86, 1.70))      # low at the left, by the driver's shin


def facing(direction):
    """Rotation of a panel that is drawn x to the right and y up, and looks along `direction`."""
    z = V(direction).normalized()
    x = V((-z.y, z.x, 0)).normalized()
    return Matrix((x, z.cross(x), z)).transposed().to_euler()


def dashboard(P, T):
    body(T)
    cluster(P, T)
    driver_panel(P, T)
    steering(P, T)
    pedals(P)


def body(T):
    """One swept pad under the windshield; before the driver it rises into a hood over the gauges."""
    rings = []
    for y, lift, back in ((-.93, -.03, -.06), (-.80, .0, .0), (-.72, .05, .03), (-.28, .05, .03), (-.18, .01, .05),
                          (.12, .0, .05), (.24, -.03, -.03), (.93, -.05, -.06)):
        rings.append([V((x + (back if x > 2.7 else 0), y, z + (lift if z > 1.9 else 0))) for x, z in
                      ((2.50, 1.62), (2.50, 2.07), (2.70, 2.10), (2.86, 2.085), (2.88, 2.05), (2.80, 2.03),
                       (2.84, 1.84), (2.80, 1.72), (2.66, 1.62))])
    loft(rings, T['vinyl'], auto=50, bevel=.012, name='dash')
    for y in (-.84, .20, .84):
        vent(T, V((2.875 if y < .5 else 2.80, y, 1.985)))
    prism(rrect(.44, .17, .03, cx=.58, cy=1.83), .02, T['trim'], 'yz', off=2.79, bevel=.008)


def vent(T, loc):
    with group('vent', loc, facing((1, 0, .1))):
        lathe([(.052, 0), (.056, .008), (.046, .012), (.044, 0)], mat=T['trim'], steps=40)
        for i in range(5):
            box((.086 - abs(i - 2) * .012, .004, .012), (0, -.028 + i * .014, .002), T['trim'], .001)


def cluster(P, T):
    """Speed and engine speed large, the others round them, a row of tell-tales under them."""
    with group('cluster', CLUSTER, facing((1, 0, .30))):
        prism(rrect(.50, .185, .03), .012, mat('cluster face', '#07080a', rough=.35), 'xy', off=-.006, bevel=.003)
        for x, needle, lit in ((-.075, 200, 9), (.075, 215, 8)):
            gauge(P, (x, .012, 0), .068, needle, lit)
        for x, y, needle in ((-.205, .050, 140), (-.205, -.042, 120), (.205, .050, 150), (.205, -.042, 160)):
            gauge(P, (x, y, 0), .038, needle, 5)
        telltales()


def gauge(P, loc, r, needle, marks):
    """Dial with lit marks over 240 degrees; `needle` in degrees, counted from the right."""
    white, red = emission('dial marks', '#d8f0ff', 1.5), emission('dial needle', '#ff5a1e', 2.2)
    with group('gauge', loc):
        lathe([(r, 0), (r * 1.03, .008), (r * 1.10, .008), (r * 1.12, 0)], mat=P.chrome, steps=56)
        count = 4 * marks + 1
        for i in range(count):
            a = math.radians(210 - 240 * i / (count - 1))
            long = r * (.16 if i % 4 == 0 else .08)
            at = r * .92 - long / 2
            box((long, r * (.035 if i % 4 == 0 else .02), .0006), (at * math.cos(a), at * math.sin(a), .001), white, 0,
                rot=(0, 0, a))
        a = math.radians(needle)
        box((r * .74, r * .045, .0006), (r * .30 * math.cos(a), r * .30 * math.sin(a), .004), red, 0, rot=(0, 0, a))
        cyl(r * .13, .006, (0, 0, .004), 'z', P.plastic, .002)


def telltales():
    """The lit ones of a truck with its key on and a stored fault: engine, stop, battery, brakes."""
    for x, color in ((-.12, '#ffae1a'), (-.085, '#ff3a1a'), (-.05, '#ffae1a'), (.05, '#ff3a1a'), (.085, '#35d07a')):
        box((.020, .013, .0008), (x, -.078, .001), emission('tell-tale ' + color, color, 2.6), .002)
    box((.060, .018, .0008), (0, -.078, .001), emission('odometer', '#8fd8ff', .8), .001)


def driver_panel(P, T):
    """Turned towards the driver: rocker switches, a radio, and the two knobs that every truck driver knows."""
    with group('driver panel', PANEL, facing((1, -.30, .16))):
        prism(rrect(.30, .30, .03), .02, T['trim'], 'xy', off=-.012, bevel=.006)
        lamp = emission('switch lamp', '#ffb35a', 1.6)
        for row in range(2):
            for i in range(6):
                x, y = -.115 + i * .046, .105 - row * .052
                box((.036, .042, .012), (x, y, .002), P.plastic, .004)
                box((.014, .003, .0006), (x, y + .010, .0086), lamp, 0)
        prism(rrect(.19, .052, .006), .008, P.plastic, 'xy', off=.001, bevel=.002, loc=(-.04, -.005, 0))
        box((.11, .026, .0006), (-.04, -.003, .0056), emission('radio', '#59b6ff', .9), 0)
        brake_knob((-.075, -.092, 0), 4, mat('knob yellow', '#e0a800', rough=.35))
        brake_knob((.045, -.092, 0), 8, mat('knob red', '#b01210', rough=.35))


def brake_knob(loc, corners, color):
    """Parking brake (yellow, four-sided) and trailer air supply (red, eight-sided), both pulled out: parked."""
    with group('brake knob', loc):
        cyl(.008, .05, (0, 0, .025), 'z', color, .001, 20)
        cyl(.036, .016, (0, 0, .055), 'z', color, .005, corners, rot=(0, 0, math.pi / corners))


def steering(P, T):
    tilt = facing((.74, 0, .67))
    tube([(2.78, DRIVER, 1.78), WHEEL - V((.03, 0, .03))], .035, T['vinyl'], rad=0)
    with group('steering wheel', WHEEL, tilt):
        turn = [math.pi * 2 * i / 12 for i in range(12)]
        lathe([(.228 + .0155 * math.cos(a), .0155 * math.sin(a)) for a in turn], mat=T['rim'], closed=True,
              steps=96)
        for a in (math.radians(200), math.radians(-20), math.radians(90 + 180)):
            prism([(.05, -.030), (.05, .030), (.218, .016), (.218, -.016)], .014, T['vinyl'], 'xy', off=-.008, bevel=.005,
                  rot=(0, 0, a))
        lathe([(0, .012), (.05, .010), (.075, 0), (.075, -.03), (.04, -.06)], mat=T['vinyl'], steps=56)
        for x in (-.118, .118):
            for k in range(3):
                box((.014, .010, .004), (x, -.052 + k * .014, .004), P.plastic, .001)
    tube([WHEEL + V((-.10, -.04, -.06)), WHEEL + V((-.12, -.25, -.02))], .008, P.plastic, rad=0)
    tube([WHEEL + V((-.10, .04, -.06)), WHEEL + V((-.12, .22, -.02))], .008, P.plastic, rad=0)


def pedals(P):
    for y in (-.66, -.46, -.34):
        box((.03, .075, .10), (2.62, y, 1.42), P.rubber, .01, rot=(0, -.6, 0))
        tube([(2.60, y, 1.44), (2.54, y, 1.66)], .010, P.frame, rad=0)
