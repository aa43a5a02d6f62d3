"""Keeps flat glowing faces, such as a lit screen, from the denoiser, which rounds off small letters."""
import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view


def keep_crisp(traced, denoised, faces):
    """The denoised picture with the traced one inside `faces`, each a list of corners in world space.

    A glowing face has next to no noise of its own, and its edges are smoothed by the samples alone.
    """
    kept = denoised.copy()
    for corners in faces:
        inside = _inside(corners, denoised.shape)
        kept[inside] = traced[inside]
    return kept


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
