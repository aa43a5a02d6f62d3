"""Blender's entry: `blender -b -P stage.py -- scene=NAME out=FILE [preview=yes]` builds and renders a scene."""
import os
import runpy
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, 'parts')]

from kit import argument, reset  # noqa: E402 (the folder must be known first)

reset()
runpy.run_path(os.path.join(here, 'scenes', argument('scene', '').replace('-', '_') + '.py'))
