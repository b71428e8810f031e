"""What README.md and docs/*.md tell readers to type: commands of ikscope-lab run, with smaller numbers; options,
settings, scripts, tests and headings that are named exist; docs/lab.md lists the subcommands.

    python3 tests/lab/documents_test.py build/release/bin
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

BIN = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/release/bin").resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = {page: page.read_text() for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
FENCE = re.compile(r"^```(.*?)\n(.*?)^```", re.M | re.S)

ROBOT = """<robot name="robot"><link name="base"/><link name="upper"/><link name="lower"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint></robot>
"""
PATH = "tool.x,tool.y,tool.z\n" + "".join(f"{0.5 + 0.01 * i},0,1\n" for i in range(20))
SMALLER = ((r"--poses \d+", "--poses 20"), (r":(64|96)\b", ":9"), (r"\$scene", "ur5"),
           (r" choose (?!.*--(solve|track))", " choose --steps 60 "), (r" choose ", " choose --methods dls,ccd "))
OTHERS = re.compile(r" claims\b|/\*\.csv")  # what other tests run
FOREIGN = re.compile(r"cmake|pkg-config|pip install|sbatch|SBATCH|--cpus-per-task|--gtest_|--benchmark_")  # lines with options of other programs


def text_of(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


SUBCOMMANDS = {name: text_of(BIN / "ikscope-lab", name, "--help") for name in re.findall(
    r"^  (\w+) ", text_of(BIN / "ikscope-lab", "--help").split("Subcommands:")[1], re.M)}


def headings(text):
    """As GitHub names them in addresses."""
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-")
            for one in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.M)}


class Documents(unittest.TestCase):
    def test_commands_run(self):
        ran = 0
        for page, text in PAGES.items():
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "robot.urdf").write_text(ROBOT)
                (pathlib.Path(folder) / "path.csv").write_text(PATH)
                for kind, block in FENCE.findall(text):
                    lines = block.replace("\\\n", " ").splitlines() if kind == "sh" else []
                    for line in lines:
                        command = re.sub(r"^\s*(build/release/bin/)?(?=ikscope-lab )", f"{BIN}/", line)
                        if command == line or OTHERS.search(line):
                            continue
                        for number, smaller in SMALLER:
                            command = re.sub(number, smaller, command)
                        result = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
                        self.assertEqual(result.returncode, 0, f"{page.name}: {line}\n{result.stderr}")
                        ran += 1
        self.assertGreater(ran, 15)

    def test_the_lesson_shown_has_measured_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "lesson.toml"
            file.write_text(FENCE.search(PAGES[ROOT / "docs/writing-lessons.md"])[2])
            self.assertIn("all right", text_of(BIN / "ikscope-lab", "check", file))

    def test_subcommands_are_listed(self):
        page = PAGES[ROOT / "docs/lab.md"]
        table = " ".join(re.findall(r"^\| (`.*?) \|", page, re.M))
        self.assertEqual(set(re.findall(r"`(\w+)`", table)), set(SUBCOMMANDS))
        json = re.search(r"lists the options\. (.*?)\s+print JSON", page, re.S)[1]
        self.assertEqual(set(re.findall(r"`(\w+)`", json)), {one for one, text in SUBCOMMANDS.items() if "--json" in text})

    def test_options_exist(self):
        texts = [text_of(BIN / "ikscope-lab", "--help"), *SUBCOMMANDS.values()]
        if (BIN / "ikscope").exists():
            texts.append(text_of(BIN / "ikscope", "--help"))
        texts += [script.read_text() for script in (ROOT / "scripts").iterdir() if script.is_file()]
        exist = set(re.findall(r"--[a-z][a-z-]+", " ".join(texts)))
        for page, text in PAGES.items():
            text = "\n".join(line for line in text.splitlines() if not FOREIGN.search(line))
            named = set(re.findall(r"(?<![\w!<-])--[a-z][a-z-]+", text))
            self.assertEqual(named - exist, set(), page.name)

    def test_choices_of_options_are_listed(self):
        if not (BIN / "ikscope").exists():
            self.skipTest("built without the window")
        choices = dict(re.findall(r"^  (--[\w-]+) ((?:[\w-]+, )+[\w-]+ or [\w-]+)$", text_of(BIN / "ikscope", "--help"), re.M))
        rows = [row for text in PAGES.values() for row in re.findall(r"^\| `(--[\w-]+)` \| (.*)", text, re.M)]
        listed = [(option, row) for option, row in rows if option in choices]
        self.assertGreater(len(listed), 1)
        for option, row in listed:
            for choice in re.split(r", | or ", choices[option]):
                self.assertIn(f"`{choice}`", row, option)

    def test_the_film_is_as_long_as_the_documents_say(self):
        film = tomllib.loads((ROOT / "docs/film.toml").read_text())
        self.assertIn("less than three", FENCE.sub("", PAGES[ROOT / "docs/films.md"]))
        self.assertLess(film["seconds"] + film.get("title_seconds", 3), 180)

    def test_words_of_links_are_listed(self):
        words = re.findall(r'^    \{"(\w+)"', (ROOT / "src/formats/moments/words.cpp").read_text(), re.M)
        pages = PAGES[ROOT / "docs/links.md"] + PAGES[ROOT / "docs/embedding.md"]
        self.assertEqual([word for word in words if f"{word}=" not in pages], [])
        self.assertGreater(len(words), 20)

    def test_settings_scripts_and_tests_exist(self):
        sources = [*ROOT.glob("CMake*"), *ROOT.glob("scripts/*"), *ROOT.glob("src/**/*.c*"), *ROOT.glob("src/**/CMake*"),
                   *ROOT.glob("tests/**/*.h"), *ROOT.glob("src/lab/**/*.h")]
        code = "".join(source.read_text() for source in sources if source.is_file())
        for page, text in PAGES.items():
            for setting in re.findall(r"IKSCOPE_[A-Z_]+", text):
                self.assertIn(setting, code, page.name)
            for script in re.findall(r"\bscripts/(\w+)", text):
                self.assertTrue(list((ROOT / "scripts").glob(f"{script}*")), f"{page.name}: scripts/{script}")
            for tests in re.findall(r"--gtest_filter='(.*?)'", text):
                self.assertIn("  ", text_of(BIN / "core_test", "--gtest_list_tests", f"--gtest_filter={tests}"), page.name)

    def test_headings_exist(self):
        for page, text in PAGES.items():
            for path, heading in re.findall(r"\]\(([\w./\-]*)#([\w\-]+)\)", text):
                self.assertIn(heading, headings((page.parent / path).read_text() if path else text), page.name)


if __name__ == "__main__":
    unittest.main()
