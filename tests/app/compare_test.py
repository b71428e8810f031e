"""Several runs at once, going back in time and presentation mode, in the window."""
import unittest

from harness import WindowTest

# view::dark_palette().run
COLORS = [(0x7F, 0xB4, 0xFF), (0xD9, 0xA3, 0x16), (0x2B, 0xE5, 0x8D), (0xEB, 0x77, 0x99), (0xFF, 0xF6, 0x4A),
          (0x70, 0x54, 0xFA)]
FORK = (0xE6, 0x9F, 0x00)
TRACK_Y = 559  # of the timeline at 1280 x 800 with one run
TRACK_LEFT, TRACK_RIGHT = 456, 764


def count(picture, color, left, top, right, bottom):
    return sum(picture.at(x, y) == color for y in range(top, bottom) for x in range(left, right))


def chips(picture):
    """How many runs have a chip of their colour in the controls."""
    return sum(count(picture, color, 8, 120, 300, 260) > 20 for color in COLORS)


def body_differs(one, other):
    """Share of the pixels of the body that are others."""
    places = [(x, y) for y in range(30, 350, 3) for x in range(360, 890, 3)]
    return sum(one.at(*place) != other.at(*place) for place in places) / len(places)


class Runs(WindowTest):
    def six(self):
        window = self.open("--no-settings")
        for method in ("4", "2", "1", "6", "8"):
            window.key("Insert", method)
        return window

    def test_six_are_added_by_key_and_selected(self):
        window = self.six()
        self.assertEqual(chips(window.picture()), 6)
        for key, title in (("ctrl+2", "Selectively"), ("ctrl+3", "Pseudoinverse"), ("ctrl+4", "transpose")):
            window.key(key)
            window.wait_for_title(title)
        window.key("Insert")  # there are as many as there can be
        window.key("ctrl+Delete")
        self.assertEqual(chips(window.picture()), 5)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_grid_has_a_view_for_each_and_one_can_be_large(self):
        window = self.six()
        window.key("space", "g")
        grid = window.picture_alone()
        # A name with a dot in the corner of each of three columns and two rows of views.
        for i, color in enumerate(COLORS):
            left, top = 352 + 181 * (i % 3), 24 + 234 * (i // 3)
            self.assertGreater(count(grid, color, left, top, left + 40, top + 40), 30, i)
        window.click(385, 44)  # the name "DLS"
        window.wait_for_title("Damped least squares")
        large = window.picture_alone()
        self.assertEqual(count(large, COLORS[1], 533, 24, 573, 64), 0)
        self.assertGreater(large.differs_from(grid), 0.05)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_click_on_a_chip_selects_and_its_eye_mutes(self):
        window = self.open("--no-settings")
        window.key("Insert", "4")
        window.wait_for_title("Selectively")
        window.click(80, 121)
        window.wait_for_title("Damped least squares")
        window.key("space", "t")
        both = window.picture_alone()
        window.key("ctrl+2", "m", "ctrl+1")
        one = window.picture_alone()
        self.assertGreater(both.differs_from(one), 0.005)
        self.assertEqual(window.quit(), (0, ""))


class Time(WindowTest):
    def test_what_is_changed_in_the_past_begins_a_branch(self):
        window = self.open("--no-settings")
        window.rest(4)
        self.assertEqual(count(window.picture_alone(), FORK, TRACK_LEFT, TRACK_Y + 2, TRACK_RIGHT, TRACK_Y + 12), 0)
        window.drag((TRACK_RIGHT - 20, TRACK_Y), (600, TRACK_Y))
        past = window.picture_alone()  # the knob has the colour of the past
        self.assertGreater(count(past, FORK, 580, TRACK_Y - 8, 620, TRACK_Y + 8), 40)
        window.key("1")  # another method from here on
        window.wait_for_title("transpose")
        window.key("space")
        window.rest(2)
        self.assertGreater(count(window.picture_alone(), FORK, TRACK_LEFT, TRACK_Y + 2, TRACK_RIGHT, TRACK_Y + 12), 15)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_step_and_a_step_back_is_where_it_was(self):
        window = self.open("--no-settings")
        window.rest(2)
        window.key("space")
        here = window.picture_alone()
        window.key(*["period"] * 8)
        there = window.picture()
        window.key(*["comma"] * 8)
        again = window.picture()
        self.assertGreater(body_differs(there, here), 0.01)
        self.assertLess(body_differs(again, here), 0.002)


class Presenter(WindowTest):
    def test_f5_leaves_body_and_numbers_and_is_kept(self):
        window = self.open()
        before = window.picture()
        window.key("F5")
        window.rest(0.5)
        window.click(300, 300)
        shown = window.picture()
        accent, button = (0x56, 0xB4, 0xE9), (0, 235, 180, 300)  # of the method at work
        self.assertGreater(count(before, accent, *button), 2000)
        self.assertLess(count(shown, accent, *button), 200)
        self.assertEqual(window.quit(), (0, ""))
        self.assertIn("presenter", self.home.settings.read_text())


if __name__ == "__main__":
    unittest.main(verbosity=2)
