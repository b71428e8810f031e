"""The window as a person uses it."""
import os
import shutil
import sys
import tomllib
import unittest

from harness import IKSCOPE, LAB, ROOT, SCENES, WindowTest

OBSTACLE = """
[[obstacle]]
name = "ball"
shape = "sphere"
position = [-1.2, 0.4, 0.4]
radius = 0.3
"""


class Keys(WindowTest):
    def test_ten_thousand_joints_open_and_move(self):
        window = self.open("--no-settings")
        window.wait_for_title("Double-Y")
        window.pick("long", "Long chain")
        for key in ("e", "e"):
            before = window.picture()
            window.key(key)
            window.rest(1)
            self.assertGreater(window.picture().differs_from(before), 0.003)
        self.assertEqual(window.quit(), (0, ""))

    def test_every_key_of_the_table_does_no_harm(self):
        window = self.open("--no-settings")
        for key in ("space", "period", "r", "h", "f", "t", "a", "p", "c", "Tab", "Left", "Prior",
                    "Delete", "n", "d", "plus", "minus", "BackSpace", "x", "c", "c", "F1", "Escape", "question",
                    "Escape", "ctrl+equal", "ctrl+minus", "ctrl+0", "F11", "F11", "space", "b", "b", "Home", "space",
                    "End", "comma", "End"):
            window.key(key)
        self.assertEqual(window.quit(), (0, ""))


class Scenes(WindowTest):
    draws = True

    def test_a_scene_that_cannot_be_opened_leaves_the_running_one(self):
        data = self.home.folder / "data"
        shutil.copytree(ROOT / "assets", data / "assets")
        shutil.copytree(ROOT / "shaders", data / "shaders")
        scenes = data / "assets" / "scenes"
        (scenes / "broken.toml").write_text('name = "Broken"\n[[joint]]\nnam = "a"\n')
        (scenes / "gone.toml").write_text((scenes / "y.toml").read_text())
        self.home.env["IKSCOPE_DATA"] = str(data)
        window = self.open("--no-settings")
        window.wait_for_title("Double-Y")
        (scenes / "gone.toml").unlink()
        for letters in ("broken", "gone"):
            before = window.picture()
            window.key("ctrl+o")
            window.type(letters)
            window.key("Return")
            window.rest(0.5)
            self.assertIn("Double-Y", window.title())
            self.assertGreater(window.picture().differs_from(before), 0)
        window.pick("snu31", "Three planar links")  # the digits are text here, no methods
        window.pick("crowd", "A thousand Double-Ys")
        window.key("space")
        plain = window.picture()
        window.key("F3")  # where a frame's time goes
        self.assertGreater(window.picture().differs_from(plain), 0.02)
        self.assertEqual(window.quit(), (0, ""))


class Drop(WindowTest):
    def drop(self, window, uri):
        script = ROOT / "tests" / "app" / "file_drop.py"
        result = self.home.run(
            sys.executable, str(script), self.home.env["DISPLAY"], window.id, uri, "600", "300"
        )
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_file_dropped_on_the_window_loads(self):
        window = self.open("--no-settings")
        window.wait_for_title("Double-Y")
        self.drop(window, f"file://{SCENES}/snu-3-1.toml\r\n")
        window.wait_for_title("Three planar links")
        before = window.picture()
        broken = self.home.folder / "a broken one.toml"
        broken.write_text("name = 3")
        self.drop(window, f"file://{str(broken).replace(' ', '%20')}\r\n")
        self.assertGreater(window.picture().differs_from(before), 0)  # the sentence
        self.assertIn("Three planar links", window.title())
        pipe, giant = self.home.folder / "pipe.toml", self.home.folder / "giant.toml"
        os.mkfifo(pipe)
        giant.touch()
        os.truncate(giant, 5 << 30)
        for file in (pipe, giant):
            self.drop(window, f"file://{file}\r\n")
        window.key("1")
        window.wait_for_title("transpose")
        self.assertEqual(window.quit(), (0, ""))

    def test_the_targets_follow_a_dropped_track(self):
        window = self.open("--no-settings", "--scene", "arm-2r")
        window.wait_for_title("Planar arm")
        track = self.home.folder / "track.csv"
        for bends in (-1, 1):  # another one replaces it
            track.write_text("shoulder,elbow\n" + "".join(f"{0.01 * i},{bends}\n" for i in range(50)))
            self.drop(window, f"file://{track}\r\n")
            window.rest(1)
            window.key("ctrl+s")
            window.key("Return")
            saved = window.wait_for(lambda: list(self.home.folder.glob("*.toml")), "the scene")[0]
            self.assertEqual(saved.read_text().count('"track tool"'), 2, "a path, and the target that follows it")
            saved.unlink()
        self.assertEqual(window.quit(), (0, ""))


class Files(WindowTest):

    def saved(self, window, key):
        before = set(self.home.folder.glob("*.toml"))
        window.key(key)
        window.key("Return")  # where it proposes
        return window.wait_for(
            lambda: [f for f in set(self.home.folder.glob("*.toml")) - before if f.stat().st_size],
            f"the file that {key} saves",
        )[0]

    def test_a_scene_with_a_long_name_is_saved(self):
        scene = self.home.folder / "long.toml"
        name = "𝔞 " * 50  # the most letters of a name; too many bytes for that of a file
        scene.write_text((SCENES / "y.toml").read_text().replace('name = "Y"', f'name = "{name}"', 1))
        self.assertIn(name, scene.read_text())
        window = self.open("--no-settings", "--scene", str(scene))
        file = self.saved(window, "ctrl+s")
        self.assertIn(name, file.read_text())
        self.assertEqual(window.quit(), (0, ""))

    def test_the_plane_of_a_map_is_dragged_and_files_keep_its_axes(self):
        words = "map_color=ending&map_x=target.tool.x&map_y=target.tool.y"
        window = self.open(
            "--no-settings", f"#scene=puma-560&paused=1&panel=map&camera=24,35,4.5,0,0.8,0&{words}", start=True)

        def border():  # a side: the blue above the messages, left of the gizmo
            seen = window.picture()
            for y in range(30, 200):
                r, g, b = seen.at(380, y)
                if b > 180 and b > 1.4 * r:
                    return 380, y + 1
            return None

        def position():
            file = self.saved(window, "ctrl+s")
            scene = tomllib.loads(file.read_text())
            file.unlink()
            for word in words.split("&"):
                self.assertIn(word, scene["view"].split("&"))
            return scene["target"][0].get("held")

        x, y = window.wait_for(border, "the plane")
        self.assertIsNone(position())
        window.drag((x, y), (x, y - 30))
        there = position()
        first = window.wait_for(border, "the plane")
        window.move(*first)
        window.tool("mousedown", "1")
        window.move(first[0], first[1] + 40)
        window.key("Escape")
        window.tool("mouseup", "1")
        self.assertEqual(position(), there, "Esc takes the drag back")
        window.key("ctrl+z")
        self.assertIsNone(position(), "a drag is undone as one")
        session = self.saved(window, "ctrl+shift+s")
        self.assertEqual(window.quit(), (0, ""))
        played = tomllib.loads(session.read_text())
        holds = [one["position"] for one in played["command"] if one["do"] == "hold"]
        self.assertGreater(len(holds), 2)
        for one in holds:
            self.assertEqual(one[:2], there[:2], "it moves along its normal")
        self.assertGreater(there[2], 1)
        again = self.open("--no-settings", "--play", str(session))
        again.key("shift+m")
        self.assertIn("map_color=ending", tomllib.loads(self.saved(again, "ctrl+s").read_text())["view"])
        self.assertEqual(again.quit(), (0, ""))

    def test_a_session_plays_to_the_same_trajectory_with_and_without_a_window(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("Tab", "Left", "2", "r", "3", "x")
        window.key("space")
        file = self.saved(window, "ctrl+shift+s")
        self.assertEqual(window.quit(), (0, ""))
        steps = int(file.read_text().split("\n")[0].split("=")[1])
        self.assertGreater(steps, 10)
        lab = self.home.run(LAB, "run", "--play", str(file), "--error-csv", "lab.csv")
        self.assertEqual((lab.returncode, lab.stderr), (0, ""))
        seen = self.home.run(
            IKSCOPE, "--no-settings", "--size", "640x480", "--play", str(file), "--frames", str(steps),
            "--error-csv", "window.csv",
        )
        self.assertEqual((seen.returncode, seen.stderr), (0, ""))
        errors = (self.home.folder / "lab.csv").read_text()
        self.assertEqual(errors, (self.home.folder / "window.csv").read_text())
        self.assertEqual(len(errors.split("\n")), steps + 2)


class Mouse(WindowTest):
    def test_a_target_is_dragged_and_stays(self):
        window = self.open("--no-settings", "--scene", "single-arm")
        window.key("space")
        start = window.picture_alone().red_balls()[0]
        goal = (start[0] - 90, start[1] + 70)
        window.drag(start, goal)
        window.key("period")  # a step, so that the target is where it was put
        there = window.picture_alone().red_balls()[0]
        self.assertLess(abs(there[0] - goal[0]) + abs(there[1] - goal[1]), 24, (start, goal, there))

    def test_an_obstacle_is_dragged_resized_and_removed(self):
        scene = self.home.folder / "obstacle.toml"
        scene.write_text((SCENES / "single-arm.toml").read_text() + OBSTACLE)
        window = self.open("--no-settings", "--scene", str(scene))
        window.key("space")
        start, size = window.picture_alone().violet_spot()
        goal = (start[0] + 60, start[1] + 50)
        window.drag(start, goal)
        window.click(600, 60)  # the air: nothing is selected any more
        there, moved_size = window.picture_alone().violet_spot()
        self.assertLess(abs(there[0] - goal[0]) + abs(there[1] - goal[1]), 16, (start, goal, there))
        self.assertLess(abs(moved_size / size - 1), 0.2)
        window.tool("keydown", "shift")
        window.drag(there, (there[0] + 80, there[1]))
        window.tool("keyup", "shift")
        self.assertGreater(window.picture_alone().violet_spot()[1], 1.3 * moved_size)
        window.key("Delete")
        self.assertEqual(window.picture_alone().violet_spot()[1], 0)
        self.assertEqual(window.quit(), (0, ""))

    def test_keys_guide_a_target(self):
        window = self.open("--no-settings", "--scene", "single-arm", "--set", "target_speed=0")
        start = window.picture_alone().red_balls()[0]
        window.key("Tab")
        window.tool("keydown", "Left")
        window.rest(0.4)
        window.tool("keyup", "Left")
        window.rest(0.3)
        there = window.picture().red_balls()[0]
        self.assertLess(there[0], start[0] - 15)
        self.assertEqual(window.quit(), (0, ""))

    def test_dragging_the_air_turns_the_view_h_brings_it_home_and_the_wheel_zooms(self):
        window = self.open("--no-settings")
        window.key("space")
        before = window.picture()
        window.key("F1")
        self.assertGreater(window.picture().differs_from(before), 0.03)
        window.key("Escape")
        window.drag((500, 130), (800, 190))
        turned = window.picture_alone()
        self.assertGreater(turned.differs_from(before), 0.02)
        window.key("h")
        window.rest(0.5)  # the flight
        self.assertLess(window.picture().differs_from(before), 0.01)
        window.move(600, 200)
        for _ in range(4):
            window.tool("click", "4")
            window.frames()
        self.assertGreater(window.picture_alone().differs_from(before), 0.02)


class Shapes(WindowTest):
    def test_small_and_changing_sizes(self):
        window = self.open("--no-settings")
        for width, height in ((480, 320), (1280, 800), (700, 420), (1000, 330)):
            window.tool("windowsize", "--sync", window.id, str(width), str(height))
            window.wait_for(lambda: window.picture().width == width, f"a picture {width} wide")
        self.assertEqual(window.quit(), (0, ""))

    def test_minimised_and_back(self):
        window = self.open("--no-settings")
        window.tool("windowunmap", window.id)
        window.tool("windowmap", window.id)
        window.tool("windowfocus", "--sync", window.id)
        window.key("4")
        window.wait_for_title("Selectively")


class Themes(WindowTest):
    def test_d_makes_it_light_and_that_is_kept(self):
        window = self.open()
        dark = window.picture()
        window.key("d")
        light = window.picture()
        self.assertGreater(sum(light.at(640, 60)), sum(dark.at(640, 60)) + 300)
        self.assertEqual(window.quit(), (0, ""))
        self.assertIn("light", self.home.settings.read_text())
        again = self.open()
        self.assertGreater(sum(again.picture().at(640, 60)), sum(dark.at(640, 60)) + 300)
        again.key("2")
        again.wait_for_title("Pseudoinverse")
        for key, title in (("ctrl+z", "· Damped least"), ("ctrl+y", "Pseudoinverse"),
                           ("ctrl+z", "· Damped least"), ("ctrl+shift+z", "Pseudoinverse")):
            again.key(key)
            again.wait_for_title(title)

    def said_of_broken_settings(self):
        """By a window that does without them."""
        window = self.open()
        window.key("1")
        window.wait_for_title("transpose")
        code, err = window.quit()
        self.assertEqual(code, 0)
        self.assertIn("settings.toml.broken", err)
        return err

    def test_broken_settings_are_set_aside_with_a_word(self):
        broken = ("theme = [", "theme = 'purple'\n", "\x00\xff rubbish", "lessons = 3\nwindow = [1e300, 900]\n",
                  "a." * 300000 + "a = 1\n", "[" * 100000)
        for text in broken:
            with self.subTest(text=text):
                self.home.write_settings(text)
                self.assertIn("settings.toml:1: ", self.said_of_broken_settings())
        self.assertEqual(len(list(self.home.settings.parent.glob("*.broken*"))), len(broken))

    def test_settings_that_are_no_file_are_set_aside(self):
        self.home.settings.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self.home.settings)
        self.assertIn("settings.toml: this is not a regular file", self.said_of_broken_settings())

    def test_what_another_window_has_saved_stays(self):
        self.home.write_settings('lessons = ["damping"]\nshow_axes = "off"\nshow_trails = "on"\n')
        window = self.open()
        window.key("d")  # light
        window.wait_for(lambda: "light" in self.home.settings.read_text(), "the settings")
        self.home.settings.write_text('lessons = ["first-look"]\nshow_ground = "off"\ntheme = "light"\n')
        window.key("t")  # no trails
        self.assertEqual(window.quit(), (0, ""))
        lines = self.home.settings.read_text().split("\n")
        for line in (
            'lessons = ["damping", "first-look"]', 'show_ground = "off"', 'theme = "light"', 'show_trails = "off"',
        ):
            self.assertIn(line, lines)
        self.assertNotIn("show_axes", "".join(lines))

    def test_large_interface(self):
        for scale in ("0.5", "1.5", "3"):
            window = self.open("--no-settings", "--ui-scale", scale)
            self.assertEqual(window.picture().width, 1280)
            self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
