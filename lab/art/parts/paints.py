"""Surfaces that all the vehicles and the things round them share."""
from types import SimpleNamespace

from kit import emission, glass, mat

OXBLOOD = '#5e070b'
FLEET_WHITE = '#d9dcdd'
GRAPHITE = '#14181f'


def paints(body=OXBLOOD):
    """All of them by name; `body` colors this vehicle's panels."""
    return SimpleNamespace(**_body(body), **_metals(), **_blacks(), **_signals(), **_lamps(), **_things())


def _body(body):
    coat = dict(coat=1, coatr=.03, rvar=.04, rscale=3)
    return dict(
        paint=mat('paint' + body, body, metal=.12, rough=.32, spec=.35, **coat),
        white=mat('white', '#d9dcdd', rough=.3, dirt=.35, dirtcol='#4a4238', ao=.12, **coat),
        green=mat('signgreen', '#00452c', rough=.3, **coat),
        sign=mat('marker sign', '#00573a', rough=.4, rvar=0, printed=True),
        legend=mat('marker legend', '#e6e8e4', rough=.4, rvar=0, printed=True),
        lining=mat('lining', '#121314', rough=.6, bump=.4, bscale=60, dirt=.3),
        glass=glass('glass', '#c3d2d6', .01, .62, 1.8),
        window=mat('tinted window', '#04070a', rough=.03, rvar=.015, spec=.7, coat=1, coatr=.01),
    )


def _metals():
    return dict(
        chrome=mat('chrome', '#dfe1e3', metal=1, rough=.07, rvar=.04, rscale=4),
        polish=mat('polish', '#bfc3c7', metal=1, rough=.2, rvar=.06, rscale=8),
        steel=mat('steel', '#8f9498', metal=.9, rough=.38, rvar=.12, dirt=.3),
        galvanised=mat('galvanised', '#8d9397', metal=.9, rough=.36, bump=.15, bscale=30, cvar=.2, rscale=2),
        iron=mat('castiron', '#3a3330', metal=.7, rough=.55, bump=.4, bscale=90, cvar=.3, dirt=.5),
        worn=mat('wornsteel', '#77736e', metal=1, rough=.32, bump=.1, bscale=60, cvar=.25, rscale=9),
        drawer=mat('drawer steel', '#5d646a', metal=.55, rough=.36, rvar=.1, cvar=.06, wear=.002, dirt=.35),
        bin=mat('bin steel', '#8b9298', metal=.85, rough=.42, bump=.12, bscale=40, cvar=.12, wear=.002, dirt=.4),
        tread=mat('treadplate', '#9a9da0', metal=1, rough=.35, bump=.8, bscale=55, bdetail=1, rvar=.08),
    )


def _blacks():
    return dict(
        frame=mat('frame', '#0e0f11', rough=.5, bump=.2, bscale=120, dirt=.3, dirtcol='#3a2f24'),
        dark=mat('dark', '#07080a', rough=.6),
        plastic=mat('blackplastic', '#0c0d0f', rough=.42, bump=.1, bscale=400),
        rubber=mat('tire', '#08080a', rough=.82, bump=.15, bscale=120, spec=.2, rvar=.08, dirt=.25,
                   dirtcol='#1a1714'),
        seat=mat('seat', '#2a2622', rough=.7),
    )


def _signals():
    return dict(
        cone=mat('cone', '#ff4d0a', rough=.42, dirt=.25, dirtcol='#30180c', ao=.08),
        reflective=mat('reflective', '#e6e7e6', rough=.35),
        red_reflective=mat('redreflective', '#c01010', rough=.3),
        # Printed, so that the far ones stay sharp: they are a few pixels wide.
        triangle=mat('triangle', '#ff2a10', rough=.25, printed=True, emit='#ff2a10', estr=.9),
        triangle_edge=mat('triangle edge', '#c01010', rough=.3, printed=True, emit='#c01010', estr=.6),
        yellow=mat('safetyyellow', '#d89a00', rough=.4, dirt=.3),
    )


def _lamps():
    return dict(
        amber=emission('amberlamp', '#ff7a08', 9),
        marker=emission('markerlamp', '#ff8a1a', 6),
        beacon=emission('beacon', '#ff8010', 40, 14),
        red=emission('redlamp', '#ff1408', 7),
        head=emission('headlamp', '#fff1da', 22),
        parking=emission('parkinglamp', '#ffe0b0', 3),
        work=emission('worklamp', '#ffd9a6', 30),
        led=emission('ledstrip', '#fff0d8', 14),
        unlit=mat('lens', '#b9bec2', rough=.08, coat=1, rvar=0, spec=.8),
        unlit_amber=mat('amberlens', '#b34a04', rough=.12, coat=1, rvar=0),
        unlit_red=mat('redlens', '#7a0806', rough=.12, coat=1, rvar=0),
    )


def _things():
    return dict(
        red_tool=mat('toolred', '#8f0f0c', rough=.3, coat=1, rvar=.05, dirt=.3),
        hose_red=mat('airhose', '#a81a12', rough=.5),
        hose_blue=mat('airhoseblue', '#12408c', rough=.5),
        hose=mat('blackhose', '#0d0e10', rough=.45),
        coolant=mat('coolant jug', '#c9c3ae', rough=.4),
    )
