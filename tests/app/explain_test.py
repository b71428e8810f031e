"""The panels and pictures that explain, as a person finds them."""
import time
import unittest

from harness import WindowTest


class Explain(WindowTest):
    def paused(self, *options):
        """A window that explains, some steps after the start, with nothing moving."""
        window = self.open("--no-settings", *options)
        time.sleep(1)
        window.key("e", "space")
        window.move(640, 300)
        return window

    def test_a_singular_value_under_the_mouse_shows_its_motion_in_the_picture(self):
        window = self.paused()
        before = window.picture()
        window.move(1200, 130)  # a bar of the column on the right
        with_ghost = window.picture()
        self.assertGreater(self.body_changed(before, with_ghost), 0.004)
        time.sleep(0.4)
        self.assertGreater(self.body_changed(with_ghost, window.picture()), 0.001)  # it swings
        window.move(640, 300)
        self.assertLess(self.body_changed(before, window.picture()), 0.001)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_cell_of_the_matrix_shows_joint_and_effector(self):
        window = self.paused()
        before = window.picture()
        window.move(1150, 700)
        self.assertGreater(self.body_changed(before, window.picture()), 0.001)
        self.assertEqual(window.quit(), (0, ""))

    @staticmethod
    def body_changed(one, other):
        """Share of the pixels of the body's part, above all messages, that are others."""
        changed = count = 0
        for y in range(60, 330, 3):
            for x in range(370, 880, 3):
                count += 1
                changed += any(abs(a - b) > 20 for a, b in zip(one.at(x, y), other.at(x, y)))
        return changed / count


if __name__ == "__main__":
    unittest.main()
