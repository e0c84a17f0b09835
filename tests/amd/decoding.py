"""Reads clang's AMD assembly: instructions, labels, constants, and what the runtime is told about each kernel."""
import ast
import re
from types import SimpleNamespace


class Fault(Exception):
    """A fault of the machine code, or an instruction that the interpreter does not know."""


class Operand:
    """A register range, a constant, or a symbol's address, with the modifiers -x, |x| and a choice of bytes or words."""
    def __init__(self, kind, index=0, count=1, value=None):
        self.kind, self.index, self.count, self.value, self.neg, self.abs = kind, index, count, value, False, False
        self.select = "DWORD"  # the part of the register


SPECIAL = {"vcc_lo": (106, 1), "vcc_hi": (107, 1), "vcc": (106, 2), "exec_lo": (126, 1), "exec_hi": (127, 1),
           "exec": (126, 2), "m0": (125, 1)}
ACCUMULATORS = 256  # the registers a0.. of gfx90a follow v255
REGISTER = re.compile(r"(-?)(\|?)([vsa])(?:(\d+)|\[(\d+):(\d+)\])\|?$")
MODIFIERS = {"offset", "offset0", "offset1", "dst_sel", "src0_sel", "src1_sel", "dst_unused", "op_sel", "op_sel_hi", "neg_lo",
             "neg_hi"}
FLAGS = {"glc", "slc", "dlc", "nt", "gds", "clamp", "offen"}


def operand(text, line):
    found = REGISTER.match(text)
    if found:
        first, last = int(found[4] or found[5]), int(found[4] or found[6])
        made = Operand("s" if found[3] == "s" else "v", first + ACCUMULATORS * (found[3] == "a"), last - first + 1)
        made.neg, made.abs = bool(found[1]), bool(found[2])
        return made
    if text in SPECIAL:
        return Operand("s", *SPECIAL[text])
    if text in ("null", "off"):
        return Operand(text)
    if re.match(r"-?\d", text):
        value = ast.literal_eval(text)
        return Operand(type(value).__name__, value=value)
    if "@" in text or text.startswith(".LBB"):
        return Operand("symbol", value=text)
    raise Fault(f"line {line}: unknown operand or modifier {text}")


class Instruction:
    def __init__(self, text, line):
        first, *second = text.split(" :: ")
        self.line, self.text, self.run = line, text, None
        self.pair = Instruction(second[0], line) if second else None
        self.name, _, rest = first.partition(" ")
        self.lanes, self.modifiers, self.operands = not self.name.startswith("s_"), {}, []
        if self.name in ("s_delay_alu", "s_waitcnt", "s_sendmsg"):
            return
        for token in re.findall(r"(?:\[.*?\]|\(.*?\)|[^\s,])+", rest):
            name, _, value = token.partition(":")
            if token in FLAGS:
                self.modifiers[token] = True
            elif name in MODIFIERS:  # a number, a list of numbers such as [0,1], or a word
                self.modifiers[name] = ast.literal_eval(value) if re.match(r"[-\d[]", value) else value
            else:
                self.operands.append(operand(token, line))


DATA = {".long": 4, ".quad": 8, ".short": 2, ".byte": 1}  # bytes


def read_assembly(text):
    """The kernels by name, the bytes of each data symbol, and the target."""
    kernels, data, current, symbol, described, target = {}, {}, None, None, None, ""
    functions = set(re.findall(r"\.type\s+([\w.$]+),@function", text))
    for number, raw in enumerate(text.split("\n"), 1):
        line = re.sub(r"\s*(;|//).*$", "", raw).strip()
        word, *rest = line.split() or [""]
        if line.endswith(":"):
            label = line[:-1]
            if label in functions:
                current = kernels.setdefault(label, SimpleNamespace(code=[], labels={}, directives={}, arguments=[]))
            elif label.startswith(".LBB"):
                current.labels[label] = len(current.code)
            else:
                symbol, data[label] = label, b""
        elif word == ".amdgcn_target":
            target = rest[0].split("--")[-1].strip('"')
        elif word == ".amdhsa_kernel":
            described = kernels[rest[0]]
        elif word.startswith(".amdhsa_"):
            described.directives[word[8:]] = int(rest[0], 0)
        elif word in DATA and symbol:
            data[symbol] += (int(rest[0], 0) % (1 << 8 * DATA[word])).to_bytes(DATA[word], "little")
        elif word in (".zero", ".skip") and symbol:
            data[symbol] += bytes(int(rest[0].split(",")[0], 0))
        elif re.match(r"(s|v|ds|global|flat|buffer|scratch)_", word):
            current.code.append(Instruction(line, number))
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
            kernels[name[1]].arguments.append(SimpleNamespace(
                offset=int(fields["offset"]), bytes=int(fields["size"]), kind=fields["value_kind"],
                type_name=fields.get("type_name", ""), is_const="is_const" in fields))
