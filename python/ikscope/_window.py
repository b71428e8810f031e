"""The program's window and its renderer, from a script."""

import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import _ikscope
from ._ikscope import Simulation


def draw(simulation, size=(1280, 800), *, transparent=False):
    """Draws the body with its targets by the program's own renderer, without a window to be seen.

    size: width and height, pixels. transparent: without a background.
    Returns an array, height x width x 4 of uint8: red, green, blue, opacity. It needs the program
    ikscope, Pillow, and a display or xvfb-run.
    """
    import numpy
    from PIL import Image

    still = Simulation(simulation, hold=simulation.joint_names, target_speed=0)  # a frame is a step
    with tempfile.TemporaryDirectory(prefix="ikscope-") as folder:
        scene, picture = pathlib.Path(folder) / "scene.toml", pathlib.Path(folder) / "picture.png"
        scene.write_text(still.scene.to_text())
        words = [_program(), "--scene", scene, "--frames", "1", "--no-settings", "--size", f"{size[0]}x{size[1]}",
                 "--view-picture", picture, *(["--transparent"] if transparent else [])]
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            if not shutil.which("xvfb-run"):
                raise RuntimeError("there is no display to draw with; install xvfb, or set DISPLAY")
            words = ["xvfb-run", "-a", "-s", "-screen 0 3840x2160x24", *words]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"ikscope could not draw: {done.stderr.strip()}")
        return numpy.array(Image.open(picture).convert("RGBA"))


def show(simulation):
    """Opens the window with the simulation as it is now, and returns its process without waiting.

    The window goes on by itself; what is changed there does not come back to the simulation.
    """
    folder = tempfile.mkdtemp(prefix="ikscope-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    scene = pathlib.Path(folder) / "scene.toml"
    scene.write_text(simulation.scene.to_text())
    return subprocess.Popen([_program(), "--scene", scene])


def _program():
    """The program of the same build, or the installed one."""
    built = pathlib.Path(_ikscope.__file__).resolve().parents[2] / "bin/ikscope"
    program = built if built.exists() else shutil.which("ikscope")
    if not program:
        raise RuntimeError("the program ikscope was not found; install the package ikscope")
    return program
