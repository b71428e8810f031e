"""What the command line of ikscope promises."""
import array
import subprocess
import tempfile
import unittest

from harness import IKSCOPE, LAB, Home, Picture, WindowTest

RATE = 48000  # of a sound, Hz


class Frames(WindowTest):
    def run_frames(self, *options):
        result = self.home.run(IKSCOPE, "--no-settings", "--size", self.size, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def test_ends_after_the_frames_and_saves_the_last_one(self):
        out = self.run_frames("--frames", "40", "--screenshot", "last.png")
        self.assertIn("40 frames in", out)
        picture = Picture(self.home.folder / "last.png")
        self.assertEqual((picture.width, picture.height), (1280, 800))
        self.assertGreaterEqual(len(picture.red_balls()), 2, "the targets are to be seen")

    def test_window_and_laboratory_make_the_same_trajectory(self):
        for scene, method in (("y", "sdls"), ("double-y", "dls")):
            options = ["--scene", scene, "--method", method, "--set", "dmax_mode=constant"]
            self.run_frames(*options, "--frames", "200", "--error-csv", "window.csv")
            lab = self.home.run(
                LAB, "run", *options, "--steps", "200", "--warmup", "0", "--error-csv", "lab.csv"
            )
            self.assertEqual(lab.returncode, 0, lab.stderr)
            window_rows = (self.home.folder / "window.csv").read_text().splitlines()
            self.assertEqual(len(window_rows), 201)
            self.assertEqual(window_rows, (self.home.folder / "lab.csv").read_text().splitlines())

    def test_multisampling_is_granted_and_makes_no_errors(self):
        self.run_frames("--frames", "5", "--msaa", "4", "--screenshot", "smooth.png")
        self.assertGreaterEqual(len(Picture(self.home.folder / "smooth.png").red_balls()), 2)

    def test_works_from_any_folder_with_a_scene_file(self):
        scene = self.home.folder / "mine.toml"
        scene.write_text(
            'name = "Mine"\n[[joint]]\nname = "a"\nparent = "world"\ntype = "revolute"\n'
            'position = [0, 0, 0]\naxis = [0, 0, 1]\n[[effector]]\nname = "tip"\njoint = "a"\n'
            'position = [1, 0, 0]\n[[target]]\neffector = "tip"\nmotion = "fixed"\ncenter = [0, 1, 0]\n'
        )
        self.run_frames("--scene", "mine.toml", "--frames", "3")


class Sound(WindowTest):
    size = "800x500"

    def heard(self, *options):
        """The samples of two seconds, as a device that is a file gets them."""
        file = self.home.folder / "sound.raw"
        self.home.env |= {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(file)}
        self.home.write_settings("sound = true\n")
        window = self.open(*options)
        window.rest(4)
        self.assertEqual(window.quit(), (0, ""))
        samples = array.array("f")
        samples.frombytes(file.read_bytes()[: -(file.stat().st_size % 4) or None])
        return samples[-2 * RATE :]

    @staticmethod
    def pitch(samples):
        rising = sum(a < 0 <= b for a, b in zip(samples, samples[1:]))
        return rising * RATE / len(samples)

    def test_shaking_is_heard_and_calm_is_not(self):
        shaking = self.heard("--scene", "double-y", "--set", "lambda=0.08")
        self.assertGreater(max(shaking), 0.1)
        self.assertGreater(self.pitch(shaking), 300)
        calm = self.heard("--scene", "double-y", "--set", "lambda=5")
        self.assertLess(max(calm), 0.2 * max(shaking))

    def test_without_a_device_the_program_says_so_and_goes_on(self):
        self.home.env["SDL_AUDIODRIVER"] = "none"
        self.home.write_settings("sound = true\n")
        window = self.open()
        window.frames(20)
        self.assertEqual(window.quit(), (0, ""))


class Refusals(WindowTest):
    def test_wrong_words_are_one_sentence(self):
        for options, parts in (
            (["--scene", "dubble-y"], ["dubble-y", "double-y"]),
            (["--scene", "missing.toml"], ["missing.toml"]),
            (["--method", "newton"], ["newton", "sdls"]),
            (["--lesson", "frist-look"], ["frist-look", "first-look"]),
            (["--lesson", "first-look", "--scene", "y"], ["first-look", "--scene"]),
            (["--lesson", "first-look", "--track", "x.csv"], ["--track", "lesson"]),
            (["--set", "lamda=1"], ["lamda", "lambda"]),
            (["--set", "lambda=-1"], ["lambda", "-1", "0 to 10"]),
            (["--set", "lambda"], ["KEY=VALUE"]),
            (["--scene", "y", "--hold", "j9"], ["j9", "j0"]),
            (["--scene", "y", "--stiffness", "j0"], ["j0", "JOINT=NUMBER"]),
            (["--scene", "y", "--stiffness", "j0=0"], ["j0", "1e-6 to 1e6"]),
            (["--size", "big"], ["--size", "1280x800"]),
            (["--ui-scale", "9"], ["9", "0.5 to 3"]),
            (["--screenshot", "x.png"], ["--frames"]),
            (["--ui-scale", "0"], ["0.5 to 3", "auto"]),
            (["--method", "transpose", "--set", "alpha=0"], ["alpha", "auto"]),
            (["--frames", "9", "--screenshot", "x", "--error-csv", "./x"], ["--screenshot"]),
            (["--frames", "2", "--screenshot", "/dev/full"], ["/dev/full"]),
            *(([option, ""], [option, "empty"]) for option in (
                "--scene", "--method", "--set", "--stiffness", "--hold", "--play", "--lesson", "--size", "--ui-scale", "--msaa",
                "--screenshot", "--film", "--film-script", "--film-size", "--error-csv")),
        ):
            with self.subTest(options=options):
                self.assert_one_sentence(
                    self.home.run(IKSCOPE, "--no-settings", *options), "ikscope: ", *parts
                )

    def test_a_wrong_environment_is_one_sentence(self):
        self.home.env["IKSCOPE_DATA"] = str(self.home.folder)
        for command in ([IKSCOPE, "--no-settings"], [LAB, "list"]):
            self.assert_one_sentence(self.home.run(*command), "IKSCOPE_DATA", "no folder assets/scenes")
        (self.home.folder / "assets" / "scenes").mkdir(parents=True)
        self.assert_one_sentence(self.home.run(IKSCOPE, "--no-settings"), "; expected a path to a file")
        del self.home.env["IKSCOPE_DATA"]
        self.home.env["XDG_CONFIG_HOME"] = "config"
        result = self.home.run(IKSCOPE, "--frames", "2", "--size", "480x320")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"^ikscope: XDG_CONFIG_HOME .*\n$")
        self.assertFalse((self.home.folder / "config").exists())

    def test_version_and_help(self):
        version = self.home.run(IKSCOPE, "--version")
        self.assertEqual(version.returncode, 0)
        self.assertRegex(version.stdout, r"^ikscope \d+\.\d+\.\d+, (x86-64|AVX2 and FMA|AVX-512|generic)\n$")
        self.assertIn("--screenshot", self.home.run(IKSCOPE, "--help").stdout)

    def test_no_opengl(self):
        self.home.env |= {"LIBGL_DRIVERS_PATH": "/nonexistent", "MESA_GL_VERSION_OVERRIDE": "2.1"}
        result = self.home.run(IKSCOPE, "--no-settings", "--frames", "2")
        self.assertEqual(result.returncode, 1)
        lines = result.stderr.strip().split("\n")  # libGL itself may have had its say before
        self.assertRegex(lines[-1], "^ikscope: .*OpenGL 3.3")
        self.assertEqual([line for line in lines[:-1] if not line.startswith("libGL")], [])


class Laboratory(unittest.TestCase):
    def test_needs_no_graphics_library(self):
        libraries = subprocess.run(["ldd", LAB], capture_output=True, text=True, check=True).stdout
        self.assertNotRegex(libraries, r"(?i)lib(gl|x11|glfw|opengl|egl)[a-z]*\.so")


class NoDisplay(unittest.TestCase):
    def test_no_display_is_one_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            result = Home(folder).run(IKSCOPE, "--frames", "2")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.strip().split("\n")), 1, result.stderr)
        self.assertIn("no display", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
