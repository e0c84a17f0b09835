#!/usr/bin/env python3
"""Runs the device tests of a build through a launcher (one OpenCL implementation) and prints a table of the results.

scripts/implementations.sh calls it. CTest lists the tests. This script runs them, because CTest cannot shorten the time
limits of the tests, and because CTest may be missing in another Debian's root.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import re
import signal
import subprocess
import sys
import time

# The quick table: device tests that take seconds. Together they cover every kernel family, all kinds of transforms,
# both precisions, plans for other devices, queues, threads and refusals.
QUICK = """
transpose.device.api
example.signal_1d
example.batch_f64
accuracy_test.small
shapes_test.small
descriptions_test.small
published_test.small
constant_geometry_test.small
split_half_test.small
kinds_test.small
convolution_test.small
formula_run_test.small
paired_lines_test.small
queue_test
session_test
addresses_test
""".split()

# No test uses the user's wisdom or cache. Tests that need these set them up.
ALONE = ["STOCKHAM_WISDOM=off", "STOCKHAM_CACHE=off"]

# The launcher gives each implementation its own folders instead of those that CTest sets.
HOMES = ("HOME=", "XDG_", "POCL_CACHE_DIR=")

# Messages for transforms that a device does not support. A test that fails only with these counts as refused.
REFUSAL = re.compile(r"unsupported_error|refused on this device|wrong on this device|does not run kernels of the family"
                     r"|has no double precision")
COMPLAINT = re.compile(r"(?:fatal )?error: (?:in \"[^\"]*\": )?(.*)")


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--log", required=True, help="where all output goes")
    parser.add_argument("--report", required=True, help="where the table and the list of tests go")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--tests", default="")
    parser.add_argument("--timeout", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("launcher", nargs="+")
    return parser.parse_args()


def tests_of(build):
    """The device tests of CTest: name, command, environment and folder."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE)
    for test in json.loads(listed.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if "device" in properties.get("LABELS", []):
            yield {
                "name": test["name"],
                "command": test.get("command"),
                "environment": [e for e in properties.get("ENVIRONMENT", []) if not e.startswith(HOMES)],
                "folder": properties.get("WORKING_DIRECTORY", build),
            }


def run(launcher, command, environment, folder, limit):
    """The exit status (None: the time limit was exceeded), the output, and the seconds."""
    start = time.monotonic()
    process = subprocess.Popen(
        [*launcher, "env", *ALONE, *environment, *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
        # Tests interrupt child processes. A runner in the background would pass on an ignored SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        output, _ = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        status = None
    return status, output.decode(errors="replace"), time.monotonic() - start


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def judged(status, output, seconds):
    """passed, refused or failed, and why."""
    complaints = [m.group(1).strip() for m in map(COMPLAINT.search, output.splitlines()) if m]
    first = complaints[0] if complaints else ""
    if status is None:
        return "failed", f"not done after {seconds:.0f} s" + (f"; {first}" if first else "")
    if status == 0:
        return "passed", ""
    # A shell in between reports 128 + signal.
    died = -status if status < 0 else status - 128 if 128 < status < 160 else 0
    if died:
        last = next((line for line in reversed(output.splitlines()) if line.strip()), "")
        return "failed", f"{signal_name(died)}: {first or last}"
    if complaints and all(REFUSAL.search(c) for c in complaints):
        return "refused", first
    # The examples only print the error.
    said = [line for line in output.splitlines() if line.strip() and "Rusticl warning" not in line]
    if not complaints and said and REFUSAL.search(said[-1]):
        return "refused", said[-1]
    return "failed", first or f"exit status {status}"


def device(arguments):
    """Platform, driver and name of the default device, as the command prints them."""
    stockham = os.path.join(arguments.build, "stockham")
    status, output, _ = run(arguments.launcher, [stockham, "devices"], [], arguments.build, 300)
    lines = output.splitlines()
    starred = next((i for i, line in enumerate(lines) if line.startswith("* ")), None)
    if status != 0 or starred is None:
        sys.exit(f"{arguments.name}: no device: {output.strip() or status}")
    fields = dict(line.split(None, 1) for line in lines[starred + 1:starred + 3])
    return fields.get("platform", "?"), fields.get("driver", "?"), lines[starred].split(None, 2)[2]


def skipped(output):
    return re.findall(r"skipped: (.*)", output)


def short(text, most=160):
    return text if len(text) <= most else text[:most - 2] + ".."


def tables(arguments, about, results):
    """The table as text and as a row of Markdown, and one line per test."""
    platform, driver, name = about
    of = {kind: [r for r in results if r["verdict"] == kind] for kind in ("passed", "refused", "failed")}
    date = datetime.date.today().isoformat()
    counts = {kind: len(found) for kind, found in of.items()}
    skips = sorted({s for r in results for s in skipped(r["output"])})
    which = "quick device tests" if arguments.quick else "device tests"
    lines = [
        f"{arguments.name}: {platform}, driver {driver}, {name}, {date}",
        f"{which}: {len(results)} run, {counts['passed']} passed, {counts['refused']} refused by a message,"
        f" {counts['failed']} failed" + (f"; parts skipped: {'; '.join(skips)}" if skips else ""),
    ]
    for kind in ("failed", "refused"):
        lines += [f"  {kind}: {r['name']}: {short(r['why'])}" for r in of[kind]]
    names = ", ".join(f"`{r['name']}`" for r in of["failed"])
    row = (f"| {arguments.name} | {platform} {driver} | {name} | {len(results)} / {counts['passed']} /"
           f" {counts['refused']} | {names or '-'} | {date} |")
    tests = [f"{r['verdict']:8}{r['seconds']:8.1f} s  {r['name']}" for r in results]
    return lines, row, tests


def main():
    arguments = options()
    # consumer.* tests first build programs with CTest's fixtures. They test the installation.
    chosen = [t for t in tests_of(arguments.build)
              if re.search(arguments.tests, t["name"]) and not t["name"].startswith("consumer.")]
    if arguments.quick:
        missing = set(QUICK) - {t["name"] for t in tests_of(arguments.build)}
        if missing:
            sys.exit("the quick table names tests that do not exist: " + ", ".join(sorted(missing)))
        chosen = [t for t in chosen if t["name"] in QUICK]
    absent = [t["name"] for t in chosen if not t["command"] or not os.path.exists(t["command"][0])]
    if absent:
        sys.exit("not built: " + ", ".join(absent))
    if not chosen:
        sys.exit("no test has such a name")
    limit = arguments.timeout or (300 if arguments.quick else 1800)
    about = device(arguments)

    results = []
    with open(arguments.log, "w", encoding="utf-8") as log, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {
            pool.submit(run, arguments.launcher, t["command"], t["environment"], t["folder"], limit): t
            for t in chosen
        }
        for done in concurrent.futures.as_completed(waiting):
            test = waiting[done]
            status, output, seconds = done.result()
            verdict, why = judged(status, output, seconds)
            results.append({"name": test["name"], "verdict": verdict, "why": why, "seconds": seconds, "output": output})
            log.write(f"==== {test['name']}: {verdict}, {seconds:.1f} s\n{output}\n")
            log.flush()
            print(f"{arguments.name}: {len(results)}/{len(chosen)} {test['name']}: {verdict}, {seconds:.1f} s"
                  + (f": {short(why)}" if why else ""), file=sys.stderr, flush=True)

    results.sort(key=lambda r: r["name"])
    lines, row, tests = tables(arguments, about, results)
    with open(arguments.report, "w", encoding="utf-8") as report:
        report.write("\n".join([*lines, row, "", *tests]) + "\n")
    print("\n".join([*lines, row]))
    return 1 if any(r["verdict"] == "failed" for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
