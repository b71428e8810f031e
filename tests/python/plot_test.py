"""Plots and pictures, where matplotlib and Pillow are installed."""
import os
import shutil
import subprocess
import sys
import time
import warnings

import ikscope
import numpy as np
import pytest

pyplot = pytest.importorskip("matplotlib.pyplot")
pytest.importorskip("PIL")
pyplot.switch_backend("agg")
plot = ikscope.plot


def test_curves_have_the_data():
    simulation = ikscope.Simulation("double-y", "dls")
    record = simulation.run(60, ["time", "error", "oscillation", "sigma"])
    axes = plot.error(record, simulation.effector_names)
    for line, column in zip(axes.lines, record["error"].T):
        np.testing.assert_array_equal(line.get_ydata(), column)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == list(simulation.effector_names)
    axes = plot.oscillation(record)
    np.testing.assert_allclose(axes.lines[0].get_ydata(), 1e3 * record["oscillation"])
    assert "mrad/step²" in axes.get_ylabel()
    assert len(plot.singular_values(record).lines) == record["sigma"].shape[1]
    bare = simulation.run(9, ["theta"])
    for draw, name in ((plot.error, "error"), (plot.oscillation, "oscillation"), (plot.singular_values, "sigma")):
        with pytest.raises(ValueError, match=fr'no "time"; expected that of Simulation.run\(N, \["time", "{name}"\]\)'):
            draw(bare)


def test_maps_sweeps_and_basins():
    result = ikscope.map("double-y", "lambda=0.1:2:5:log", "target_speed=0.5:2:4:lin", "dls", steps=60, warmup=0)
    axes = plot.map(result)
    assert axes.get_xscale() == "log" and axes.get_yscale() == "linear" and axes.get_xlabel() == "lambda"
    np.testing.assert_allclose(axes.collections[0].get_array().reshape(4, 5), result["mean_total_error"])
    assert (axes.lines[0].get_xdata()[0] == result["best"]["lambda"]) if result["best"] else not axes.lines
    with pytest.raises(ValueError, match='the result has no metric "updates"; there are mean_total_error, '):
        plot.map(result, "updates")
    one = ikscope.sweep("double-y", "lambda=0.1:2:5:log", "dls", steps=60, warmup=0)
    own = pyplot.subplots()[1]
    assert plot.sweep(one, "oscillation_mean", own) is own
    np.testing.assert_allclose(own.lines[0].get_ydata(), 1e3 * one["oscillation_mean"])
    for draw, other, axes in ((plot.map, one, "one axis"), (plot.sweep, result, "two axes")):
        with pytest.raises(ValueError, match=f"the result has {axes}; expected that of ikscope"):
            draw(other)
    names = ikscope.Body.from_file("arm-2r").joint_names
    basins = ikscope.map("arm-2r", *(f"start.{name}=-90:90:6" for name in names[:2]), "dls", steps=200, solve=True)
    for metric in (None, "solution", "ending"):
        assert plot.map(basins, metric).collections
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plot.map({**basins, "updates": np.full_like(basins["updates"], np.nan)}).collections  # all have failed
    pyplot.close("all")


@pytest.fixture
def program():
    try:
        return ikscope._window._program()
    except RuntimeError:
        pytest.skip("built without the window")


def test_the_renderer_draws_what_is_there(program):
    simulation = ikscope.Simulation("double-y", "dls")
    simulation.step(100)
    picture = ikscope.draw(simulation, (640, 400))
    assert picture.dtype == np.uint8 and picture.shape == (400, 640, 3)
    red = (picture[..., 0] > 150) & (picture[..., 1:].max(axis=2) < 90)  # the targets
    assert 20 < red.sum() < 5000
    assert ikscope.draw("double-y", (640, 400)).shape == picture.shape
    np.testing.assert_array_equal(picture, ikscope.draw(simulation, (640, 400)))
    simulation.step(60)
    assert not np.array_equal(picture, ikscope.draw(simulation, (640, 400)))
    with pytest.raises(ValueError, match=r"size is \(1, 1\); expected .* from 320 x 240"):
        ikscope.draw(simulation, (1, 1))


def test_the_window_opens_as_the_simulation_is(program, tmp_path, monkeypatch):
    if not os.environ.get("DISPLAY") or not shutil.which("xdotool"):
        pytest.skip("needs a display and xdotool")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    simulation = ikscope.Simulation("panda", "sdls")
    simulation.step(100)
    window = ikscope.show(simulation)
    try:
        title, end = "", time.monotonic() + 60
        while "Selectively damped" not in title and window.poll() is None and time.monotonic() < end:
            found = subprocess.run(["xdotool", "search", "--all", "--pid", str(window.pid), "--name", "ikscope", "getwindowname"],
                                   capture_output=True, text=True)
            title = found.stdout
            time.sleep(0.1)
        assert "Panda" in title and "Selectively damped" in title
    finally:
        window.terminate()
        window.wait()


def test_the_window_reads_the_scene_of_a_script_that_has_ended(tmp_path):
    program = tmp_path / "ikscope"
    program.write_text(f'#!/bin/sh\nsleep 1\ncp "$2" {tmp_path}/copy\nmv {tmp_path}/copy {tmp_path}/read.toml\n')
    program.chmod(0o755)
    subprocess.run([sys.executable, "-c", f"import ikscope; ikscope._window._program = lambda: {str(program)!r}\n"
                    "simulation = ikscope.Simulation('double-y')\nsimulation.step(9)\nikscope.show(simulation)"], check=True)
    end = time.monotonic() + 60
    while not (tmp_path / "read.toml").exists() and time.monotonic() < end:
        time.sleep(0.1)
    assert ikscope.Scene(tmp_path / "read.toml").name == "Double-Y"
