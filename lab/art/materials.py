"""Surfaces: one principled material with noise, wear and dirt in it, lamps, glass, wet asphalt."""
import bpy

MIRRORED = 5  # a lamp's face is no brighter than this in puddles and chrome: white already, and free of sparks

LETTERING = 'lettering'  # the pass in which printed panels show

_made = {}
_worn = True


def without_wear():
    """Leaves dirt in corners and rubbed edges out of what is made from now on.

    Both trace rays of their own, a third of a picture's time; in the dark of a night scene nobody sees them.
    """
    global _worn
    _worn = False


def mat(name, color='#808080', metal=0, rough=.4, coat=0, coatr=.05, bump=0, bscale=150, bdetail=4, rvar=0.15,
        rscale=6, dirt=0, dirtcol='#120d08', wear=0, wearcol='#9a9a98', emit=None, estr=0, cvar=0, trans=0,
        ior=1.45, spec=.5, aniso=0, ao=0.05, printed=False):
    """A surface as it is in use.

    rvar, cvar: how far noise moves roughness and color; dirt: darkness in the corners, reaching `ao`
    meters; wear: radius of edges rubbed to bare metal; bump: grain; printed: lettering or its ground, which
    is kept from the denoiser.
    """
    if name in _made:
        return _made[name]
    made = _made[name] = bpy.data.materials.new(name)
    made.use_nodes = True
    wiring = Wiring(made.node_tree)
    surface = made.node_tree.nodes['Principled BSDF'].inputs
    for field, value in (('Metallic', metal), ('Roughness', rough), ('Clearcoat', coat), ('Specular', spec),
                         ('Clearcoat Roughness', coatr), ('Transmission', trans), ('IOR', ior),
                         ('Anisotropic', aniso), ('Base Color', srgb(color))):
        surface[field].default_value = value
    if emit:
        surface['Emission'].default_value = srgb(emit)
        surface['Emission Strength'].default_value = estr

    tint, roughness = srgb(color), rough
    if rvar:
        roughness = wiring.remap(wiring.noise(rscale), .35, .7, max(.02, rough - rvar), min(1, rough + rvar))
    if cvar:
        share = wiring.remap(wiring.noise(rscale * .7, 6), .35, .65, 0, 1)
        tint = wiring.mix(share, scaled(tint, 1 - cvar), scaled(tint, 1 + cvar))
    if wear and _worn:
        rubbed = wiring.edges(wear)
        tint = wiring.mix(rubbed, tint, srgb(wearcol))
        if metal < .5:
            wiring.link(rubbed, surface['Metallic'])
    if dirt and _worn:
        soiled = wiring.corners(ao, dirt)
        tint = wiring.mix(soiled, tint, srgb(dirtcol))
        roughness = wiring.math('MULTIPLY_ADD', soiled, .4, roughness, clamp=True)
    wiring.link(tint, surface['Base Color'])
    wiring.link(roughness, surface['Roughness'])
    if bump:
        wiring.link(wiring.bump(wiring.noise(bscale, bdetail), bump), surface['Normal'])
    if printed:
        shown = wiring.node('OutputAOV')
        shown.name = LETTERING  # Cycles goes by the node's name
        shown.inputs['Value'].default_value = 1
    return made


class Wiring:
    """The handful of shader nodes the materials are made of; each method returns an output socket."""

    def __init__(self, tree, space='Object'):
        self.tree = tree
        self.place = tree.nodes.new('ShaderNodeTexCoord').outputs[space]

    def node(self, kind, *inputs, **settings):
        made = self.tree.nodes.new('ShaderNode' + kind)
        for setting, value in settings.items():
            setattr(made, setting, value)
        for socket, value in zip(made.inputs, inputs):
            if value is not None:
                self.link(value, socket)
        return made

    def link(self, value, socket):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def noise(self, scale, detail=4, rough=.6, place=None):
        made = self.node('TexNoise', place or self.place)
        for field, value in (('Scale', scale), ('Detail', detail), ('Roughness', rough)):
            made.inputs[field].default_value = value
        return made.outputs['Fac']

    def remap(self, value, low, high, to_low, to_high):
        return self.node('MapRange', value, low, high, to_low, to_high).outputs[0]

    def mix(self, share, a, b, blend='MIX'):
        return self.node('MixRGB', share, a, b, blend_type=blend).outputs[0]

    def math(self, operation, *values, clamp=False):
        return self.node('Math', *values, operation=operation, use_clamp=clamp).outputs[0]

    def bump(self, height, strength, distance=.002):
        return self.node('Bump', strength, distance, height).outputs[0]

    def stretch(self, place, scale):
        made = self.node('Mapping', place)
        made.inputs['Scale'].default_value = scale
        return made.outputs[0]

    def edges(self, radius):
        """Where the rounded normal leaves the true one there is an edge; noise breaks it up."""
        bevel = self.node('Bevel', radius, samples=2)
        true_normal = self.node('NewGeometry').outputs['Normal']
        facing = self.node('VectorMath', bevel.outputs[0], true_normal, operation='DOT_PRODUCT').outputs['Value']
        return self.math('MULTIPLY', self.remap(facing, .97, .80, 0, 1),
                         self.remap(self.noise(40, 6, .7), .42, .62, 0, 1))

    def corners(self, reach, amount):
        hidden = self.node('AmbientOcclusion', samples=1)
        hidden.inputs['Distance'].default_value = reach
        return self.math('MULTIPLY', self.remap(hidden.outputs['AO'], .85, .25, 0, amount),
                         self.remap(self.noise(14, 6, .65), .3, .6, .35, 1))


def emission(name, color, strength, cam=None):
    """A lamp's face: shows to the eye and in mirrors and lights nothing, since a lamp beside it does.

    `cam` is its strength as the camera sees it; such a face lights the scene too, without clipping to white.
    """
    if name in _made:
        return _made[name]
    made, wiring, output = _blank(name)
    rays = wiring.node('LightPath').outputs
    if cam is None:
        # Hundreds of small faces would each take light samples and leave fireflies on rough metal.
        made.cycles.sample_as_light = False
        shown = wiring.remap(rays['Is Camera Ray'], 0, 1, min(strength, MIRRORED), strength)
        seen = wiring.math('MULTIPLY', shown, wiring.remap(rays['Is Diffuse Ray'], 0, 1, 1, 0))
    else:
        seen = wiring.remap(rays['Is Camera Ray'], 0, 1, strength, cam)
    wiring.link(wiring.node('Emission', srgb(color), seen).outputs[0], output)
    return made


def glass(name, tint='#88a0a8', rough=.02, dark=.25, ior=1.5):
    """Thin window glass: reflects by angle and lets a darkened view through, without caustics.

    A pane mirrors with both its faces, as much as one face of an `ior` of 1.8.
    """
    if name in _made:
        return _made[name]
    made, wiring, output = _blank(name)
    through = wiring.node('BsdfTransparent', scaled(srgb(tint), dark)).outputs[0]
    mirror = wiring.node('BsdfGlossy', (1, 1, 1, 1), rough).outputs[0]
    # Fresnel takes a sheet's back for the inside of a block of glass, which mirrors everything at a slant.
    behind = wiring.node('NewGeometry').outputs['Backfacing']
    share = wiring.node('Fresnel', wiring.remap(behind, 0, 1, ior, 1 / ior)).outputs[0]
    wiring.link(wiring.node('MixShader', share, through, mirror).outputs[0], output)
    return made


def wet_asphalt(name='asphalt', wet_from=.46, wet_to=.57, patch=.42):
    """Damp asphalt with puddles: one slow noise drives roughness down and switches the grain off.

    Between stone and puddle lie worn wheel tracks and stains, or the damp parts look like cloth.
    """
    if name in _made:
        return _made[name]
    made = _made[name] = bpy.data.materials.new(name)
    made.use_nodes = True
    wiring = Wiring(made.node_tree)
    surface = made.node_tree.nodes['Principled BSDF'].inputs
    ragged = wiring.math('MULTIPLY_ADD', wiring.noise(7, 6, .7), .10, wiring.noise(patch, 5, .55))
    wet = wiring.remap(ragged, wet_from + .05, wet_to + .05, 0, 1)
    stones = wiring.node('TexVoronoi', wiring.place)
    stones.inputs['Scale'].default_value = 70
    stone_color = wiring.mix(wiring.remap(wiring.noise(55, 4, .8), .40, .66, 0, 1),
                             (.006, .006, .007, 1), (.075, .073, .070, 1))
    stains = wiring.remap(wiring.noise(2.6, 8, .68), .38, .62, .35, 1.25)
    dry_color = wiring.mix(1.0, stone_color, stains, 'MULTIPLY')
    wiring.link(wiring.mix(wet, dry_color, (.006, .006, .007, 1)), surface['Base Color'])
    damp = wiring.remap(wiring.noise(4.2, 7, .7), .36, .64, .40, .72)
    wiring.link(wiring.mix(wet, damp, (.05, .05, .05, 1)), surface['Roughness'])
    wiring.link(wiring.remap(wet, 0, 1, .28, .5), surface['Specular'])
    height = wiring.math('MULTIPLY_ADD', wiring.noise(16, 6, .75), 1.2, stones.outputs['Distance'])
    wiring.link(wiring.bump(height, wiring.remap(wet, 0, .8, .60, 0), .009), surface['Normal'])
    return made


def srgb(color):
    """'#rrggbb' or linear (r, g, b) as linear rgba."""
    if not isinstance(color, str):
        return (*color[:3], 1)
    digits = color.lstrip('#')
    channels = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return (*[c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in channels], 1)


def scaled(color, factor):
    return (*[min(1, max(0, c * factor)) for c in color[:3]], 1)


def _blank(name):
    made = _made[name] = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes.clear()
    wiring = Wiring(made.node_tree)
    return made, wiring, wiring.node('OutputMaterial').inputs[0]
