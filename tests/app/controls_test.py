"""Controls of the panels by keys, in the real window."""
import unittest

from harness import WindowTest


class Controls(WindowTest):
    size = "1280x720"

    def test_a_task_is_done_by_its_slider_and_keys_alone(self):
        window = self.open("--lesson", "damping")
        window.wait_for_title("1 of")
        window.key("plus", "plus", "plus")  # ten times as fast
        window.key("F6")
        for _ in range(16):
            window.key("Right")
        window.wait_for_title("✓")
        window.key("Next")
        window.wait_for_title("2 of")
        self.assertEqual(window.quit(), (0, ""))

    def test_esc_leaves_what_lies_on_top_and_tab_goes_round(self):
        window = self.open("--scene", "y")
        window.key("3")
        window.wait_for_title("Damped least squares")
        window.key("F6")
        window.key("F1", "Escape")  # the list of keys
        window.key("Tab", "shift+Tab")
        window.key("Escape")
        window.key("2")
        window.wait_for_title("Pseudoinverse")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
