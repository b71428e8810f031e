"""Functions that do what ikscope-lab does: the same numbers."""
import copy

import ikscope
import numpy as np
import pytest
from support import lab, lab_json, rows_of

CLOCK = ("step_ns_median",)


def same(found, expected):
    for key in CLOCK:
        found, expected = {**found, key: 0}, {**expected, key: 0}
    assert found == expected


def test_measure():
    words = ["run", "--scene", "double-y", "--method", "dls", "--set", "lambda=0.3", "--steps", 200, "--warmup", 50]
    same(ikscope.measure("double-y", "dls", steps=200, warmup=50, lambda_=0.3), lab_json(*words))
    simulation = ikscope.Simulation("double-y", "dls", lambda_=0.3)
    simulation.step(50)
    same({**ikscope.measure(simulation, steps=200, warmup=0), "warmup": 50}, lab_json(*words))
    assert simulation.steps == 50  # a copy was measured


def test_compare_holds_joints():
    name = ikscope.Body.from_file("y").joint_names[0]
    held, free = (ikscope.compare("y", "dls", steps=50, warmup=0, **joints) for joints in ({"hold": [name]}, {}))
    assert len(held) == 1 and held[0]["mean_total_error"] != free[0]["mean_total_error"]
    body = ikscope.Body.from_file("y")
    assert copy.deepcopy(body) is body and copy.copy(ikscope.Scene("y")).name


def test_compare():
    found = ikscope.compare("y", ["dls", "sdls"], steps=100, warmup=20, **{"dls.lambda": 0.3}, max_angle_deg=20)
    expected = lab_json("compare", "--scene", "y", "--methods", "dls,sdls", "--steps", 100, "--warmup", 20,
                        "--set", "dls.lambda=0.3", "--set", "max_angle_deg=20")["runs"]
    assert [one["method"] for one in found] == ["dls", "sdls"]
    for one, other in zip(found, expected):
        same(one, other)
    assert found[0]["parameters"]["lambda"] == 0.3
    with pytest.raises(ValueError, match='the parameter "lamda" applies to none of the methods'):
        ikscope.compare("y", ["dls"], steps=1, lamda=1)
    with pytest.raises(ValueError, match='there is no method "dsl"'):
        ikscope.compare("y", ["dls"], steps=1, **{"dsl.lambda": 1})


def test_compare_all_methods():
    found = ikscope.compare("arm-2r", steps=10, warmup=0, lambda_=0.3)
    assert [one["method"] for one in found] == [method["name"] for method in ikscope.methods()]
    assert len(found) > 10


def test_explain():
    found = ikscope.explain("out-of-reach", "dls", lambda_=0.1, steps=120)
    assert found == lab_json("explain", "--scene", "out-of-reach", "--method", "dls", "--set", "lambda=0.1",
                             "--steps", 120)
    assert found["sentence"]


@pytest.mark.parametrize("solve", [False, True])
def test_map(solve, tmp_path):
    file = tmp_path / "map.csv"
    x, y = ("start.joint 1=-90:90:5", "start.joint 2=0:90:4") if solve else ("lambda=0.1:2:5:log", "dmax=0.1:1:4")
    scene = "puma-560" if solve else "double-y"
    names = ikscope.Body.from_file(scene).joint_names
    x, y = (axis.replace("joint 1", names[0]).replace("joint 2", names[1]) for axis in (x, y))
    done = lab("map", "--scene", scene, "--method", "dls", "--x", x, "--y", y, "--steps", 90, "--warmup", 20,
               "--csv", file, *(["--solve", "--restarts", 2] if solve else []))
    assert done.returncode == 0, done.stderr
    restarts = 2 if solve else 0
    found = ikscope.map(scene, x, y, "dls", steps=90, warmup=20, solve=solve, restarts=restarts, threads=2)
    rows = rows_of(file)
    assert found["axes"] == (x.split("=")[0], y.split("=")[0])
    assert found["x"].shape == (5,) and found["y"].shape == (4,) and len(rows) == 20
    metrics = set(found) - {"x", "y", "axes", "best"}
    assert metrics == set(rows[0]) - {"cell", *found["axes"]}
    for number, row in enumerate(rows):
        at = number // 5, number % 5
        assert (float(row[found["axes"][0]]), float(row[found["axes"][1]])) == (found["x"][at[1]], found["y"][at[0]])
        for metric in metrics:
            value = float(row[metric])
            assert found[metric][at] == value or (solve and value == -1 and np.isnan(found[metric][at]))
    if solve:
        assert found["best"] is None
    else:
        best = np.unravel_index(np.argmin(np.where(found["oscillation_mean"] <= 3e-3, found["mean_total_error"], np.inf)),
                                (4, 5))
        setting = found["best"]
        assert (setting["lambda"], setting["dmax"]) == (found["x"][best[1]], found["y"][best[0]])
        assert setting["dmax_mode"] == "constant"  # switched on for the axis
        again = ikscope.measure(scene, "dls", steps=90, warmup=20, **setting)
        assert again["mean_total_error"] == pytest.approx(found["mean_total_error"][best], rel=1e-9)
    one, three = (ikscope.map(scene, x, y, "dls", steps=90, warmup=20, solve=solve, restarts=restarts, threads=n)
                  for n in (1, 3))
    for metric in metrics:
        np.testing.assert_array_equal(one[metric], three[metric])


def test_sweep():
    found = ikscope.sweep("y", "lambda=0.1:1:4", "dls", steps=60, warmup=0)
    assert found["axes"] == ("lambda",) and "y" not in found
    for i, value in enumerate(found["x"]):
        measured = ikscope.measure("y", "dls", steps=60, warmup=0, lambda_=value)
        assert found["mean_total_error"][i] == pytest.approx(measured["mean_total_error"], rel=1e-6)
    with pytest.raises(ValueError, match='has no parameter "lamda"'):
        ikscope.sweep("y", "lamda=0.1:1:4", "dls")


def test_solve_given_targets():
    body = ikscope.Body.from_file("ur5")
    rng = np.random.default_rng(3)
    poses = body.start + rng.uniform(-0.3, 0.3, (40, 6))
    positions = body.forward_kinematics(poses)["effector"]
    turns = body.forward_kinematics(poses)["rotation"][:, body.effector_joints[0]]
    targets = positions.copy()
    targets[:, 1] = [rotation_vector(R) for R in turns]
    found = ikscope.solve("ur5", targets, "dls", restarts=5, threads=2)
    assert found["theta"].shape == (40, 6) and found["solved"].dtype == bool
    assert found["solved"].mean() > 0.9
    reached = body.forward_kinematics(found["theta"])
    for i in np.flatnonzero(found["solved"]):
        assert found["ending"][i] == "solved" and found["error"][i] < 1
        np.testing.assert_allclose(reached["effector"][i, 0], targets[i, 0], atol=2e-6)
        np.testing.assert_allclose(reached["rotation"][i, body.effector_joints[0]], turns[i], atol=2e-6)
    np.testing.assert_array_equal(found["targets"], targets)


def rotation_vector(R):
    angle = np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1))
    axis = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return axis / np.linalg.norm(axis) * angle


def test_solve_is_the_programs_with_any_number_of_threads(tmp_path):
    file = tmp_path / "solves.csv"
    done = lab("solve", "--scene", "panda", "--method", "dls", "--poses", 60, "--restarts", 2, "--seed", 7,
               "--csv", file)
    assert done.returncode == 0, done.stderr
    rows = rows_of(file)
    found = [ikscope.solve("panda", np.int64(60), "dls", restarts=2, seed=7, threads=threads) for threads in (1, 3)]
    for key in found[0]:
        if key != "us":
            np.testing.assert_array_equal(found[0][key], found[1][key])
    assert [row["ending"] for row in rows] == found[0]["ending"].tolist()
    assert [int(row["updates"]) for row in rows] == found[0]["updates"].tolist()
    # Several are solved at once, with other roundings: errors are thousandths of the tolerance apart.
    np.testing.assert_allclose([float(row["error"]) for row in rows], found[0]["error"], rtol=1e-3, atol=1e-3)
    assert found[0]["targets"].shape == (60, 2, 3)


def test_solve_keeps_what_is_set_and_begins_where_it_is_told():
    simulation = ikscope.Simulation("arm-2r", "dls", lambda_=2)
    fixed, chosen = ikscope.solve(simulation, 20), ikscope.solve("arm-2r", 20, "dls")
    assert fixed["updates"].sum() > chosen["updates"].sum()
    simulation = ikscope.Simulation("arm-2r", "dls")
    simulation.theta = simulation.theta + 0.3
    target = simulation.body.forward_kinematics(simulation.theta)["effector"][None]
    assert ikscope.solve(simulation, target)["updates"].tolist() == [0]
    assert ikscope.solve("arm-2r", target[:, 0], "dls")["updates"][0] > 0  # N x 3 of one effector


REFUSALS = [
    (lambda: ikscope.solve("ur5", np.zeros((3, 3))), r"targets has the shape \(3, 3\); expected \(N, 2, 3\)"),
    (lambda: ikscope.solve("ur5", 0), "the number of targets is 0; expected a whole number from 1"),
    (lambda: ikscope.solve("ur5", 3, start="hom"), 'there is no start "hom" \\(did you mean "home"'),
    (lambda: ikscope.solve("ur5", 3, draw="all"), 'there is no draw "all"'),
    (lambda: ikscope.solve("ur5", np.zeros((1, 2, 3)), start="near"), 'start "near" is for reachable targets'),
    (lambda: ikscope.solve("ur5", 3, tolerance=0), "tolerance is 0; expected a number above 0"),
    (lambda: ikscope.solve("ur5", 3, threads=0), "threads is 0; expected a whole number from 1 to 1024"),
    (lambda: ikscope.measure("y", steps=0), "steps is 0; expected a whole number from 1"),
    (lambda: ikscope.sweep("y", "lambda=1:2:3", "dls", restarts=1), "restarts is about searches for poses; expected solve"),
    (lambda: ikscope.map("y", "lambda=1:2:3", "lambda=1:2:3", "dls"), "both axes are lambda"),
]


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_what_is_wrong_is_one_sentence(number):
    act, expected = REFUSALS[number]
    with pytest.raises(ValueError, match=expected):
        act()


def test_lists_are_those_of_the_program():
    everything = lab_json("list")
    assert ikscope.methods() == everything["methods"]
    assert ikscope.parameters() == everything["parameters"]
    assert ikscope.scenes() == [scene["name"] for scene in everything["scenes"]]
    recorded = ikscope.Simulation("double-y").run(2, list(ikscope.quantities()))
    assert set(recorded) == set(ikscope.quantities())
