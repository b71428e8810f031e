"""However the window ends, what it was to keep is kept."""
import signal
import subprocess
import tempfile
import unittest

from harness import IKSCOPE, PATIENCE, Home, Window, WindowTest, start_display


class Endings(WindowTest):
    size = "480x320"

    def begin(self, *options):
        window = self.open("--error-csv", "errors.csv", *options)
        window.wait_for_title("ikscope")
        return window

    def assert_kept(self, home):
        """The errors so far, in whole rows, and nothing half done."""
        rows = (home.folder / "errors.csv").read_text().split("\n")
        self.assertTrue(rows[0].startswith("step,T,total"))
        self.assertGreater(len(rows), 3)
        self.assertEqual({row.count(",") for row in rows[:-1]}, {rows[0].count(",")})
        self.assertEqual(rows[-1], "")
        self.assertEqual([f.name for f in home.folder.glob("*.part*")], [])

    def test_signals(self):
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=one):
                window = self.begin("--no-settings")
                window.process.send_signal(one)
                _, err = window.process.communicate(timeout=PATIENCE)
                self.assertEqual((window.process.returncode, err), (128 + one, ""))
                self.assert_kept(self.home)
                (self.home.folder / "errors.csv").unlink()

    def test_a_hang_up_that_is_to_be_ignored(self):
        command = f"trap '' HUP; exec {IKSCOPE} --no-settings --frames 100 --error-csv errors.csv"
        process = subprocess.Popen(
            ["sh", "-c", command], env=self.home.env, cwd=self.home.folder, stdout=subprocess.DEVNULL
        )
        self.addCleanup(process.kill)
        while not list(self.home.folder.glob("errors*")):
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(len((self.home.folder / "errors.csv").read_text().split("\n")), 102)

    def test_the_end_of_the_display(self):
        server, name = start_display(self.size)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        home = Home(self.enterContext(tempfile.TemporaryDirectory()), name)
        window = Window(home, "--size", self.size, "--scene", "y", "--error-csv", "errors.csv")
        self.addCleanup(window.kill)
        window.key("d", "4")  # light, to be remembered
        window.wait_for_title("Selectively")
        server.kill()
        _, err = window.process.communicate(timeout=PATIENCE)
        self.assertEqual((window.process.returncode, err), (1, "ikscope: the display is gone\n"))
        self.assert_kept(home)
        self.assertIn("light", home.settings.read_text())

    def test_what_was_chosen_just_before_the_end(self):
        for number, end in enumerate((lambda w: w.process.send_signal(signal.SIGTERM), Window.quit)):
            with self.subTest(end=number):
                window = self.open("--scene", "y")
                window.key("d")
                end(window)
                window.process.wait(PATIENCE)
                kept = self.home.settings.read_text()
                self.assertEqual("light" in kept, number == 0, kept)  # the second time it is dark again

    def test_settings_that_cannot_be_saved(self):
        window = self.begin()
        self.home.settings.mkdir(parents=True)
        window.key("d")
        code, err = window.quit()
        self.assertEqual(code, 1)
        self.assertRegex(err, r"^ikscope: .*settings\.toml: .*folder.*\n$")
        self.assert_kept(self.home)

    def test_places_are_looked_at_before_the_first_frame(self):
        (self.home.folder / "folder").mkdir()
        for option, place in (
            ("--screenshot", "missing/last.png"),
            ("--screenshot", "folder"),
            ("--film", "missing/film"),
            ("--error-csv", "missing/errors.csv"),
        ):
            with self.subTest(option=option, place=place):
                result = subprocess.run(
                    [IKSCOPE, "--no-settings", "--frames", "1000000", option, place],
                    env=self.home.env, cwd=self.home.folder, capture_output=True, text=True, timeout=PATIENCE,
                )
                self.assert_one_sentence(result, place)
                self.assertEqual([f.name for f in self.home.folder.rglob("*missing*")], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
