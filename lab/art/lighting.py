"""Lamps, camera and sky."""
import math

import bpy
from mathutils import Vector as V

from materials import Wiring, srgb
from shapes import link

KELVIN = {
    2200: (1, .42, .10), 2700: (1, .55, .22), 3200: (1, .66, .36), 4000: (1, .80, .60), 5000: (1, .90, .80),
    6500: (1, 1, 1), 9000: (.68, .80, 1), 12000: (.50, .68, 1),
}


def kelvin(temperature):
    """Linear rgb of the nearest color temperature in the table."""
    return KELVIN[min(KELVIN, key=lambda known: abs(known - temperature))]


def area(loc, target, size, power, color=(1, 1, 1), size_y=None, spread=180, mirrored=True):
    """A soft lamp; `mirrored=False` keeps it out of puddles and chrome, where a fill would show as a white patch."""
    lamp = bpy.data.lights.new('area', 'AREA')
    lamp.size = size
    lamp.spread = math.radians(spread)
    if size_y:
        lamp.shape = 'RECTANGLE'
        lamp.size_y = size_y
    ob = _place(lamp, loc, power, color, target)
    ob.visible_glossy = mirrored
    return ob


def spot(loc, target, power, color=(1, 1, 1), angle=50, blend=.6, radius=.05):
    lamp = bpy.data.lights.new('spot', 'SPOT')
    lamp.spot_size = math.radians(angle)
    lamp.spot_blend = blend
    lamp.shadow_soft_size = radius
    return _place(lamp, loc, power, color, target)


def point(loc, power, color=(1, 1, 1), radius=.05):
    lamp = bpy.data.lights.new('point', 'POINT')
    lamp.shadow_soft_size = radius
    return _place(lamp, loc, power, color)


def sun(direction, strength, color=(1, 1, 1), angle=.5):
    """Daylight from `direction`; `angle` is the sun's width in degrees, larger through haze."""
    lamp = bpy.data.lights.new('sun', 'SUN')
    lamp.angle = math.radians(angle)
    return _place(lamp, direction, strength, color, (0, 0, 0))


def camera(loc, target, lens=50, fstop=None, focus=None, shift=(0, 0)):
    """The set's eye stands about a meter above the ground; clip_end keeps the far skyline in the picture."""
    made = bpy.data.cameras.new('camera')
    made.lens = lens
    made.clip_start = .02
    made.clip_end = 9000
    made.shift_x, made.shift_y = shift
    ob = link(bpy.data.objects.new('camera', made))
    ob.location = loc
    aim(ob, target)
    if fstop:
        made.dof.use_dof = True
        made.dof.aperture_fstop = fstop
        made.dof.aperture_blades = 7
        made.dof.focus_distance = (V(focus or target) - V(loc)).length
    bpy.context.scene.camera = ob
    return ob


def world(stops, strength=1, clouds=0, heaps=0):
    """A sky by elevation: stops of (0 straight down .. .5 horizon .. 1 straight up, color).

    `clouds` darkens long streaks of it, `heaps` sets the white clouds of a fair day into it; 0 for a clear sky.
    """
    made = bpy.data.worlds.new('sky')
    bpy.context.scene.world = made
    made.use_nodes = True
    wiring = Wiring(made.node_tree, 'Generated')
    height = wiring.node('SeparateXYZ', wiring.place).outputs[2]
    ramp = wiring.node('ValToRGB', wiring.remap(height, -1, 1, 0, 1))
    _fill_ramp(ramp.color_ramp.elements, stops)
    color = ramp.outputs[0]
    if clouds:
        streaks = wiring.noise(2.2, 7, .55, wiring.stretch(wiring.place, (1.2, 1.2, 9)))
        color = wiring.mix(wiring.remap(streaks, .48, .75, 0, clouds), color, (.25, .20, .28, 1), 'MULTIPLY')
    if heaps:
        color = _with_heaps(wiring, color, height, heaps)
    background = made.node_tree.nodes['Background']
    wiring.link(color, background.inputs[0])
    background.inputs[1].default_value = strength
    return made


def _with_heaps(wiring, sky, height, heaps):
    """Clouds on one level overhead: they shrink towards the horizon, white at their rims and gray where thick."""
    above = wiring.math('ADD', height, .14)
    apart = wiring.node('CombineXYZ', above, above, .2).outputs[0]
    level = wiring.node('VectorMath', wiring.place, apart, operation='DIVIDE').outputs[0]
    thick = wiring.noise(.85, 9, .56, level)
    share = wiring.math('MULTIPLY', wiring.remap(thick, .50, .64, 0, heaps), wiring.remap(height, .01, .10, 0, 1))
    cloud = wiring.mix(wiring.remap(thick, .56, .80, 0, 1), (.95, .96, 1, 1), (.50, .55, .63, 1))
    return wiring.mix(share, sky, cloud)


def _fill_ramp(elements, stops):
    """A new ramp has two stops; the first two of ours take their places."""
    for i, (position, color) in enumerate(stops):
        element = elements[i] if i < 2 else elements.new(position)
        element.color = srgb(color)
        element.position = position


def aim(ob, target):
    ob.rotation_euler = (V(target) - ob.location).to_track_quat('-Z', 'Y').to_euler()


def _place(lamp, loc, power, color, target=None):
    lamp.energy = power
    lamp.color = color[:3]
    ob = link(bpy.data.objects.new(lamp.name, lamp))
    ob.location = loc
    if target is not None:
        aim(ob, target)
    return ob
