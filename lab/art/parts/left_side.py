"""What joins the parts on a tractor's left side, for views close enough to ask where each pipe and cable goes."""
from engine_fittings import clamp, hexnut
from kit import V, bolt, box, cyl, tube


def left_side(M):
    intake_elbow(M)
    cleaner_duct(M)
    charging_cable(M)
    fuel_feed(M)
    cyl(.034, .030, (2.315, -.75, 1.44), 'x', M['blackz'], .006)  # where the heater hose enters the firewall


def intake_elbow(M):
    """Takes over where the charge pipe ends, passes over the rail between two injector lines, bolts to the head."""
    tube([(1.24, -.368, 1.595), (1.31, -.335, 1.588), (1.415, -.31, 1.605), (1.415, -.19, 1.605)], .050, M['cast'],
         rad=.10, n=10)
    box((.150, .020, .125), (1.415, -.222, 1.600), M['cast'], .006)
    for dx in (-.062, .062):
        for dz in (-.048, .048):
            bolt((1.415 + dx, -.233, 1.600 + dz), '-y', .008, M['blackz'])


def cleaner_duct(M):
    """From the left air cleaner over the back of the engine to the turbocharger, which is on the right."""
    path = [V(p) for p in ((2.16, -.92, 1.66), (2.08, -.66, 1.70), (2.06, -.34, 1.88), (2.04, .10, 1.95),
                           (1.98, .38, 1.88))]
    tube(path, .068, M['hose'], rad=.14, n=10)
    clamp(path[0].lerp(path[1], .3), (path[1] - path[0]).to_track_quat('Z', 'Y').to_euler(), .069, M)


def charging_cable(M):
    """From the alternator's down behind the pump and along the block to the starter's."""
    tube([(1.227, -.257, 1.396), (1.24, -.240, 1.36), (1.345, -.238, 1.36), (1.352, -.238, 1.12), (1.50, -.262, 1.032),
          (1.734, -.268, 1.031)], .0095, M['redcable'], rad=.05)


def fuel_feed(M):
    """Out of the frame up to the filter head's inlet."""
    tube([(1.72, -.345, 1.0), (1.70, -.37, 1.12), (1.69, -.365, 1.40), (1.62, -.345, 1.40)], .0115, M['hose'], rad=.05)
    hexnut((1.632, -.345, 1.40), 'x', .017, M['brass'], 1.5)
