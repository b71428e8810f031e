"""A body is built from nothing by clicks and keys, played, saved and opened again."""
import tomllib
import unittest

from harness import WindowTest


class Building(WindowTest):
    size = "1280x720"

    def begin(self, *options, links=0):
        """With so many links that are added by clicks, beside each other's arrows."""
        window = self.open("--no-settings", *options)
        window.key("ctrl+n")
        window.wait_for_title("New body")
        window.rest(0.5)  # the camera's flight
        for place in ((450, 300), (600, 160), (760, 300))[:links]:
            window.click(*place)
        return window

    def saved(self, window, name="body.toml"):
        """The scene as it is saved."""
        window.key("ctrl+alt+s")
        file = self.save_as(window, name)
        window.frames()
        return file, tomllib.loads(file.read_text())

    def kept(self):
        """The scenes that were written beside the user's."""
        return [
            tomllib.loads(file.read_text())
            for file in sorted(self.home.folder.rglob("*.toml"))
            if "joint" in file.read_text()
        ]

    def test_clicks_add_links_and_what_is_built_runs(self):
        window = self.begin(links=3)
        window.key("Tab", "Tab")  # the second joint
        window.key("ctrl+d", "ctrl+z")
        _, scene = self.saved(window)
        self.assertEqual(len(scene["joint"]), 4)
        self.assertEqual(len(scene["effector"]), 1)
        parents = [joint["parent"] for joint in scene["joint"]]
        self.assertEqual(parents, ["world", "base", "joint", "joint 2"])
        for joint in scene["joint"]:
            for number in joint["position"]:
                self.assertEqual(number, round(number, 2), joint)  # as a person writes
        before = window.picture("shift+F12")
        window.key("space")
        window.rest(1.5)
        self.assertGreater(window.picture("shift+F12").differs_from(before), 0.002)  # it moves
        window.key("space", "ctrl+z")  # the last link
        _, shorter = self.saved(window, "shorter.toml")
        self.assertEqual(len(shorter["joint"]), 3)
        window.key("ctrl+shift+z")
        file, again = self.saved(window, "again.toml")
        self.assertEqual(again["joint"], scene["joint"])
        self.assertEqual(window.quit(), (0, ""))
        reopened = self.open("--no-settings", "--scene", str(file))
        reopened.wait_for_title("again")  # the name of its file
        self.assertEqual(reopened.quit(), (0, ""))

    def test_handles_are_dragged_and_undo_selects_what_was_dragged(self):
        window = self.begin(links=3)
        window.key("Tab", "Tab")  # the second joint
        window.rest(1)
        window.drag((665, 447), (725, 455))  # the arrow along x
        joint = self.saved(window)[1]["joint"][1]
        self.assertGreater(joint["position"][0], 0.1)
        self.assertEqual(joint["position"][1:], [0.5, 0])
        window.key("ctrl+z")
        window.rest(1)  # the camera comes back
        window.drag((684, 494), (640, 360))  # an end of its arc
        joint = self.saved(window, "limited.toml")[1]["joint"][1]
        self.assertEqual(joint["position"], [0, 0.5, 0])
        self.assertIn("limits_deg", joint)
        window.key("ctrl+z", "w", "x")
        window.type("0.3")
        window.key("Return")
        joint = self.saved(window, "moved.toml")[1]["joint"][1]
        self.assertEqual(joint["position"], [0.3, 0.5, 0])
        self.assertNotIn("limits_deg", joint)
        self.assertEqual(window.quit(), (0, ""))

    def test_targets_that_are_chosen_meanwhile_are_one_change(self):
        window = self.begin(links=2)
        window.key("ctrl+t")
        window.rest(0.5)
        window.key("Return")  # Use them
        window.rest(0.5)
        window.key("ctrl+z", "ctrl+z")  # the choice, the last link
        self.assertEqual(len(self.saved(window)[1]["joint"]), 2)
        self.assertEqual(window.quit(), (0, ""))

    def test_the_start_screen_covers_its_handles(self):
        window = self.begin(links=1)
        shown = window.picture("F12")
        window.key("l")
        window.rest(0.5)
        covered = window.picture("F12")

        def arrows(picture):  # pixels of the green of y
            return sum(
                g > 150 and r < 0.6 * g and b < 0.8 * g
                for y in range(60, picture.height - 60)
                for x in range(picture.width // 2)
                for r, g, b in [picture.at(x, y)]
            )

        self.assertGreater(arrows(shown), 60)
        self.assertLess(arrows(covered), 10)
        self.assertEqual(window.quit()[0], 0)

    def test_keys_alone(self):
        window = self.begin()
        window.key("w", "x")
        window.type("0.3")
        window.key("Return", "Tab", "ctrl+d", "m")
        _, scene = self.saved(window)
        self.assertEqual(len(scene["joint"]), 3)
        self.assertEqual(scene["effector"][0]["position"], [0.3, 0.5, 0])
        self.assertEqual(window.quit(), (0, ""))

    def test_what_is_not_saved_is_kept(self):
        window = self.begin(links=1)
        self.assertEqual(window.quit()[0], 0)
        self.assertEqual([len(body["joint"]) for body in self.kept()], [2])

    def test_it_is_kept_when_another_scene_is_opened(self):
        window = self.begin(links=1)
        window.pick("single-arm", "Single arm")
        self.assertEqual([len(body["joint"]) for body in self.kept()], [2])
        self.assertEqual(window.quit(), (0, ""))

    def test_it_is_kept_when_a_lesson_begins(self):
        window = self.begin(links=1)
        window.key("l", "Escape", "l")  # the start screen, and back
        window.key("Return")
        window.wait_for(self.kept, "the body")
        self.assertEqual([len(body["joint"]) for body in self.kept()], [2])
        self.assertEqual(window.quit(), (0, ""))

    def test_chosen_targets_are_those_of_the_body_that_was_built(self):
        window = self.begin("--scene", "double-y", links=1)
        file = self.choose_next_target(window)
        scene = tomllib.loads(file.read_text())
        self.assertNotIn("like", scene)
        self.assertEqual(len(scene["joint"]), 2)
        self.assertEqual(len(scene["effector"]), 2)
        window.wait_for(lambda: len(self.kept()) == 2, "the body as it was")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
