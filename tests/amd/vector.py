"""Runs vector instructions: operands and their parts, packed instructions, comparisons, and lanes among each other.

`wave.unknown_lanes` collects the lanes whose sources nothing wrote; a result is unknown there, and only its use counts."""
import copy
from functools import partial

import numpy as np

from decoding import Fault, Operand
from operations import F16, F32, F64, OPERATIONS, RELATIONS, TYPES, U32, clamped
from scalar import EXEC, VCC

# The bits of a part (SDWA) and its number in the register.
PARTS = {"BYTE_0": (8, 0), "BYTE_1": (8, 1), "BYTE_2": (8, 2), "BYTE_3": (8, 3), "WORD_0": (16, 0), "WORD_1": (16, 1)}


def literal(o, kind):
    """The bits of a constant."""
    if o.kind == "float":
        return int.from_bytes(TYPES["f" + kind[1:]](o.value).tobytes(), "little")
    if o.kind != "int":
        raise Fault(f"unknown operand {o.kind}")
    upper = kind == "f64" and not -16 <= o.value <= 64  # a literal is the upper half
    return (o.value << 32 if upper else o.value) & ((1 << int(kind[1:])) - 1)


def reader(o, kind):
    """A function of the wave that returns the operand in each lane."""
    if kind == "mask":
        return partial(read_mask, o)
    read = {"v": register_reader, "s": scalar_reader, "symbol": scalar_reader}.get(o.kind, constant_reader)(o, kind)
    if o.abs:
        return lambda wave: -np.abs(read(wave)) if o.neg else np.abs(read(wave))
    return (lambda wave: -read(wave)) if o.neg else read


def read_mask(o, wave):
    mask = wave.mask(wave.scalar(o, wave.lanes))
    wave.unknown_lanes |= wave.unknown
    return mask


def register_reader(o, kind):
    index, bits, dtype = o.index, int(kind[1:]), TYPES[kind]
    unit, number = PARTS.get(o.select, (bits, 0))

    def read_pair(wave):
        wave.use(index, 2)
        return wave.v[index:index + 2].T.copy().view(dtype)[:, 0]

    def read_part(wave):
        wave.use(index)
        part = wave.views[f"u{unit}"][index, number::32 // unit]
        return part.astype(f"u{bits // 8}").view(dtype)

    def read(wave):
        wave.use(index)
        return wave.views[kind][index]
    return read_pair if bits == 64 else read_part if unit < 32 else read


def scalar_reader(o, kind):
    bits = int(kind[1:])
    unit, number = PARTS.get(o.select, (bits, 0))

    def read(wave):
        value = wave.scalar(o, max(bits, 32)) >> unit * number & ((1 << unit) - 1)
        if wave.unknown:
            wave.unknown_lanes = wave.all
        lanes = np.empty(wave.lanes, f"u{bits // 8}")
        lanes.fill(value)
        return lanes.view(TYPES[kind])
    return read


def constant_reader(o, kind):
    lanes = np.full(64, literal(o, kind), f"u{int(kind[1:]) // 8}").view(TYPES[kind])
    return lambda wave: lanes[:wave.lanes]


def writer(o, kind, modifiers, lower=()):
    """A function that writes a result of the lanes that run. Where the lower half of a pair depends on less than the whole,
    `lower` has the readers of that."""
    if kind == "mask":
        return lambda wave, mask: wave.write_scalar(o, wave.bits(mask) & wave.exec, wave.lanes, wave.unknown_lanes & wave.exec)
    index = o.index
    if kind[1:] == "16" or modifiers.get("dst_sel", "DWORD") != "DWORD":
        return part_writer(index, int(kind[1:]), modifiers)
    if kind[1:] != "64":
        return lambda wave, value: wave.put(index, value.view(U32), (wave.unknown_lanes,))

    def write_pair(wave, value):
        unknown = wave.unknown_lanes
        if unknown and lower:
            wave.unknown_lanes = 0
            for read in lower:
                read(wave)
        wave.put(index, value.view(U32).reshape(-1, 2).T, (wave.unknown_lanes, unknown))
    return write_pair


def part_writer(index, bits, modifiers):
    """Writes some bits; the others become 0 or, by choice and after 16-bit results of gfx10 and later, stay."""
    unused = modifiers.get("dst_unused")
    if unused not in (None, "UNUSED_PAD", "UNUSED_PRESERVE"):
        raise Fault(f"unknown dst_unused:{unused}")
    unit, number = PARTS.get(modifiers.get("dst_sel"), (16, 0))
    shift, mask = U32(unit * number), U32((1 << unit) - 1)
    others = ~(mask << shift)

    def write(wave, value):
        words = (value.view(f"u{bits // 8}").astype(U32) & mask) << shift
        if unused == "UNUSED_PRESERVE" or unused is None and wave.group.gfx10:
            words |= wave.v[index] & others
        wave.put(index, words, (wave.unknown_lanes,))
    return write


# The number of sources, on whose lower halves alone the lower half of the result depends.
LOWER_APART = {"v_mad_u64_u32": 3, "v_lshlrev_b64": 2}


def plain_name(name):
    name = name.replace("v_dual_", "v_").replace("_nc_", "_").replace("_legacy_", "_")  # nc: no carry
    return name.rsplit("_", 1)[0] if name.endswith(("_e32", "_e64", "_sdwa")) else name


def choose_parts(i, name):
    """Notes the chosen bytes or words of each source (SDWA, or op_sel of 16-bit instructions)."""
    if i.name.endswith("_sdwa"):
        first = 2 if "_co_" in name else 1
        for k, o in enumerate(i.operands[first:first + 2]):
            o.select = i.modifiers.get(f"src{k}_sel", "DWORD")
    elif "op_sel" in i.modifiers:
        for o, high in zip(i.operands[1:], i.modifiers["op_sel"]):
            o.select = "WORD_1" if high else "DWORD"
        if i.modifiers["op_sel"][len(i.operands) - 1:] == [1]:
            i.modifiers.update(dst_sel="WORD_1", dst_unused="UNUSED_PRESERVE")
    if name in ("v_fma_mixlo_f16", "v_fma_mixhi_f16"):
        i.modifiers.update(dst_sel="WORD_1" if "hi" in name else "WORD_0", dst_unused="UNUSED_PRESERVE")


def operation(i, name):
    """The targets with their types, and a function of the wave that returns the result or all; None if the name is unknown."""
    o = i.operands
    if name == "v_cndmask_b32":
        return [(o[0], "u32")], conditional(o)
    if name.startswith("v_cmp"):
        return comparison(o, *name.split("_")[1:])
    if name not in OPERATIONS:
        return None
    types, function = OPERATIONS[name]
    results, *kinds = types.split()
    if name.startswith("v_fma_mix"):  # sources of 32 bits, or halves of 16 where op_sel_hi is 1
        kinds = ["f16" if half else "f32" for half in i.modifiers.get("op_sel_hi", [0, 0, 0])]
    if kinds[-1] == "mask" and len(o) == len(kinds):
        o = [*o, VCC]
    sources = [reader(x, kind) for x, kind in zip(o[len(o) - len(kinds):], kinds)]
    if "clamp" in i.modifiers:
        function = clamped(function, TYPES[results])
    return list(zip(o, results.split(","))), lambda wave: function(*[read(wave) for read in sources])


def comparison(o, name, relation, kind):
    """v_cmp writes a mask, v_cmpx of gfx10 and later the execution mask."""
    if (name == "cmp") != (len(o) == 3):
        return None
    sources = reader(o[-2], kind), reader(o[-1], "u32" if relation == "class" else kind)
    relation, target = RELATIONS[relation], EXEC if name == "cmpx" else o[0]
    return [(target, "mask")], lambda wave: relation(*[read(wave) for read in sources])


def conditional(o):
    """v_cndmask: each lane depends on the chosen source and the mask alone."""
    first, second, condition = reader(o[1], "f32"), reader(o[2], "f32"), o[3] if len(o) > 3 else VCC  # f32 for the signs

    def run(wave):
        mask, unknown_mask = wave.scalar(condition, wave.lanes), wave.unknown
        zero, unknown_zero = first(wave), wave.take_unknown()
        one, unknown_one = second(wave), wave.take_unknown()
        wave.unknown_lanes = unknown_one & mask | unknown_zero & ~mask | unknown_mask
        return np.where(wave.mask(mask), one, zero)
    return run


def step(i):
    """What an instruction computes, and what writes its result or results; None if its name is unknown."""
    name = plain_name(i.name)
    if "clamp" in i.modifiers and "mask" in OPERATIONS.get(name, ["mask"])[0]:
        return None
    choose_parts(i, name)
    found = operation(i, name)
    if found is None:
        return None
    targets, compute = found
    lower = [reader(o, "u32") for o in i.operands[-LOWER_APART[name]:]] if name in LOWER_APART else ()
    writers = [writer(o, kind, i.modifiers, lower) for o, kind in targets]

    def write(wave, results):
        for each, result in zip(writers, results):
            each(wave, result)
    return compute, writers[0] if len(writers) == 1 else write


def half(i, upper):
    """The lower or upper half of a packed instruction as one of its own. op_sel chooses the halves of the sources for the
    lower result, op_sel_hi those for the upper. v_pk_mov_b32 makes each half of its result from one source, and op_sel has a
    digit for each. A constant has only one half."""
    made, to, sources, wide = copy.copy(i), i.operands[0], i.operands[1:], i.name.endswith("32")
    made.name = i.name.replace("_pk", "")
    chosen = i.modifiers.get("op_sel_hi" if upper else "op_sel", [upper] * len(sources))
    signs = i.modifiers.get("neg_hi" if upper else "neg_lo", [0] * len(sources))
    if i.name == "v_pk_mov_b32":
        sources, chosen = [sources[upper]], [i.modifiers.get("op_sel", [0, 0])[upper]]
    made.operands = [Operand("v", to.index + upper * wide)]
    made.modifiers = {"clamp": True} if "clamp" in i.modifiers else {}
    if not wide:
        made.modifiers.update(dst_sel=f"WORD_{upper}", dst_unused="UNUSED_PRESERVE" if upper else "UNUSED_PAD")
    for o, which, negative in zip(sources, chosen, signs):
        o = copy.copy(o)
        o.neg = negative == 1
        if o.kind in "vs" and wide:
            o.index += which
        elif o.kind in "vs":
            o.select = f"WORD_{which}"
        made.operands.append(o)
    return made


def together(steps):
    """Runs instructions whose sources may be results of the others."""
    def run(wave):
        results = [(compute(wave).copy(), wave.take_unknown()) for compute, _ in steps]
        for (_, write), (value, wave.unknown_lanes) in zip(steps, results):
            write(wave, value)
    return run


def read_lane(i, wave):
    """Moves a lane to a scalar register: the first one that runs, or a chosen one."""
    lane = (wave.exec & -wave.exec).bit_length() - 1 if wave.exec else 0
    if i.name == "v_readlane_b32":
        lane = wave.known(i.operands[2], 32) % wave.lanes
    value = reader(i.operands[1], "u32")(wave)[lane]
    wave.write_scalar(i.operands[0], int(value), 32, -(wave.unknown_lanes >> lane & 1))


def write_lane(i, wave):
    lane = 1 << wave.known(i.operands[2], 32) % wave.lanes
    value = U32(wave.scalar(i.operands[1], 32))
    wave.put(i.operands[0].index, value, (wave.all if wave.unknown else 0,), lane)


def rows(wave, o, kind):
    """The numbers of a register range as a 16x16 matrix: those of lane 16 k + j are in rows 4 k .. of column j."""
    registers = [Operand("v", o.index + k) for k in range(o.count)] if o.kind == "v" else [o] * 4
    words = np.stack([reader(x, "u32")(wave) for x in registers], 1)
    return words.view(kind).reshape(4, 16, 4).transpose(0, 2, 1).reshape(16, 16)


def matrix_product(i, wave):
    """D = A B + C of 16x16 matrices by all 64 lanes, whatever the mask. Lane 16 k + j has A[j][4 k ..], B[4 k ..][j] and
    C[4 k ..][j]. Half-precision denormals count as zero, as on gfx90a."""
    to, *sources = i.operands
    a, b = (rows(wave, o, F16) for o in sources[:2])
    a, b = (np.where(np.abs(x) < 2.0**-14, F16(0), x).astype(F64) for x in (a, b))
    d = (a.T @ b + rows(wave, sources[2], F32)).astype(F32).view(U32)
    unknown = wave.all if wave.unknown_lanes else 0
    wave.put(to.index, d.reshape(4, 4, 16).transpose(1, 0, 2).reshape(4, 64), (unknown,) * 4, wave.all)


SPECIAL = {"v_readfirstlane_b32": read_lane, "v_readlane_b32": read_lane, "v_writelane_b32": write_lane,
           "v_mfma_f32_16x16x16f16": matrix_product}


def bind(i):
    """A function that runs the vector instruction on a wave; None if its name is unknown."""
    if i.name in SPECIAL:
        return partial(SPECIAL[i.name], i)
    halves = (half(i, 0), half(i, 1)) if i.name.startswith("v_pk_") else (i, i.pair) if i.pair else (i,)
    steps = [step(each) for each in halves]
    if None in steps:
        return None
    if len(steps) > 1:
        return together(steps)
    compute, write = steps[0]
    return lambda wave: write(wave, compute(wave))
