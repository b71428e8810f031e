"""The package as a whole: stubs, help, and the page docs/python.md, whose code runs."""
import ast
import importlib.util
import inspect
import os
import pydoc
import re
import shutil
import subprocess
import sys

import ikscope
import pytest
from support import ARM, LAB, REPRODUCIBLE, ROOT

STUBS = ast.parse((ROOT / "python/ikscope/__init__.pyi").read_text())


def shape_of(arguments):
    """(name, kind, default) of each argument but self."""
    def texts(names, defaults, kind):
        padded = [None] * (len(names) - len(defaults)) + list(defaults)
        return [(one.arg, kind, default and ast.unparse(default)) for one, default in zip(names, padded)]
    shape = texts(arguments.args, arguments.defaults, "any") + texts(arguments.kwonlyargs, arguments.kw_defaults, "key")
    if arguments.kwarg:
        shape.append(("**", "all", None))
    return [one for one in shape if one[0] != "self"]


def actual_shape(function):
    if inspect.isfunction(function):
        text = "def f" + str(inspect.signature(function)) + ": ..."
    else:  # the first line of what pybind11 writes
        text = "def " + function.__doc__.split("\n")[0] + ": ..."
    return shape_of(ast.parse(text).body[0].args)


def public(thing):
    return {name for name in vars(thing) if not name.startswith("_")}


def test_stubs_are_the_module():
    functions = {one.name: one for one in STUBS.body if isinstance(one, ast.FunctionDef)}
    classes = {one.name: one for one in STUBS.body if isinstance(one, ast.ClassDef)}
    assert set(functions) | set(classes) == set(ikscope.__all__)
    for name, stub in functions.items():
        assert shape_of(stub.args) == actual_shape(getattr(ikscope, name)), name
        assert getattr(ikscope, name).__doc__
    for name, stub in classes.items():
        found = getattr(ikscope, name)
        members = {one.name: one for one in stub.body if isinstance(one, ast.FunctionDef)
                   and not any(isinstance(by, ast.Attribute) for by in one.decorator_list)}
        assert public(found) == {one for one in members if not one.startswith("_")}, name
        setters = {one.name for one in stub.body if isinstance(one, ast.FunctionDef)
                   and any(isinstance(by, ast.Attribute) for by in one.decorator_list)}
        for member, one in members.items():
            actual = inspect.getattr_static(found, member)
            decorators = [by.id for by in one.decorator_list if isinstance(by, ast.Name)]
            if decorators == ["property"]:
                assert isinstance(actual, property), member
                assert (actual.fset is not None) == (member in setters), member
            else:
                assert isinstance(actual, staticmethod) == (decorators == ["staticmethod"]), member
                assert shape_of(one.args) == actual_shape(getattr(found, member)), member
            assert member.startswith("__") or getattr(found, member).__doc__, member
    assert (ROOT / "python/ikscope/py.typed").exists()


def test_help_tells_shapes_and_units():
    text = pydoc.plain(pydoc.render_doc(ikscope))
    for words in ("lambda_", "N x k x 3", "rad", "class Simulation", "ikscope-lab compare --json"):
        assert words in text, words
    text = pydoc.plain(pydoc.render_doc(ikscope.Simulation))
    for words in ("count x n", "A read-only view", "ValueError", "hold_target"):
        assert words in text, words


def test_everything_is_listed():
    assert {*ikscope.__all__, "plot", "__version__"} <= set(dir(ikscope))


def test_the_version_is_the_programs():
    assert ikscope.__version__ in (ROOT / "CMakeLists.txt").read_text()


def test_the_page_runs(tmp_path):
    """Its blocks of Python, one after the other, in a folder with a robot."""
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(blocks) >= 6
    if not importlib.util.find_spec("matplotlib"):
        blocks = [block for block in blocks if "import plot" not in block]
    (tmp_path / "robot.urdf").write_text(ARM)
    program = "\n".join(blocks)
    printed = [text for line in program.splitlines() for text in re.findall(r"^ *print\(.*\)\s+# (.*)", line)]
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, **REPRODUCIBLE, "MPLBACKEND": "agg"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == printed
    for name in ikscope.__all__:
        assert name in page, name


@pytest.mark.skipif(os.environ.get("IKSCOPE_TEST_EFFORT") != "full", reason="part of scripts/test --full")
def test_pip_installs_it(tmp_path):
    pytest.importorskip("pip")
    shutil.copytree(ROOT / "python", tmp_path / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    for name in ("assets", "CMakeLists.txt"):
        (tmp_path / name).symlink_to(ROOT / name)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
                    "--target", tmp_path / "there", tmp_path / "python"], check=True)
    program = ("import ikscope, pathlib; print(pathlib.Path(ikscope.__file__).parent)\n"
               "ikscope.Simulation('double-y').step(10); from ikscope import _ikscope\n"
               "print(len(ikscope.scenes()), ikscope.Scene('y').body)")
    done = subprocess.run([sys.executable, "-c", program], cwd="/", capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(tmp_path / "there"),
                               "LD_LIBRARY_PATH": str(LAB.parents[1] / "lib")})  # of a build for tests
    assert done.returncode == 0, done.stderr
    folder, scenes = done.stdout.splitlines()
    assert folder == str(tmp_path / "there/ikscope") and (tmp_path / "there/ikscope/py.typed").exists()
    assert int(scenes.split()[0]) > 20
    assert len(list((tmp_path / "there/ikscope/data/assets/scenes").iterdir())) > 20


def test_scenes_are_found_in_the_folder_of_the_package(tmp_path):
    (tmp_path / "assets/scenes").mkdir(parents=True)
    shutil.copy(ROOT / "assets/scenes/y.toml", tmp_path / "assets/scenes/alone.toml")
    program = (f"from ikscope import _ikscope; import ikscope; _ikscope.look_for_data_in({str(tmp_path)!r})\n"
               "print(ikscope.scenes(), ikscope.Simulation('alone').effector_names)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.startswith("['alone'] ('"), done.stderr
