"""Every task of every lesson by keys alone, as a student does it who has no mouse."""
import pathlib
import tomllib
import unittest

from harness import WindowTest

LESSONS = pathlib.Path(__file__).parents[2] / "assets" / "lessons"

# For each lesson the keys of each of its steps. A number is typed; Tab Tab is the left target, whose effector
# is the second, W X takes a target along x; F6 marks what the step's task is done with, Esc leaves it.
LEFT, TIP = "Tab Tab", "Tab"
KEYS = {
    "first-look": [LEFT + " w y 2 Return", "alt+2", "alt+3", "3", "F6 Return 0.5 Return Escape"],
    "transpose": ["alt+1", "alt+2", "alt+2", "Insert 3", "3 F6 Return 1.1 Return Escape"],
    "pseudoinverse": ["r alt+2", "alt+3", "F6 Return 2 Return Escape", "alt+3", "F6 Return 0.2 Return Escape"],
    "damping": ["F6 Return 1 Return Escape", "alt+4", "alt+2",
                LEFT + " w x 0.8 Return w y -1.4 Return", "alt+2 Return F6 Right Escape"],
    "clamped-errors": ["alt+2", "F6 Right Escape", "F6 Return 0.3 Return Escape", "alt+2",
                       "F6 Return 0.2 Return Escape"],
    "alternate-jacobian": ["F6 Right Escape", "alt+2", "alt+2",
                           "r space space alt+2 Return " + LEFT + " w x -0.8 Return w y 1.8 Return"],
    "selective-damping": ["4", "alt+2", LEFT + " w x 1.4 Return w y -2.4 Return", "alt+2", "F6 Right Escape"],
    "newton": ["r space alt+2", "alt+3", "6", TIP + " w x -0.7 Return w y -0.7 Return"],
    "null-space": ["alt+2", "F6 Return 0.01 Return Escape", "F6 Return 0.05 Return Escape", "alt+1",
                   "F6 Return 0.05 Return Escape"],
    "priority": ["alt+2", "8", "F6 Return Escape", "F6 Return 7 Return Escape"],
    "joint-limits": ["alt+1", "alt+2", "9", "alt+2"],
    "six-axis-arm": ["alt+2", "alt+1", "alt+3", "3", TIP + " w x 0.35 Return w z -0.08 Return", "alt+2"],
    "position-and-orientation": ["alt+2", "F6 Return 0.03 Return Escape", "F6 Return 0.05 Return Escape",
                                 "F6 Return 1.2 Return Escape", "F6 Return 0.2 Return Escape", "alt+2"],
}


def is_number(word):
    return word.lstrip("-").replace(".", "").isdigit()


class LessonsByKeys(WindowTest):
    size = "1280x720"

    def test_each_is_done_from_beginning_to_end(self):
        files = sorted(LESSONS.glob("*.toml"))
        window = self.open(start=True)
        window.rest(1)
        window.key("Return")  # the first lesson; each leads on to the next
        for file in files:
            lesson, keys = tomllib.loads(file.read_text()), KEYS[file.stem.split("-", 1)[1]]
            self.assertEqual(len(keys), len(lesson["step"]), file.stem)
            for number, words in enumerate(keys, 1):
                step = f'{lesson["title"]} {number} of {len(keys)}'
                window.wait_for_title(step)
                if number == 1:
                    window.key("plus", "plus", "plus")  # ten times as fast
                for word in words.split():
                    window.type(word) if is_number(word) else window.key(word)
                window.wait_for_title(step + " ✓")
                window.key("Return")
        names = set(KEYS)
        window.wait_for(lambda: self.completed() == names, "all lessons in the settings")
        self.assertEqual(window.quit(), (0, ""))

    def completed(self):
        file = self.home.settings
        return set(tomllib.loads(file.read_text()).get("lessons", [])) if file.exists() else set()


if __name__ == "__main__":
    unittest.main(verbosity=2)
