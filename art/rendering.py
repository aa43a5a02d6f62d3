"""From scene to picture: Cycles, denoising, haze, halos and grade, as a preview or as a master."""
import glob
import os
import sys
import time

import bpy
import numpy as np
from scipy.ndimage import minimum_filter

from crisp import keep_crisp
from denoise import denoise
from grade import grade, save_master
from halos import paint_halos

PASSES = {'rgb': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal', 'depth': 'Denoising Depth',
          'mist': 'Mist'}
PREVIEW_WIDTH = 640
PREVIEW_SAMPLES = 24
FILM_SPEED = 1.6  # stops; lamps are in honest watts, so every scene wants about this much
BEYOND_EVERYTHING = 1e5  # depth of the sky


def render(size=(1800, 1200), samples=128, exposure=0, look='Medium High Contrast', clamp=3, glare=.45, vignette=.3,
           bounces=6, haze=None, strength=None, phone=None, crisp=()):
    """Renders the scene that stands, then develops it to where the command line says.

    haze: (start, depth in metres, linear rgb, share); strength: settings of the denoiser;
    crisp: faces, as corners in world space, that the denoiser leaves alone;
    phone: crop (left, top, width, height) of the master for narrow screens.
    """
    preview = argument('preview', '') == 'yes'
    out = argument('out', 'out/picture.png')
    if preview:
        width = int(argument('width', PREVIEW_WIDTH))
        size = (width, round(width * size[1] / size[0]))
        samples = PREVIEW_SAMPLES
    samples = int(argument('samples', samples))
    started = time.time()
    passes = _trace(out + '.passes', size, samples, clamp, bounces, haze)
    traced = time.time()
    picture = _develop(passes, haze, strength or {}, crisp)
    linear = f'{out}.passes/developed.exr'
    _save_linear(picture, linear)
    exposure = FILM_SPEED + float(argument('exposure', exposure))
    grade(os.path.abspath(linear), os.path.abspath(out), size, exposure, look, glare, vignette)
    if not preview and argument('master', ''):
        save_master(out, argument('master', ''))
        if phone:
            save_master(out, argument('phone', ''), phone)
    print(f'RENDER {out} {size[0]}x{size[1]} {samples} samples: traced {traced - started:.0f} s, '
          f'developed {time.time() - traced:.0f} s', flush=True)


def argument(name, otherwise):
    """A `name=value` given after Blender's own `--`."""
    given = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else []
    values = dict(pair.split('=', 1) for pair in given)
    return values.get(name, otherwise)


def reset():
    """Starts from an empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.engine = 'CYCLES'
    bpy.context.scene.cycles.device = 'CPU'
    return bpy.context.scene


def _trace(folder, size, samples, clamp, bounces, haze):
    """Renders the passes; a second run with `again=yes` grades the old ones without tracing."""
    os.makedirs(folder, exist_ok=True)
    if argument('again', '') != 'yes':
        _set_up_cycles(samples, clamp, bounces)
        _set_up_passes(folder, size, haze)
        bpy.ops.render.render()
    wanted = PASSES if haze else [name for name in PASSES if name != 'mist']
    return {name: _load_linear(sorted(glob.glob(f'{folder}/{name}_*.exr'))[-1]) for name in wanted}


def _set_up_cycles(samples, clamp, bounces):
    cycles = bpy.context.scene.cycles
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = .022
    cycles.use_denoising = False  # Debian's Blender has no denoiser and stops when asked for one
    cycles.sample_clamp_indirect = clamp
    cycles.sample_clamp_direct = 25
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = .6
    cycles.max_bounces = bounces
    cycles.diffuse_bounces = 3
    cycles.glossy_bounces = cycles.transmission_bounces = 4
    cycles.transparent_max_bounces = 12


def _set_up_passes(folder, size, haze):
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    layer.use_pass_mist = True
    if haze:
        scene.world.mist_settings.start, scene.world.mist_settings.depth = haze[:2]
        scene.world.mist_settings.falloff = 'LINEAR'
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = os.path.abspath(folder)
    files.format.file_format = 'OPEN_EXR'
    files.format.color_depth = '32'
    files.format.color_mode = 'RGB'
    files.file_slots.clear()
    for name, socket in PASSES.items():
        files.file_slots.new(name + '_')
        tree.links.new(layers.outputs[socket], files.inputs[-1])
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])


def _develop(passes, haze, strength, crisp):
    depth = passes['depth'][:, :, 0]
    rgb = denoise(passes['rgb'], passes['albedo'], passes['normal'], depth, **strength)
    rgb = keep_crisp(passes['rgb'], rgb, crisp)
    if haze:
        solid = ((depth > 0) & (depth < BEYOND_EVERYTHING))[:, :, None]
        # An outline against the sky averages in the sky's own mist and would shine: take the nearest solid.
        veil = minimum_filter(passes['mist'][:, :, :1], (5, 5, 1)) * haze[3] * solid
        rgb = rgb * (1 - veil) + np.array(haze[2], 'f4') * veil
    return paint_halos(rgb, depth)


def _load_linear(path):
    image = bpy.data.images.load(os.path.abspath(path))
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    pixels = np.empty(width * height * 4, 'f4')
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def _save_linear(rgb, path):
    height, width, _ = rgb.shape
    # Any other colour space would be encoded on saving, and the grade would then be laid over a lifted picture.
    image = bpy.data.images.new('developed', width, height, alpha=False, float_buffer=True, is_data=True)
    opaque = np.ones((height, width, 1), 'f4')
    image.pixels.foreach_set(np.concatenate([rgb, opaque], 2).astype('f4').ravel())
    image.filepath_raw = os.path.abspath(path)
    image.file_format = 'OPEN_EXR'
    image.save()
    bpy.data.images.remove(image)
