"""A heavy-duty inline six diesel, 1.1 m long. Front is -X, fuel side -Y, exhaust side +Y, origin the crank's center."""
import random

import engine_block
from engine_exhaust import exhaust_side
from engine_front import front
from engine_fuel import fuel_side
from kit import mat


def engine(M, oil_filters=2, drain_plug=True, fuel_filter=True):
    """Builds the engine from the materials of `mats`; fewer filters and no plug open it for a service."""
    random.seed(7)
    engine_block.block(M)
    engine_block.oil_pan(M, drain_plug)
    engine_block.head(M)
    engine_block.valve_cover(M)
    engine_block.flywheel_housing(M)
    fuel_side(M, oil_filters, fuel_filter)
    front(M)
    exhaust_side(M)


def mats(block='#2b3036', accent='#b3261e'):
    """The engine's materials by name; `block` paints the castings, `accent` the valve cover."""
    return {**metals(block), **coatings(accent), **consumables()}


def metals(block):
    cast = dict(metal=1, bump=.13, bscale=380, rvar=.12)
    return dict(
        iron=mat('iron', block, metal=.25, rough=.46, bump=.20, bscale=260, rvar=.10, cvar=.10, dirt=.50,
                 wear=.0035, wearcol='#a5a5a0', coat=.25, coatr=.3),
        iron2=mat('iron2', '#1d2125', metal=.3, rough=.48, bump=.20, bscale=300, cvar=.12, dirt=.5,
                  wear=.003, wearcol='#8f8f8c'),
        alu=mat('alu', '#9fa3a6', rough=.36, cvar=.08, dirt=.7, **cast),
        alud=mat('alud', '#3f4448', rough=.42, dirt=.6, **cast),
        # The compressor housing is sand cast: rougher and darker than the machined parts beside it.
        cast=mat('cast', '#7c8083', metal=1, rough=.52, bump=.30, bscale=300, rvar=.10, cvar=.15, dirt=.7),
        mach=mat('mach', '#c7c9ca', metal=1, rough=.2, rvar=.08, rscale=20, dirt=.35),
        zinc=mat('zinc', '#b7b39f', metal=1, rough=.3, rvar=.1, rscale=30, dirt=.3),
        blackz=mat('blackz', '#25262a', metal=.9, rough=.34, rvar=.1, rscale=30),
        rust=mat('rust', '#2a1b14', metal=.5, rough=.62, bump=.5, bscale=170, bdetail=8, cvar=.4, rscale=10,
                 dirt=.4, dirtcol='#1a0f08'),
        heat=mat('heat', '#4a3e36', metal=.95, rough=.36, bump=.25, bscale=200, cvar=.35, rscale=9),
        brass=mat('brass', '#b58a3c', metal=1, rough=.28, rvar=.1),
        steelpipe=mat('steelpipe', '#c9ccd0', metal=1, rough=.17, rvar=.05, rscale=15),
    )


def coatings(accent):
    return dict(
        rubber=mat('rubber', '#060607', rough=.7, bump=.1, bscale=500, rvar=.1, spec=.2),
        hose=mat('hose', '#101114', rough=.42, rvar=.08, bump=.08, bscale=600),
        sil=mat('sil', '#12315e', rough=.38, coat=.3, coatr=.25, rvar=.06),
        cover=mat('cover', accent, metal=.15, rough=.38, coat=.5, coatr=.16, bump=.28, bscale=340, rvar=.1, dirt=.6),
        plastic=mat('plastic', '#0f1012', rough=.5, bump=.12, bscale=700),
        orange=mat('orangep', '#d9660c', rough=.4),
        redcable=mat('redcable', '#8c1610', rough=.45),
    )


def consumables():
    return dict(
        filt=mat('filt', '#d8d5cb', rough=.32, coat=.6, coatr=.1, rvar=.06, dirt=.25),
        filt2=mat('filt2', '#0d1116', rough=.32, coat=.6, coatr=.1, rvar=.06, dirt=.25),
        amber=mat('amberf', '#c77b16', rough=.05, trans=.9, ior=1.4, rvar=0),
        label=mat('label', '#b4b1a7', rough=.5),
        ink=mat('ink', '#15181c', rough=.5),
    )
