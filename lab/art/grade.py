"""The darkroom: glare round bright lamps, a vignette, Filmic tones, and the files that leave the house."""
import os

import bpy

GLARES = (
    ('FOG_GLOW', dict(size=8, threshold=1.2), 1),
    ('STREAKS', dict(threshold=6, streaks=6, angle_offset=.26, fade=.86, iterations=3), .35),
)
JPEG_LIMIT = 1_000_000
JPEG_QUALITIES = (93, 90, 87, 84, 80, 75)


def grade(exr, path, size, exposure, look, glare, vignette):
    """Develops the linear picture `exr` into the PNG `path`."""
    scene = bpy.data.scenes.new('darkroom')
    scene.render.engine = 'BLENDER_WORKBENCH'
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.use_sequencer = False
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new('CompositorNodeImage')
    source.image = bpy.data.images.load(exr, check_existing=False)
    source.image.colorspace_settings.name = 'Linear'
    picture = source.outputs[0]
    if glare:
        for kind, settings, share in GLARES:
            picture = _with_glare(tree, source.outputs[0], picture, kind, settings, glare * share)
    if vignette:
        picture = _with_vignette(tree, picture, size, vignette)
    tree.links.new(picture, tree.nodes.new('CompositorNodeComposite').inputs[0])
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_mode = 'RGB'
    scene.render.filepath = path
    bpy.ops.render.render(scene=scene.name, write_still=True)
    bpy.data.scenes.remove(scene)


def _with_glare(tree, source, picture, kind, settings, share):
    glare = tree.nodes.new('CompositorNodeGlare')
    glare.glare_type = kind
    glare.quality = 'HIGH'
    glare.mix = 1
    for setting, value in settings.items():
        setattr(glare, setting, value)
    tree.links.new(source, glare.inputs[0])
    return _mixed(tree, 'ADD', share, picture, glare.outputs[0])


def _with_vignette(tree, picture, size, strength):
    width, height = size
    ellipse = tree.nodes.new('CompositorNodeEllipseMask')
    ellipse.width = .98
    ellipse.height = .98 * height / width * 1.15
    soft = tree.nodes.new('CompositorNodeBlur')
    soft.filter_type = 'FAST_GAUSS'
    soft.size_x = soft.size_y = int(width * .22)
    tree.links.new(ellipse.outputs[0], soft.inputs[0])
    darken = tree.nodes.new('CompositorNodeMapRange')
    darken.inputs[3].default_value = 1 - strength
    darken.inputs[4].default_value = 1
    tree.links.new(soft.outputs[0], darken.inputs[0])
    return _mixed(tree, 'MULTIPLY', 1, picture, darken.outputs[0])


def _mixed(tree, blend, share, a, b):
    mix = tree.nodes.new('CompositorNodeMixRGB')
    mix.blend_type = blend
    mix.inputs[0].default_value = share
    tree.links.new(a, mix.inputs[1])
    tree.links.new(b, mix.inputs[2])
    return mix.outputs[0]


def save_master(png, path, crop=None):
    """Writes a JPEG within the limit. `crop` is (left, top, width, height) in pixels of the picture."""
    image = bpy.data.images.load(png, check_existing=False)
    if crop:
        image = _cropped(image, crop)
    settings = bpy.context.scene.render.image_settings
    bpy.context.scene.view_settings.view_transform = 'Standard'
    settings.file_format = 'JPEG'
    settings.color_mode = 'RGB'
    for quality in JPEG_QUALITIES:
        settings.quality = quality
        image.save_render(path)
        if os.path.getsize(path) <= JPEG_LIMIT:
            return
    raise SystemExit(f'{path} is larger than {JPEG_LIMIT} bytes even at quality {quality}')


def _cropped(image, crop):
    import numpy as np
    left, top, width, height = crop
    full_width, full_height = image.size
    pixels = np.empty(full_width * full_height * 4, 'f4')
    image.pixels.foreach_get(pixels)
    rows = pixels.reshape(full_height, full_width, 4)[::-1]
    cut = rows[top:top + height, left:left + width][::-1]
    made = bpy.data.images.new('crop', width, height, alpha=False)
    made.pixels.foreach_set(np.ascontiguousarray(cut).ravel())
    return made
