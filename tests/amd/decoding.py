"""Reads clang's AMD assembly: instructions, labels, constants, and what the runtime is told about each kernel."""
import collections
import re
import struct


class Fault(Exception):
    """A fault of the machine code, or an instruction that the interpreter does not know."""


class Operand:
    """A register range, a constant, or a symbol's address, with the modifiers -x, |x| and a choice of bytes or words."""
    __slots__ = ("kind", "index", "count", "value", "neg", "abs", "select", "made")

    def __init__(self, kind, index=0, count=1, value=None):
        self.kind, self.index, self.count, self.value, self.neg, self.abs = kind, index, count, value, False, False
        self.select, self.made = "DWORD", {}  # the part of the register; the lanes of a constant, by type


class Instruction:
    __slots__ = ("name", "operands", "modifiers", "line", "text", "pair", "run")


SPECIAL = {"vcc_lo": (106, 1), "vcc_hi": (107, 1), "vcc": (106, 2), "exec_lo": (126, 1), "exec_hi": (127, 1),
           "exec": (126, 2), "m0": (125, 1)}
ACCUMULATORS = 256  # the registers a0.. of gfx90a follow v255
REGISTER = re.compile(r"^([vsa])(?:(\d+)|\[(\d+):(\d+)\])$")


def operand(text):
    text = text.strip()
    if text.startswith("-") and re.match(r"-[vs|\[]", text):
        made = operand(text[1:])
        made.neg = True
        return made
    if text.startswith("|"):
        made = operand(text.strip("|"))
        made.abs = True
        return made
    found = REGISTER.match(text)
    if found:
        first, last = int(found[2] or found[3]), int(found[2] or found[4])
        return Operand("s" if found[1] == "s" else "v", first + ACCUMULATORS * (found[1] == "a"), last - first + 1)
    if text in SPECIAL:
        return Operand("s", *SPECIAL[text])
    if text in ("null", "off"):
        return Operand(text)
    if re.match(r"^-?(0x[0-9a-fA-F]+|\d+)$", text):
        return Operand("int", value=int(text, 0))
    if re.match(r"^-?\d+\.\d*(e[+-]?\d+)?$", text):
        return Operand("float", value=float(text))
    if "@" in text:
        return Operand("symbol", value=text)
    return Operand("word", value=text)


MODIFIER = re.compile(r"^(offset|offset0|offset1|dst_sel|src0_sel|src1_sel|dst_unused|op_sel|op_sel_hi|neg_lo|neg_hi)"
                      r":(.+)$")
FLAGS = {"glc", "slc", "dlc", "nt", "gds", "clamp", "offen"}


def instruction(text, line):
    made = Instruction()
    made.line, made.text, made.pair, made.run = line, text, None, None
    text = re.sub(r"swizzle\((.*)\)", r"swizzle[\1]", text)
    halves = text.split("::")
    if len(halves) == 2:
        made.pair = instruction(halves[1].strip(), line)
    words = halves[0].strip().split(None, 1)
    made.name, made.modifiers, made.operands = words[0], {}, []
    if len(words) == 1 or made.name in ("s_delay_alu", "s_waitcnt", "s_sendmsg", "s_clause", "s_inst_prefetch"):
        made.operands = words[1:]
        return made
    for part in re.split(r",\s*(?![^\[]*\])", words[1]):
        tokens = part.split()
        if tokens and not MODIFIER.match(tokens[0]):
            made.operands.append(operand(tokens[0]))
            tokens = tokens[1:]
        for token in tokens:
            found = MODIFIER.match(token)
            if found:
                value = found[2]
                made.modifiers[found[1]] = int(value, 0) if re.match(r"^-?(0x)?[0-9a-fA-F]+$", value) else value
            elif token in FLAGS:
                made.modifiers[token] = True
            elif token == "off":
                made.operands.append(operand(token))
            else:
                raise Fault(f"line {line}: unknown modifier {token} of {text}")
    return made


Argument = collections.namedtuple("Argument", "offset bytes kind type_name is_const")


class Kernel:
    def __init__(self):
        self.code, self.labels, self.directives, self.arguments = [], {}, {}, []


DATA = {".long": ("<I", 4), ".quad": ("<Q", 8), ".short": ("<H", 2), ".byte": ("<B", 1)}


def read_assembly(text):
    """The kernels by name, the bytes of each data symbol, and the target."""
    kernels, data, current, symbol, described, target = {}, {}, None, None, None, ""
    functions = set(re.findall(r"\.type\s+([\w.$]+),@function", text))
    for number, raw in enumerate(text.split("\n"), 1):
        line = re.sub(r"\s*(;|//).*$", "", raw).strip()
        if not line:
            continue
        found = re.match(r"^([\w.$]+):$", line)
        if found:
            if found[1] in functions:
                current = kernels.setdefault(found[1], Kernel())
            elif found[1].startswith(".LBB"):
                current.labels[found[1]] = len(current.code)
            else:
                symbol = found[1]
                data[symbol] = b""
        elif line.startswith(".amdgcn_target"):
            target = line.split("--")[-1].strip('"')
        elif line.startswith(".amdhsa_kernel"):
            described = kernels[line.split()[1]]
        elif line.startswith(".amdhsa_"):
            name, value = line.split()[:2]
            described.directives[name[8:]] = int(value, 0)
        elif line.split()[0] in DATA and symbol:
            form, size = DATA[line.split()[0]]
            data[symbol] += struct.pack(form, int(line.split()[1], 0) & ((1 << 8 * size) - 1))
        elif line.split()[0] in (".zero", ".skip") and symbol:
            data[symbol] += bytes(int(line.split()[1].split(",")[0], 0))
        elif re.match(r"^(s|v|ds|global|flat|buffer|scratch)_", line) and current is not None:
            current.code.append(instruction(line, number))
    read_metadata(text, kernels)
    return kernels, data, target


def read_metadata(text, kernels):
    """Fills in the offset, size and kind of each argument, which the metadata gives in YAML."""
    note = text.split(".amdgpu_metadata")[1].split(".end_amdgpu_metadata")[0]
    for part in re.split(r"\n  - ", note)[1:]:
        name = re.search(r"\n    \.name:\s+(\S+)", part)
        arguments = part.split(".args:")[1].split("\n    .")[0] if ".args:" in part else ""
        for entry in re.split(r"\n      - ", arguments)[1:]:
            fields = dict(re.findall(r"\.(\w+):\s+'?([^'\n]+)", entry))
            kernels[name[1]].arguments.append(Argument(int(fields["offset"]), int(fields["size"]), fields["value_kind"],
                                                       fields.get("type_name", ""), "is_const" in fields))
