"""execute.py BUILD TARGET PROBLEM...: executes the AMD machine code of each problem's kernels and judges the result.
Without problems: those of the lines `FIRST LAST` of problems.txt that STOCKHAM_TEST_LINES gives.

The launches are those that the library enqueues when it plans for the card; clang compiles the kernels."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

import imaging
from decoding import Fault, read_assembly
from memory import Global
from waves import Group

LIBRARIES = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
# Debian's device libraries have no file for gfx1100. Only the number of the ISA is in these files, and no kernel asks.
ISA = {"gfx1100": "1030"}


def capture(build, target, problem, folder):
    """Runs the program that plans and runs the problem, in the folder and above the capture layer."""
    build, (first, *rest) = os.path.abspath(build), problem.split()
    program = "transpose/tests/stockham-amd-transpose" if first == "transpose" else "tests/amd/stockham-amd-problem"
    command = [f"{build}/{program}", target, problem, str(folder)]
    environment = dict(os.environ, OPENCL_LAYERS=f"{build}/tests/amd/libstockham-capture.so", STOCKHAM_CAPTURE=str(folder),
                       STOCKHAM_CACHE="off", STOCKHAM_WISDOM="off", STOCKHAM_PROFILES="off", STOCKHAM_CHECK="off")
    if first == "imaging":
        imaging.write_pictures(folder)
        command = [f"{build}/stockham", *rest]
    if first in ("imaging", "shift"):
        environment["STOCKHAM_CAPTURE_RESULTS"] = "1"
    subprocess.run(command, check=True, env=environment, cwd=folder, stdout=subprocess.DEVNULL)
    launches = [json.loads(line) for line in (folder / "launches.json").read_text().splitlines()]
    about = folder / "problem.json"
    return launches, json.loads(about.read_text()) if about.exists() else None


def compile_kernels(source, options, target):
    wave64 = "off" if target.startswith(("gfx10", "gfx11")) else "on"
    names = ["opencl", "ocml", "ockl", "oclc_daz_opt_off", "oclc_unsafe_math_off", "oclc_finite_only_off",
             "oclc_correctly_rounded_sqrt_off", f"oclc_wavefrontsize64_{wave64}", "oclc_abi_version_400",
             "oclc_isa_version_" + ISA.get(target, target[3:])]
    linked = [word for name in names for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{LIBRARIES}/{name}.bc")]
    passed = [word for word in options.split() if word.startswith("-D") or word == "-cl-mad-enable"]
    assembly = source.with_suffix(f".{target}.s")
    if assembly.exists():
        return assembly
    subprocess.run(["clang-15", "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-target",
                    "amdgcn-amd-amdhsa", f"-mcpu={target}", "-nogpulib", *linked, *passed, "-O3", "-S", str(source), "-o",
                    str(assembly)], check=True)
    return assembly


class Machine:
    """The memory and programs that the launches of a problem share."""

    def __init__(self, folder, target, edit=lambda assembly: assembly):
        self.folder, self.target, self.edit = folder, target, edit
        self.memory, self.programs, self.buffers = Global(1 << 26), {}, {}
        self.handles, self.lanes = {}, 0

    def program(self, launch):
        number = launch["program"]
        if number not in self.programs:
            assembly = compile_kernels(self.folder / f"program_{number}.cl", launch["options"], self.target)
            kernels, data, target = read_assembly(self.edit(assembly.read_text()))
            if target.split(":")[0] != self.target:
                raise Fault(f"the assembly is for {target}")
            self.programs[number] = kernels, {name: self.memory.place(d) for name, d in data.items() if d}
        return self.programs[number]

    def kernarg(self, launch, kernel, number):
        """Lays out the arguments as the metadata says; returns the segment's address and the bytes of local memory."""
        size = max([kernel.directives["kernarg_size"]] + [a.offset + a.bytes for a in kernel.arguments])
        block, local = bytearray(size), kernel.directives["group_segment_fixed_size"]
        named = [about for about in kernel.arguments if not about.kind.startswith("hidden")]
        for about, a in zip(named, launch["arguments"]):
            if "local" in a:
                local = (local + 15) // 16 * 16
                value = local.to_bytes(about.bytes, "little")
                local += a["local"]
            elif "buffer" in a:
                self.handles[a["handle"]] = a["buffer"]
                if a["buffer"] not in self.buffers:
                    contents = (self.folder / f"launch_{number}_before_{a['buffer']}.bin").read_bytes()
                    self.buffers[a["buffer"]] = self.memory.place(contents), len(contents)
                value = (self.buffers[a["buffer"]][0] + a["origin"]).to_bytes(8, "little")
            else:
                value = bytes(a["value"])
            block[about.offset:about.offset + len(value)] = value
        return self.memory.place(bytes(block)), local

    def launch(self, launch, number):
        kernels, symbols = self.program(launch)
        kernel = kernels[launch["kernel"]]
        kernarg, local = self.kernarg(launch, kernel, number)
        sizes = launch["local"]
        packet = struct.pack("<5H2x3I40x", 0, 0, *sizes, *launch["global"])
        pointers = {"kernarg_segment_ptr": kernarg, "dispatch_ptr": self.memory.place(packet)}
        counts = [g // s for g, s in zip(launch["global"], sizes)]
        for z, y, x in np.ndindex(*counts[::-1]):
            self.lanes += Group(kernel, self.memory, symbols, (x, y, z), sizes, pointers, local, self.target).run()


def relative_error(machine, folder, about):
    """The error of the result's numbers. The numbers outside the result's layout must be as they were."""
    expected = np.fromfile(folder / "expected.bin", np.longdouble)
    marks = np.fromfile(folder / "marks.bin", np.uint8)
    kind = {2: np.float16, 4: np.float32, 8: np.float64}[about["number_bytes"]]
    outputs = [machine.memory.contents(*machine.buffers[machine.handles[handle]]) for handle in about["outputs"] if handle]
    got = np.concatenate(outputs).view(kind).astype(np.longdouble)
    if not np.array_equal(got[marks == 0], expected[marks == 0], equal_nan=True):
        raise Fault("numbers outside the output's layout have changed")
    difference, wanted = (got - expected)[marks == 2], expected[marks == 2]
    return float(np.sqrt((difference**2).sum() / (wanted**2).sum()))


def judge(machine, launches, about):
    """The error, the gate and the lane instructions of a captured problem."""
    with np.errstate(all="ignore"):
        if about is None:
            return imaging.judge(machine, launches)
        for number, launch in enumerate(launches):
            machine.launch(launch, number)
        return relative_error(machine, machine.folder, about), about["gate"], machine.lanes


def execute(build, target, problem):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launches, about = capture(build, target, problem, folder)
        return judge(Machine(folder, target), launches, about)


def main():
    build, target, *problems = sys.argv[1:]
    if not problems:
        first, last = map(int, os.environ["STOCKHAM_TEST_LINES"].split())
        lines = pathlib.Path(__file__).with_name("problems.txt").read_text().splitlines()[first - 1:last]
        problems = [line for line in lines if line and line[0] != "#"]
    failures = 0
    for problem in problems:
        start, good = time.time(), False
        try:
            error, gate, lanes = execute(build, target, problem)
            good, report = error <= gate, f"error {error:.2e}, gate {gate:.2e}, {lanes} lane instructions"
        except (Fault, subprocess.CalledProcessError) as fault:
            report = fault
        print(f"{'ok  ' if good else 'FAIL'} {target} {problem}: {report}, {time.time() - start:.1f} s", flush=True)
        failures += not good
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
