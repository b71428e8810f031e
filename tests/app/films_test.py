"""Films, made without a window and in one."""
import resource
import shutil
import signal
import subprocess
import time
import unittest

from harness import IKSCOPE, PATIENCE, SCENES, Picture, WindowTest

SCRIPT = """
title = "A title"
title_seconds = 0.1
seconds = 0.5
scene = "y"
[[cue]]
at = 0
caption = "Words below"
until = 0.25
[[cue]]
at = 0.1
press = ["{sdls}", "D"]
[[cue]]
after = 0.1
over = 0.1
[[cue.command]]
do = "set"
key = "target_speed"
value = 2
"""


class FilmTest:
    def film(self, name, *options, frames=5):
        return self.home.run(
            IKSCOPE, "--no-settings", "--size", "640x480", "--frames", str(frames), "--film", name, *options)

    def made(self, *options, name="frames"):
        """The names of its pictures."""
        result = self.home.run(IKSCOPE, "--film", name, *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return sorted((self.home.folder / name).iterdir())

    def ffmpeg(self, text=None):
        """The only program there is, or none."""
        folder = self.home.folder / "bin"
        folder.mkdir(exist_ok=True)
        self.home.env["PATH"] = str(folder)
        if text:
            program = folder / "ffmpeg"
            program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{text}\n")
            program.chmod(0o755)


class Films(FilmTest, WindowTest):
    """ffmpeg is another's program: what it is given is looked at."""

    size = "1280x720"

    def test_without_ffmpeg_it_is_numbered_pictures(self):
        self.ffmpeg()
        result = self.film("film.mp4", "--screenshot", "last.png")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"^ikscope: The frames are kept .* film/, since ffmpeg is not installed\n$")
        names = sorted(f.name for f in (self.home.folder / "film").iterdir())
        self.assertEqual(names, [f"{i:06}.png" for i in range(5)])
        last = (self.home.folder / "film" / "000004.png").read_bytes()
        self.assertEqual(last, (self.home.folder / "last.png").read_bytes())

    def test_ffmpeg_gets_every_frame_whole(self):
        self.ffmpeg('for file; do :; done\ncat > "$file"')
        result = self.film("a film.mp4", "--screenshot", "last.png")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        frames = (self.home.folder / "a film.mp4").read_bytes()
        self.assertEqual(len(frames), 5 * 3 * 640 * 480)
        last = Picture(self.home.folder / "last.png")
        self.assertEqual(frames[-3 * 640 * 480 :], last.pixels)

    def test_a_missing_folder_is_one_sentence(self):
        self.ffmpeg()
        self.assert_one_sentence(self.film("missing/film.mp4"), "missing/film")
        self.ffmpeg("exec cat >/dev/null")
        self.assert_one_sentence(self.film("missing/film.mp4"), "missing/film.mp4")
        self.assertFalse((self.home.folder / "missing").exists())

    def test_an_ffmpeg_that_fails_is_one_sentence(self):
        for text in ("exit 1", "echo nonsense >&2; head -c 1000 >/dev/null; exit 1", "cat >/dev/null; kill $$"):
            with self.subTest(ffmpeg=text):
                self.ffmpeg(text)
                self.assert_one_sentence(self.film("film.mp4", frames=40), "film.mp4", "ffmpeg")

    def test_a_film_that_is_gone_at_the_end_is_one_sentence(self):
        self.ffmpeg('for file; do :; done\ncat > "$file"; rm "$file"')
        self.assert_one_sentence(self.film("film.mp4"), "film.mp4", "removed")
        self.ffmpeg('for file; do :; done\ncat > "$file"; rm -r "$(dirname "$file")"')
        (self.home.folder / "folder").mkdir()
        self.assert_one_sentence(self.film("folder/film.mp4"), "folder/film.mp4", "folder was removed")

    def test_a_folder_that_vanishes_is_one_sentence(self):
        process = subprocess.Popen(
            [IKSCOPE, "--no-settings", "--size", "640x480", "--frames", "1000000", "--film", "frames"],
            env=self.home.env, cwd=self.home.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        frames, end = self.home.folder / "frames", time.time() + PATIENCE
        while not frames.is_dir() or len(list(frames.iterdir())) < 5:
            self.assertIsNone(process.poll())
            self.assertLess(time.time(), end)
        frames.rename(self.home.folder / "others")
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, len(err.strip().split("\n"))), (1, 1), err)
        self.assertIn("frames", err)

    def test_where_no_file_can_grow_it_is_one_sentence(self):
        def no_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        result = subprocess.run(
            [IKSCOPE, "--no-settings", "--size", "640x480", "--frames", "9", "--film", "frames"],
            env=self.home.env, cwd=self.home.folder, capture_output=True, text=True, timeout=300,
            preexec_fn=no_room, restore_signals=False)
        self.assert_one_sentence(result, "frames")

    def test_what_is_wrong_is_one_sentence(self):
        script = self.home.folder / "script.toml"
        script.write_text(SCRIPT.replace("{sdls}", "Strg+X"))
        for options, parts in (
            (("--film", "x"), ("--frames", "--film-script")),
            (("--frames", "3", "--film-size", "720p"), ("--film-size", "--film FILE")),
            (("--frames", "3", "--film", "x", "--film-size", "8K"), ("film_size", "8K", "1080p")),
            (("--film", "x", "--film-script", "script.toml"), ("script.toml:10", "Strg+X")),
            (("--film", "x", "--film-script", "missing.toml"), ("missing.toml",)),
            (("--film", "x", "--film-script", "script.toml", "--scene", "y"), ("--scene",)),
            (("--frames", "3", "--film", "x", "--screenshot", "x"), ("--screenshot", "--film")),
        ):
            with self.subTest(options=options):
                self.assert_one_sentence(self.home.run(IKSCOPE, "--no-settings", *options), *parts)
                self.assertFalse((self.home.folder / "x").exists())


class FilmedAlone(FilmTest, WindowTest):
    """Without a window."""

    size = "1280x720"

    def test_sizes_and_rates(self):
        for size, pixels, shows, count in (
            ("720p", (1280, 720), "window", 3), ("720p", (1280, 720), "plots", 3), ("1080p", (1920, 1080), "view", 3),
            ("4K", (3840, 2160), "window", 1)):
            with self.subTest(size=size, shows=shows):
                name = f"{size}-{shows}"
                made = self.made(
                    "--no-settings", "--frames", str(2 * count), "--film-size", size, "--film-shows", shows,
                    "--film-rate", "30", name=name)
                self.assertEqual(len(made), count)
                picture = Picture(made[-1])
                self.assertEqual((picture.width, picture.height), pixels)
                colours = {picture.at(x, y) for x in range(0, pixels[0], 31) for y in range(0, pixels[1], 17)}
                self.assertGreater(len(colours), 20, "something is there")
                shutil.rmtree(self.home.folder / name)

    def test_frames_are_the_same_whenever_and_however_many_are_made(self):
        films = {}
        for name, rate in (("one", "60"), ("two", "60"), ("half", "30")):
            films[name] = [f.read_bytes() for f in self.made(
                "--no-settings", "--frames", "30", "--film-shows", "view", "--size", "640x360", "--film-size", "window",
                "--film-rate", rate, name=name)]
        self.assertEqual(len(films["one"]), 30)
        self.assertEqual(films["one"], films["two"])
        self.assertEqual(films["one"][::2], films["half"])
        self.assertGreater(len(set(films["one"])), 25, "it moves")

    def test_a_session_is_filmed_to_its_end(self):
        (self.home.folder / "session.toml").write_text("steps = 12\n" + (SCENES / "y.toml").read_text())
        self.assertEqual(len(self.made("--no-settings", "--play", "session.toml", "--size", "640x480")), 12)

    def test_a_script_has_a_title_captions_and_keys(self):
        (self.home.folder / "script.toml").write_text(SCRIPT)
        self.home.write_settings("theme = 'light'\n")
        made = self.made("--film-script", "script.toml", "--film-size", "720p")
        self.assertEqual(len(made), 6 + 30)
        title, again = Picture(made[0]), Picture(made[5])
        self.assertEqual(title.pixels, again.pixels)
        ground = title.at(2, 2)
        self.assertLess(max(ground), 60, "dark, whatever the user's settings are")
        lettered = [(x, y) for x in range(0, 1280, 2) for y in range(0, 720, 2) if min(title.at(x, y)) > 150]
        self.assertGreater(len(lettered), 100)
        self.assertTrue(all(250 < y < 450 and 300 < x < 980 for x, y in lettered))

        def words(picture):
            ground = picture.at(2, 715)
            return sum(
                abs(picture.at(x, y)[1] - ground[1]) > 90 for x in range(300, 980) for y in range(678, 718))

        self.assertGreater(words(Picture(made[6 + 2])), 100)
        self.assertEqual(words(Picture(made[6 + 20])), 0, "after its end")
        before, after = Picture(made[6 + 4]), Picture(made[6 + 29])
        self.assertLess(max(before.at(4, 4)), 60)
        self.assertGreater(min(after.at(4, 4)), 180, "D was pressed")
        self.assertEqual(self.home.settings.read_text(), "theme = 'light'\n")

    @unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "no ffmpeg")
    def test_mp4_and_gif_are_what_they_should_be(self):
        for name in ("film.mp4", "film.gif"):
            result = self.home.run(
                IKSCOPE, "--no-settings", "--frames", "40", "--film", name, "--size", "640x480", "--film-size",
                "window", "--film-rate", "30", "--film-title", "Title")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            probe = self.home.run(
                "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
                "-of", "csv=p=0", name)
            self.assertEqual(probe.stdout.strip(), "640,480,110", probe.stderr)


class FilmedInAWindow(FilmTest, WindowTest):
    size = "1000x640"

    def begin(self, window):
        """The folder of the film that begins, once some frames are in it."""
        window.key("F9")
        folder = window.wait_for(lambda: [f for f in self.home.pictures.iterdir() if f.is_dir()], "its folder")[0]
        window.wait_for(lambda: len(list(folder.iterdir())) > 3, "frames")
        return folder

    def test_keys_start_and_stop_it_and_its_size_is_its_own(self):
        self.home.write_settings("film_format = 'PNG'\nfilm_size = '720p'\n")
        window = self.open()
        folder = self.begin(window)
        window.wait_for_title("●")
        window.key("4", "h")
        window.wait_for_title("Selectively")
        window.move(500, 320)
        window.tool("windowsize", window.id, "800", "500")
        window.frames(5)
        window.key("F9")
        window.wait_for(lambda: "●" not in window.title(), "its end")
        frames = sorted(folder.iterdir())
        self.assertGreater(len(frames), 10)
        for frame in (frames[0], frames[-1]):
            picture = Picture(frame)
            self.assertEqual((picture.width, picture.height), (1280, 720))
        self.assertEqual(window.quit(), (0, ""))

    def test_messages_clicks_and_keys_are_not_in_it_nor_in_pictures(self):
        self.home.write_settings(
            "film_format = 'PNG'\nshow_pointer = true\nshow_numbers = false\nshow_controls = false\n"
            "show_plots = false\nshow_time = false\nshow_diagnosis = false\n")
        window = self.open("--scene", "y", draws=True)
        window.key("space", "r", "period", "a", "a")  # at rest
        window.rest(6)  # no message is left
        plain = window.picture()
        folder = self.begin(window)
        window.click(500, 320, button=2)
        again = window.picture()  # while "Filming" and a key are shown
        window.key("F9")
        window.wait_for(lambda: "●" not in window.title(), "its end")
        frames = sorted(folder.iterdir())
        self.assertGreater(len(frames), 5)
        for frame in (frames[1], frames[len(frames) // 2], frames[-1]):
            self.assertLess(plain.differs_from(Picture(frame)), 0.001, frame)
        self.assertLess(plain.differs_from(again), 0.001)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_click_on_its_message_opens_the_folder(self):
        (self.home.folder / "bin").mkdir()
        self.home.env["PATH"] = f"{self.home.folder}/bin:{self.home.env['PATH']}"
        opener = self.home.folder / "bin" / "xdg-open"
        opener.write_text('#!/bin/sh\necho "$1" > "$HOME/opened"\n')
        opener.chmod(0o755)
        self.home.write_settings("film_format = 'PNG'\nshow_controls = false\nshow_plots = false\n"
                                 "show_numbers = false\nshow_time = false\nshow_diagnosis = false\n")
        window = self.open("--scene", "y")
        window.key("F12")
        window.rest(0.5)
        opened = self.home.folder / "opened"
        window.click(500, 610)
        window.wait_for(opened.exists, "the folder")
        self.assertEqual(opened.read_text(), f"{self.home.pictures}\n")
        self.assertEqual(window.quit(), (0, ""))

    def test_a_folder_that_vanishes_ends_it_with_a_word(self):
        self.home.write_settings("film_format = 'PNG'\n")
        window = self.open()
        folder = self.begin(window)
        folder.rename(self.home.folder / "elsewhere")
        window.wait_for(lambda: "●" not in window.title(), "its end")
        window.key("4")
        window.wait_for_title("Selectively")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
