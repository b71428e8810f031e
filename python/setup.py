"""Lets pip build the package: CMake compiles the module, and the scenes come along as its data.

The environment may name a build folder that has the module already (IKSCOPE_BUILD).
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        build = os.environ.get("IKSCOPE_BUILD") or self.compiled()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(next(pathlib.Path(build).glob("python/ikscope/_ikscope*.so")), target)
        for folder in ("scenes", "lessons"):
            shutil.copytree(ROOT / "assets" / folder, target.parent / "data/assets" / folder, dirs_exist_ok=True)

    def compiled(self):
        build = pathlib.Path(self.build_temp).resolve()
        words = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DIKSCOPE_WINDOW=OFF",
                 "-DIKSCOPE_TESTS=OFF", "-DIKSCOPE_DISPATCH=none", f"-DIKSCOPE_PYTHON_PROGRAM={sys.executable}"]
        if shutil.which("ninja"):
            words += ["-G", "Ninja"]
        if importlib.util.find_spec("pybind11"):
            import pybind11
            words.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        subprocess.run(words, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "python_module", "--parallel", str(os.cpu_count())],
                       check=True)
        return build


version = re.search(r"^project\(ikscope VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
setup(version=version, ext_modules=[Extension("ikscope._ikscope", [])], cmdclass={"build_ext": BuildByCMake})
