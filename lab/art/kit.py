"""What a scene needs, under one name: `from kit import *`."""
import math
import random

import bpy
from mathutils import Euler, Matrix, Quaternion, Vector
from mathutils import Vector as V

from details import belt, bez, bolt, fillet, rrect, text, tube
from halos import glow
from lighting import aim, area, camera, kelvin, point, spot, sun, world
from materials import Wiring, emission, glass, mat, scaled, srgb, wet_asphalt, without_wear
from rendering import argument, render, reset
from shapes import (AXES, box, cut, cyl, finish, group, inst, lathe, lined, link, loft, prism, round_edges,
                    sheet)
