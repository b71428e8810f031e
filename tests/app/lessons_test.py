"""Where lessons begin and go on in the real window; each to its end: lessons_by_keys_test.py."""
import base64
import tomllib
import unittest
import zlib

from harness import LESSONS, WindowTest

MINE = 'title = "Mine"\nsummary = "S"\nsource = "T"\nscene = "y"\n[[step]]\ntitle = "One"\ntext = "Look."\n'
FILES = sorted(LESSONS.glob("*.toml"))


class Lessons(WindowTest):
    size = "800x500"  # few pixels for a processor that draws them

    def test_a_lesson_named_on_the_command_line_is_shown_at_once(self):
        lesson = tomllib.loads(FILES[0].read_text())
        steps, title = len(lesson["step"]), lesson["title"]
        window = self.open("--lesson", str(FILES[0]))
        window.wait_for_title(f"{title} 1 of {steps}")
        strip = [(x, y) for x in range(0, 800, 4) for y in (35, 50, 65)]
        first = window.picture()
        window.key("Shift_L")  # says nothing, but is looked at
        later = window.picture()
        self.assertEqual([first.at(*at) for at in strip], [later.at(*at) for at in strip])
        window.key("Return")
        window.wait_for_title(f"{title} 2 of {steps}")

    def test_one_goes_on_where_one_stopped(self):
        lesson = tomllib.loads(FILES[0].read_text())
        steps = len(lesson["step"])
        window = self.open("--lesson", str(FILES[0].stem.split("-", 1)[1]), "--step", "2")
        window.wait_for_title(f'{lesson["title"]} 2 of {steps}')
        window.key("Next")  # as a presenter's remote control says
        window.wait_for_title(f'{lesson["title"]} 3 of {steps}')
        self.assertEqual(window.quit(), (0, ""))
        window = self.open(start=True)
        window.rest(1)
        window.key("Return")
        window.wait_for_title(f'{lesson["title"]} 3 of {steps}')

    def own_lessons(self, name, text):
        """The user's folder, with this lesson in it."""
        folder = self.home.folder / ".local/share/ikscope/lessons"
        folder.mkdir(parents=True)
        (folder / name).write_text(text)
        return folder

    def test_ones_own_follow_the_others(self):
        self.own_lessons("mine.toml", MINE)
        last = tomllib.loads(FILES[-1].read_text())
        steps = len(last["step"])
        window = self.open("--lesson", FILES[-1].stem.split("-", 1)[1], "--step", str(steps))
        window.wait_for_title(f'{last["title"]} {steps} of {steps}')
        window.key("Return")
        window.wait_for_title("Mine 1 of 1")

    def test_one_in_a_link_is_kept_beside_one_of_its_title(self):
        folder = self.own_lessons("Mine.toml", "# edited\n" + MINE)
        packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        packed = base64.urlsafe_b64encode(packer.compress(MINE.encode()) + packer.flush()).decode().rstrip("=")
        for _ in range(2):  # the second time it is there
            window = self.open(f"#lesson_text={packed}", start=True)
            window.wait_for_title("Mine 1 of 1")
            self.assertEqual(window.quit(), (0, ""))
        self.assertEqual((folder / "Mine.toml").read_text(), "# edited\n" + MINE)
        self.assertEqual((folder / "Mine-2.toml").read_text(), MINE)
        self.assertEqual(len(list(folder.iterdir())), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
