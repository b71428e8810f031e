"""Measures what docs/python.md says of speed: the module beside the same loop in C++, which alternate.

    python3 python/speed.py [BUILD]     (after scripts/test; default: build/release)
"""
import pathlib
import subprocess
import sys
import time

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release").resolve()
sys.path.insert(0, str(build / "python"))
subprocess.run(["cmake", "--build", build, "--target", "python_loop", "python_module"], check=True,
               stdout=subprocess.DEVNULL)
import ikscope  # noqa: E402

STEPS, ROUNDS = 100_000, 25


def nanoseconds(work, steps):
    """Processor time, which does not grow with what else the machine does."""
    begin = time.process_time_ns()
    work()
    return (time.process_time_ns() - begin) / steps


def cpp(scene, records):
    return float(subprocess.run([build / "bin/python_loop", scene, str(STEPS), str(int(records))], capture_output=True,
                                text=True, check=True).stdout)


def stepped(simulation):
    step = simulation.step
    for _ in range(STEPS):
        step()


def looped(simulation):
    step = simulation.step
    for _ in range(STEPS):
        step()
        simulation.theta
        simulation.errors


def warm(scene):
    simulation = ikscope.Simulation(scene, "dls")
    simulation.step(STEPS // 10)
    return simulation


WORKS = {"step(n)": lambda one: one.step(STEPS), "run(n)": lambda one: one.run(STEPS), "step()": stepped,
         "step() and views": looped}
print(f"{'':9}{'C++':>6}{'C++, recorded':>15}" + "".join(f"{name:>{len(name) + 3}}" for name in WORKS)
      + f"   ns a step, the least of {ROUNDS}")
for scene in ("y", "double-y", "ur5"):
    taken = {}
    for _ in range(ROUNDS):
        for records in (False, True):
            taken.setdefault(records, []).append(cpp(scene, records))
        for name, work in WORKS.items():
            simulation = warm(scene)
            taken.setdefault(name, []).append(nanoseconds(lambda: work(simulation), STEPS))
    least = {name: min(all) for name, all in taken.items()}
    print(f"{scene:9}{least[False]:6.0f}{least[True]:15.0f}"
          + "".join(f"{least[name]:{len(name) + 3}.0f}" for name in WORKS))

for scene in ("ur5", "panda"):
    for threads in (1, 2):
        seconds = []
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            found = ikscope.solve(scene, 10_000, "dls", restarts=5, threads=threads)
            seconds.append(time.perf_counter() - begin)
        print(f"solve {scene}, 10,000 targets, {threads} threads: {min(seconds):.2f} s, {100 * found['solved'].mean():.1f} % solved")
