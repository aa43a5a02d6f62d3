"""A denoiser guided by what the renderer knows of each pixel: albedo, normal and depth.

Debian's Blender lacks the usual one. This is non-local means on the light alone (color divided by albedo),
so that painted edges stay sharp; fireflies are taken down first. Each guide's own noise, which depth of
field and bump bring, is subtracted before it is trusted.
"""
import numpy as np
from scipy.ndimage import gaussian_filter, percentile_filter, uniform_filter

SKY_DEPTH = 1e4
DARKEST_ALBEDO = .03


def denoise(color, albedo, normal, depth, radius=7, patch=3, k=.6, k_albedo=.06, k_normal=.22, k_depth=.02):
    """Smooths `color` (linear, height × width × 3) where its guides agree; larger `k` smooths more."""
    color = np.maximum(color, 0).astype('f4')
    log_depth = np.log(np.clip(np.where(depth <= 0, SKY_DEPTH, depth), 0, SKY_DEPTH) + .01)[..., None]
    albedo_noise = _noise_of(albedo)
    albedo = _calmed(albedo, albedo_noise)
    guides = [_Guide(albedo, albedo_noise, k_albedo, radius), _Guide(normal, _noise_of(normal), k_normal, radius),
              _Guide(log_depth, _noise_of(log_depth), k_depth, radius, ceiling=6)]
    reflectance = np.clip(albedo, 0, 1) + DARKEST_ALBEDO
    light = _without_fireflies(np.log1p(color / reflectance))
    light = _without_sparks(light, normal)
    return np.expm1(_non_local_mean(light, guides, radius, patch, k)) * reflectance


class _Guide:
    """One feature image with its noise, and how far apart two of its pixels are."""

    def __init__(self, image, noise, tolerance, margin, ceiling=30):
        self.image, self.noise = image, noise
        self.tolerance, self.ceiling = tolerance, ceiling
        self.padded = _pad(image, margin)
        self.padded_noise = _pad(noise, margin)

    def distance(self, window):
        apart = ((self.image - self.padded[window]) ** 2).sum(2)
        own_noise = 1.5 * (self.noise + self.padded_noise[window])
        return np.minimum(np.maximum(apart - own_noise, 0) / (self.tolerance ** 2 + self.noise), self.ceiling)


def _non_local_mean(light, guides, radius, patch, k):
    height, width, _ = light.shape
    gray = light.mean(2)
    calm = gaussian_filter(gray, .6)
    noise = _noise_of_light(gray)
    padded, padded_calm = _pad(light, radius), _pad(calm, radius)
    total, weights = np.zeros_like(light), np.zeros((height, width), 'f4')
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if dx * dx + dy * dy > radius * radius + 1:
                continue
            window = (slice(radius + dy, radius + dy + height), slice(radius + dx, radius + dx + width))
            apart = uniform_filter((calm - padded_calm[window]) ** 2, patch)
            distance = np.maximum(apart - noise * .6, 0) / (2 * k * k * noise)
            for guide in guides:
                distance += guide.distance(window)
            weight = np.exp(-np.minimum(distance, 30))
            total += padded[window] * weight[:, :, None]
            weights += weight
    return total / weights[:, :, None]


def _without_fireflies(light):
    """Takes each pixel down to just above the second brightest of its eight neighbors, twice."""
    steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
    for _ in range(2):
        around = np.stack([np.roll(light, step, (0, 1)) for step in steps])
        around.sort(0)
        light = np.minimum(light, around[-2] * 1.05 + .03)
    return light


def _without_sparks(light, normal):
    """On a smooth panel a few pixels far above their surroundings are noise, not highlights."""
    gray = light.mean(2)
    usual = percentile_filter(gray, 60, size=7)
    bend = sum(uniform_filter(normal[..., i] ** 2, 7) - uniform_filter(normal[..., i], 7) ** 2 for i in range(3))
    spark = (gray > usual * 1.35 + .04) & (bend < .004)
    return np.where(spark[..., None], light * (usual / np.maximum(gray, 1e-6))[..., None], light)


def _calmed(albedo, noise):
    """Where the albedo is itself noisy (out of focus) its blurred version divides the color better."""
    share = np.clip(noise / .0015, 0, 1)[..., None]
    return albedo * (1 - share) + _blurred(albedo, 2.0) * share


def _noise_of(feature):
    """Variance a pixel. The low percentile keeps thin true edges from counting as noise."""
    rest = ((feature - _blurred(feature, 1.2)) ** 2).sum(2)
    return uniform_filter(percentile_filter(uniform_filter(rest, 3), 35, size=7), 5)


def _noise_of_light(gray):
    rest = gray - uniform_filter(gray, 3)
    typical = percentile_filter(uniform_filter(rest * rest, 3), 50, size=5)
    return np.minimum(uniform_filter(typical, 5) * 1.6, .08) + 1e-5


def _blurred(image, sigma):
    return np.stack([gaussian_filter(image[..., i], sigma) for i in range(image.shape[2])], 2)


def _pad(image, margin):
    return np.pad(image, [(margin, margin)] * 2 + [(0, 0)] * (image.ndim - 2), mode='reflect')
