"""A conventional highway tractor: bumper at x = 0, heading -x, its driver's side at -y. No maker's."""
import engine as diesel
from kit import group
from tractor_axles import drive_axles, front_axle
from tractor_cab import cab, sleeper
from tractor_chassis import air_intake, bumper, cooling, frame, rear, stack, tanks
from tractor_hood import hood

ENGINE_PLACE = (1.62, 0, 1.02)
ENGINE_SCALE = 1.14         # a fifteen-litre block, 1.25 m long


def tractor(P, loc=(0, 0, 0), heading=0, tilt=0, lit=True, headlamps=False, engine=None, fenders=(-1, 1),
            **engine_state):
    """`tilt` opens the hood, in degrees; an open one wants the `engine` materials of engine.mats().

    lit: marker lamps burn; heading: turned about z, radians; engine_state: what is off the engine, as engine() takes it.
    """
    M = engine or diesel.mats()
    with group('tractor', loc, (0, 0, heading)) as whole:
        frame(P, M['blackz'])
        front_axle(P)
        drive_axles(P)
        bumper(P, lit)
        hood(P, tilt, P.head if headlamps else None, fenders)
        cab(P, lit)
        sleeper(P, lit)
        rear(P, lit)
        for side in (-1, 1):
            tanks(P, side)
            stack(P, side)
        if engine:
            cooling(P, M)
            air_intake(P, M)
            with group('engine', ENGINE_PLACE, scale=ENGINE_SCALE):
                diesel.engine(M, **engine_state)
    return whole
