#!/usr/bin/env python3
"""Checks that libstockham_fftw3.so is never slower than FFTW.

  fftw_never_slower.py pack BUILD FOLDER   copies the programs and libraries to FOLDER, for a machine without network
  fftw_never_slower.py run FOLDER [--problems 200] [--seed 1] [--most-bytes 4e9] [--rounds 3] [--seconds 5] [-o FILE]

`run` takes random problems (c2c and r2c, 1-D to 3-D, batches, both precisions, from 4 KB on). Each is planned with
FFTW_ESTIMATE and all cores and executed 1, 2, 11 and 1001 times, in a process of its own: with FFTW, with the library and
empty caches, with the library after earlier runs, and with FFTW again. Compared are the times from the start of planning
to the end of each execution: the median of the rounds, which alternate. A time counts as slower if it is more than 1 / 0.95
of FFTW's, and the difference exceeds the spread of FFTW's rounds. FFTW's second runs show how often noise alone does that.
Executions beyond --seconds are extrapolated.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

EXECUTIONS = (1, 2, 11, 1001)
STATES = {"empty": "caches empty", "warm": "caches warm", "again": "FFTW again"}
NEEDED = ("libfftw3.so.3", "libfftw3f.so.3", "libfftw3_threads.so.3", "libfftw3f_threads.so.3")


def pack(build, folder):
    os.makedirs(os.path.join(folder, "fftw"), exist_ok=True)
    shutil.copy(os.path.join(build, "interfaces/fftw/tests/fftw_speed"), folder)
    shutil.copy(os.path.join(build, "interfaces/fftw/libstockham_fftw3.so"), folder)
    shutil.copy(os.path.abspath(__file__), folder)
    paths = dict(line.split()[0:3:2] for line in
                 subprocess.run(["ldd", os.path.join(folder, "fftw_speed")], capture_output=True, text=True,
                                check=True).stdout.splitlines() if "=> /" in line)
    for name in NEEDED:
        shutil.copy(paths[name], os.path.join(folder, "fftw", name))


class Measurement:
    def __init__(self, options):
        self.folder = os.path.abspath(options.folder)
        self.options = options
        self.warm = tempfile.mkdtemp()

    def once(self, problem, library, home):
        env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home,
                   LD_LIBRARY_PATH=os.path.join(self.folder, "fftw"))
        if library:
            env["LD_PRELOAD"] = os.path.join(self.folder, "libstockham_fftw3.so")
        done = subprocess.run([os.path.join(self.folder, "fftw_speed"), "run", *problem.split(), str(self.options.seconds)],
                              env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{problem}: exit code {done.returncode} {done.stderr}")
        return [float(x) for x in done.stdout.split()]

    def all(self, problem):
        rows = {"fftw": [], "empty": [], "warm": [], "again": []}
        self.once(problem, True, self.warm)
        for _ in range(self.options.rounds):
            rows["fftw"].append(self.once(problem, False, self.warm))
            with tempfile.TemporaryDirectory() as home:
                rows["empty"].append(self.once(problem, True, home))
            rows["warm"].append(self.once(problem, True, self.warm))
            rows["again"].append(self.once(problem, False, self.warm))
        return {name: list(zip(*each)) for name, each in rows.items()}


def run(options):
    measurement = Measurement(options)
    problems = subprocess.run([os.path.join(measurement.folder, "fftw_speed"), "list", str(options.seed),
                               str(options.problems), str(options.most_bytes)],
                              env=dict(os.environ, LD_LIBRARY_PATH=os.path.join(measurement.folder, "fftw")),
                              capture_output=True, text=True, check=True).stdout.splitlines()
    print(f"seed {options.seed}, {len(problems)} problems, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}")
    slower = dict.fromkeys(STATES, 0)
    gained = 0
    with open(options.output or os.devnull, "w") as results:
        for problem in problems:
            times = measurement.all(problem)
            results.write(json.dumps({"problem": problem, **times}) + "\n")
            results.flush()
            ratios = []
            for state, name in STATES.items():
                for at, count in enumerate(EXECUTIONS):
                    theirs, ours = times["fftw"][at], statistics.median(times[state][at])
                    spread = max(theirs) - min(theirs)
                    ratio = ours / statistics.median(theirs)
                    ratios.append(ratio)
                    if ratio > 1 / 0.95 and ours - statistics.median(theirs) > spread:
                        slower[state] += 1
                        print(f"SLOWER {problem}: {count} executions, {name}: {ours:.3g} s against "
                              f"{statistics.median(theirs):.3g} s, spread {spread:.2g} s", flush=True)
            gained += min(ratios[:8]) < 0.8
            print(f"{problem}: " + " ".join(f"{r:.2f}" for r in ratios), flush=True)
    of = len(EXECUTIONS) * len(problems)
    print("slower than FFTW: " + ", ".join(f"{name} {slower[state]}" for state, name in STATES.items()) +
          f" of {of} times each; {gained} problems gain more than a fifth")
    return 1 if slower["empty"] + slower["warm"] > 2 * slower["again"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("build")
    packing.add_argument("folder")
    running = commands.add_parser("run")
    running.add_argument("folder")
    running.add_argument("--problems", type=int, default=200)
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--most-bytes", type=float, default=4e9)
    running.add_argument("--rounds", type=int, default=3)
    running.add_argument("--seconds", type=float, default=5)
    running.add_argument("-o", "--output")
    options = parser.parse_args()
    if options.command == "pack":
        pack(options.build, options.folder)
    else:
        sys.exit(run(options))


if __name__ == "__main__":
    main()
