"""Keeps what is read from the denoiser, which rounds off small letters: lit screens, and printed lettering."""
import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from scipy.ndimage import gaussian_filter

DARKEST_ALBEDO = .03
LIGHT_REACH = 3  # pixels over which the light on a printed panel is evened out


def keep_crisp(traced, denoised, faces):
    """The denoised picture with the traced one inside `faces`, each a list of corners in world space.

    A glowing face has next to no noise of its own, and its edges are smoothed by the samples alone.
    """
    kept = denoised.copy()
    for corners in faces:
        inside = _inside(corners, denoised.shape)
        kept[inside] = traced[inside]
    return kept


def set_lettering(denoised, traced, albedo, share):
    """Lays printed panels over the picture: their exact colors times the light that falls on them.

    `share` is the pass that tells how much of each pixel is such a panel. Colors have no noise to speak of,
    and light on a flat panel changes slowly, so that it can be averaged without moving an edge.
    """
    if not share.any():
        return denoised
    colors = albedo + DARKEST_ALBEDO
    light = np.minimum(traced / colors, 4)
    weight = _spread(share)
    even = _spread(light * share) / np.maximum(weight, 1e-4)
    return denoised * (1 - share) + even * colors * share


def _spread(image):
    return np.stack([gaussian_filter(image[..., i], LIGHT_REACH) for i in range(image.shape[2])], 2)


def _inside(corners, shape):
    scene = bpy.context.scene
    height, width, _ = shape
    ys, xs = np.mgrid[0:height, 0:width] + .5
    seen = [world_to_camera_view(scene, scene.camera, corner) for corner in corners]
    points = [(p.x * width, p.y * height) for p in seen]
    sides = []
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        sides.append((x1 - x0) * (ys - y0) - (y1 - y0) * (xs - x0))
    sides = np.stack(sides)
    return (sides > 0).all(0) | (sides < 0).all(0)
