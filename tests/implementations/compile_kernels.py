#!/usr/bin/env python3
"""Compiles kernels by an implementation that executes none, and compares what the compiler reports with the record.

scripts/implementations.sh calls it. compiled/problems.txt lists the problems and the GPUs. The command plans each problem
for each GPU, and the compiler prints registers, code and memory of the kernels. For IMAGING_GPU it also compiles each
kernel of imaging/cl/ in both precisions, whose memory alone is judged. A kernel fails if it

- keeps private variables in memory or spills registers, beyond the bytes of compiled/ceilings.txt;
- has more code than the record compiled/NAME.txt, by more than a tenth and more than 256 bytes;
- has less than half of that code: some compilers drop parts of kernels and report the small rest;
- is not in the record.

Another version of the compiler may need more code, so its code is not compared. --renew writes the record.
"""
import argparse
import collections
import concurrent.futures
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys

from compilers import COMPILERS

FOLDER = pathlib.Path(__file__).parent / "compiled"
IMAGING = FOLDER.parents[2] / "imaging/cl"
IMAGING_GPU = "navi21"

# A kernel of a plan: the GPU, the problem, the name of the launch.
Key = collections.namedtuple("Key", "target problem launch")


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", required=True, choices=COMPILERS)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--log", required=True, help="where the compiler's output goes")
    parser.add_argument("--report", required=True, help="where the table of all kernels goes")
    parser.add_argument("--tests", default="", help="compile only the problems that match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("launcher", nargs="+")
    arguments = parser.parse_args()
    if arguments.renew and arguments.tests:
        parser.error("--renew needs all problems, without --tests")
    return arguments


def lines_of(path):
    """The lines of a list, without comments, as tuples of their fields."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield tuple(field.strip() for field in line.split("|"))


def planned(arguments, targets):
    """Plans the problems for the targets: the file of each kernel."""
    folder = arguments.build / "compiled-kernels" / arguments.name
    shutil.rmtree(folder, ignore_errors=True)
    kernels = {}
    problems = list(enumerate(lines_of(FOLDER / "problems.txt"), 1))
    for target in targets:
        for number, (names, problem) in problems:
            if target not in names.split() or not re.search(arguments.tests, problem):
                continue
            place = folder / target / str(number)
            command = [arguments.build / "stockham", "plan", problem, "--for", target, "--kernels", place]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False,
                                  env=dict(os.environ, STOCKHAM_WISDOM="off"))
            if done.returncode:
                sys.exit(f"{arguments.name}: no plan of {problem} for {target}")
            for file in sorted(place.glob("*.cl")):
                kernels[Key(target, problem, file.stem)] = file
    return kernels


def single_kernels(text):
    """The name of each kernel in a text, and the text without the others."""
    parts = re.split(r"(?ms)(^kernel .*?^}\n)", text)
    for k, part in enumerate(parts):
        if k % 2:
            yield (re.search(r"kernel void (\w+)", part).group(1),
                   "".join(other for j, other in enumerate(parts) if j % 2 == 0 or j == k))


def of_imaging(arguments, targets):
    """A file for each kernel of imaging/cl/ in each precision."""
    folder = arguments.build / "compiled-kernels" / arguments.name / "imaging"
    files = sorted(IMAGING.glob("*.cl")) if IMAGING_GPU in targets else []
    prelude = "".join((IMAGING / name).read_text(encoding="utf-8") for name in ("prelude.cl", "boundary.cl"))
    kernels = {}
    for precision, single in ("f32", "#define SINGLE 1\n"), ("f64", ""):
        (folder / precision).mkdir(parents=True, exist_ok=True)
        for source in files:
            problem = f"imaging/cl/{source.name} {precision}"
            for name, text in single_kernels(source.read_text(encoding="utf-8")):
                if re.search(arguments.tests, problem):
                    file = folder / precision / f"{source.stem}.{name}.cl"
                    file.write_text(single + prelude + text, encoding="utf-8")
                    kernels[Key(IMAGING_GPU, problem, name)] = file
    return kernels


def in_record(key):
    return not key.problem.startswith("imaging/")


def compiled(arguments, compiler, kernels):
    """Compiles the files: the figures of each kernel, and the reasons of those that do not compile."""
    figures, failures, logs = {}, {}, []
    by_target = collections.defaultdict(list)
    for key in kernels:
        by_target[key.target].append(key)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        # One call compiles several kernels, because an implementation takes seconds to start.
        calls = {}
        for target, keys in by_target.items():
            parts = max(1, arguments.jobs // len(by_target))
            for part in (keys[k::parts] for k in range(parts)):
                calls[pool.submit(compiler.compile, arguments, target, [kernels[k] for k in part])] = part
        for call, part in calls.items():
            found, output = call.result()
            logs.append(output)
            for key in part:
                result = found.get(str(kernels[key]), f"no figures: see {arguments.log}")
                (failures if isinstance(result, str) else figures)[key] = result
    pathlib.Path(arguments.log).write_text("\n".join(logs), encoding="utf-8")
    return {key: figures[key] for key in kernels if key in figures}, failures


def ceilings():
    """The bytes that a kernel may have in a column of memory."""
    return {(Key(target, problem, launch), column): int(most)
            for target, problem, launch, column, most, _ in lines_of(FOLDER / "ceilings.txt")}


def record_of(path, columns):
    """The record's versions and figures."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    versions = re.search(r"^# versions: (.*)", text, re.M)
    figures = {Key(target, problem, launch): dict(zip(columns, map(int, numbers.split())))
               for target, launch, numbers, problem in lines_of(path)}
    return versions.group(1) if versions else "", figures


def table(versions, columns, figures):
    rows = [[k.target, k.launch, "".join(f"{f[c]:>{max(len(c), 6) + 1}}" for c in columns), k.problem]
            for k, f in figures.items()]
    head = "".join(f"{c:>{max(len(c), 6) + 1}}" for c in columns)
    return "\n".join([f"# versions: {versions}", f"# GPU      | launch   |{head} | problem",
                      *(f"{r[0]:10} | {r[1]:8} |{r[2]} | {r[3]}" for r in rows)]) + "\n"


def objections(key, figures, recorded, allowed, compiler, same_compiler):
    """The faults of a kernel, by its figures."""
    for column in compiler.memory:
        most = allowed.get((key, column), 0)
        if figures[column] > most:
            yield f"{column}: {figures[column]}, at most {most} allowed"
    if not in_record(key):
        return
    if recorded is None:
        yield "not in the record"
        return
    was, code = recorded["code"], figures["code"]
    if same_compiler and code > max(was * 1.1, was + 256):
        yield f"code: {code} bytes, recorded {was}"
    if code < was / 2:
        yield f"code: only {code} bytes, recorded {was}"


def main():
    arguments = options()
    compiler = COMPILERS[arguments.name]
    path = FOLDER / f"{arguments.name}.txt"
    kernels = {**planned(arguments, compiler.targets), **of_imaging(arguments, compiler.targets)}
    if not kernels:
        sys.exit(f"{arguments.name}: no kernels were planned")
    figures, failures = compiled(arguments, compiler, kernels)
    versions = compiler.versions(arguments)
    columns = compiler.columns
    pathlib.Path(arguments.report).write_text(table(versions, columns, figures), encoding="utf-8")
    if arguments.renew and not failures:
        recorded = {key: found for key, found in figures.items() if in_record(key)}
        path.write_text(f"# Kernels of problems.txt by scripts/implementations.sh {arguments.name} --renew, "
                        f"{datetime.date.today().isoformat()}\n" + table(versions, columns, recorded), encoding="utf-8")

    recorded_versions, record = record_of(path, columns)
    allowed = ceilings()
    wrong = list(failures.items())
    for key, found in figures.items():
        wrong += [(key, o) for o in objections(key, found, record.get(key), allowed, compiler, versions == recorded_versions)]
    if not arguments.tests:
        wrong += [(key, "in the record, but no longer planned: renew it") for key in record.keys() - kernels.keys()]
    for key, reason in wrong:
        print(f"{arguments.name}: {key.target}, {key.problem}, {key.launch}: {reason}")
    if versions != recorded_versions:
        print(f"{arguments.name}: the record's compiler was {recorded_versions or 'none'}; the sizes of code are not compared")
    print(f"{arguments.name}: {versions}: {len(kernels)} kernels for {', '.join(dict.fromkeys(k.target for k in kernels))}, "
          f"{len({key for key, _ in wrong})} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
