"""Pictures and figures that are saved."""
import unittest

from harness import IKSCOPE, Picture, WindowTest


class Pictures(WindowTest):
    size = "1000x640"

    def run_frames(self, *options):
        return self.home.run(IKSCOPE, "--no-settings", "--size", self.size, "--frames", "20", *options)

    def scrolled(self, times):
        """Pictures of a window so many times as large, at the same moment and place."""
        self.home.write_settings(f"right_column = 'explain'\npicture_scale = '{times}'\nshow_diagnosis = false\n")
        window = self.open("--scene", "y")
        window.key("space", "r", "period", "period")
        window.move(900, 600)
        for _ in range(3):
            window.tool("click", "5")
            window.frames()
        window.move(5, 630)
        pictures = window.picture(), window.picture()
        self.assertEqual(window.quit(), (0, ""))
        return pictures

    def test_of_the_window_twice_as_large_shows_the_same_and_leaves_it_as_it_was(self):
        plain, _ = self.scrolled(1)
        first, again = self.scrolled(2)
        self.assertEqual((first.width, first.height), (2000, 1280))
        places = [(x, y) for x in range(0, 1000, 3) for y in range(0, 640, 3)]
        changed = [(x, y) for x, y in places if first.at(2 * x, 2 * y) != again.at(2 * x, 2 * y)]
        self.assertLess(len(changed), 50, "numbers of the machine alone")
        top, large_top = (
            next(y for y in range(picture.height) if picture.at(times * 769, y) == (86, 180, 233))
            for picture, times in ((plain, 1), (first, 2)))
        self.assertLess(top, 100, "a bar of the column, which is scrolled")
        self.assertLess(abs(large_top / 2 - top), 8)

    def test_of_the_view_alone_has_no_background_if_wanted(self):
        self.home.write_settings("picture_scale = '4'\npicture_transparent = true\n")
        window = self.open()
        window.key("space")
        picture = window.picture("shift+F12")
        self.assertEqual((picture.width % 4, picture.height % 4), (0, 0))
        self.assertGreater(picture.width, 1000)
        self.assertEqual([picture.alpha(x, 2) for x in (2, picture.width - 3)], [0, 0])
        balls = picture.red_balls()
        self.assertGreaterEqual(len(balls), 2)
        self.assertEqual(picture.alpha(*map(int, balls[0])), 255)
        self.assertEqual(window.quit(), (0, ""))

    def test_by_options(self):
        result = self.run_frames(
            "--screenshot", "window.png", "--view-picture", "view.png", "--picture-scale", "2", "--transparent")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        window, view = (Picture(self.home.folder / name) for name in ("window.png", "view.png"))
        self.assertEqual((window.width, window.height), (2000, 1280))
        self.assertIsNone(window.alpha(0, 0))
        self.assertEqual(view.alpha(0, 0), 0)
        result = self.run_frames("--view-picture", "view.png")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        plain = Picture(self.home.folder / "view.png")
        self.assertIsNone(plain.alpha(0, 0))
        self.assertEqual((2 * plain.width, 2 * plain.height), (view.width, view.height))
        for options, part in (
            (("--view-picture", "/dev/full"), "/dev/full"),
            (("--view-picture", "missing/x.png"), "missing/x.png"),
            (("--transparent",), "--view-picture"),
            (("--picture-scale", "2"), "--screenshot"),
            (("--view-picture", "x.png", "--picture-scale", "3"), "picture_scale"),
            (("--view-picture", "x.png", "--screenshot", "x.png"), "--view-picture"),
        ):
            with self.subTest(options=options):
                self.assert_one_sentence(self.run_frames(*options), part)


class Figures(WindowTest):
    """The button of the first plot, and its list, are where they are in a window of this size."""

    size = "1280x720"

    def save(self, window, kind):
        window.click(1189, 97)
        window.rest(0.2)
        window.click(1000, {"csv": 115, "svg": 139, "png": 163}[kind])

    def test_are_on_white_in_both_themes(self):
        for theme in ("dark", "light"):
            self.home.write_settings(f"theme = '{theme}'\n")
            window = self.open()
            window.rest(0.5)
            window.key("space")
            figure = window.saved_by(lambda: self.save(window, "png"))
            self.assertIn("Tracking-error", figure.file.name)
            self.assertGreater(figure.width, 2000)
            for x in (0, figure.width - 1):
                for y in (0, figure.height - 1):
                    self.assertEqual(figure.at(x, y), (255, 255, 255))
            ground = [figure.at(x, y) for x in range(0, figure.width, 7) for y in range(0, figure.height, 7)]
            self.assertGreater(sum(p == (255, 255, 255) for p in ground), 0.8 * len(ground))
            self.assertGreater(sum(max(p) < 60 for p in ground), 20, "lines and letters are dark")
            for ending in ("svg", "csv"):
                self.save(window, ending)
                window.wait_for(lambda: list(self.home.folder.glob(f"*Tracking-error*.{ending}")), ending)
            self.assertEqual(window.quit(), (0, ""))
            for file in self.home.folder.glob("*Tracking-error*"):
                file.unlink()

    def test_where_nothing_can_be_written_the_window_goes_on(self):
        self.home.env |= {"XDG_PICTURES_DIR": "/proc", "XDG_DOCUMENTS_DIR": "/proc"}  # nobody can write there
        window = self.open("--no-settings")
        for ending in ("csv", "svg", "png"):
            self.save(window, ending)
        window.key("F12", "shift+F12", "4")
        window.wait_for_title("Selectively damped")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
