"""Starts ikscope in a virtual display, presses its keys, moves its mouse, looks at its pictures."""
import contextlib
import mmap
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES, LESSONS = ROOT / "assets" / "scenes", ROOT / "assets" / "lessons"
BIN = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/release/bin").resolve()
IKSCOPE = str(BIN / "ikscope")
LAB = str(BIN / "ikscope-lab")
FRAME_COUNTER = str(BIN / "libframe_counter.so")
PAD, STATE, DRAWS, SHARED = 8, 16, 56, 64  # bytes of its file: frame_counter.c
# seconds; a busy machine without a graphics card is slow, sanitizers are slower
PATIENCE = 180 if b"__asan_init" in pathlib.Path(IKSCOPE).read_bytes() else 60
# Whoever runs the tests may ignore it, as a shell does for what it runs behind; programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Picture:
    """A PNG of 8-bit RGB; of one with alpha, the colours."""

    def __init__(self, file):
        self.file = file
        pixels = subprocess.run(["pngtopnm", file], capture_output=True, check=True).stdout
        kind, size, most, self.pixels = pixels.split(b"\n", 3)
        assert (kind, most) == (b"P6", b"255"), f"{file} is no picture in colours"
        self.width, self.height = map(int, size.split())
        self.alphas = None

    def at(self, x, y):
        at = 3 * (y * self.width + x)
        return tuple(self.pixels[at : at + 3])

    def alpha(self, x, y):
        """At that place; None if the file has none."""
        if pathlib.Path(self.file).read_bytes()[25] != 6:  # the kind of colours: RGBA
            return None
        if not self.alphas:
            pixels = subprocess.run(["pngtopnm", "-alpha", self.file], capture_output=True, check=True)
            self.alphas = pixels.stdout.split(b"\n", 3)[3]
        return self.alphas[y * self.width + x]

    def red_balls(self):
        """Centres of the connected spots of a target's red, largest first."""
        red = {
            (x, y)
            for y in range(0, self.height, 2)
            for x in range(0, self.width, 2)
            for r, g, b in [self.at(x, y)]
            if r > 140 and g < 0.55 * r and b < 0.55 * r
        }
        spots = []
        while red:
            todo, spot = [red.pop()], []
            while todo:
                x, y = todo.pop()
                spot.append((x, y))
                for near in ((x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)):
                    if near in red:
                        red.remove(near)
                        todo.append(near)
            spots.append(spot)
        spots.sort(key=len, reverse=True)
        return [
            (sum(x for x, _ in s) / len(s), sum(y for _, y in s) / len(s)) for s in spots if len(s) > 12
        ]

    def violet_spot(self):
        """Centre and area of what has an obstacle's violet in the 3D view."""
        spot = [
            (x, y)
            for y in range(0, self.height, 2)
            for x in range(self.width // 4, 3 * self.width // 4, 2)
            for r, g, b in [self.at(x, y)]
            if b > 90 and b > 1.2 * r and r > 1.06 * g
        ]
        if not spot:
            return None, 0
        return (sum(x for x, _ in spot) / len(spot), sum(y for _, y in spot) / len(spot)), len(spot)

    def differs_from(self, other):
        """Share of the pixels that are visibly others."""
        pixels = [
            any(abs(a - b) > 24 for a, b in zip(self.at(x, y), other.at(x, y)))
            for y in range(0, self.height, 4)
            for x in range(0, self.width, 4)
        ]
        return sum(pixels) / len(pixels)


def start_display(size="1280x800"):
    """The server of a virtual display, and its name. -noreset: else it starts anew whenever its last
    window closes, and the next one may find it closed. -r: keys do not repeat, as they would where a
    tap lasts for three slow frames."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-noreset", "-r", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    return server, f":{number}"


@contextlib.contextmanager
def display(size="1280x800"):
    """The name of a virtual display of its own."""
    server, name = start_display(size)
    try:
        yield name
    finally:
        server.terminate()
        server.wait()


class Home:
    """A user's folders, empty; env is what programs are started with."""

    not_ours = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")

    def __init__(self, folder, display_name=None):
        self.folder = pathlib.Path(folder)
        self.pictures = self.folder / "pictures"
        self.pictures.mkdir()
        self.settings = self.folder / "config" / "ikscope" / "settings.toml"
        self.env = {k: v for k, v in os.environ.items() if k not in self.not_ours}
        self.env |= {
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_CACHE_HOME": str(self.folder / ".cache"),
            "XDG_PICTURES_DIR": str(self.pictures),
        }
        if display_name:
            self.env["DISPLAY"] = display_name

    def write_settings(self, text):
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.settings.write_text(text)

    def run(self, *command):
        return subprocess.run(
            command, env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=300
        )


class Window:
    """A running ikscope."""

    clicked = 0.0  # when the mouse was released the last time

    def __init__(self, home, *options, draws=False):
        self.home = home
        self.draws = draws
        with tempfile.NamedTemporaryFile(dir=home.folder, prefix="frames") as counter:
            counter.truncate(SHARED)
            self.counter = mmap.mmap(counter.fileno(), SHARED)
            self.start(options, counter.name)

    def start(self, options, counter):
        home = self.home
        self.process = subprocess.Popen(
            [IKSCOPE, *options],
            env=home.env
            | {"LD_PRELOAD": FRAME_COUNTER, "FRAME_COUNTER": counter}
            | ({} if self.draws else {"DRAW_NOTHING": "1"})
            | {"ASAN_OPTIONS": "verify_asan_link_order=0"},
            cwd=home.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Its own: one that was closed just now may be listed for a while.
        words = ("search", "--all", "--pid", str(self.process.pid), "--name", "ikscope")
        self.id = self.wait_for(lambda: self.tool(*words).split("\n")[0], "its window")
        self.tool("windowfocus", "--sync", self.id)
        self.frames(5)

    def drawn(self):
        """The number of frames that have been shown."""
        return int.from_bytes(self.counter[:8], "little")

    def frames(self, count=3):
        """Waits for the next frames: the first may have begun before what was just done, the second
        has seen it, the third shows what came of it. A window that has ended shows no more."""
        start, end = self.drawn(), time.time() + PATIENCE
        while self.drawn() < start + count and self.process.poll() is None:
            if time.time() > end:
                raise AssertionError(f"the window has shown no {count} frames within {PATIENCE} s")
            time.sleep(0.002)

    def gamepad(self, left=(0, 0), right=(0, 0), triggers=(-1, -1), buttons=()):
        """Holds a gamepad so until the next call; its buttons are numbered as GLFW does."""
        down = bytes(i in buttons for i in range(15))
        state = struct.pack("=15sx6f", down, *left, *right, *triggers)
        self.counter[STATE : STATE + len(state)] = state
        self.counter[PAD] = 1
        self.frames()

    def rest(self, seconds):
        """Lets so much of the window's time go by: a frame, however late, is a tenth of a second."""
        begin, frames = time.time(), self.drawn() + int(10 * seconds)
        self.wait_for(
            lambda: time.time() > begin + seconds and self.drawn() > frames, f"{seconds} s of its time")

    def tool(self, *words):
        return subprocess.run(
            ["xdotool", *words], env=self.home.env, capture_output=True, text=True, timeout=PATIENCE
        ).stdout.strip()

    def wait_for(self, condition, what):
        end = time.time() + PATIENCE
        while time.time() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"ikscope ended while {what} was awaited: {self.process.stderr.read()}")
            if found := condition():
                return found
            time.sleep(0.02)
        raise AssertionError(f"{what} did not come within {PATIENCE} s")

    def title(self):
        return self.tool("getwindowname", self.id)

    def wait_for_title(self, text):
        self.wait_for(lambda: text in self.title(), f'"{text}" in the title')

    def key(self, *keys):
        """Taps them: one that is down for three slow frames, 0.3 s of the window's time, would repeat."""
        for one in keys:
            self.tap(one)
            self.frames(4)

    def tap(self, key):
        self.tool("keydown", key)
        self.frames(1)
        self.tool("keyup", key)

    def type(self, text):
        self.frames()
        for letter in text:  # a letter a frame at least: of one that is down already none comes
            self.tool("type", letter)
            self.frames(2)
        self.frames()

    def pick(self, letters, title):
        """Opens the scene that these letters find."""
        self.key("ctrl+o")
        self.type(letters)
        self.key("Return")
        self.wait_for_title(title)

    def move(self, x, y):
        self.tool("mousemove", "--window", self.id, str(int(x)), str(int(y)))
        self.frames()

    def click(self, x, y, button=1):
        self.move(x, y)
        time.sleep(max(0.0, self.clicked + 0.4 - time.time()))  # no double click
        self.tool("mousedown", str(button))
        self.frames()
        self.tool("mouseup", str(button))
        self.frames()
        self.clicked = time.time()

    def drag(self, start, end, button=1):
        self.move(*start)
        self.tool("mousedown", str(button))
        self.frames()
        for i in range(1, 9):
            self.move(*(a + (b - a) * i / 8 for a, b in zip(start, end)))
        self.tool("mouseup", str(button))
        self.frames()

    def saved_by(self, act):
        """The picture that this saves."""
        before = set(self.home.pictures.iterdir())
        self.counter[DRAWS] = 1
        self.frames(1)  # those that begin from now on are drawn
        act()

        def new():
            return [f for f in set(self.home.pictures.iterdir()) - before if f.suffix == ".png"]

        file = self.wait_for(new, "the picture")[0]
        self.counter[DRAWS] = 0
        self.frames(4)  # the one that wrote it is done, and a key is up
        return Picture(file)

    def picture(self, key="F12"):
        """What F12, or another key, saves."""
        return self.saved_by(lambda: self.tap(key))

    def picture_alone(self):
        """With the mouse at the foot of the controls, where it is on nothing."""
        self.move(5, 790)
        return self.picture()

    def quit(self):
        self.key("ctrl+q")
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


class WindowTest(unittest.TestCase):
    """Gives each test a display and an empty home; no window outlives its test."""

    size = "1280x800"
    draws = False  # what is not looked at; it takes nine tenths of a frame's time

    def setUp(self):
        self.home = Home(
            self.enterContext(tempfile.TemporaryDirectory()), self.enterContext(display(self.size))
        )

    def open(self, *options, start=False, draws=None):
        """Without the start screen, unless that is what is looked at."""
        if not start and not {"--scene", "--play", "--lesson"} & set(options):
            options += ("--scene", "double-y")
        window = Window(self.home, "--size", self.size, *options, draws=self.draws if draws is None else draws)
        self.addCleanup(window.kill)
        return window

    def choose_next_target(self, window):
        """In the dialog Ctrl+T: gives what follows the effector that there is a target, too. The scene's file."""
        window.key("ctrl+t", "Tab", "Tab", "Return")
        window.key("shift+Tab", "shift+Tab", "shift+Tab", "Return")  # from there back to the button before Cancel
        return self.save_as(window, "mine.toml")

    def save_as(self, window, name):
        """In the dialog that is open: types this name in the user's folder. The file that is then there."""
        file = (self.home.folder / name).with_suffix(".toml")
        window.key("ctrl+a")
        window.type(f"{self.home.folder}/{name}")
        window.key("Return")
        window.wait_for(lambda: file.exists() and file.stat().st_size, f"the file {file}")
        return file

    def assert_one_sentence(self, result, *parts):
        self.assertEqual(result.returncode, 1, result.stderr)
        lines = result.stderr.strip().split("\n")
        self.assertEqual(len(lines), 1, result.stderr)
        for part in parts:
            self.assertIn(part, lines[0])
