"""Every task of every lesson by keys alone, as a student does it who has no mouse."""
import json
import tomllib
import unittest

from harness import LAB, LESSONS, ROOT, WindowTest

# For each lesson the keys of each of its steps. A number is typed; Tab Tab is the left target, whose effector
# is the second, w x takes a target along x; F6 marks what the step's task is done with, Escape leaves it.
KEYS = json.loads((ROOT / "tests" / "support" / "lesson_keys.json").read_text())


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
                if number == len(keys):
                    self.hand_in(window, file)
                window.key("Return")
        names = set(KEYS)
        window.wait_for(lambda: self.completed() == names, "all lessons in the settings")
        self.assertEqual(window.quit(), (0, ""))

    def hand_in(self, window, file):
        """What is handed in is found to be done."""
        name = file.stem.split("-", 1)[1]
        window.key("alt+Return")
        found = lambda: list(self.home.folder.rglob(name + "-hand-in*.toml"))
        handed = window.wait_for(found, "what is handed in")[0]
        result = self.home.run(LAB, "grade", "--json", name, handed)
        grade = json.loads(result.stdout)
        self.assertEqual(grade["files"][0]["tasks_done"], grade["tasks"], grade)
        self.assertEqual(grade["files"][0]["remarks"], [], grade)

    def completed(self):
        file = self.home.settings
        return set(tomllib.loads(file.read_text()).get("lessons", [])) if file.exists() else set()


if __name__ == "__main__":
    unittest.main(verbosity=2)
