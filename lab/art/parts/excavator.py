"""A mid-size tracked excavator, about 22 t. Forward is +X, left +Y, the ground z = 0, the origin its slew center."""
import math

from excavator_arm import arm
from excavator_bay import engine_bay
from excavator_cab import cab
from excavator_house import house
from excavator_undercarriage import undercarriage
from kit import group, mat


def excavator(M, E, slew=0, boom=26, stick=-88, curl=28, door=128):
    """Builds the machine with its bucket's teeth set on the ground. M from `mats`, E from the engine's `mats`.

    All angles in degrees; `slew` turns the house against the tracks, `door` opens the engine bay.
    """
    with group('undercarriage', rot=(0, 0, -math.radians(slew))):
        undercarriage(M)
    house(M, door)
    cab(M)
    engine_bay(M, E)
    return arm(M, boom, stick, curl)


def mats(paint='#d99a12'):
    """Materials by name; mud gathers in the corners of everything near the ground."""
    mud = dict(dirtcol='#5d4731', ao=.20)
    return dict(
        paint=mat('machine paint', paint, rough=.36, coat=.5, coatr=.15, rvar=.10, cvar=.06, dirt=.55, wear=.006,
                  wearcol='#6d655a', **mud),
        weight=mat('counterweight', '#1b1e22', rough=.46, rvar=.06, coat=.3, coatr=.2, bump=.15, bscale=60,
                   dirt=.4, **mud),
        blackpaint=mat('black paint', '#121416', rough=.42, rvar=.1, dirt=.3, **mud),
        frame=mat('track frame', '#17181a', rough=.55, bump=.3, bscale=40, cvar=.2, dirt=.9, **mud),
        track=mat('track steel', '#3a322a', metal=.7, rough=.50, bump=.4, bscale=60, cvar=.35, rscale=5, dirt=.8,
                  wear=.006, wearcol='#8e8880', **mud),
        bucket=mat('bucket steel', '#2b2622', metal=.5, rough=.55, bump=.3, bscale=30, cvar=.35, rscale=4, dirt=.6,
                   wear=.008, wearcol='#8a857c', **mud),
        worn=mat('worn steel', '#8d8982', metal=1, rough=.34, bump=.25, bscale=40, cvar=.25, rscale=8, dirt=.4, **mud),
        steel=mat('machine steel', '#8e9194', metal=1, rough=.35, rvar=.1, dirt=.4),
        chrome=mat('ram chrome', '#d9dcde', metal=1, rough=.07, rvar=.03),
        hose=mat('hydraulic hose', '#070708', rough=.6, rvar=.1, spec=.3),
        pump=mat('pump casting', '#59626b', metal=.3, rough=.45, bump=.25, bscale=200, coat=.3, coatr=.2, dirt=.7),
        lining=mat('bay lining', '#85888a', rough=.6, cvar=.1, dirt=.6, dirtcol='#2a241d', ao=.15),
        foam=mat('door foam', '#26282b', rough=.95, bump=.8, bscale=45, spec=.1),
        rail=mat('handrail', '#16181a', rough=.4, coat=.4),
        tread=mat('tread plate', '#2c2f32', metal=.7, rough=.5, bump=.8, bscale=70),
        unlit=mat('machine lens', '#b9bec2', rough=.08, coat=1, rvar=0, spec=.8),
        amber=mat('beacon', '#c25a06', rough=.12, coat=1, rvar=0),
        tape=mat('warning tape', '#b3161a', rough=.35),
        decal=mat('decal', '#e6e2d6', rough=.45),
    )
