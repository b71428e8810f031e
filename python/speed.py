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

STEPS, ROUNDS = 100_000, 15


def nanoseconds(work, steps):
    begin = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - begin) / steps


def cpp(scene):
    return float(subprocess.run([build / "bin/python_loop", scene, str(STEPS)], capture_output=True, text=True,
                                check=True).stdout)


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


print(f"{'':12}{'C++':>8}{'step(n)':>9}{'run(n)':>8}{'step()':>8}{'and views':>11}   ns a step, the least of {ROUNDS}")
for scene in ("y", "double-y", "ur5"):
    taken = {name: [] for name in ("C++", "step(n)", "run(n)", "step()", "views")}
    for _ in range(ROUNDS):
        taken["C++"].append(cpp(scene))
        for name, work in (("step(n)", lambda one: one.step(STEPS)), ("run(n)", lambda one: one.run(STEPS)),
                           ("step()", stepped), ("views", looped)):
            simulation = warm(scene)
            taken[name].append(nanoseconds(lambda: work(simulation), STEPS))
    least = {name: min(all) for name, all in taken.items()}
    print(f"{scene:12}{least['C++']:8.0f}{least['step(n)']:9.0f}{least['run(n)']:8.0f}{least['step()']:8.0f}"
          f"{least['views']:11.0f}   run(n) / C++ = {least['run(n)'] / least['C++']:.3f}")

for scene in ("ur5", "panda"):
    for threads in (1, None):
        begin = time.perf_counter()
        found = ikscope.solve(scene, 10_000, "dls", restarts=5, threads=threads)
        print(f"solve {scene}, 10,000 targets, {threads or 'all'} threads: {time.perf_counter() - begin:.2f} s, "
              f"{100 * found['solved'].mean():.1f} % solved")
