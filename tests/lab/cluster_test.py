"""Job arrays of a real Slurm: a cluster of this machine alone that lives as long as the test. It runs the scripts of
docs/cluster.md with smaller numbers, kills tasks, and submits them again.

    python3 tests/lab/cluster_test.py build/release/bin
"""
import atexit
import ctypes
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

BIN = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/release/bin").resolve()
LAB = str(BIN / "ikscope-lab")
DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/cluster.md"
PATIENCE = 60  # seconds; a busy machine is slow
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scancel", "squeue", "sinfo")

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
libc = ctypes.CDLL(None)

SLURM = """
ClusterName=ikscope
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
MpiDefault=none
SwitchType=switch/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
ReturnToService=2
KillWait=2
MinJobAge=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus}
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def descendants():
    """Process numbers of all that descends from this process."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(stat.parent.name)] = int(fields[1])
    found, new = set(), {os.getpid()}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


class Cluster:
    """munged, slurmctld and slurmd in a folder of their own. What they start and leave becomes a child of this
    process, so that stop() finds it."""

    def __init__(self):
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ikscope-slurm-"))
        atexit.register(self.stop)  # whatever happens
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
        self.folder.chmod(0o755)  # munged wants its socket to be reached
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("SLURM")}
        self.environment |= {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": f"{BIN}:{os.environ['PATH']}"}
        self.daemons = []

    def start(self):
        folder = self.folder
        with open(folder / "munge.key", "wb", opener=lambda name, flags: os.open(name, flags, 0o400)) as key:
            key.write(os.urandom(128))
        (folder / "slurm.conf").write_text(
            SLURM.format(
                host=socket.gethostname().partition(".")[0],
                user=subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip(),
                ports=free_ports(2),
                folder=folder,
                cpus=os.cpu_count(),
            )
        )
        files = [f"--{name}-file={folder}/munge.{name}" for name in ("key", "pid", "seed", "log")]
        self.start_daemon("munged", "--foreground", f"--socket={folder}/munge.socket", "--num-threads=1", *files)
        self.wait_for((folder / "munge.socket").exists, "munged is ready")
        self.start_daemon("slurmctld", "-D", "-c")
        self.start_daemon("slurmd", "-D")
        ready = ["sinfo", "-h", "--states=idle", "-o", "%t"]
        self.wait_for(
            lambda: subprocess.run(ready, env=self.environment, capture_output=True, check=False).stdout,
            "the node is ready",
        )

    def start_daemon(self, *words):
        with open(self.folder / f"{words[0]}.out", "wb") as log:
            daemon = subprocess.Popen(
                words,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0),
            )
        self.daemons.append(daemon)

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            ended = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if ended or time.monotonic() > end:
                logs = [f"{log.name}: {log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.out"))]
                raise AssertionError("\n".join([f"waiting until {what}; {ended} ended", *logs]))
            time.sleep(0.02)
        return found

    def stop(self):
        """Ends every process, daemons first, since they start others."""
        for daemon in self.daemons:
            daemon.kill()
            daemon.wait()
        while children := descendants():
            for child in children:
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                pass
            time.sleep(0.01)
        self.daemons.clear()
        shutil.rmtree(self.folder, ignore_errors=True)


def script(name):
    """The script of this name in the document."""
    found = re.search(rf"^```sh {re.escape(name)}\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
    assert found, f"{DOCUMENT} has no script {name}"
    return found[1]


def shortened(text, **numbers):
    """The script with other values of these options, each of which it has."""
    for option, number in numbers.items():
        text, count = re.subn(rf"(--{option}[ =])\S+", rf"\g<1>{number}", text)
        assert count == 1, f"{count} times --{option}"
    return text


def small(text, tasks, steps=3000):
    """A script that computes a map of 8 by 8 settings in these tasks."""
    text, count = re.subn(r"\b1-64\b", tasks, text)
    assert count == 1, f"{count} arrays"
    return shortened(text, steps=steps, x="lambda=0.05:5:8:log", y="dmax=0.05:2:8:log")


def timeless(csv):
    """Rows of solves without the last column, the time."""
    return [line if line.startswith("#") else line.rpartition(",")[0] for line in csv.splitlines()]


class Scripts(unittest.TestCase):
    """Runs programs and scripts in a folder."""

    def setUp(self):
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.environment = {"PATH": f"{BIN}:{os.environ['PATH']}"}

    def run_words(self, *words, **environment):
        return subprocess.run(
            words, cwd=self.work, env=self.environment | environment, capture_output=True, text=True, timeout=PATIENCE
        )

    def succeed(self, *words, **environment):
        result = self.run_words(*words, **environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""), words)
        return result.stdout

    def files(self, folder):
        return sorted(file.name for file in (self.work / folder).glob("*.csv"))

    def merged(self, folder):
        self.succeed("sh", "-c", f"ikscope-lab merge merged.csv {folder}/*.csv")
        return (self.work / "merged.csv").read_text()

    def assert_missing(self, folder, shards):
        result = self.run_words("sh", "-c", f"ikscope-lab merge merged.csv {folder}/*.csv")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn(f"shards {shards} are missing;", result.stderr)

    def whole(self, text):
        """What the script's command writes in one piece."""
        command = re.search(r"(ikscope-lab .*?)--shard", text.replace("\\\n", " "), re.S)[1]
        self.succeed(*command.split(), "--csv", "whole.csv")
        return (self.work / "whole.csv").read_text()

    def check_choice(self, run_tasks):
        """Each task measures some methods alone; what is merged is the same as in one piece but for the times."""
        (self.work / "choose").mkdir()
        text = shortened(script("choose.sh"), array="1-3", scene="arm-2r", poses="20 --methods dls,pinv,lm,fabrik")
        run_tasks("choose.sh", text)
        csv = self.merged("choose")
        self.assertEqual([line.split(",")[:2] for line in csv.splitlines() if line[0].isdigit()],
                         [["0", "dls"], ["1", "pinv"], ["2", "lm"], ["3", "fabrik"]])
        untimed = re.compile(r'"(median|p99)_us":[^,}]*')
        self.assertEqual(untimed.sub("", csv), untimed.sub("", self.whole(text)))
        table = self.succeed("sh", "-c", "ikscope-lab merge choice.html choose/*.csv")
        self.assertIn("To see the first:", table)
        self.assertIn("<svg", (self.work / "choice.html").read_text())


class OtherSystems(Scripts):
    """Their scripts, with the variables that they set."""

    def check(self, name, task, **environment):
        (self.work / "map").mkdir()
        text = small(script(name), "1-3").replace("IKSCOPE_SHARDS=64", "IKSCOPE_SHARDS=3").replace("3000", "30")
        (self.work / name).write_text(text)
        for number in ("1", "2", "3"):
            self.succeed("sh", name, **{task: number}, **environment)
        self.assertEqual(self.files("map"), ["1.csv", "2.csv", "3.csv"])
        self.assertEqual(self.merged("map"), self.whole(text))

    def test_grid_engine(self):
        self.check("map.sge.sh", "SGE_TASK_ID", SGE_TASK_FIRST="1", SGE_TASK_LAST="3", SGE_TASK_STEPSIZE="1")

    def test_pbs(self):
        self.check("map.pbs.sh", "PBS_ARRAY_INDEX", PBS_O_WORKDIR=str(self.work))

    def test_a_choice_by_hand(self):
        def run_tasks(name, text):
            (self.work / name).write_text(text)
            for number in ("1", "2", "3"):
                task = {"SLURM_ARRAY_TASK_ID": number, "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "3"}
                self.succeed("sh", name, **task)

        self.check_choice(run_tasks)

    def test_lsf(self):
        self.check("map.lsf.sh", "LSB_JOBINDEX", LSB_JOBINDEX_END="3", LSB_JOBINDEX_STEP="1")


@unittest.skipIf(
    missing := [name for name in PROGRAMS if not shutil.which(name)],
    f"there is no {', '.join(missing)}: scripts/setup --cluster installs Slurm",
)
class Slurm(Scripts):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()

    def setUp(self):
        super().setUp()
        self.environment = self.cluster.environment

    def submit(self, name, text, **environment):
        """Returns the number of the job array."""
        (self.work / name).write_text(text)
        return self.succeed("sbatch", "--parsable", name, **environment).strip()

    def submit_and_wait(self, name, text):
        self.submit(name, text)
        self.wait()

    def wait(self):
        self.cluster.wait_for(lambda: not self.succeed("squeue", "-h"), "the jobs end")

    def test_a_map_of_which_tasks_are_killed(self):
        parts = self.work / "map"
        parts.mkdir()
        text = small(script("map.sh"), "1-4", steps=40000)  # a task takes seconds, so it can be killed
        job = self.submit("map.sh", text)
        for task, how in ((1, ["--signal=KILL", "--full"]), (2, [])):  # the second may tidy up
            self.cluster.wait_for(lambda: list(parts.glob(f"{task}.csv.part*")), f"task {task} is at work")
            self.succeed("scancel", *how, f"{job}_{task}")
        self.wait()
        self.assertEqual(self.files("map"), ["3.csv", "4.csv"])
        self.assert_missing("map", "1-2 of 4")
        times = {name: (parts / name).stat().st_mtime_ns for name in self.files("map")}
        self.submit_and_wait("map.sh", text)
        self.assertEqual({name: (parts / name).stat().st_mtime_ns for name in times}, times, "computed once")
        self.assertEqual(self.merged("map"), self.whole(text))

    def test_a_sweep(self):
        (self.work / "map").mkdir()
        text = re.sub(r" --y \S+", "", small(script("map.sh"), "1-4", steps=30))
        text = text.replace("ikscope-lab map", "ikscope-lab sweep")
        self.submit_and_wait("sweep.sh", text)
        self.assertEqual(self.files("map"), ["1.csv", "2.csv", "3.csv", "4.csv"])
        self.assertEqual(self.merged("map"), self.whole(text))

    def test_solves_of_which_some_are_computed_again(self):
        parts = self.work / "solve"
        parts.mkdir()
        text = shortened(script("solve.sh"), array="1-4", poses=100)
        self.submit_and_wait("solve.sh", text)
        self.assertEqual(self.files("solve"), ["1.csv", "2.csv", "3.csv", "4.csv"])
        for name in ("1.csv", "3.csv"):
            (parts / name).unlink()
        self.assert_missing("solve", "1,3 of 4")
        self.submit("solve.sh", shortened(text, array="1,3"), IKSCOPE_SHARDS="4")
        self.wait()
        self.assertEqual(timeless(self.merged("solve")), timeless(self.whole(text)))

    def test_a_choice(self):
        self.check_choice(self.submit_and_wait)


if __name__ == "__main__":
    unittest.main(verbosity=2)
