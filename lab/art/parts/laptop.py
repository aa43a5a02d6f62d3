"""The diagnostic laptop: its screen drawn as flat glowing shapes, the adapter, and the nine-pin plug."""
import math

import bpy

from kit import V, box, cyl, emission, group, lathe, mat, prism, rrect, scaled, sheet, srgb, text

WIDTH, DEPTH, THICK = .350, .245, .022
SCREEN = (.322, .198)
SCALE = 1.05                # a fifteen-inch machine

# Code, failure mode, words, severity. Numbers and modes as SAE J1939 defines them.
FAULTS = (
    ('SPN 157', 'FMI 1', 'Fuel rail pressure very low', 'stop'),
    ('SPN 94', 'FMI 18', 'Fuel supply pressure low', 'warn'),
    ('SPN 3251', 'FMI 16', 'DPF pressure high', 'warn'),
)


def inks():
    """Screen colors by role. Strengths stay under the glare's threshold, or lettering would bloom."""
    return dict(
        page=ink('#081220', .25), bar=ink('#12395c', .35), row=ink('#14263a', .40), words=ink('#ffffff', 1.3),
        stop=ink('#ff4a30', 1.7), warn=ink('#ffb020', 1.4), good=ink('#35d07a', 1.3),
    )


def ink(color, strength):
    """Glows, and has a body color too: the denoiser keeps edges it finds in the albedo."""
    return mat('screen ' + color, scaled(srgb(color), .16), rough=.6, rvar=0, spec=0, emit=color, estr=strength)


def laptop(loc, turn, M, lean=18):
    """Stands open at `loc`, facing -Y before `turn`; `lean` is the lid's angle back from upright, degrees.

    Returns the corners of its screen in world space.
    """
    shell = mat('laptop shell', '#1b1e22', rough=.5, bump=.1, bscale=900, rvar=.08)
    bumper = mat('laptop bumper', '#0a0b0c', rough=.75)
    with group('laptop', loc, (0, 0, turn), SCALE):
        prism(rrect(WIDTH, DEPTH, .014), THICK, shell, 'xy', off=THICK / 2, bevel=.003)
        for x in (-1, 1):
            for y in (-1, 1):
                box((.034, .034, THICK + .006), (x * (WIDTH / 2 - .012), y * (DEPTH / 2 - .012), THICK / 2), bumper,
                    .008)
        keyboard()
        with group('lid', (0, DEPTH / 2 - .004, THICK + .004), (math.radians(90 - lean), 0, 0)):
            glowing = lid(shell, bumper)
        cyl(.007, WIDTH * .8, (0, DEPTH / 2 - .004, THICK + .003), 'x', bumper, .002)
    bpy.context.view_layer.update()
    half_wide, half_high = SCREEN[0] / 2, SCREEN[1] / 2
    corners = [(-half_wide, -half_high), (half_wide, -half_high), (half_wide, half_high), (-half_wide, half_high)]
    return [glowing.matrix_world @ V((x, y, 0)) for x, y in corners]


def keyboard():
    key = mat('key', '#08090a', rough=.45, rvar=.05)
    legend = emission('key legend', '#9fd0ff', .35)
    top = THICK + .002
    for row in range(6):
        y = .085 - row * .0195
        if row == 5:
            box((.11, .015, .004), (-.01, y, top), key, .0015)
            columns = [c for c in range(15) if c < 4 or c > 9]
        else:
            columns = range(15)
        for column in columns:
            x = -.148 + column * .0211
            box((.0175, .015, .004), (x, y, top), key, .0015)
            box((.004, .005, .0004), (x - .002, y + .001, top + .0022), legend, 0)
    box((.10, .058, .001), (-.01, -.075, THICK + .0004), mat('touchpad', '#24282d', rough=.35), .0004)


def lid(shell, bumper):
    """Drawn flat, screen up, hinge at y = 0; the group stands it up. Returns the screen's place."""
    height = SCREEN[1] + .034
    prism(rrect(WIDTH, height, .012, cy=height / 2), .012, shell, 'xy', off=-.006, bevel=.003)
    prism(rrect(WIDTH - .010, height - .010, .008, cy=height / 2), .001, bumper, 'xy', off=.0004, bevel=.0003)
    for x in (-1, 1):
        for y in (.005, height - .005):
            box((.024, .024, .018), (x * (WIDTH / 2 - .002), y, -.006), bumper, .007)
    with group('screen', (0, height / 2 + .002, .0012)) as placed:
        screen()
    return placed


def screen():
    """Its codes are read on a phone that shows the whole picture, so there is room for little else."""
    ink = inks()
    wide, high = SCREEN
    left, top = -wide / 2, high / 2
    panel(0, 0, wide, high, ink['page'], 0)
    panel(0, top - .012, wide, .024, ink['bar'], 1)
    words(f'{len(FAULTS)} ACTIVE FAULT CODES', .0190, left + .009, top - .0130, ink['warn'])
    words('J1939', .0150, -left - .009, top - .0130, ink['good'], 'RIGHT')
    for i, fault in enumerate(FAULTS):
        fault_row(fault, top - .0535 - i * .0572, ink)


def fault_row(fault, y, ink):
    """Code and failure mode over what they mean."""
    code, mode, meaning, severity = fault
    wide = SCREEN[0] - .012
    panel(0, y, wide, .0546, ink['row'], 1)
    panel(-wide / 2 + .004, y, .008, .0546, ink[severity], 2)
    words(code, .0485, -wide / 2 + .013, y + .0072, ink['words'])
    words(mode, .0485, wide / 2 - .005, y + .0072, ink[severity], 'RIGHT')
    words(meaning, .0190, -wide / 2 + .016, y - .0180, ink['words'])


def panel(x, y, wide, high, color, layer):
    z = layer * .00025
    sheet([(x - wide / 2, y - high / 2, z), (x + wide / 2, y - high / 2, z),
           (x + wide / 2, y + high / 2, z), (x - wide / 2, y + high / 2, z)], color)


def words(line, size, x, y, color, align='LEFT'):
    text(line, size, (x, y, .0009), (0, 0, 0), color, ext=0, bev=0, align=align)


def adapter(loc, turn, M):
    """The box between the laptop and the data link, three lamps on its face."""
    with group('adapter', loc, (0, 0, turn)):
        prism(rrect(.135, .075, .012), .030, mat('adapter', '#16191d', rough=.45), 'xy', off=.015, bevel=.004)
        box((.100, .045, .001), (0, 0, .0305), M['label'], .0003)
        text('DATA LINK', .014, (-.012, .006, .0312), (0, 0, 0), M['ink'], ext=0, bev=0)
        text('J1939 / J1708', .009, (-.012, -.010, .0312), (0, 0, 0), M['ink'], ext=0, bev=0)
        for i, color in enumerate(('#35ff7a', '#35ff7a', '#ffb020')):
            cyl(.0028, .003, (.040, .014 - i * .013, .0315), 'z', emission('lamp' + color, color, 6), bevel=0, verts=16)
        for end in (-1, 1):
            cyl(.009, .025, (end * .078, 0, .015), 'x', M['rubber'], .003)


def nine_pin_plug(loc, rot, M):
    """The round green plug of the data link, its collar and strain relief; it points along +Z."""
    green = mat('green plug', '#3f8f4a', rough=.42)
    with group('nine pin plug', loc, rot):
        lathe([(0, .012), (.0175, .012), (.0185, .010), (.0185, -.004), (.021, -.006), (.021, -.026), (.0185, -.028),
               (.0185, -.045), (.012, -.056), (.0085, -.085), (0, -.085)], mat=green, steps=56)
        for z in (-.060, -.067, -.074):
            lathe([(.0105, -.002), (.0115, 0), (.0105, .002)], (0, 0, z), mat=M['rubber'], steps=32)


def nine_pin_socket(loc, rot, M):
    """The receptacle on the machine's side: a flanged shell with four screws, facing +Z."""
    shell = mat('socket shell', '#1d2023', metal=.6, rough=.35)
    with group('nine pin socket', loc, rot):
        prism(rrect(.052, .052, .006), .004, shell, 'xy', bevel=.001)
        lathe([(.0165, .002), (.0165, .018), (.0185, .018), (.0185, .002)], mat=shell, steps=48)
        for x in (-.020, .020):
            for y in (-.020, .020):
                cyl(.003, .003, (x, y, .003), 'z', M['zinc'], .0008, verts=20)
