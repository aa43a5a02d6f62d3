"""The firm's service truck: front bumper at x = 0, heading -x. White, with the firm's marker in sign green."""
from kit import group
from service_body import service_body
from service_cab import service_cab


def service_truck(P, loc=(0, 0, 0), heading=0, opened=(), headlamps=True, beacon=True, work_lamps=True):
    """`opened`: (side, compartment) pairs, side -1 or 1, see service_body.COMPARTMENTS."""
    with group('service truck', loc, (0, 0, heading)) as whole:
        service_cab(P, headlamps, beacon)
        service_body(P, opened, work_lamps)
    return whole
