"""A disk without room: a sentence each, nothing lost. The disk is a small one in memory; where none can
be mounted, these tests are skipped."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import IKSCOPE, Home, Picture, WindowTest

MEGABYTE = 1 << 20


class FullDisk(WindowTest):
    size = "640x480"

    def setUp(self):
        super().setUp()
        folder = self.enterContext(tempfile.TemporaryDirectory())
        mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "ikscope-test", folder]
        try:
            made = subprocess.run(mount, capture_output=True, text=True)
        except OSError as error:
            self.skipTest(f"no disk can be mounted: {error}")
        if made.returncode != 0:
            self.skipTest(f"no disk can be mounted: {made.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], check=True)
        self.disk = pathlib.Path(folder)
        self.home = Home(folder, self.home.env["DISPLAY"])
        self.filler = self.disk / "filler"

    def leave(self, room):
        """Fills the disk up to so many bytes."""
        free = shutil.disk_usage(self.disk).free
        with self.filler.open("ab") as file:
            file.write(b"x" * max(0, free - room))
        self.assertLess(shutil.disk_usage(self.disk).free, room + 65536)

    def files(self):
        """All but the filler and what programs keep for themselves."""
        return {
            str(f.relative_to(self.disk)): f.read_bytes()
            for f in self.disk.rglob("*")
            if f.is_file() and f != self.filler and not re.search(r"^\.|/\.", str(f.relative_to(self.disk)))
        }

    def film(self, name, *options, frames=240):
        return self.home.run(IKSCOPE, "--no-settings", "--size", self.size, "--frames", str(frames),
                             "--film", name, "--scene", "double-y", *options)

    @unittest.skipUnless(shutil.which("ffmpeg"), "needs ffmpeg")
    def test_a_film_of_which_nothing_is_left_leaves_the_old_one(self):
        (self.disk / "film.gif").write_bytes(b"old")
        self.leave(MEGABYTE // 4)
        self.assert_one_sentence(self.film("film.gif", frames=90), "film.gif", "lost", "disk is full")
        self.assertEqual(self.files(), {"film.gif": b"old"})

    @unittest.skipUnless(shutil.which("ffmpeg"), "needs ffmpeg")
    def test_what_there_is_of_a_film_is_kept(self):
        self.home.env["MESA_SHADER_CACHE_DISABLE"] = "true"  # which would take some of the room
        self.leave(16 * MEGABYTE + 150_000)
        self.assert_one_sentence(self.film("film.mp4", frames=2000), "film.mp4", "disk is almost full")
        self.assertEqual(list(self.files()), ["film.mp4"])
        counted = self.home.run("ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
                                "-of", "csv=p=0", "film.mp4")
        self.assertEqual(counted.stderr, "")
        self.assertGreater(int(counted.stdout), 30)

    def test_of_numbered_pictures_those_that_are_there_are_whole(self):
        self.leave(MEGABYTE)
        self.assert_one_sentence(self.film("frames"), "frames/0", "No space left")
        frames = sorted((self.disk / "frames").iterdir())
        self.assertGreater(len(frames), 5)
        self.assertEqual([f.name for f in frames], [f"{i:06}.png" for i in range(len(frames))])
        for frame in (frames[0], frames[-1]):
            self.assertEqual(Picture(frame).width, 640)

    def test_pictures_and_tables_without_a_person(self):
        names = ("window.png", "view.png", "errors.csv")
        for name in names:
            (self.disk / name).write_bytes(b"old")
        self.leave(0)
        for option, name in zip(("--screenshot", "--view-picture", "--error-csv"), names):
            with self.subTest(option=option):
                frames = "200" if name == "errors.csv" else "2"  # more than a buffer
                result = self.home.run(IKSCOPE, "--no-settings", "--size", self.size, "--frames", frames, option, name)
                self.assert_one_sentence(result, name, "No space left on device")
                self.assertEqual(self.files(), {name: b"old" for name in names})

    def test_the_window_loses_nothing_and_goes_on(self):
        window = self.open()
        window.key("ctrl+s", "Return")
        scene = self.disk / "Double-Y.toml"
        window.wait_for(lambda: scene.exists() and scene.stat().st_size, "the scene")
        window.key("d")  # light
        window.wait_for(lambda: self.home.settings.exists() and "light" in self.home.settings.read_text(), "settings")
        before = self.files()
        self.leave(0)
        window.key("4")  # what is to be saved is another
        window.wait_for_title("Selectively")
        window.key("d")  # what is to be kept, too
        window.rest(2)
        window.key("F12", "shift+F12")
        for save in ("ctrl+s", "ctrl+shift+s"):
            window.key(save)
            window.rest(0.3)
            window.key("Return")
            window.rest(0.3)
            window.key("Escape", "Escape")
        window.key("F9")
        window.rest(1)
        window.key("F9")
        window.wait_for(lambda: "●" not in window.title(), "the film's end")
        window.key("3")
        window.wait_for_title("Damped")
        after = {name: content for name, content in self.files().items() if content or name in before}
        self.assertEqual(after, before)
        self.filler.unlink()  # room again
        window.key("4")
        window.wait_for_title("Selectively")
        window.key("ctrl+s")
        window.wait_for(lambda: "sdls" in scene.read_text(), "the scene as it is now")
        self.assertEqual(window.quit(), (0, ""))
        self.assertNotIn("light", self.home.settings.read_text())

    def test_preferences_that_cannot_be_kept_are_said_at_the_end(self):
        window = self.open()
        self.leave(0)
        window.key("d")
        code, err = window.quit()
        self.assertEqual((code, err.count("\n")), (1, 1), err)
        self.assertRegex(err, r"settings\.toml: cannot be written, No space left on device\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
