"""What the tests of the Python package share."""
import csv
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = pathlib.Path(os.environ.get("IKSCOPE_BUILD", ROOT / "build/release")) / "bin/ikscope-lab"

# The instructions of every processor, as `ikscope-lab --reproducible` uses them: for numbers in texts.
REPRODUCIBLE = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F"}
ARM = """<robot name="arm"><link name="base"/><link name="upper"/><link name="lower"/><link name="hand"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/></joint>
<joint name="wrist" type="continuous"><parent link="lower"/><child link="hand"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/></joint></robot>
"""


def lab(*words):
    return subprocess.run([LAB, *map(str, words)], capture_output=True, text=True)


def lab_json(*words):
    done = lab(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows_of(file):
    with open(file) as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))
