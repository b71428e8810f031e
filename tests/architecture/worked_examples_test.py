#!/usr/bin/env python3
"""What CONTRIBUTING.md shows can be added is added: its C++ compiles and declares itself, its scene
runs, its lesson is solved; the picture of the folders is that of the includes, and documents name files
that there are."""

import os
import pathlib
import re
import shlex
import json
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None

FENCE = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.M | re.S)
EXAMPLES = {path: (language, text)
            for language, path, text in FENCE.findall((ROOT / "CONTRIBUTING.md").read_text())}


def of(language, folder):
    found = [(pathlib.PurePath(path), text) for path, (what, text) in EXAMPLES.items()
             if what == language and path.startswith(folder)]
    assert len(found) == 1, f"{len(found)} examples of {folder}"
    return found[0]


def run(*words, **environment):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          env=os.environ | {key: str(value) for key, value in environment.items()})


class WorkedExamples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compile(self, folder, library):
        """As a file of that library is compiled; the example's function is in the object."""
        path, text = of("cpp", folder)
        (self.folder / path.name).write_text(text)
        commands = json.loads((TREE / "compile_commands.json").read_text())
        like = next(one for one in commands if f"/{library}.dir/" in one["command"] and "cmake_pch" not in one["file"])
        words, skip = [], False
        for word in shlex.split(like["command"]):
            if skip or word in ("-o", "-c", "-include"):
                skip = not skip
            elif word != "-Winvalid-pch":
                words.append(word)
        built = run(*words, "-O0", "-Wall", "-Wextra", "-Werror", "-c", self.folder / path.name, "-o",
                    self.folder / "example.o")
        self.assertEqual(built.returncode, 0, built.stderr)
        symbols = run("nm", "-C", self.folder / "example.o").stdout
        self.assertIn(f"declare_{path.stem}(", symbols)
        formatted = run("clang-format", "--dry-run", "--Werror", f"--style=file:{ROOT / '.clang-format'}",
                        self.folder / path.name)
        self.assertEqual(formatted.returncode, 0, formatted.stderr)

    def test_the_method_compiles(self):
        self.compile("src/ik/methods/", "ik")

    def test_the_motion_compiles(self):
        self.compile("src/sim/motions/", "sim")

    def test_the_panel_compiles(self):
        self.compile("src/ui/panels/", "ui")

    def data(self):
        """Assets with the scene and the lesson added."""
        shutil.copytree(ROOT / "assets", self.folder / "assets")
        for path, text in (of("toml", "assets/scenes/"), of("toml", "assets/lessons/")):
            (self.folder / path).write_text(text)
        return self.folder

    def test_the_scene_runs(self):
        scene = of("toml", "assets/scenes/")[0].stem
        result = run(TREE / "bin/ikscope-lab", "run", "--scene", scene, "--steps", "300",
                     IKSCOPE_DATA=self.data())
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_lesson_is_listed_and_solved(self):
        lesson = re.sub(r"^\d+-", "", of("toml", "assets/lessons/")[0].stem)
        listed = run(TREE / "bin/ikscope-lab", "lessons", IKSCOPE_DATA=self.data())
        self.assertIn(f"`{lesson}`", listed.stdout, listed.stderr)
        solved = run(TREE / "bin/core_test", f"--gtest_filter=*EveryLesson*/{lesson.replace('-', '_')}",
                     IKSCOPE_DATA=self.folder)
        self.assertEqual(solved.returncode, 0, solved.stdout)
        self.assertRegex(solved.stdout, r"PASSED  \] [1-9]", "no test of the lesson has run")


class Picture(unittest.TestCase):
    def test_is_that_of_the_includes(self):
        result = run(ROOT / "scripts/architecture", "--check")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_circle_is_refused(self):
        with tempfile.TemporaryDirectory() as copy:
            copy = pathlib.Path(copy)
            shutil.copytree(ROOT / "src", copy / "src")
            check = [ROOT / "scripts/architecture", "--tree", copy, "--out", copy / "picture.svg"]
            self.assertEqual(run(*check).returncode, 0)
            (copy / "src/base/circle.h").write_text('#include "app/app.h"\n')
            self.assertIn("include each other", run(*check).stderr)


class Documents(unittest.TestCase):
    def test_name_files_that_there_are(self):
        folders = "src|tests|scripts|docs|assets|bench|shaders|third_party"
        listed = run("git", "-C", ROOT, "ls-files", "*.md").stdout.split()
        wrong, looked_at = [], 0
        for document in listed or sorted(ROOT.glob("docs/*.md")):
            text = (ROOT / document).read_text()
            named = {ROOT / path for path in re.findall(rf"`((?:{folders})/[\w./\-]+)`", text)
                     if "FOLDER" not in path}
            named |= {(ROOT / document).parent / path
                      for path in re.findall(r"\]\(([\w./\-]+?)(?:#[\w\-]+)?\)", text)}
            looked_at += len(named)
            wrong += [f"{document}: {path}" for path in named if not path.exists() and
                      not any(path.with_name(path.name + end).exists() for end in (".h", ".cpp"))]
        self.assertEqual(wrong, [])
        self.assertGreater(looked_at, 50)


if __name__ == "__main__":
    unittest.main(verbosity=2)
