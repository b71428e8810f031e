"""Choosing effectors, goals and motions of a robot, by keys alone."""
import tomllib
import unittest

from harness import WindowTest

ROBOT = """<robot name="two">
<link name="base"/><link name="arm"/><link name="tip"/>
<joint name="a" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<joint name="b" type="revolute"><parent link="arm"/><child link="tip"/><axis xyz="0 1 0"/>
<origin xyz="0.5 0 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
</robot>"""


class Targets(WindowTest):

    def test_links_of_a_robot_are_chosen_and_saved_as_a_scene_like_it(self):
        robot = self.home.folder / "robot.urdf"
        robot.write_text(ROBOT)
        window = self.open("--no-settings", "--scene", str(robot))
        file = self.choose_next_target(window)
        scene = tomllib.loads(file.read_text())
        self.assertEqual(scene["like"], "robot.urdf")
        self.assertEqual([one["name"] for one in scene["effector"]], ["tip", "arm"])
        self.assertEqual(set(scene), {"name", "like", "effector", "target"})
        self.assertEqual(window.quit(), (0, ""))
        again = self.open("--no-settings", "--scene", str(file))
        again.frames(10)
        self.assertEqual(again.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
