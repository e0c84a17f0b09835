"""Imaging problems: commands of the library on small pictures. A launch of an imaging kernel begins with the buffers that it had on
PoCL; what PoCL wrote is the expected result, integers to the bit."""
import numpy as np

from decoding import Fault

GATES = {np.float32: 2.0**-20, np.float64: 2.0**-49}  # sums in another order and other built-in functions differ by less


def write_pictures(folder):
    """Spots on grey: a picture, the same from another place, and what the commands need besides."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[:50, :52]
    spots = zip(*(random.uniform(low, high, 90) for low, high in ((0, 50), (0, 52), (2, 9), (-60, 60))))
    scene = sum(level * np.exp(-((y - v)**2 + (x - u)**2) / size) for v, u, size, level in spots) + 128
    picture, blur = scene[:34, :36], [1, 2, 1]
    made = {"picture": picture, "moved": scene[2:36, 3:39], "mask": picture > 90, "blur": np.outer(blur, blur) / 16,
            "stack": [picture, scene[1:35, 1:37]], "template": picture[5:11, 6:12], "sound": scene.ravel()[:400],
            # `prominences` scans 20 points for the median around this hum; around its neighbours it may scan all 264.
            "hum": picture + 50 * np.sin(2 * np.pi * (7 * y / 34 - x / 3))[:34, :36]}
    made.update(bytes=picture.clip(0, 255), double=made["sound"], slices=scene[:33, :26] + 1j * scene[8:41, 9:35])
    types = {"bytes": np.uint8, "double": np.float64, "slices": np.complex64}
    for name, values in made.items():
        np.save(folder / f"{name}.npy", np.array(values, types.get(name, np.float32)))


def largest_error(machine, kernel, launch, number, real):
    """Of the buffers that the kernel may write, relative to their root mean square on PoCL."""
    worst = 0.0
    for about, a in zip(kernel.arguments, launch["arguments"]):
        if "buffer" not in a or about.is_const:
            continue
        raw = machine.memory.contents(*machine.buffers[a["buffer"]])
        wanted = np.fromfile(machine.folder / f"launch_{number}_after_{a['buffer']}.bin", np.uint8)
        if np.array_equal(raw, wanted):
            continue
        if not about.type_name.startswith(("real", "complex", "pair")):
            raise Fault(f"{launch['kernel']}: the integers of {about.type_name} differ from PoCL's")
        got, wanted = raw.view(real).astype(np.longdouble), wanted.view(real).astype(np.longdouble)
        finite = np.isfinite(wanted)
        if not np.array_equal(got[~finite], wanted[~finite], equal_nan=True):
            raise Fault(f"{launch['kernel']}: other infinities or NaN than PoCL's")
        worst = max(worst, float(np.sqrt(((got - wanted)[finite]**2).sum() / (wanted[finite]**2).sum())))
    return worst


def judge(machine, launches):
    """The error nearest to its gate, this gate, and the lane instructions. Of launches with equal numbers, one is executed."""
    worst, seen = (0.0, GATES[np.float32]), set()
    for number, launch in enumerate(launches):
        text = (machine.folder / f"program_{launch['program']}.cl").read_text()
        file = text.partition('"imaging/cl/')[2].partition('"')[0]
        which = f"{file} {launch['kernel']}"
        numbers = which, str(launch["global"]), str([a.get("value") for a in launch["arguments"]])
        if not file or numbers in seen:
            continue
        seen.add(numbers)
        machine.buffers.clear()
        machine.launch(launch, number)
        real = np.float32 if "#define SINGLE" in text else np.float64
        error = largest_error(machine, machine.program(launch)[0][launch["kernel"]], launch, number, real)
        print(f"     {machine.target} {which}: error {error:.1e}", flush=True)
        worst = max(worst, (error, GATES[real]), key=lambda pair: pair[0] / pair[1])
    return *worst, machine.lanes
