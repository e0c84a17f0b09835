#!/usr/bin/env python3
"""cluster_model.py: the table of docs/clusters.md. Predicts the time of a distributed transform of a cube (c2c, single precision,
forward) from measured figures of a device, its link and the network. Without arguments it prints the table in Markdown and
compares the model with published times.

A rank is one GPU with its share of a host. A slab of B bytes is transformed along two axes, exchanged, and transformed along the
third. More ranks than planes make pencils: three steps, two exchanges among about sqrt(ranks) ranks each. The terms are

    device    each step reads and writes B once for each pass over device memory
    link      each step moves B to the device and back, both ways at once (host location only), as fast as the link or the
              memory of the host, which the ranks of the host share
    network   each exchange sends B (1 - 1 / p) to the p ranks that take part, and starts p messages

cluster_model.py --parts FILE: with data in host memory heFFTe reorders them on one thread of each rank, at a rate that the model
does not know. FILE has the measured parts of its transforms of two cubes (benchmarks/results/h100/cluster-parts.txt). Predicts the
larger cube by the rates of the smaller one, and compares.
"""

import re
import sys
from math import isqrt
from typing import NamedTuple


class Machine(NamedTuple):
    """Bytes and seconds. `network` is what one rank can send at the peak, `share` what exchanges reach of it."""

    memory: float   # a device copies 2 B in B * 2 / memory
    link: float     # each way, both ways at once; infinite: data stay on the device
    network: float
    share: float
    message: float
    host: float     # the memory bandwidth of a host, for up to eight ranks


# H200: docs/performance.md; link: jobs on H100, both ways at once; network: one 200 Gb/s adapter for each GPU, as Selene. The share
# and the start of a message are fitted to cuFFTMp's published times. Host: two processors of eight DDR5 channels, as they copy.
HOST = Machine(4.1e12, 46e9, 25e9, 0.7, 1e-6, 300e9)
DEVICE = HOST._replace(link=float("inf"))
SELENE = DEVICE._replace(memory=1.7e12)                 # A100: the share of 2.0 TB/s that copies reach
SELENE_NODE = SELENE._replace(network=300e9)            # eight GPUs of one host, by NVSwitch

PASSES = {1: 1.2, 2: 2.5}  # passes over device memory of a step along one axis and along two (docs/performance.md)


def steps(points, ranks):
    """The axes of each step, and the ranks that take part in each exchange."""
    if ranks <= points:
        return [2, 1], [ranks] if ranks > 1 else []
    rows = max(n for n in range(1, isqrt(ranks) + 1) if ranks % n == 0)
    return [1, 1, 1], [rows, ranks // rows]


def terms(machine, points, ranks, fftw=False):
    """Seconds of the device, the link and the network. With `fftw`, processors transform from their own memory, and one axis at
    a time reads and writes it once."""
    local = 8 * points**3 / ranks
    axes, exchanges = steps(points, ranks)
    host = machine.host / min(ranks, 8)
    if fftw:
        device, link = sum(axes) * 2 * local / host, 0.0
    else:
        device = sum(PASSES[a] for a in axes) * 2 * local / machine.memory
        link = len(axes) * local / min(machine.link, host / 2) if machine.link < float("inf") else 0.0
    network = sum(local * (1 - 1 / p) / (machine.share * machine.network) + p * machine.message for p in exchanges)
    return device, link, network


def bound(machine, points, ranks):
    """The term that takes the most time; for the network, whether it is its latency."""
    device, link, network = terms(machine, points, ranks)
    latency = sum(steps(points, ranks)[1]) * machine.message
    names = {"device": device, "link": link, "network": network - latency, "latency": latency}
    return max(names, key=names.get)


def text(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def table():
    print("| cube | ranks | FFTW on the hosts | stockham, data in host memory | bound by | stockham, data on the device | bound by |")
    print("| --- | ---: | ---: | ---: | --- | ---: | --- |")
    for points in (1024, 2048, 4096, 8192, 16384):
        for ranks in (1, 8, 64, 512, 4096, 32768, 102400):
            local = 8 * points**3 / ranks
            if 2.5 * local > 141e9 or ranks > points**2:  # two buffers and a workspace must fit
                continue
            fftw, host, device = (sum(terms(*each)) for each in ((HOST, points, ranks, True), (HOST, points, ranks),
                                                                 (DEVICE, points, ranks)))
            print(f"| {points} | {ranks} | {text(fftw)} | {text(host)} | {bound(HOST, points, ranks)} | {text(device)} | "
                  f"{bound(DEVICE, points, ranks)} |")


def published():
    """cuFFTMp on Selene: 2048^3 in 78 ms on 8 and 4 ms on 2048 GPUs; 16384^3 at 1.8 PFlop/s, of 5 n log2 n, on 4096 GPUs."""
    flops = 5 * 16384**3 * 3 * 14
    for points, ranks, machine, seconds in ((2048, 8, SELENE_NODE, 78e-3), (2048, 2048, SELENE, 4e-3),
                                            (16384, 4096, SELENE, flops / 1.8e15)):
        model = sum(terms(machine, points, ranks))
        print(f"{points}^3 on {ranks} A100: published {text(seconds)}, model {text(model)}, ratio {model / seconds:.2f}")


def one_host():
    """heFFTe with data on two H100 of one host (f64), whose messages pass through host memory. Figures of the parts: copies to and from the
    device and a rank alone from h100/speed3d.txt, MPI_Alltoall of a rank's part from h100/cluster-parts.txt. Pencils on two ranks
    need two exchanges."""
    down, up = 25.7e9, 27.9e9
    for points, alltoall, alone, measured in ((256, 29.9e-3, 1.40e-3, 97.1e-3), (512, 247e-3, 10.9e-3, 755e-3)):
        local = 16 * points**3 / 2
        model = alone / 2 + 2 * (local / down + alltoall + local / up)
        print(f"{points}^3 on two H100 of one host: measured {text(measured)}, model {text(model)}, ratio {measured / model:.2f}")


def by_parts(file):
    parts, whole = {}, {}
    line_of = re.compile(r"(f\d+) (\d+)\^3 ranks=(\d+) (\w+) (whole forward|transform|reshape|scaling).* ([\d.]+) ms ")
    for line in open(file):
        if found := line_of.match(line):
            precision, points, ranks, shape, part, ms = found.groups()
            sums = whole if part == "whole forward" else parts
            each = sums.setdefault((precision, int(ranks), shape), {})
            each[int(points)] = each.get(int(points), 0) + float(ms) * 1e-3
    for case, seconds in whole.items():
        small, large = min(seconds), max(seconds)
        if small == large:
            continue
        model = parts[case][small] * (large / small) ** 3
        print(f"{case[0]} {large}^3, {case[1]} ranks, {case[2]}: measured {text(seconds[large])}, by the parts of {small}^3 "
              f"{text(model)}, ratio {seconds[large] / model:.2f}")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--parts":
        by_parts(sys.argv[2])
    elif len(sys.argv) > 1:
        sys.exit(__doc__)
    else:
        table()
        print()
        published()
        one_host()
