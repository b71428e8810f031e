"""Inverse kinematics: numerical methods of the literature, run, measured and explained.

    import ikscope
    simulation = ikscope.Simulation("double-y", "dls", lambda_=0.3)
    record = simulation.run(1000)
    record["theta"], record["error"]                # numpy arrays, a row per step

Body, Scene and Simulation are a body, a body with moving targets, and that at work. Functions do
what the program ikscope-lab does: measure, compare, sweep, map, explain, solve. draw and show use
the window's program; the module ikscope.plot has plots by matplotlib. Where a function takes a scene,
it takes the name of a scene ("double-y"), a file (scene, URDF, MJCF, BVH, DH table),
a Body, a Scene or a Simulation; then a method, and parameters by their keys, `lambda_` for lambda; and
hold, release and stiffness, those of Simulation.

Angles are in rad unless a name or its explanation says degrees, lengths in the unit of the scene. Long
work gives Python's lock to other threads and ends at Ctrl-C. What is wrong raises ValueError with one sentence.
"""

import importlib as _importlib
import json as _json
import pathlib as _pathlib

import numpy as _numpy

from . import _ikscope
from ._ikscope import Body, Scene, Simulation, __version__
from ._window import draw, show

__all__ = ["Body", "Scene", "Simulation", "compare", "draw", "explain", "map", "measure", "methods", "parameters",
           "quantities", "scenes", "show", "solve", "sweep"]

_data = _pathlib.Path(__file__).parent / "data"  # of a package that pip has built
if (_data / "assets").is_dir():
    _ikscope.look_for_data_in(_data)
del _data


def measure(scene, method=None, *, steps=2000, warmup=400, **parameters):
    """Measures a method on a scene, like `ikscope-lab run --json`.

    steps: measured ones, after `warmup` steps. A Simulation is copied and goes on from where it is.
    Returns a dict: settings, and the metrics of docs/mathematics.md, such as mean_total_error (scene
    units), oscillation_mean (rad/step^2), hit_share, per_effector.
    """
    return _json.loads(_ikscope.measure(Simulation(scene, method, **parameters), steps, warmup))


def compare(scene, methods=None, *, steps=2000, warmup=400, **parameters):
    """Measures several methods on a scene, like `ikscope-lab compare --json`.

    methods: their names; None: all that the body allows. A parameter is set for every method that has it; one named
    "METHOD.KEY" for that method: compare("y", **{"dls.lambda": 0.3}).
    Returns a list of what `measure` returns, one for each method.
    """
    results, used = [], set()
    joints = {key: parameters.pop(key) for key in ("hold", "release", "stiffness") if key in parameters}
    methods = [methods] if isinstance(methods, str) else methods
    for method in Simulation(scene, **joints).methods if methods is None else methods:
        simulation = Simulation(scene, method, **joints)
        mine = {}
        for key, value in parameters.items():
            of, dot, rest = key.rpartition(".")
            if dot and of not in _names():
                Simulation(scene, of)  # raises, naming the methods
            if (of == method) if dot else key.removesuffix("_") in simulation.parameters:
                mine[rest] = value
                used.add(key)
        simulation.set(**mine)
        results.append(_json.loads(_ikscope.measure(simulation, steps, warmup)))
    for key in parameters:
        if key not in used:
            raise ValueError(f'the parameter "{key}" applies to none of the methods compared; '
                             "ikscope.parameters() lists them")
    return results


def sweep(scene, x, method=None, *, steps=600, warmup=120, solve=False, restarts=0, threads=None,
          most_oscillation=_ikscope.most_oscillation, **parameters):
    """Measures a method over the values of a parameter, in threads, like `ikscope-lab sweep`.

    x: "KEY", "KEY=FROM:TO:COUNT", or that with ":lin" or ":log" at the end; without it, spaced as the
        parameter's slider is. KEY is a parameter, start.JOINT (degrees or scene units) or
        target.EFFECTOR.x, .y or .z.
    solve: each value is a search for a pose, of at most `steps` updates, in place of a run. "ending" is
        0 to 4: solved, stuck, limit, cycling, slow.
    restarts: of a search, random poses to start anew from, at most.
    threads: None: all cores.
    Returns a dict: "x" the values, an array for each metric (NaN where a search has none), "axes", and
    "best": the setting of the least error among those whose mean oscillation is at most
    most_oscillation (rad/step^2), with all that a Simulation needs to have it, or None.
    """
    return _ikscope.map(Simulation(scene, method, **parameters), x, None, steps, warmup, solve, restarts,
                        threads, most_oscillation)


def map(scene, x, y, method=None, *, steps=600, warmup=120, solve=False, restarts=0, threads=None,
        most_oscillation=_ikscope.most_oscillation, **parameters):
    """Measures a method over a grid of two parameters, in threads, like `ikscope-lab map`.

    x, y: the axes, as those of `sweep`, which explains the rest too. With solve=True and axes start.JOINT
    it is a map of basins of attraction, with axes target.EFFECTOR.x and .y of a workspace.
    Returns the dict of `sweep` with "y" too; the arrays have a row for each value of y.
    """
    return _ikscope.map(Simulation(scene, method, **parameters), x, y, steps, warmup, solve, restarts,
                        threads, most_oscillation)


def explain(scene, method=None, *, steps=400, **parameters):
    """Says why effectors are off their targets, by experiment, like `ikscope-lab explain --json`.

    steps: before the verdict, which judges the last 90 of them. A Simulation is copied.
    Returns a dict: "cause", "sentence", "advice", what was "seen" and "tried", and what was "chosen".
    """
    return _json.loads(_ikscope.explain(Simulation(scene, method, **parameters), steps))


def solve(scene, targets, method=None, *, start="home", draw="reachable", tolerance=1e-6, updates=500, restarts=0,
          seed=1, threads=None, **parameters):
    """Searches for poses that meet targets, many in threads, like `ikscope-lab solve`.

    targets: N x k x 3, the numbers of each effector's target (N x 3 if there is one effector): a
    position in the world's frame, the rotation vector of an orientation. Or N: so many are drawn:
    draw: "reachable", met by random poses within the limits, or "workspace", anywhere in reach.
    start: "home" (the pose of the scene or simulation), "random", "near" (home, and targets near it)
    or "middle" (of the limits).
    tolerance: solved means that every error is below it, m (scene units where the scene names no unit)
    and rad. updates: at most, from one start. restarts: random poses to start anew from, at most.
    seed: of what is random: the same seed gives the same results, whatever the number of threads.
    Methods solve instead of follow: where they can choose their damping by the error, they do, unless
    `parameters` say otherwise.
    Returns a dict of arrays, a row for each target: theta (N x n), solved, error (in tolerances),
    updates, restarts, ending (solved, stuck, limit, cycling, slow), max_step (rad), within_limits, us
    (microseconds; of eight and more targets, which are solved side by side, the mean of a thread),
    targets (N x k x 3).
    """
    answer = _ikscope.solve(Simulation(scene, method, **parameters), targets, draw, start, tolerance, updates, restarts,
                            seed, threads)
    answer["ending"] = _numpy.array(_ikscope.endings)[answer["ending"]]
    return answer


def scenes():
    """Returns the names of the scenes that come with ikscope."""
    return _ikscope.scenes()


def methods():
    """Returns the methods, a dict for each: name, title, formula, when, source, readings, parameters."""
    return _json.loads(_ikscope.listed("methods"))


def parameters():
    """Returns all parameters, a dict for each: key, symbol, unit, allowed, default, explanation, and "of":
    "method", with the methods that have it and their defaults in "defaults", or "scene"."""
    return _json.loads(_ikscope.listed("parameters"))


def quantities():
    """Returns what Simulation.run can record: {name: explanation with shape and unit}."""
    return _ikscope.quantities()


def _names():
    return [method["name"] for method in methods()]


def __getattr__(name):
    if name == "plot":  # matplotlib is loaded when it is asked for
        return _importlib.import_module(".plot", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return [*globals(), "plot"]
