"""What cmake --install puts where works from there, from any folder."""
import os
import re
import subprocess
import unittest

from harness import BIN, ROOT, Picture, WindowTest
from robots_test import box


class Install(WindowTest):
    def test_installed_programs_find_their_files(self):
        prefix = self.home.folder / "prefix"
        subprocess.run(
            ["cmake", "--install", str(BIN.parent), "--prefix", str(prefix)],
            check=True,
            capture_output=True,
        )
        for file in (
            "bin/ikscope",
            "bin/ikscope-lab",
            "bin/ikscope-meshes",
            "share/ikscope/shaders/solid.frag",
            "share/ikscope/assets/scenes/y.toml",
            "share/ikscope/assets/lessons/01-first-look.toml",
            "share/applications/ikscope.desktop",
            "share/icons/hicolor/scalable/apps/ikscope.svg",
        ):
            self.assertTrue((prefix / file).is_file(), file)

        # Where the build has libraries for newer processors, so has the installation.
        version = self.home.run(str(BIN / "ikscope-lab"), "--version").stdout
        self.assertEqual(self.home.run(str(prefix / "bin/ikscope-lab"), "--version").stdout, version)

        # A scene that only the installation has shows whose files are read.
        scenes = prefix / "share/ikscope/assets/scenes"
        solid = '[[solid]]\njoint = "j0"\nshape = "mesh"\nposition = [0, 0, 0]\nfile = "part.stl"\n'
        (scenes / "only-here.toml").write_text((scenes / "y.toml").read_text() + solid)
        (scenes / "part.stl").write_bytes(box(0.1, 0.2, 0.3))
        listed = self.home.run(str(prefix / "bin/ikscope-lab"), "list")
        self.assertIn("only-here", listed.stdout)
        shown = self.home.run(
            str(prefix / "bin/ikscope"),
            "--no-settings", "--scene", "only-here", "--frames", "30", "--screenshot", "there.png",
        )
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertGreaterEqual(len(Picture(self.home.folder / "there.png").red_balls()), 1)

    def built(self, page, program):
        """Installs, builds the program of this page, and returns it."""
        prefix, project = self.home.folder / "prefix", self.home.folder / "project"
        project.mkdir()
        files = re.findall(r"^```\S+ (\S+)\n(.*?)^```$", page, re.S | re.M)
        self.assertEqual([name for name, _ in files], ["CMakeLists.txt", program + ".cpp"])
        for name, text in files:
            (project / name).write_text(text)
        for command in (
            ["cmake", "--install", str(BIN.parent), "--prefix", str(prefix)],
            ["cmake", "-S", str(project), "-B", str(project / "build"), f"-DCMAKE_PREFIX_PATH={prefix}"],
            ["cmake", "--build", str(project / "build")],
        ):
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return project / "build" / program

    def test_a_project_of_ones_own_runs_a_scene(self):
        page = (ROOT / "docs/your-loop.md").read_text()
        done = subprocess.run(
            [self.built(page, "follow"), ROOT / "assets/scenes/ur5.toml"], capture_output=True, text=True
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"```\n{done.stdout}```", page)
        self.assertLess(len(re.search(r"follow.cpp\n(.*?)```", page, re.S)[1].splitlines()), 40)

    def test_a_project_of_ones_own_uses_the_library(self):
        page = (ROOT / "docs/library.md").read_text()
        prefix, project = self.home.folder / "prefix", self.home.folder / "project"
        arm = subprocess.run([self.built(page, "arm")], capture_output=True, text=True)
        self.assertIn(f"It prints `{arm.stdout.strip()}`", page)

        # Without CMake: the page's command.
        libraries = next(prefix.rglob("pkgconfig/ikscope.pc")).parent
        command = re.search(r"^(g\+\+ .*)$", page, re.M)[1]
        environment = {**os.environ, "PKG_CONFIG_PATH": str(libraries), "LD_LIBRARY_PATH": str(libraries.parent)}
        done = subprocess.run(f"{command} && ./arm", shell=True, cwd=project, env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, arm.stdout), done.stderr)

        # With the page's search.
        include, search = re.search(r"```cpp\n(#include <ik/search.*?)```", page, re.S)[1].split("\n\n", 1)
        source = (project / "arm.cpp").read_text().rstrip().removesuffix("}")
        (project / "arm.cpp").write_text(f"{include}\n{source}{search}std::puts(found.solved() ? \"solved\" : \"\");\n}}\n")
        done = subprocess.run(f"{command} && ./arm", shell=True, cwd=project, env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, f"{arm.stdout}solved\n"), done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
