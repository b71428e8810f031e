"""The panels and pictures that explain, as a person finds them."""
import unittest

from harness import LAB, Picture, WindowTest


def body_changed(one, other):
    """Share of the pixels of the body's part that are others."""
    changed = count = 0
    for y in range(60, 330, 3):
        for x in range(370, 880, 3):
            count += 1
            changed += any(abs(a - b) > 20 for a, b in zip(one.at(x, y), other.at(x, y)))
    return changed / count


class Explain(WindowTest):
    draws = True  # the map is a picture in the picture

    def paused(self, *options):
        """A window that explains, some steps after the start, with nothing moving."""
        window = self.open("--no-settings", *options)
        window.rest(1)
        window.key("e", "space")
        window.move(640, 300)
        return window

    def test_a_singular_value_under_the_mouse_shows_its_motion_in_the_picture(self):
        window = self.paused()
        before = window.picture()
        window.move(1200, 170)  # a bar of the column on the right
        window.wait_for(lambda: body_changed(before, window.picture()) > 0.004, "what swings")
        with_ghost = window.picture()
        window.wait_for(
            lambda: body_changed(with_ghost, window.picture()) > 0.001, "another picture of what swings")
        window.move(640, 300)
        self.assertLess(body_changed(before, window.picture()), 0.001)
        self.assertEqual(window.quit(), (0, ""))

    def test_a_cell_of_the_matrix_shows_joint_and_effector(self):
        window = self.paused()
        before = window.picture()
        window.move(1150, 700)
        self.assertGreater(body_changed(before, window.picture()), 0.001)
        self.assertEqual(window.quit(), (0, ""))

    def test_the_map_is_opened_filled_clicked_and_saved(self):
        chosen = ('map_axes = ["dmax", "lambda"]', 'map_values = ["lambda=0.1:1:64:log"]',
                  'map_methods = ["priority"]')
        self.home.write_settings(
            "map_fineness = '16'\nmap_steps = 60\nmap_share = 58\n" + "\n".join(chosen))
        window = self.open("--scene", "y")
        window.key("shift+m")

        def save(ending, y, folder):
            window.click(1256, 229)  # a list opens
            window.rest(0.2)
            window.click(1050, y)
            return window.wait_for(lambda: list(folder.glob(f"Y-Map-*.{ending}")), f"the map's {ending}")

        def complete():
            """Some milliseconds of work, but on a busy machine another second of it."""
            window.rest(1)
            files = save("csv", 247, self.home.folder)
            tables = [file for file in files if "-dls-" in file.name]
            if self.home.run(LAB, "merge", "all.csv", *map(str, tables)).returncode == 0:
                return tables
            for file in files:
                file.unlink()
            return []

        (table,) = window.wait_for(complete, "every cell of the map")
        save("svg", 270, self.home.folder)
        save("png", 291, self.home.pictures)
        self.assertEqual(len(list(self.home.folder.glob("Y-Map-priority-*.csv"))), 1)
        said = table.read_text()
        self.assertIn("dmax", said[:said.index("lambda=0.1:1:16:log")], "the axes of last time")
        merged = self.home.run(LAB, "merge", "all.csv", str(table))  # which misses no cell
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertEqual((self.home.folder / "all.csv").read_bytes(), table.read_bytes())
        (part,) = self.home.pictures.glob("Y-Map-*.png")
        picture = Picture(part)
        self.assertGreater(len({picture.at(x, 600) for x in range(300, 1100)}), 8)
        window.click(850, 400)  # a cell of dls
        window.key("ctrl+shift+s", "Return")
        session = window.wait_for(
            lambda: list(self.home.folder.glob("Y-session*.toml")), "the session")[0].read_text()
        self.assertIn('do = "set-several"', session)
        window.key("d")  # another setting, so that all are written anew
        self.assertEqual(window.quit(), (0, ""))
        for line in chosen:
            self.assertIn(line, self.home.settings.read_text())


class Solve(WindowTest):
    def test_time_stands_while_space_makes_updates_and_goes_on_after_it(self):
        window = self.open("--no-settings", "--scene", "arm-3r")
        window.rest(1)
        window.key("shift+s")
        window.rest(0.5)
        window.key("space")  # the search pauses
        before = window.picture()
        self.assertLess(body_changed(before, window.picture()), 0.001)
        for _ in range(40):  # on to other starts
            window.key("space")
        self.assertGreater(body_changed(before, window.picture()), 0.001)
        window.key("shift+s")
        after = window.picture()
        window.wait_for(lambda: body_changed(after, window.picture()) > 0.002, "the body follows again")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main()
