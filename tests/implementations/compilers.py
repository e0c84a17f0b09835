"""Compilers that need no GPU: how each is called, and how its report is read. For compile_kernels.py."""
import collections
import os
import re
import struct
import subprocess

# The options of the library's own programs.
OPTIONS = "-cl-std=CL1.2 -cl-mad-enable"

# targets: the GPUs. columns: figures of a kernel, in bytes if they are not numbers of registers, waves or lanes. memory: the
# columns that should be zero. packages: whose versions matter. compile(arguments, target, files): the figures of each file,
# or a text that says why there are none, and the compiler's output.
Compiler = collections.namedtuple("Compiler", "targets columns memory versions compile")


def call(arguments, command, limit=600, **variables):
    """The output of a command that runs with the implementation, for at most `limit` seconds."""
    try:
        done = subprocess.run([*arguments.launcher, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=dict(os.environ, **variables), check=False, timeout=limit)
        return done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        return (expired.output or b"").decode(errors="replace") + f"\nnot done after {limit} s\n"


def versions_of(*packages):
    def versions(arguments):
        listed = call(arguments, ["dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *packages])
        return ", ".join(listed.splitlines())
    return versions


# ---- Mesa's drivers, for GPUs that its shims simulate. kernel-memory builds the files. The driver prints the figures of a
# kernel before kernel-memory prints its line.

BUILT = re.compile(r" *(\d+) (\S+) (/\S+)$")
FAILED = re.compile(r"FAILED (/\S+): (.*)$")


def mesa(patterns, begins=None, **debugging):
    """patterns: (column, pattern of the number, factor). begins: the line with which the driver begins a kernel."""
    def compile_files(arguments, target, files):
        output = call(arguments, ["env", *(f"{name}={value}" for name, value in debugging.items()),
                                  str(arguments.build / "tests/kernel-memory"), *map(str, files)], AMDGPU_GPU_ID=target)
        found, figures = {}, {}
        for line in output.splitlines():
            if begins and begins in line:
                figures = {}
            for column, pattern, factor in patterns:
                number = re.search(pattern, line)
                if number:
                    figures[column] = int(number.group(1)) * factor
            built, failed = BUILT.match(line), FAILED.match(line)
            if failed:
                found[failed.group(1)] = failed.group(2)
            if built:
                whole = all(column in figures or column == "local" for column, *_ in patterns)
                once = built.group(3) not in found
                found[built.group(3)] = ({"local": 0, **figures, "private": int(built.group(1))} if whole and once else
                                         "the driver printed no figures" if once else "more than one kernel in a file")
                figures = {}
        return found, output
    return compile_files


RADEONSI = [(column, fr"^Shader Stats:.* {name}: (\d+)", 1) for column, name in (
    ("registers", "VGPRS"), ("code", "Code Size"), ("local", "LDS"), ("scratch", "Scratch"), ("spilled", "Spilled VGPRs"),
    ("waves", "Max Waves"))]
FREEDRENO = [("registers", r"; CL prog .* (\d+) full,", 1), ("code", r"; CL prog .* (\d+) dwords", 4),
             ("local", r"info: shared_size: (\d+)", 1), ("waves", r"; CL prog .* (\d+) max_waves", 1)]


# ---- Intel's offline compiler. It writes an ELF file for each kernel.

def section_sizes_and_texts(path):
    """The sections of a 64-bit little-endian ELF file, by their names."""
    with open(path, "rb") as file:
        data = file.read()
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, start + k * size) for k in range(count)]
    name_table = headers[names][4]
    sections = {}
    for name, _, _, _, offset, length in headers:
        end = data.index(b"\0", name_table + name)
        sections[data[name_table + name:end].decode()] = data[offset:offset + length]
    return sections


def ze_info_figures(path):
    sections = section_sizes_and_texts(path)
    info = sections[".ze_info"].decode(errors="replace")
    kernels = [k for k in re.split(r"\n  - name: +", info.split("\nkernels_misc_info:")[0])[1:]
               if not k.startswith("Intel_Symbol_Table_Void_Program")]
    if len(kernels) != 1:
        return "more than one kernel in a file"

    def number(field):
        found = re.search(fr"\n +{field}: +(\d+)", kernels[0])
        return int(found.group(1)) if found else 0

    return {"lanes": number("simd_size"), "registers": number("grf_count"),
            "code": len(sections[".text." + kernels[0].split()[0]]), "local": number("slm_size"),
            "private": number("private_size"), "spilled": number("spill_size")}


def ocloc(arguments, target, files):
    found, output = {}, ""
    for file in files:
        said = call(arguments, ["ocloc", "compile", "-q", "-file", str(file), "-device", target, "-options", OPTIONS,
                                "-output", file.stem, "-out_dir", str(file.parent), "-output_no_suffix", "-exclude_ir"])
        output += f"== {file}\n{said}"
        binary = file.with_suffix(".bin")
        reason = next(iter(said.strip().splitlines()), "no message")
        found[str(file)] = ze_info_figures(binary) if binary.exists() else f"does not compile: {reason}"
    return found, output


COMPILERS = {
    "radeonsi": Compiler(("polaris10", "vega20", "navi21", "navi31", "gfx1201"),
                         ("registers", "code", "local", "private", "scratch", "spilled", "waves"),
                         ("private", "scratch", "spilled"), versions_of("mesa-opencl-icd"),
                         mesa(RADEONSI, AMD_DEBUG="cs,asm,stats")),
    "adreno": Compiler(("adreno630",), ("registers", "code", "local", "private", "waves"), ("private",),
                       versions_of("mesa-opencl-icd"), mesa(FREEDRENO, "NIR (final form)", IR3_SHADER_DEBUG="cs")),
    "ocloc": Compiler(("tgllp", "dg2", "pvc", "bmg"), ("lanes", "registers", "code", "local", "private", "spilled"),
                      ("private", "spilled"), versions_of("intel-ocloc", "libigc2"), ocloc),
}
