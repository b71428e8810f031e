"""Saving under a name, and what is opened again."""
import subprocess
import unittest

from harness import BIN, SCENES, WindowTest

TWO_LINKS = """<robot name="two links">
<link name="base"/><link name="upper"/><link name="lower"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/>
<origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>
"""


class Saving(WindowTest):

    def wait_for_file(self, window, path):
        window.wait_for(lambda: path.exists() and path.stat().st_size, f"the file {path}")
        return path.read_text()

    def test_the_first_time_it_asks_and_then_no_more(self):
        window = self.open("--no-settings", "--scene", "y", "--set", "lambda=0.37")
        window.key("ctrl+s", "Return")
        file = self.home.folder / "Y.toml"
        first = self.wait_for_file(window, file)
        self.assertIn("lambda = 0.37", first)
        self.assertIn("theta = [", first)
        window.key("space", "2", "ctrl+s")  # without a question
        window.wait_for(lambda: "pinv" in file.read_text(), "the second state")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_scene_of_the_program_is_saved_among_the_documents(self):
        ours = SCENES / "y.toml"
        before = set(ours.parent.iterdir())
        window = self.open("--scene", str(ours))
        window.key("ctrl+s", "Return")
        self.wait_for_file(window, self.home.folder / "Y.toml")
        self.assertEqual(window.quit(), (0, ""))
        self.assertEqual(set(ours.parent.iterdir()), before)
        self.assertNotIn("y.toml", self.home.settings.read_text())

    def test_another_name_is_typed(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s")
        self.assertIn('name = "mine"', self.save_as(window, "mine").read_text())
        window.wait_for_title("mine · ")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_robot_is_opened_by_its_path(self):
        (self.home.folder / "arms").mkdir()
        arm = self.home.folder / "arms" / "two.urdf"
        arm.write_text(TWO_LINKS)
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+o")
        window.type(f"{self.home.folder}/arms/tw")
        window.key("Tab", "Return")
        window.wait_for_title("two links · ")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_file_that_is_there_is_replaced_after_a_question(self):
        file = self.home.folder / "mine.toml"
        file.write_text("precious")
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s", "ctrl+a")
        window.type(str(file))
        window.key("Return")
        window.frames(10)
        self.assertEqual(file.read_text(), "precious")
        window.key("Return")
        window.wait_for(lambda: "[[joint]]" in file.read_text(), "the scene in its place")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_folder_that_is_not_there_saves_nothing_and_asks_on(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s", "ctrl+a")
        window.type("/nowhere/mine")
        window.key("Return")
        self.save_as(window, "mine")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_folder_is_made_after_a_question(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s", "ctrl+a")
        window.type(f"{self.home.folder}/new/arms/mine")
        window.key("Return")
        window.frames(10)
        self.assertFalse((self.home.folder / "new").exists())
        window.key("Return")
        self.wait_for_file(window, self.home.folder / "new" / "arms" / "mine.toml")
        self.assertEqual(window.quit(), (0, ""))

    def test_what_was_saved_last_is_the_first_of_the_recent_files(self):
        window = self.open("--scene", "y")
        window.key("4", "ctrl+s", "Return")
        self.wait_for_file(window, self.home.folder / "Y.toml")
        self.assertEqual(window.quit(), (0, ""))
        self.assertIn("recent_files", self.home.settings.read_text())
        window = self.open()
        window.wait_for_title("Double-Y")
        window.key("ctrl+o", "Return")
        window.wait_for_title("Selectively damped")
        self.assertEqual(window.quit(), (0, ""))


class Pictures(WindowTest):
    draws = True  # each scene once

    def test_the_list_of_scenes_shows_them(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("space", "ctrl+o")

        def targets():  # a picture a frame; each has a red ball of few pixels
            picture = window.picture()
            colours = (picture.at(x, y) for x in range(330, 430) for y in range(150, 650))
            return sum(r > 140 and g < 0.55 * r and b < 0.55 * r for r, g, b in colours)

        window.wait_for(lambda: targets() > 20, "pictures of scenes")
        window.key("Escape")
        self.assertEqual(window.quit(), (0, ""))


class Desktop(WindowTest):
    """With a session's bus, and a portal on it."""


    def setUp(self):
        super().setUp()
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address")
        self.home.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def start(self, *command):
        process = subprocess.Popen(command, env=self.home.env, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def portal(self, *answer):
        portal = self.start(str(BIN / "fake_portal"), *map(str, answer))
        self.assertEqual(portal.stdout.readline(), "ready\n")
        return portal

    def test_its_dialog_is_asked_for_a_name(self):
        file = self.home.folder / "an arm.toml"
        portal = self.portal(file)
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s")
        window.wait_for(lambda: file.exists() and "[[joint]]" in file.read_text(), "the scene")
        self.assertEqual(portal.stdout.readline(), "SaveFile Save scene Y.toml\n")
        self.assertEqual(window.quit(), (0, ""))

    def test_what_is_cancelled_saves_nothing(self):
        portal = self.portal()
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s")
        self.assertEqual(portal.stdout.readline(), "SaveFile Save scene Y.toml\n")
        window.frames(10)
        window.key("Return")  # to no dialog of ours
        window.frames(10)
        self.assertEqual(list(self.home.folder.glob("*.toml")), [])
        self.assertEqual(window.quit(), (0, ""))

    def test_without_a_portal_the_programs_own_asks(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("ctrl+s")
        window.frames(20)
        window.key("Return")
        file = self.home.folder / "Y.toml"
        window.wait_for(lambda: file.exists() and file.stat().st_size, f"the file {file}")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
