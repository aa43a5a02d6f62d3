"""From scene to picture: Cycles, denoising, haze, halos and grade, as a preview or as a master."""
import glob
import hashlib
import os
import shutil
import sys
import time

import bpy
import numpy as np
from scipy.ndimage import minimum_filter

from crisp import keep_crisp, set_lettering
from denoise import denoise
from grade import grade, save_master
from halos import paint_halos
from materials import LETTERING

PASSES = {'rgb': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal', 'depth': 'Denoising Depth',
          'mist': 'Mist', 'lettering': LETTERING}
PREVIEW_WIDTH = 640
PREVIEW_SAMPLES = 24
BATCH = 8  # samples traced at a time; a finished batch is on disk, and the next run goes on after it
FILM_SPEED = 1.6  # stops; lamps are in honest watts, so every scene wants about this much
BEYOND_EVERYTHING = 1e5  # depth of the sky


def render(size=(1800, 1200), samples=128, exposure=0, look='Medium High Contrast', clamp=3, glare=.45, vignette=.3,
           bounces=4, haze=None, strength=None, crops=None, crisp=()):
    """Renders the scene that stands, then develops it to where the command line says.

    haze: (start, depth in meters, linear rgb, share); strength: settings of the denoiser;
    crisp: faces, as corners in world space, that the denoiser leaves alone;
    crops: what else is cut from the picture, by the end of the file's name: {'-phone': (left, top, width, height)};
    '' cuts the master itself.
    """
    out = argument('out', 'out/picture.png')
    preview = argument('preview', '') == 'yes'
    samples = int(argument('samples', PREVIEW_SAMPLES if preview else samples))
    if preview:
        width = int(argument('width', PREVIEW_WIDTH))
        size = (width, round(width * size[1] / size[0]))
    started = time.time()
    _set_up_cycles(clamp, bounces)
    _set_up_passes(size, haze)
    passes = _trace(out + '.passes', size, samples, resume=not preview)
    if argument('develop', '') == 'no':
        return
    traced = time.time()
    bpy.context.view_layer.update()  # places the camera, which no tracing has done when `again=yes`
    picture = _develop(passes, haze, strength or {}, crisp)
    linear = f'{out}.passes/developed.exr'
    _save_linear(picture, linear)
    exposure = FILM_SPEED + float(argument('exposure', exposure))
    grade(os.path.abspath(linear), os.path.abspath(out), size, exposure, look, glare, vignette)
    if not preview and argument('masters', ''):
        for ending, crop in {'': None, **(crops or {})}.items():
            save_master(out, f"{argument('masters', '')}{ending}.jpg", crop)
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


def _trace(folder, size, samples, resume):
    """The mean of as many batches as `samples` fill, each of its own seed.

    Batches that an interrupted run of the same scene left behind count; `again=yes` traces none at all.
    """
    if argument('again', '') != 'yes':
        scene = _fingerprint(size)
        if not resume or _text_of(f'{folder}/scene') != scene:
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            with open(f'{folder}/scene', 'w', encoding='utf-8') as file:
                file.write(scene)
        for batch in range(-(-samples // BATCH)):
            _trace_batch(folder, batch, min(BATCH, samples))
    return {name: _mean(sorted(glob.glob(f'{folder}/batch-*/{name}_*.exr'))) for name in PASSES}


def _trace_batch(folder, batch, samples):
    """Renders into a folder of another name first: one that is called batch-… is whole."""
    done = f'{folder}/batch-{batch:02}'
    if os.path.exists(done):
        return
    scene = bpy.context.scene
    scene.cycles.samples = samples
    scene.cycles.seed = batch
    unfinished = f'{folder}/unfinished'
    shutil.rmtree(unfinished, ignore_errors=True)
    scene.node_tree.nodes['files'].base_path = os.path.abspath(unfinished)
    bpy.ops.render.render()
    os.rename(unfinished, done)
    print(f'RENDER batch {batch} of {samples} samples', flush=True)


def _fingerprint(size):
    """Stands for everything that is traced: batches of another scene must not be averaged with this one's."""
    here = os.path.dirname(os.path.abspath(__file__))
    said = f"{argument('scene', '')} {size} {BATCH}"
    modelled = [f'{here}/{name}.py' for name in ('shapes', 'details', 'materials', 'lighting')]
    scene = f"{here}/scenes/{argument('scene', '').replace('-', '_')}.py"
    for path in [scene, *modelled, *sorted(glob.glob(f'{here}/parts/*.py'))]:
        said += _text_of(path)
    return hashlib.sha256(said.encode()).hexdigest()


def _text_of(path):
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8') as file:
        return file.read()


def _mean(paths):
    total = _load_linear(paths[0])
    for path in paths[1:]:
        total += _load_linear(path)
    return total / len(paths)


def _set_up_cycles(clamp, bounces):
    cycles = bpy.context.scene.cycles
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = .02
    cycles.adaptive_min_samples = 8  # the sky is done after these; Cycles' own choice is more than a batch has
    cycles.use_denoising = False  # Debian's Blender has no denoiser and stops when asked for one
    cycles.sample_clamp_indirect = clamp
    cycles.sample_clamp_direct = 25
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = .6
    cycles.max_bounces = bounces
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = cycles.transmission_bounces = 3
    cycles.transparent_max_bounces = 12


def _set_up_passes(size, haze):
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    layer.use_pass_mist = True
    lettering = layer.aovs.add()
    lettering.name, lettering.type = LETTERING, 'VALUE'
    if haze:
        scene.world.mist_settings.start, scene.world.mist_settings.depth = haze[:2]
        scene.world.mist_settings.falloff = 'LINEAR'
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.name = 'files'
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
    rgb = set_lettering(rgb, passes['rgb'], passes['albedo'], passes['lettering'][:, :, :1])
    if haze:
        solid = ((depth > 0) & (depth < BEYOND_EVERYTHING))[:, :, None]
        # Edges against the sky average in its mist and would glow: take the nearest solid instead.
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
    # Any other color space would be encoded on saving, and grading would start from a brightened picture.
    image = bpy.data.images.new('developed', width, height, alpha=False, float_buffer=True, is_data=True)
    opaque = np.ones((height, width, 1), 'f4')
    image.pixels.foreach_set(np.concatenate([rgb, opaque], 2).astype('f4').ravel())
    image.filepath_raw = os.path.abspath(path)
    image.file_format = 'OPEN_EXR'
    image.save()
    bpy.data.images.remove(image)
