"""Halos round lamps in damp air, painted in linear light after the render: free of noise, unlike a volume."""
import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector as V

from materials import srgb

PROBE = 5  # pixels round a lamp that tell how much of it stands behind other things
_halos = []


def glow(loc, rad, color, strength, power=3.0):
    """Asks for a halo of `rad` meters at a lamp; a larger `power` gathers it round the lamp."""
    _halos.append((V(loc), rad, np.array(srgb(color)[:3], 'f4'), strength, power))


def paint_halos(rgb, depth):
    scene = bpy.context.scene
    camera = scene.camera
    height, width, _ = rgb.shape
    focal_pixels = camera.data.lens / camera.data.sensor_width * width
    ys, xs = np.mgrid[0:height, 0:width].astype('f4')
    for loc, radius, color, strength, power in _halos:
        seen = world_to_camera_view(scene, camera, loc)
        if seen.z <= 0:
            continue
        x, y, reach = seen.x * width, seen.y * height, radius / seen.z * focal_pixels
        visible = _visible_share(depth, x, y, (loc - camera.location).length)
        r = np.sqrt((xs - x) ** 2 + (ys - y) ** 2) / reach
        fall = np.exp(-r * r * 2.2 * power) * np.clip(1 - r, 0, 1) * strength * visible
        rgb = rgb + fall[:, :, None] * color
    return rgb


def _visible_share(depth, x, y, distance):
    height, width = depth.shape
    if not (0 <= x < width and 0 <= y < height):
        return 1.0
    rows = slice(max(0, int(y - PROBE)), int(y + PROBE + 1))
    columns = slice(max(0, int(x - PROBE)), int(x + PROBE + 1))
    around = depth[rows, columns]
    free = float(((around > distance * .93) | (around <= 0)).mean())
    return min(1, free * 2)
