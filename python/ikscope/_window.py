"""The program's window and its renderer, from a script."""

import atexit
import operator
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import _ikscope

_PAUSED = """seconds = 0.1
scene = "scene.toml"
[[cue]]
at = 0
press = ["Space"]
"""


def draw(simulation, size=(1280, 800)):
    """Draws the body with its targets by the program's own renderer, without a window to be seen.

    simulation: as it is now, or a scene as it opens.
    size: width and height, pixels, from 320 x 240 to 16384 x 16384.
    Returns an array, height x width x 3 of uint8: red, green, blue. It needs the program ikscope,
    Pillow, and a display or xvfb-run.
    """
    import numpy
    from PIL import Image

    try:
        width, height = map(operator.index, size)
    except (TypeError, ValueError):
        width = height = 0
    if not (320 <= width <= 16384 and 240 <= height <= 16384):
        raise ValueError(f"size is {size!r}; expected width and height in pixels, from 320 x 240 to 16384 x 16384")
    with tempfile.TemporaryDirectory(prefix="ikscope-") as folder:
        film, script = pathlib.Path(folder) / "film", pathlib.Path(folder) / "film.toml"
        (pathlib.Path(folder) / "scene.toml").write_text(_ikscope.Scene(simulation).to_text(), encoding="utf-8")
        script.write_text(_PAUSED)
        words = [_program(), "--no-settings", "--film-script", script, "--film", film, "--film-shows", "view",
                 "--size", f"{width}x{height}", "--film-size", "window"]
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            if not shutil.which("xvfb-run"):
                raise RuntimeError("there is no display to draw with; install xvfb, or set DISPLAY")
            words = ["xvfb-run", "-a", "-s", "-screen 0 3840x2160x24", *words]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"ikscope could not draw: {done.stderr.strip()}")
        return numpy.array(Image.open(min(film.iterdir())).convert("RGB"))


def show(simulation):
    """Opens the window with the simulation as it is now, and returns its process without waiting.

    The window goes on by itself; what is changed there does not come back to the simulation.
    """
    folder = tempfile.mkdtemp(prefix="ikscope-")
    scene = pathlib.Path(folder) / "scene.toml"
    scene.write_text(_ikscope.Scene(simulation).to_text(), encoding="utf-8")
    process = subprocess.Popen([_program(), "--scene", scene])
    atexit.register(_tidy, folder, process)
    return process


def _tidy(folder, process):
    if process.poll() is not None:  # else the window may still read it
        shutil.rmtree(folder, ignore_errors=True)


def _program():
    """The program of the same build, or the installed one."""
    built = pathlib.Path(_ikscope.__file__).resolve().parents[2] / "bin/ikscope"
    program = built if built.exists() else shutil.which("ikscope")
    if not program:
        raise RuntimeError("the program ikscope was not found; install the package ikscope")
    return program
