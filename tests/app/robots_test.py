"""Bodies that look like something: solids of a scene file, meshes beside it."""
import struct
import unittest

from harness import IKSCOPE, Picture, WindowTest

ARM = """
name = "Arm"
joint = [
  {name = "shoulder", parent = "world", type = "revolute", position = [0, 0, 0], axis = [0, 0, 1]},
  {name = "elbow", parent = "shoulder", type = "revolute", position = [1, 0, 0], axis = [0, 0, 1], rest_deg = 60, start_deg = 60},
]
effector = [
  {name = "tip", joint = "elbow", position = [2, 0, 0]},
]
target = [
  {effector = "tip", motion = "fixed", center = [1.4, 0.8, 0]},
]
solid = [
  {joint = "shoulder", shape = "capsule", from = [0, 0, 0], to = [1, 0, 0], radius = 0.12, color = "#20D020"},
  {joint = "elbow", shape = "mesh", file = "part.stl", position = [1, -0.1, -0.1], color = "#2020F0"},
]
"""


def box(x, y, z):
    """A binary STL file of a box from the origin."""
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            corners = []
            for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = [0, 0, 0]
                corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3] = side, u, v
                corners.append([corner[0] * x, corner[1] * y, corner[2] * z])
            triangles += [corners[:3], [corners[0], *corners[2:]]]
    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *sum(corners, []), 0) for corners in triangles)


class Robots(WindowTest):
    def setUp(self):
        super().setUp()
        self.scene = self.home.folder / "arm.toml"
        self.scene.write_text(ARM)
        (self.home.folder / "part.stl").write_bytes(box(1, 0.2, 0.2))

    @staticmethod
    def counted(picture):
        """Pixels that are as green as the capsule, as blue as the mesh."""
        green = blue = 0
        for x in range(0, picture.width, 2):
            for y in range(0, picture.height, 2):
                r, g, b = picture.at(x, y)
                green += g > r + 50 and g > b + 50
                blue += b > r + 70 and b > g + 70
        return green, blue

    def pictured(self):
        file = self.home.folder / "view.png"
        result = self.home.run(IKSCOPE, "--no-settings", "--scene", str(self.scene), "--frames", "2",
                               "--view-picture", str(file))
        self.assertEqual(result.returncode, 0, result.stderr)
        return (*self.counted(Picture(file)), result.stderr)

    def test_solids_and_meshes_are_in_the_first_picture(self):
        green, blue, said = self.pictured()
        self.assertGreater(green, 300)
        self.assertGreater(blue, 300)
        self.assertEqual(said, "")

    def test_a_mesh_that_is_missing_or_broken_is_named_and_drawn_as_a_link(self):
        part = self.home.folder / "part.stl"
        crash = "mtllib part.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".encode()
        (self.home.folder / "part.mtl").write_text("map_Kd wood.png\nnewmtl red\n")
        for name, content, why in (
            ("part.stl", None, "there is no such file"),
            ("part.stl", b"solid", "cannot be read"),
            ("part.obj", crash, "crashes the program that reads it"),
        ):
            part.unlink()
            part = self.home.folder / name
            self.scene.write_text(ARM.replace("part.stl", name))
            if content:
                part.write_bytes(content)
            green, blue, said = self.pictured()
            self.assertGreater(green, 300)
            self.assertLess(blue, 300)
            self.assertIn(f"ikscope: {part}: ", said)
            self.assertIn(why, said)
            self.assertIn("The body is drawn without it.", said)
            self.assertEqual(said.count("\n"), 1, said)
            part.write_bytes(b"")

    def test_a_window_names_a_broken_mesh_on_stderr_too(self):
        (self.home.folder / "part.stl").write_bytes(b"solid")
        window = self.open("--no-settings", "--scene", str(self.scene))
        window.rest(1)
        code, said = window.quit()
        self.assertEqual(code, 0)
        self.assertIn("cannot be read", said)

    def test_a_key_shows_the_robot_its_skeleton_and_both(self):
        window = self.open("--no-settings", "--scene", str(self.scene))
        window.rest(1)
        window.key("space")
        window.move(640, 300)
        pictures = []
        for _ in range(3):
            pictures.append(window.picture("shift+F12"))
            window.key("k")
        robot, skeleton, _ = map(self.counted, pictures)
        self.assertGreater(min(robot), 300)
        self.assertLess(max(skeleton), min(robot) / 3)
        glass = sum(a != b for a, b in zip(pictures[1].pixels, pictures[2].pixels))
        self.assertGreater(glass, 1000, "the robot is seen through, about its skeleton")
        window.key("k", "k", "k")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
