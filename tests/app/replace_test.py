"""Clicks that replace the scene while several views of its runs are arranged."""
import tomllib
import unittest

from harness import LESSONS, WindowTest

EM, MENU = 16, 22  # pixels


class Replace(WindowTest):
    size = "900x600"

    # Where the buttons beside the lesson's text are in its first step
    NEXT = (900 - 5 * EM, MENU + 2 * EM)
    ANEW = (900 - 9.8 * EM, MENU + 4.5 * EM)
    LEAVE = (900 - 2 * EM, MENU + 4.5 * EM)

    def begin(self, name):
        """With a run more, each in a picture of its own."""
        window = self.open("--no-settings", "--lesson", name)
        title = tomllib.loads(next(LESSONS.glob(f"*-{name}.toml")).read_text())["title"]
        window.wait_for_title(f"{title} 1 of")
        window.key("Insert", "g")
        return window, title

    def test_the_next_step(self):
        window, title = self.begin("pseudoinverse")
        window.click(*self.NEXT)
        window.wait_for_title(f"{title} 2 of")
        self.assertEqual(window.quit(), (0, ""))

    def test_the_step_anew_another_lesson_and_the_end_of_it(self):
        window, title = self.begin("first-look")
        window.click(*self.ANEW)
        window.key("Insert", "l", "Down", "Return")
        window.wait_for_title("The transpose")
        window.key("Insert")
        window.click(*self.LEAVE)
        window.wait_for(lambda: "1 of" not in window.title(), "the end of the lesson")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
