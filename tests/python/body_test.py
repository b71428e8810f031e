"""Bodies: names, kinematics, derivatives."""
import math
import pathlib

import ikscope
import numpy as np
import pytest
from support import ARM, ROOT


def rotation_vector(R):
    """Of a small turn."""
    return np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2


def test_joints_have_the_names_and_limits_of_the_file(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    for body in (ikscope.Body.from_file(file), ikscope.Body.from_file(str(file)), ikscope.Body.from_urdf_text(ARM)):
        assert body.joint_names == ("shoulder", "elbow", "wrist")
        assert body.lower[0] == -1 and body.upper[0] == 2 and math.isinf(body.upper[1])
        assert len(body.effector_names) == len(body.goals) == len(body.effector_joints) > 0
        assert body.unit == "m"
        assert "3 joints" in repr(body)


def test_branches_have_the_order_of_the_file(tmp_path):
    file = tmp_path / "tree.xml"
    file.write_text("""<mujoco><worldbody><body><joint name="yaw" axis="0 0 1"/><geom size=".1"/>
<body pos="0 1 0"><joint name="left"/><joint name="left roll" axis="0 1 0"/><geom size=".1"/>
<body name="left hand" pos="0 1 0"><joint name="left elbow"/><geom size=".1"/></body></body>
<body pos="0 -1 0"><joint name="right" type="slide"/><geom size=".1"/>
<body name="right hand" pos="0 -1 0"><joint name="ball" type="ball"/><geom size=".1"/></body></body>
</body></worldbody></mujoco>""")
    assert ikscope.Body.from_file(file).joint_names == (
        "yaw", "left", "left roll", "left elbow", "right", "ball.x", "ball.y", "ball.z")


def test_denavit_hartenberg_rows():
    for rows in ([[0, 0, 1, 0], [0, 0, 2, 0]], np.array([[0, 0, 1, 0], [0, 0, 2, 0]]),
                 [{"a": 1, "d": None, "name": None}, {"a": np.float64(2), "alpha_deg": 0, "limits": np.array([-2, 2])}]):
        body = ikscope.Body.dh(rows, unit="mm")
        at = body.forward_kinematics([math.pi / 2, 0])
        np.testing.assert_allclose(at["effector"][0], [0, 3, 0], atol=1e-14)
        np.testing.assert_allclose(body.forward_kinematics([0, math.pi / 2])["effector"][0], [1, 2, 0], atol=1e-14)
        assert body.unit == "mm" and body.joint_names == ("joint 1", "joint 2")
    slide = ikscope.Body.dh([{"a": 1, "name": "first"}, {"type": "prismatic", "name": "slide"}])
    assert slide.joint_names == ("first", "slide")


@pytest.mark.parametrize("scene", ["y", "double-y", "ur5", "scara", "panda"])
def test_the_jacobian_is_the_derivative(scene):
    body = ikscope.Scene(scene).body
    n, step = len(body.joint_names), 1e-6
    random = np.random.default_rng(1)
    theta = body.start + random.uniform(-0.2, 0.2, n)
    J = body.jacobian(theta)
    assert J.shape == (body.rows, n)
    compared = 0
    at = body.forward_kinematics(theta)
    for j in range(n):
        moved = theta + np.outer([step, -step], np.eye(n)[j])
        two = body.forward_kinematics(moved)
        row = 0
        for i, (goal, carrier) in enumerate(zip(body.goals, body.effector_joints)):
            if goal == "position":
                derivative = (two["effector"][0, i] - two["effector"][1, i]) / (2 * step)
            else:
                assert goal == "orientation"
                derivative = rotation_vector(two["rotation"][0, carrier] @ two["rotation"][1, carrier].T) / (2 * step)
            np.testing.assert_allclose(J[row:row + 3, j], derivative, atol=1e-7)
            row += 3
            compared += 1
    assert compared == n * len(body.goals)
    assert at["position"].shape == at["axis"].shape == (n, 3)
    np.testing.assert_allclose(np.linalg.norm(at["axis"], axis=1), 1)


def test_many_poses_at_once():
    body = ikscope.Body.from_file("ur5")
    theta = np.random.default_rng(2).uniform(-1, 1, (5, 6))
    J, at = body.jacobian(theta), body.forward_kinematics(theta)
    assert J.shape == (5, body.rows, 6) and at["rotation"].shape == (5, 6, 3, 3)
    for i in range(5):
        np.testing.assert_array_equal(J[i], body.jacobian(theta[i]))
        np.testing.assert_array_equal(at["effector"][i], body.forward_kinematics(theta[i])["effector"])
    assert body.jacobian(theta.tolist()).shape == body.jacobian(theta.astype("f4")).shape == J.shape
    assert body.jacobian(np.zeros((0, 6))).shape == (0, body.rows, 6)


def test_scenes_are_texts_too(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    scene = ikscope.Scene.from_text(f'name = "arm with dls"\nlike = "{file}"\n[method]\nname = "dls"\nlambda = 0.25\n')
    assert scene.body.joint_names == ("shoulder", "elbow", "wrist") and scene.method == "dls"
    simulation = ikscope.Simulation(scene)
    assert simulation.parameters["lambda"] == 0.25
    again = ikscope.Scene.from_text(ikscope.Simulation(scene).scene.to_text())
    assert again.body.joint_names == scene.body.joint_names and again.dt == scene.dt
    assert ikscope.Scene(simulation).body.joint_names == scene.body.joint_names
    assert ikscope.Scene(ikscope.Body.from_file(file)).body.joint_names == ("shoulder", "elbow", "wrist")


def test_every_scene_opens():
    names = ikscope.scenes()
    assert len(names) > 20 and "double-y" in names
    assert set(names) == {file.stem for file in pathlib.Path(ROOT, "assets/scenes").iterdir()
                          if file.suffix in (".toml", ".urdf", ".bvh", ".xml", ".csv")}
