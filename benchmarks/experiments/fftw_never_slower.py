#!/usr/bin/env python3
"""Checks that libstockham_fftw3.so is never slower than FFTW.

  fftw_never_slower.py pack BUILD FOLDER   copies the programs and libraries to FOLDER, for a machine without network
  fftw_never_slower.py run FOLDER [--problems 200] [--seed 1] [--most-bytes 4e9] [--problem P].. [--rounds 3] [--more 15]
                                  [--seconds 5] [--longest 60] [--within S] [-o FILE]

`run` takes random problems (c2c and r2c, 1-D to 3-D, batches, both precisions, from 4 KB on) or those of --problem. Each is
planned with FFTW_ESTIMATE and all cores and executed 1, 2, 11 and 1001 times, in a process of its own: with FFTW, with the
library and empty caches, with the library after earlier runs, and with FFTW again. The order changes in each round. Compared
are the times from the start of planning to the end of each execution.

A time is suspect if its median is more than 1 / 0.95 of FFTW's and the difference exceeds the spread of FFTW's rounds. A
problem with a suspect time is measured again in --more rounds, and only these count: a time is slower if its median is more
than 1 / 0.95 of FFTW's and the difference exceeds two standard errors. FFTW's second runs show how often noise does that.

Executions beyond --seconds are extrapolated. A problem that takes FFTW longer than --longest in its first process is named and
left out. No problem begins after --within.
"""
import argparse
import json
import math
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

    def once(self, problem, library, home, timeout=None):
        env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home,
                   LD_LIBRARY_PATH=os.path.join(self.folder, "fftw"))
        if library:
            env["LD_PRELOAD"] = os.path.join(self.folder, "libstockham_fftw3.so")
        done = subprocess.run([os.path.join(self.folder, "fftw_speed"), "run", *problem.split(), str(self.options.seconds)],
                              env=env, capture_output=True, text=True, timeout=timeout)
        if done.returncode:
            sys.exit(f"{problem}: exit code {done.returncode} {done.stderr}")
        return [float(x) for x in done.stdout.split()]

    def all(self, problem, rounds):
        """The times of each number of executions in each state: {state: [times of 1 execution, of 2, ..]}."""
        runs = {"fftw": [], **{state: [] for state in STATES}}
        order = list(runs)
        for _ in range(rounds):
            for state in order:
                with tempfile.TemporaryDirectory() as fresh:
                    home = fresh if state == "empty" else self.warm
                    runs[state].append(self.once(problem, state in ("empty", "warm"), home))
            order = order[1:] + order[:1]
        return {state: list(zip(*each)) for state, each in runs.items()}

    def takes_long(self, problem):
        try:
            self.once(problem, False, self.warm, self.options.longest)
            return False
        except subprocess.TimeoutExpired:
            return True


def standard_error(times):
    """Of the median, by the quartiles, which an outlier does not move."""
    low, _, high = statistics.quantiles(times, n=4)
    return 1.25 * (high - low) / 1.35 / math.sqrt(len(times))


def beyond_spread(theirs, ours):
    return statistics.median(ours) - statistics.median(theirs) > max(theirs) - min(theirs)


def beyond_errors(theirs, ours):
    error = math.hypot(standard_error(theirs), standard_error(ours))
    return statistics.median(ours) - statistics.median(theirs) > 2 * error


def slower_times(times, beyond):
    """(state, position of the number of executions) of all times that are slower than FFTW's."""
    return [(state, at) for state in STATES for at in range(len(EXECUTIONS))
            if statistics.median(times[state][at]) > statistics.median(times["fftw"][at]) / 0.95
            and beyond(times["fftw"][at], times[state][at])]


def ratios(times):
    return [statistics.median(times[state][at]) / statistics.median(times["fftw"][at])
            for state in STATES for at in range(len(EXECUTIONS))]


def measure(measurement, problem, options):
    """The times of a problem and which of them are slower."""
    measurement.once(problem, True, measurement.warm)
    times = measurement.all(problem, options.rounds)
    if not slower_times(times, beyond_spread):
        return times, []
    times = measurement.all(problem, options.more)
    return times, slower_times(times, beyond_errors)


def list_problems(measurement, options):
    if options.problem:
        return options.problem
    command = ["list", str(options.seed), str(options.problems), str(options.most_bytes)]
    return subprocess.run([os.path.join(measurement.folder, "fftw_speed"), *command],
                          env=dict(os.environ, LD_LIBRARY_PATH=os.path.join(measurement.folder, "fftw")),
                          capture_output=True, text=True, check=True).stdout.splitlines()


def run(options):
    measurement = Measurement(options)
    problems = list_problems(measurement, options)
    print(f"seed {options.seed}, {len(problems)} problems, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}")
    slower = dict.fromkeys(STATES, 0)
    all_ratios = []
    start = time.monotonic()
    with open(options.output or os.devnull, "w") as results:
        for problem in problems:
            if time.monotonic() - start > options.within:
                break
            if measurement.takes_long(problem):
                print(f"left out, FFTW takes more than {options.longest:g} s: {problem}", flush=True)
                continue
            times, found = measure(measurement, problem, options)
            results.write(json.dumps({"problem": problem, **times}) + "\n")
            results.flush()
            for state, at in found:
                slower[state] += 1
                ours, theirs = statistics.median(times[state][at]), statistics.median(times["fftw"][at])
                print(f"SLOWER {problem}: {EXECUTIONS[at]} executions, {STATES[state]}: {ours:.3g} s against {theirs:.3g} s",
                      flush=True)
            all_ratios.append(ratios(times))
            print(f"{problem}: " + " ".join(f"{r:.2f}" for r in all_ratios[-1]) +
                  (" (measured again)" if len(times["fftw"][0]) > options.rounds else ""), flush=True)
    report(all_ratios, slower)
    return 1 if slower["empty"] + slower["warm"] > 2 * slower["again"] else 0


def report(all_ratios, slower):
    if not all_ratios:
        return
    for i, (state, name) in enumerate(STATES.items()):
        columns = list(zip(*all_ratios))[i * len(EXECUTIONS):(i + 1) * len(EXECUTIONS)]
        means = ", ".join(f"{statistics.geometric_mean(c):.3f}" for c in columns)
        print(f"{name}: {slower[state]} of {len(EXECUTIONS) * len(all_ratios)} times slower; geometric means of the ratios after "
              f"{', '.join(map(str, EXECUTIONS))} executions: {means}")
    gained = sum(min(each[:2 * len(EXECUTIONS)]) < 0.8 for each in all_ratios)
    print(f"{len(all_ratios)} problems, {gained} gain more than a fifth")


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
    running.add_argument("--problem", action="append")
    running.add_argument("--rounds", type=int, default=3)
    running.add_argument("--more", type=int, default=15)
    running.add_argument("--seconds", type=float, default=5)
    running.add_argument("--longest", type=float, default=60)
    running.add_argument("--within", type=float, default=1e9)
    running.add_argument("-o", "--output")
    options = parser.parse_args()
    if options.command == "pack":
        pack(options.build, options.folder)
    else:
        sys.exit(run(options))


if __name__ == "__main__":
    main()
