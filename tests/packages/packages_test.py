"""The Debian packages on a Debian 12 with nothing else: installed by apt, run, removed.

    python3 tests/packages/packages_test.py
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

NEEDED = ["xvfb", "xauth", "man-db", "libgl1-mesa-dri", "shared-mime-info", "libglib2.0-bin", "fish"]  # to run them here
ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run(ROOT / "scripts/release", "--linux", env={**os.environ, "IKSCOPE_PACKED": "gzip"})  # quickly
        cls.files = sorted((ROOT / "build/release-files").glob("*.deb"))

    def test_lintian_finds_no_error(self):
        self.assertEqual(len(self.files), 5)
        if not shutil.which("lintian"):
            self.skipTest("no lintian here")
        said = subprocess.run(["lintian", *self.files], capture_output=True, text=True).stdout
        self.assertEqual([line for line in said.splitlines() if line.startswith("E:")], [])

    def test_software_centres_can_read_what_it_is(self):
        if not shutil.which("appstreamcli"):
            self.skipTest("no appstreamcli here")
        run("appstreamcli", "validate", "--no-net", ROOT / "build/release/packages/ikscope.metainfo.xml")

    def test_the_tarball_asks_little_of_a_distribution(self):
        tarball, = (ROOT / "build/release-files").glob("*-linux-x86_64.tar.gz")
        usual = re.search(r"grep -vE '(.*)'", (ROOT / "scripts/release").read_text())[1]
        with tempfile.TemporaryDirectory() as folder:
            run("tar", "-xzf", tarball, "-C", folder)
            top, = pathlib.Path(folder).iterdir()
            programs = sorted((top / "bin").iterdir())
            self.assertEqual([one.name for one in programs], ["ikscope", "ikscope-lab", "ikscope-meshes"])
            self.assertEqual([*top.glob("lib/*.a"), *top.glob("lib/pkgconfig"), *top.glob("include")], [])
            for line in re.findall(r".* => .*", run("ldd", *programs)):
                path = os.path.normpath(line.split("=>")[1].split()[0])  # "not" of those that are not found
                self.assertTrue(path.startswith(f"{top}/lib/") or ("ikscope" not in path and re.search(usual, path)), line)
            symbols = run("objdump", "-T", *programs, *top.glob("lib/*.so*"))
            self.assertLessEqual(max(map(int, re.findall(r"GLIBC_2\.(\d+)", symbols))), 36)
            self.assertIn("mean total error", run(top / "bin/ikscope-lab", "run", "--scene", "y", "--steps", "60", cwd=folder))

    def test_on_a_machine_with_nothing_installed(self):
        if os.geteuid() or not shutil.which("mmdebstrap"):
            self.skipTest("a new root needs root and mmdebstrap")
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            try:
                run("mmdebstrap", "--variant=minbase", f"--include={','.join(NEEDED)}", "bookworm", root)
                run("mount", "-t", "proc", "proc", root / "proc")
            except AssertionError as error:
                self.skipTest(f"no Debian can be made here: {error}")
            try:
                self.use(root)
            finally:
                run("umount", "--lazy", root / "proc")

    def use(self, root):
        def inside(*command, **more):
            return run("chroot", root, *command, **more)

        def files():
            return set(inside("find", "/usr", "/etc", "!", "-type", "d").split("\n"))

        self.assertFalse((root / "usr/bin/ikscope").exists())
        (root / "opt").mkdir(exist_ok=True)
        for file in self.files:
            shutil.copy(file, root / "opt")
        names = sorted((f"/opt/{file.name}" for file in self.files), key=lambda name: "dev" in name or "python" in name)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
        inside("apt-get", "update", "-o", "APT::Sandbox::User=root", env=environment)
        before = files()

        def install(files):
            inside("apt-get", "install", "-y", "--no-install-recommends", "-o", "APT::Sandbox::User=root", *files,
                   env=environment)

        install(names[:3])  # as README says
        version = inside("ikscope", "--version")
        self.assertRegex(version, r"^ikscope \d+\.\d+")
        self.assertIn("dls", inside("ikscope-lab", "compare", "--scene", "y", "--methods", "dls", "--steps", "60"))
        install(names[3:])
        said = inside("python3", "-c", "import ikscope\nfound = ikscope.solve('ur5', 20, 'dls', restarts=5)\n"
                      "print(found['theta'].shape, found['solved'].sum() > 10, ikscope.__version__)", env=environment)
        self.assertEqual(said.split(), ["(20,", "6)", "True", version.split()[1].rstrip(",")])
        inside("xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "ikscope", "--no-settings", "--frames", "5",
               "--screenshot", "/opt/window.png", env=environment)
        self.assertGreater((root / "opt/window.png").stat().st_size, 20000)
        (root / "opt/Cargo.toml").write_text('[package]\nname = "other"\n')
        scenes = sorted(file.relative_to(root) for file in root.glob("usr/share/ikscope/assets/*/*.toml"))
        self.assertGreater(len(scenes), 40)
        kinds = inside("gio", "info", "-a", "standard::content-type", "/opt/Cargo.toml", *(f"/{one}" for one in scenes))
        self.assertEqual(re.findall(r"content-type: (\S+)", kinds),
                         ["application/toml"] + len(scenes) * ["application/x-ikscope+toml"])
        for page, option in (("ikscope", "--film"), ("ikscope-lab", "--version"), ("ikscope-lab-solve", "--poses")):
            self.assertIn(option, inside("man", "--pager=cat", page, env=environment).replace("‐", "-"))
        words = ("source /usr/share/bash-completion/completions/ikscope-lab; COMP_WORDS=(ikscope-lab run --scene pan); "
                 "COMP_CWORD=3; _ikscope ikscope-lab; echo ${COMPREPLY[@]}")
        self.assertEqual(inside("bash", "-c", words), "panda\n")
        self.assertEqual(inside("fish", "-c", "complete -C 'ikscope-lab run --scene pan'", env=environment).split()[0], "panda")
        inside("apt-get", "purge", "-y", *(re.sub("_.*", "", file.name) for file in self.files), env=environment)
        inside("apt-get", "autoremove", "-y", env=environment)
        left = {file for file in files() - before if "ikscope" in file}
        self.assertEqual(left, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
