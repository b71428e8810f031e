"""Plots of what ikscope has measured, by matplotlib.

Each function draws into `axes`, matplotlib's, or into those of a new figure, and returns them.
"""

import matplotlib.pyplot as _pyplot
import numpy as _numpy

from . import _ikscope

__all__ = ["error", "map", "oscillation", "singular_values", "sweep"]

_metrics = {metric["key"]: metric for metric in _ikscope.metrics()}


def error(record, names=None, axes=None):
    """Draws the error of each effector over time, from what Simulation.run returns.

    names: of the effectors, for the legend: Simulation.effector_names.
    """
    axes = _curves(*_recorded(record, "error"), names, axes)
    axes.set_ylabel("error (scene units or rad)")
    return axes


def oscillation(record, axes=None):
    """Draws the oscillation over time, from what Simulation.run returns; above 3 mrad/step² a run shakes."""
    time, values = _recorded(record, "oscillation")
    axes = _curves(time, 1e3 * values, None, axes)
    axes.axhline(1e3 * _ikscope.most_oscillation, color="gray", linewidth=0.8, linestyle="--")
    axes.set_ylabel("oscillation (mrad/step²)")
    return axes


def singular_values(record, axes=None):
    """Draws the singular values of J over time, from Simulation.run(N, ["time", "sigma"])."""
    time, sigma = _recorded(record, "sigma")
    axes = _curves(time, sigma, [f"σ{i + 1}" for i in range(sigma.shape[1])], axes)
    axes.set_ylabel("singular values of J (unit/rad)")
    return axes


def _usual(result):
    return "mean_total_error" if "mean_total_error" in result else "updates"


def sweep(result, metric=None, axes=None):
    """Draws a metric over the values of a parameter, from what ikscope.sweep returns.

    metric: its key; None: the error, or of searches the number of updates.
    """
    if "y" in result:
        raise ValueError("the result has two axes; expected that of ikscope.sweep; plot.map draws this one")
    metric = metric or _usual(result)
    axes = axes or _pyplot.subplots()[1]
    axes.plot(result["x"], _shown(result, metric), marker=".")
    _scale(axes, "x", result["x"])
    axes.set_xlabel(result["axes"][0])
    axes.set_ylabel(_title(metric))
    return axes


def map(result, metric=None, axes=None):
    """Draws a metric over two parameters as colours, from what ikscope.map returns.

    metric: its key; None: the error, or of searches (basins, workspaces) the number of updates, where
    what has no solution stays empty. The best setting without shaking is marked.
    """
    if "y" not in result:
        raise ValueError("the result has one axis; expected that of ikscope.map; plot.sweep draws this one")
    metric = metric or _usual(result)
    axes = axes or _pyplot.subplots()[1]
    values = _shown(result, metric)
    log = _metrics[metric]["log"] and _numpy.isfinite(values).any() and _numpy.nanmin(values) > 0
    colors = axes.pcolormesh(result["x"], result["y"], values, shading="nearest", norm="log" if log else "linear",
                             cmap="hsv" if metric == "solution" else "viridis")
    axes.figure.colorbar(colors, ax=axes, label=_title(metric))
    for axis, name in zip("xy", result["axes"]):
        _scale(axes, axis, result[axis])
        getattr(axes, f"set_{axis}label")(name)
    if result["best"] and not any(isinstance(result["best"][name], str) for name in result["axes"]):
        axes.plot(*([result["best"][name]] for name in result["axes"]), marker="D", color="white", markeredgecolor="black")
    return axes


def _recorded(record, name):
    for one in ("time", name):
        if one not in record:
            raise ValueError(f'the record has no "{one}"; expected that of Simulation.run(N, ["time", "{name}"])')
    return record["time"], record[name]


def _curves(time, values, names, axes):
    axes = axes or _pyplot.subplots()[1]
    lines = axes.plot(time, values)
    axes.set_xlabel("time (units of time)")
    axes.set_ylim(bottom=0)
    if names is not None:
        axes.legend(lines, names, fontsize="small", ncols=1 + len(names) // 7)
    return axes


def _shown(result, metric):
    if metric not in _metrics or metric not in result:
        known = ", ".join(key for key in _metrics if key in result)
        raise ValueError(f'the result has no metric "{metric}"; there are {known}')
    return _metrics[metric]["times"] * result[metric]


def _title(metric):
    one = _metrics[metric]
    return f"{one['title']} ({one['unit']})" if one["unit"] else one["title"]


def _scale(axes, axis, values):
    """Logarithmic, where the values are spaced so."""
    steps = _numpy.diff(values)
    if values[0] > 0 and len(values) > 2 and steps[-1] > 1.5 * steps[0]:
        getattr(axes, f"set_{axis}scale")("log")
