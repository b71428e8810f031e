"""The class Simulation: the same numbers as the program's, errors, lifetimes, threads."""
import copy
import gc
import inspect
import signal
import subprocess
import sys
import threading

import ikscope
import numpy as np
import pytest
from support import ROOT, lab, rows_of


@pytest.mark.parametrize("scene, method, parameters", [
    ("y", "dls", {"lambda": 0.4}), ("double-y", "sdls", {}), ("ur5", None, {}), ("walking-figure", "dls", {}),
    ("double-y", "pinv", {"dmax_mode": "constant", "dmax": 0.3}),
])
def test_a_run_is_that_of_the_program(scene, method, parameters, tmp_path):
    simulation = ikscope.Simulation(scene, method, **parameters)
    thetas, errors = tmp_path / "theta.csv", tmp_path / "error.csv"
    done = lab("run", "--scene", scene, "--steps", 300, "--warmup", 0, "--theta-csv", thetas, "--error-csv", errors,
               *(["--method", method] if method else []),
               *(word for key, value in parameters.items() for word in ("--set", f"{key}={value}")))
    assert done.returncode == 0, done.stderr
    record = simulation.run(300, [*ikscope.Simulation("y").run(0), "readings", "effector", "target", "sigma"])
    thetas, errors = rows_of(thetas), rows_of(errors)
    assert len(thetas) == len(errors) == 300
    n, k = len(simulation.joint_names), len(simulation.effector_names)
    degrees = [180 / np.pi if goal == "orientation" else 1 for goal in simulation.body.goals]
    readings = [title for title in errors[0]][-len(simulation.reading_names):] if simulation.reading_names else []
    for step in range(300):
        assert [float(thetas[step][f"theta{j}"]) for j in range(n)] == record["theta"][step].tolist()
        assert float(errors[step]["total"]) == record["total_error"][step]
        assert float(thetas[step]["T"]) == pytest.approx(record["time"][step], rel=1e-11)
        for i in range(k):
            if degrees[i] == 1:
                assert float(errors[step][f"error{i}"]) == record["error"][step, i]
            else:
                assert float(errors[step][f"error{i} [°]"]) == pytest.approx(np.degrees(record["error"][step, i]))
        for i, title in enumerate(readings):
            assert title.startswith(simulation.reading_names[i])
            assert float(errors[step][title]) == record["readings"][step, i]
    assert record["effector"].shape == record["target"].shape == (300, k, 3)
    assert np.all(np.diff(record["sigma"], axis=1) <= 0)
    assert simulation.steps == 300 and simulation.time == record["time"][-1]
    np.testing.assert_array_equal(simulation.theta, record["theta"][-1])


def test_steps_one_by_one_or_together():
    one, together = ikscope.Simulation("double-y"), ikscope.Simulation("double-y")
    for _ in range(50):
        one.step()
    together.step(50)
    np.testing.assert_array_equal(one.theta, together.theta)
    record = ikscope.Simulation("double-y").run(50)
    np.testing.assert_array_equal(record["theta"][-1], one.theta)
    np.testing.assert_array_equal(record["error"][-1], one.errors)
    second = np.abs(np.diff(record["theta"], 2, axis=0)).mean(axis=1)
    np.testing.assert_allclose(record["oscillation"][2:], second, atol=1e-15)


def test_a_copy_goes_on_like_the_original():
    simulation = ikscope.Simulation("double-y", "sdls")
    simulation.step(40)
    copies = [copy.copy(simulation), copy.deepcopy(simulation), ikscope.Simulation(simulation)]
    before = simulation.theta.copy()
    expected = simulation.run(30)["theta"]
    for other in copies:
        np.testing.assert_array_equal(other.theta, before)
        np.testing.assert_array_equal(other.run(30)["theta"], expected)


def test_methods_are_those_that_the_body_allows():
    assert "fabrik" in ikscope.Simulation("y").methods
    assert "fabrik" not in ikscope.Simulation("hand").methods


def test_parameters():
    simulation = ikscope.Simulation("y", "dls", lambda_=0.3)
    assert simulation.parameters["lambda"] == 0.3
    simulation.set(**{"lambda": 0.2}, dmax_mode="constant", feed_forward=True, updates_per_step=np.int64(2))
    parameters = simulation.parameters
    assert (parameters["lambda"], parameters["dmax_mode"], parameters["feed_forward"], parameters["updates_per_step"]) \
        == (0.2, "constant", "on", 2)
    assert ikscope.Simulation("y", "dls", w0=0.1).parameters["damping"] == "manipulability"  # what it needs
    simulation.method = "pinv"
    assert simulation.method == "pinv" and "lambda" not in simulation.parameters
    simulation.method = "dls"
    assert simulation.parameters["lambda"] == 0.2
    with pytest.raises(ValueError):
        simulation.set(lambda_=0.7, dmax=-1)
    assert simulation.parameters["lambda"] == 0.2  # all or none
    simulation.set(dmax="inf") if "inf" in str(simulation.parameters["dmax"]) else None
    simulation.set(**simulation.parameters)
    assert simulation.parameters == {**parameters}


def test_copied_settings_run(tmp_path):
    """The text is what the window copies: tests/formats/settings_text_test.cpp."""
    names = {}
    exec((ROOT / "tests/formats/copied_settings.py").read_text(), names)
    thetas = tmp_path / "theta.csv"
    done = lab("run", "--scene", "y", "--method", "dls", "--set", "lambda=0.123", "--set", "dmax_mode=constant",
               "--set", "target_speed=2", "--stiffness", "j1=20", "--hold", "j2", "--steps", 600, "--warmup", 0,
               "--theta-csv", thetas)
    assert done.returncode == 0, done.stderr
    last = rows_of(thetas)[-1]
    simulation = names["simulation"]
    assert [float(last[f"theta{j}"]) for j in range(len(simulation.joint_names))] == simulation.theta.tolist()


def test_targets_are_held_and_released():
    simulation = ikscope.Simulation("y", "dls")
    moving = simulation.targets.copy()
    simulation.targets = moving + 0.1
    simulation.step(5)
    np.testing.assert_array_equal(simulation.targets, moving + 0.1)
    name = simulation.effector_names[0]
    simulation.release_target(name)
    simulation.hold_target(simulation.effector_names[1], [1, 2, 0])
    simulation.step(5)
    assert not np.array_equal(simulation.targets[0], moving[0] + 0.1)
    np.testing.assert_array_equal(simulation.targets[1], [1, 2, 0])
    arm = ikscope.Simulation(ikscope.Body.dh([[0, 0, 1, 0], [0, 0, 1, 0]]), "dls", lambda_=0.1)
    arm.theta = [0.3, 0.4]
    arm.targets = [[1, 1, 0]]
    arm.step(300)
    assert arm.errors[0] < 1e-6
    np.testing.assert_allclose(arm.effectors, [[1, 1, 0]], atol=1e-6)
    np.testing.assert_allclose(arm.jacobian(), arm.body.jacobian(arm.theta))


def test_joints_are_held_and_weighed():
    free, stiff = (ikscope.Simulation("ur5", "dls", stiffness=stiffness)
                   for stiffness in ({}, {"base pan": 100}))
    held = ikscope.Simulation("ur5", "dls", hold=["base pan"])
    start = free.theta[0]
    for simulation in (free, stiff, held):
        simulation.step(60)
    assert held.theta[0] == start
    assert abs(stiff.theta[0] - start) < abs(free.theta[0] - start)
    held.hold(["base pan"], False)
    held.step(60)
    assert held.theta[0] != start
    held.restart()
    assert held.steps == 0 and held.theta[0] == start


def test_views_show_the_present_and_outlive_the_simulation():
    simulation = ikscope.Simulation("double-y")
    views = [simulation.theta, simulation.errors, simulation.effectors, simulation.targets]
    seen = [view.copy() for view in views]
    simulation.step(10)
    for view, before in zip(views, seen):
        assert not np.array_equal(view, before)
        with pytest.raises(ValueError):
            view[:] = 0
    np.testing.assert_array_equal(views[0], simulation.theta)
    assert np.shares_memory(views[0], simulation.theta)
    for change in (lambda: setattr(simulation, "method", "sdls"), lambda: simulation.set(target_speed=2),
                   simulation.restart, lambda: simulation.run(3), lambda: setattr(simulation, "theta", views[0] + 0.1)):
        change()
        np.testing.assert_array_equal(views[0], simulation.theta)
    last = [view.copy() for view in views]
    del simulation
    gc.collect()
    rubbish = [np.full(64, 7.0) for _ in range(1000)]
    for view, before in zip(views, last):
        np.testing.assert_array_equal(view, before)
    assert len(rubbish) == 1000
    body = ikscope.Simulation("y").body
    gc.collect()
    assert body.joint_names
    references = sys.getrefcount(views[0])
    del views
    assert references > 0


WRONG = {
    "lamda": (lambda: ikscope.Simulation("y", "dls", lamda=1), ["--method", "dls", "--set", "lamda=1"]),
    "range": (lambda: ikscope.Simulation("y", "dls", lambda_=-1), ["--method", "dls", "--set", "lambda=-1"]),
    "choice": (lambda: ikscope.Simulation("y", dmax_mode="of"), ["--set", "dmax_mode=of"]),
    "method": (lambda: ikscope.Simulation("y", "dsl"), ["--method", "dsl"]),
    "scene": (lambda: ikscope.Simulation("yy"), ["--scene", "yy"]),
    "file": (lambda: ikscope.Simulation("/no/robot.urdf"), ["--scene", "/no/robot.urdf"]),
    "joint": (lambda: ikscope.Simulation("ur5", hold=["elbo"]), ["--scene", "ur5", "--hold", "elbo"]),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_errors_are_the_programs_sentences(wrong):
    act, words = WRONG[wrong]
    with pytest.raises(ValueError) as error:
        act()
    said = lab("run", *([] if "--scene" in words else ["--scene", "y"]), *words).stderr
    assert str(error.value) and str(error.value) in said


def refusals():
    y = ikscope.Simulation("y")
    n, k = len(y.joint_names), len(y.effector_names)
    return [
        (lambda: y.step(-1), "the number of steps is -1; expected a whole number from 0 on"),
        (lambda: y.run(-1), "the number of steps is -1; expected a whole number from 0 to 10000000"),
        (lambda: y.run(1, ["thetas"]), 'there is no quantity "thetas" (did you mean "theta"?)'),
        (lambda: setattr(y, "theta", [0.0]), f"theta has the shape (1,); expected ({n},): one coordinate"),
        (lambda: setattr(y, "theta", [float("nan")] * n), "theta has a number that is not finite, at position 0"),
        (lambda: setattr(y, "targets", "here"), f"targets is no array of numbers; expected the shape ({k}, 3)"),
        (lambda: y.hold_target("x", [0, 0, 0]), 'there is no effector "x"'),
        (lambda: y.hold_target(y.effector_names[0], [0, 0]), "position has the shape (2,); expected (3,)"),
        (lambda: y.hold_target(y.effector_names[0], [1e9, 0, 0]), "is too far away"),
        (lambda: ikscope.Simulation("ur5", stiffness={"elbow": "x"}),
         "the stiffness of elbow is 'x'; expected a number from 1e-6 to 1e6"),
        (lambda: y.set(lambda_=[1]), "lambda is [1]; expected a number"),
        (lambda: ikscope.Simulation("y", "DLS"), 'there is no method "DLS" (did you mean "dls"?); expected one of '),
        (lambda: ikscope.Simulation(3), "the scene is 3; expected the name of a scene"),
        (lambda: y.body.jacobian(np.zeros((2, 2, 2))), f"theta has the shape (2, 2, 2); expected ({n},) or (N, {n})"),
        (lambda: ikscope.Body.dh([[0, 0, 1]]), "row 1 has the shape (3,); expected (4,)"),
        (lambda: ikscope.Body.dh([[0, 0, 1, 0], {"b": 1}]), "DH table:2: "),
        (lambda: ikscope.Body.dh([{"a": float("nan")}]), "row 1: a is nan; expected finite numbers"),
        (lambda: ikscope.Body.dh([{"limits": np.array([-1, np.inf])}]), "row 1: limits is [-1.0, inf]; expected finite"),
        (lambda: ikscope.Body.from_urdf_text("<robot"), "robot.urdf"),
        (lambda: ikscope.Scene.from_text("name = 3"), "scene.toml:1: "),
    ]


@pytest.mark.parametrize("number", range(len(refusals())))
def test_what_is_wrong_is_one_sentence(number):
    act, expected = refusals()[number]
    with pytest.raises(ValueError) as error:
        act()
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


def test_other_threads_go_on_meanwhile():
    simulation = ikscope.Simulation("double-y")
    ran = threading.Event()
    counted = 0

    def work():
        simulation.run(200_000, ["time"])
        ran.set()

    thread = threading.Thread(target=work)
    refused = None
    thread.start()
    while not ran.is_set():
        counted += 1
        try:
            simulation.parameters
        except RuntimeError as error:
            refused = str(error)
    thread.join()
    assert counted > 3
    assert refused == "the simulation is running in another thread; wait until it returns, or use a copy"
    assert simulation.steps == 200_000 and simulation.theta.shape


def test_simulations_run_side_by_side():
    expected = ikscope.Simulation("double-y").run(3000)["theta"]
    results = [None] * 4

    def work(i):
        results[i] = ikscope.Simulation("double-y").run(3000)["theta"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        np.testing.assert_array_equal(result, expected)


class Alarm(Exception):
    pass


def ring(*_):
    raise Alarm


LONG = [lambda: ikscope.Simulation("double-y").run(10_000_000, ["time"]), lambda: ikscope.Simulation("y").step(10**12),
        lambda: ikscope.measure("double-y", steps=10_000_000),
        lambda: ikscope.map("double-y", "lambda=0.05:5:200:log", "dmax=0.05:5:200:log", "dls"),
        lambda: ikscope.solve("ur5", 1_000_000)]


@pytest.mark.parametrize("number", range(len(LONG)))
def test_signals_end_long_work(number):
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Alarm):
            LONG[number]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.mark.parametrize("work", ["ikscope.Simulation('y').step(10**12)", "[simulation.step(99) for _ in range(10**9)]",
                                  "ikscope.solve('ur5', 1_000_000)",
                                  "ikscope.map('y', 'lambda=0.1:2:200', 'dmax=0.1:2:200', 'dls', steps=20, warmup=0)"])
def test_python_ends_while_a_thread_works(work):
    program = ("import ikscope, threading, time\nsimulation = ikscope.Simulation('y')\n"
               f"threading.Thread(target=lambda: {work}, daemon=True).start()\ntime.sleep(0.2)")
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_doc_strings_say_shapes():
    for name in ("theta", "targets", "effectors", "errors"):
        assert "k" in getattr(ikscope.Simulation, name).__doc__ or "n joint" in getattr(ikscope.Simulation, name).__doc__
    assert inspect.getdoc(ikscope.Simulation.run).count("count x") >= 2
