#!/usr/bin/python3
"""Draws result files of stockham-bench: plots.py RESULTS.. -o PAGE.svg (or .png, .pdf).

At the top each device has its speed-up over every rival, one dot per case. Below it each family of cases (dimensions,
precision, placement) has four plots: time, time over a copy, speed-up over each rival, and error. Needs matplotlib
(Debian: scripts/install.sh python3-matplotlib).
"""
import argparse
import collections
import json
import math
import re

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "stockham", "font.size": 8, "legend.fontsize": 7,
                            "legend.framealpha": 0.6})
import matplotlib.pyplot as plt  # noqa: E402 (after the choice of the backend)

# Library: title, colour, marker. Ours is black; libraries of one maker have one hue.
LOOKS = {
    "stockham": ("stockham", "black", "o"),
    "vkfft-opencl": ("VkFFT OpenCL", "#d95f02", "D"),
    "clfft": ("clFFT", "#7570b3", "v"),
    "cufft": ("cuFFT", "#1b9e77", "s"),
    "vkfft-cuda": ("VkFFT CUDA", "#e6ab02", "^"),
    "cufft-f16": ("cuFFT f16", "#66c2a5", "s"),
    "fftw3": ("FFTW3", "#e7298a", "X"),
    "copy-kernel": ("copy kernel", "#999999", "."),
    "copy-runtime": ("runtime copy", "#cccccc", "."),
}
OTHERS = plt.get_cmap("tab20").colors


class Case:
    """A problem in one placement, with the rows of all libraries."""

    def __init__(self, text, placement):
        self.text, self.placement, self.rows = text, placement, {}
        words = [word for word in text.split() if word not in ("in", "out", "fwd")]
        self.kind, self.precision = words[0], next((w for w in words if re.fullmatch("f(16|32|64)", w)), "")
        sizes = next((w for w in words if re.fullmatch(r"\d+(x\d+)*", w)), "1")
        self.lengths = [int(n) for n in sizes.split("x")]
        self.batch = next((int(w[1:]) for w in words if re.fullmatch(r"b\d+", w)), 1)
        self.inverse = "inv" in words
        n = self.lengths[0]
        self.regular = n & (n - 1) == 0 and set(self.lengths) == {n}
        self.label = "×".join(map(str, self.lengths)) + (f" b{self.batch}" if self.batch > 1 else "")

    def family(self):
        return (self.kind != "c2c", self.kind, len(self.lengths), not self.regular, self.batch == 1, self.precision,
                self.inverse, self.placement)

    def title(self):
        return ", ".join(filter(None, [
            f"{len(self.lengths)}-D {self.kind}", "single" if self.batch == 1 else "batched", self.precision,
            "inverse" if self.inverse else "", "in place" if self.placement == "in" else "out of place",
            "" if self.regular else "other lengths"]))

    def time(self, library):
        row = self.rows.get(library, {})
        return row["time_us"] if row.get("status") == "ok" and "time_us" in row else None

    def over(self, library, base):
        """The library's median time over that of `base`."""
        times = self.time(library), self.time(base)
        return times[0]["median"] / times[1]["median"] if all(times) else None


def read(paths):
    """Cases by device and suite; a later row replaces an earlier one. Copies belong to every placement."""
    devices = collections.defaultdict(lambda: collections.defaultdict(dict))
    copies = []
    for path in paths:
        run, device = {}, "unnamed device"
        for line in open(path, encoding="utf-8", errors="replace"):
            row = json.loads(line)
            if "run" in row:
                run = row["run"]
            elif "case" in row:
                if row["library"].startswith(("copy", "stockham")):  # rows of host libraries name the processor
                    device = row.get("device") or run.get("device") or device
                suite = devices[device][row.get("suite", "")]
                if row["library"].startswith("copy"):
                    copies.append((suite, row))
                else:
                    key = row["case"], row.get("placement", "out")
                    suite.setdefault(key, Case(*key)).rows[row["library"]] = row
    for suite, row in copies:
        for (text, placement), case in suite.items():
            if text == row["case"] and (row.get("placement") == placement or row["library"] not in case.rows):
                case.rows[row["library"]] = row
    return devices


def look(library):
    return LOOKS.get(library) or (library, OTHERS[sum(map(ord, library)) % len(OTHERS)], "P")


def libraries_of(cases, copies=False):
    names = {name for case in cases for name in case.rows if case.time(name) and (copies or not name.startswith("copy"))}
    return sorted(names, key=lambda name: (list(LOOKS).index(name) if name in LOOKS else len(LOOKS), name))


def places_of(axes, cases):
    """Places of the cases on the horizontal axis: their sizes, their batches, or one after the other."""
    for sizes, title in ([math.prod(c.lengths) for c in cases], "points"), ([c.batch for c in cases], "batch"):
        if len(cases) > 2 and len(set(sizes)) == len(cases) and (
                all(c.regular for c in cases) or len(cases) >= 16 and len(cases[0].lengths) == 1):
            axes.set_xscale("log", base=2 if cases[0].regular else 10)
            axes.set_xlabel(title)
            return sizes
    axes.set_xticks(range(len(cases)), [c.label for c in cases], rotation=90, fontsize=5 if len(cases) > 20 else 6)
    return list(range(len(cases)))


def plain_numbers(axis):
    """Ticks such as 0.5 and 20 instead of powers of ten; those between them only where few decades are shown."""
    def minor(value, _):
        low, high = axis.get_view_interval()
        return f"{value:.4g}" if high < 20 * low else ""
    axis.set_major_formatter("{x:.4g}")
    axis.set_minor_formatter(minor)


def draw(axes, cases, title, libraries, value, unit=None):
    """One plot: value(case, library), or (value, low, high), of each library."""
    places = places_of(axes, cases)
    line = "-" if axes.get_xscale() == "log" and cases[0].regular else ""
    for library in reversed(libraries):
        points = [(x, value(case, library)) for x, case in zip(places, cases)]
        points = [(x, *(v if isinstance(v, tuple) else (v, v, v))) for x, v in points if v]
        if points:
            x, y, low, high = zip(*points)
            name, colour, marker = look(library)
            errors = [[a - b for a, b in zip(y, low)], [b - a for a, b in zip(y, high)]]
            axes.errorbar(x, y, errors, label=name, color=colour, marker=marker, markersize=3, linewidth=0.8, linestyle=line)
    axes.set_yscale("log")
    plain_numbers(axes.yaxis)
    axes.set_title(title)
    axes.grid(True, alpha=0.3)
    if unit is not None:
        axes.axhline(unit, color="grey", linewidth=0.8, linestyle="--")


def draw_family(row, cases):
    names = libraries_of(cases)
    draw(row[0], cases, f"{cases[0].title()}: time, µs", libraries_of(cases, True),
         lambda c, name: c.time(name) and tuple(c.time(name).get(q, c.time(name)["median"]) for q in ("median", "q1", "q3")))
    draw(row[1], cases, "time over a copy", names, lambda c, name: c.over(name, "copy-kernel"), 1)
    draw(row[2], cases, "speed-up of stockham over", [n for n in names if not n.startswith("stockham")],
         lambda c, name: c.over(name, "stockham"), 1)
    draw(row[3], cases, "relative L2 error; dashed: stockham's gate", names,
         lambda c, name: c.time(name) and c.rows[name].get("error", {}).get("l2"))
    gates = [(x, c.rows["stockham"].get("error", {}).get("gate")) for x, c in zip(places_of(row[3], cases), cases)
             if "stockham" in c.rows]
    row[3].plot(*zip(*[gate for gate in gates if gate[1]]) or ((), ()), color="grey", linewidth=0.8, linestyle="--")
    row[0].legend(loc="best")


def draw_overview(axes, device, cases):
    """Every case as a dot, one line per rival, a bar at the geometric mean."""
    rivals = [name for name in libraries_of(cases) if not name.startswith("stockham")]
    for y, rival in enumerate(rivals):
        ratios = [ratio for ratio in (case.over(rival, "stockham") for case in cases) if ratio]
        if not ratios:
            continue
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        axes.plot(ratios, [y] * len(ratios), ".", color=look(rival)[1], alpha=0.4)
        axes.plot(mean, y, "|", color="black", markersize=16)
        axes.annotate(f"{mean:.2f}", (mean, y), (0, 9), textcoords="offset points", ha="center")
    axes.set_xscale("log")
    plain_numbers(axes.xaxis)
    axes.set_yticks(range(len(rivals)), [look(rival)[0] for rival in rivals])
    axes.set_ylim(len(rivals) - 0.4, -0.6)
    axes.axvline(1, color="grey", linewidth=0.8, linestyle="--")
    axes.set_title(f"{device}: speed-up of stockham, one dot per case; bar: geometric mean; right of 1 stockham is faster")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="+", help="result files (JSON lines); a later one replaces rows of an earlier one")
    parser.add_argument("-o", "--output", default="report.svg", help="the page; its ending chooses the format")
    options = parser.parse_args()
    sections = []
    for device, suites in read(options.results).items():
        sections.append((device, [case for suite in suites.values() for case in suite.values()], None))
        for suite in suites.values():
            families = collections.defaultdict(list)
            for case in sorted(suite.values(), key=lambda c: (math.prod(c.lengths), c.lengths, c.batch)):
                families[case.family()].append(case)
            sections += [(device, families[key], key) for key in sorted(families) if libraries_of(families[key])]
    figure = plt.figure(figsize=(18, 3.4 * len(sections)))
    for part, (device, cases, family) in zip(figure.subfigures(len(sections), squeeze=False)[:, 0], sections):
        if family is None:
            draw_overview(part.subplots(), device, cases)
        else:
            draw_family(part.subplots(1, 4), cases)
        part.subplots_adjust(left=0.05, right=0.99, bottom=0.25, top=0.92, wspace=0.16)
    figure.savefig(options.output, metadata={"Date": None} if options.output.endswith(".svg") else None)


main()
