"""Quick hands on a slow machine: what is pressed and released between two frames counts."""
import unittest

from harness import WindowTest


class Taps(WindowTest):

    def slow(self, *options):
        window = self.open("--fps", "8", *options)
        window.frames(2)
        return window

    def test_a_click_counts_where_it_was_made(self):
        window = self.slow("--scene", "y")
        self.assertNotIn("Pseudoinverse", window.title())
        x, y = 90, 230  # pinv
        window.tool("mousemove", "--window", window.id, str(x), str(y), "click", "1",
                    "mousemove", "--window", window.id, "640", "300")
        window.wait_for_title("Pseudoinverse")
        self.assertEqual(window.quit(), (0, ""))

    def test_what_is_typed_fast_is_complete_and_in_order(self):
        window = self.slow("--scene", "y")
        window.tool("key", "--delay", "1", "ctrl+o")
        window.frames(3)
        window.tool("type", "--delay", "1", "doubel")
        window.tool("key", "--delay", "1", "BackSpace", "BackSpace")
        window.tool("type", "--delay", "1", "le-y")
        window.tool("key", "--delay", "1", "Down", "Down", "Up", "Down", "Up", "Up", "Return")
        window.wait_for_title("Double-Y")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_key_right_after_the_one_that_closes_a_field_counts(self):
        window = self.slow("--scene", "y")
        for closes in ("Return", "Escape"):
            with self.subTest(closes=closes):
                window.tool("key", "--delay", "1", "ctrl+o")
                window.frames(3)
                window.tool("type", "--delay", "1", "y")
                window.tool("key", "--delay", "1", closes, "2" if closes == "Return" else "1")
                window.wait_for_title("Pseudoinverse" if closes == "Return" else "transpose")
        self.assertEqual(window.quit(), (0, ""))

    def test_enter_that_is_held_opens_a_field_and_leaves_it_open(self):
        window = self.open("--lesson", "first-look", "--step", "5")
        window.frames(2)
        window.tool("key", "F6")
        window.frames(20)
        window.tool("keydown", "Return")
        window.frames(60)
        window.tool("keyup", "Return")
        window.frames(2)
        window.tool("type", "0.5")
        window.tool("key", "Return")
        window.wait_for_title("✓")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
