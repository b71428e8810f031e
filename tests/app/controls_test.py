"""Controls of the panels by keys, in the real window."""
import shutil
import unittest

from harness import WindowTest


TEXT = b"\xe8\xec\xf0"  # of the dark theme, and of the frame about what is marked


def marked(picture):
    """Left, top, right, bottom of the frame; None where a field is typed in, which has none."""
    row, long = 3 * picture.width, TEXT * 16  # no letter is as wide
    edges = []
    for y in range(picture.height):
        line = picture.pixels[y * row : (y + 1) * row]
        at = line.find(long)
        while at > 0 and at % 3 > 0:
            at = line.find(long, at + 1)
        if at >= 0:
            end = at
            while line[end : end + 3] == TEXT:
                end += 3
            edges.append((y, at // 3, end // 3))
    if not edges:
        return None
    return min(e[1] for e in edges), edges[0][0], max(e[2] for e in edges), edges[-1][0]


class Order(WindowTest):
    """Which control Tab marks, and what Esc closes, by pictures of a simulation that is paused."""

    size = "1280x720"

    def open_paused(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("space")
        return window

    def settled(self, window):
        """A picture of what has come to rest: dialogs fade in."""
        pictures = [window.picture()]

        def rests():
            window.rest(0.3)
            pictures.append(window.picture())
            return pictures[-1].pixels == pictures[-2].pixels

        window.wait_for(rests, "a window at rest")
        return pictures[-1]

    def after(self, window, key):
        window.tool("key", key)  # at once: one that stays down while frames take long is repeated
        window.rest(0.2)
        return marked(window.picture())

    def assert_rounds(self, window, fields, frames):
        """From its first field: so many fields and framed controls, row by row, then anew; Shift goes back."""
        way = []
        while len(way) < len(fields) + 1:
            way.append(self.after(window, "Tab"))
        self.assertEqual([one is None for one in way], [*fields, fields[0]], way)
        self.assertEqual(way[-1], way[0], "goes round")
        framed = [one for one in way[:-1] if one]
        self.assertEqual(len(set(framed)), frames, framed)
        rows = [(round(top, -1), left) for left, top, _, _ in framed]
        self.assertEqual(rows, sorted(rows), "as they are read")
        back = [self.after(window, "shift+Tab") for _ in fields]
        self.assertEqual(back, way[-2::-1])

    def test_tab_goes_through_the_film_dialog_row_by_row(self):
        window = self.open_paused()
        window.key("shift+F9")
        self.settled(window)
        # What, size, rate and, where there is a choice, format; title, caption from, its text; Start.
        choices = 4 if shutil.which("ffmpeg") else 3
        self.assert_rounds(window, [False] * choices + [True] * 3 + [False], choices + 1)

    def test_tab_goes_from_a_path_to_the_buttons(self):
        for key in ("ctrl+alt+s", "ctrl+shift+s"):
            window = self.open_paused()
            window.key(key)
            self.settled(window)
            window.type("x1")  # no file's name
            self.assertIsNone(marked(window.picture()), "the path is typed in")
            self.assert_rounds(window, [False, False, True], 2)  # Save, Cancel, the path
            window.kill()

    def test_esc_closes_one_after_the_other_from_the_innermost(self):
        window = self.open_paused()
        desk = self.settled(window)
        shown = [desk]

        def opens(act, what):
            act()
            shown.append(self.settled(window))
            self.assertGreater(shown[-1].differs_from(shown[-2]), 0.004, what)

        def closes(what):
            window.key("Escape")
            shown.pop()
            window.wait_for(
                lambda: window.picture().differs_from(shown[-1]) < 0.001, f"what is below {what}")

        opens(lambda: window.key("F5"), "the stage")
        opens(lambda: window.key("shift+F9", "Tab"), "a dialog")
        opens(lambda: window.key("Return"), "its list")
        for what in ("the list", "the dialog", "the stage"):
            closes(what)

        opens(lambda: window.click(25, 12), "the menu File")
        window.move(1090, 180)
        shown[-1] = self.settled(window)
        window.key("Escape")
        shown[-2:] = [self.settled(window)]  # with the cross of the plot that the pointer is on
        self.assertLess(shown[-1].differs_from(desk), 0.004, "the menu is closed")
        opens(lambda: window.click(1090, 180, button=3), "a plot's menu")
        closes("the plot's menu")
        window.key("2")  # the keys are the window's again
        window.wait_for_title("Pseudoinverse")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
