"""Runs vector instructions: operands and their parts, results and their parts, masks, carries, and lanes among each other.

`wave.unknown_lanes` collects the lanes whose sources nothing wrote; a result is unknown there, and only its use counts."""
import re

import numpy as np

from decoding import Operand
from operations import F16, F32, F64, OPERATIONS, RELATIONS, TYPES, U32, div_fmas, div_scale, fma32
from scalar import VCC

# The lower half of such a result depends on the lower halves of its sources alone.
LOWER_APART = {"v_mad_u64_u32", "v_lshlrev_b64"}
PARTS = {"BYTE_0": (0, 0xff), "BYTE_1": (8, 0xff), "BYTE_2": (16, 0xff), "BYTE_3": (24, 0xff), "WORD_0": (0, 0xffff),
         "WORD_1": (16, 0xffff)}


def plain_name(name):
    name = name.replace("v_dual_", "v_").replace("_nc_", "_").replace("_legacy_", "_")  # nc: no carry
    return name.rsplit("_", 1)[0] if name.endswith(("_e32", "_e64", "_sdwa")) else name


def numbers(i, modifier, default):
    """The digits of a modifier such as op_sel:[0,1]."""
    return [int(x) for x in str(i.modifiers.get(modifier, default)).strip("[]").split(",")]


def choose_parts(i, name):
    """Notes the chosen bytes or words of each source (SDWA, or op_sel of 16-bit instructions)."""
    if i.name.endswith("_sdwa"):
        first = 2 if "_co_" in name else 1
        for k, o in enumerate(i.operands[first:first + 2]):
            o.select = i.modifiers.get(f"src{k}_sel", "DWORD")
    elif "op_sel" in i.modifiers and not name.startswith(("v_pk_", "v_fma_mix")):
        for o, high in zip(i.operands[1:], numbers(i, "op_sel", [])):
            o.select = "WORD_1" if high else "DWORD"
        if numbers(i, "op_sel", [])[len(i.operands) - 1:] == [1]:
            i.modifiers["dst_sel"], i.modifiers["dst_unused"] = "WORD_1", "UNUSED_PRESERVE"


def operation(i, name):
    """The type of the result, and a function of the wave that returns it; None if the name is unknown."""
    o = i.operands
    if name == "v_cndmask_b32":
        return "u32", conditional(o)
    if name in OPERATIONS:
        types, function = OPERATIONS[name]
        to, *kinds = types.split()
        if "clamp" in i.modifiers:
            function = clamped(function, TYPES[to])
        sources = list(zip(o[len(o) - len(kinds):], kinds))
        return to, lambda wave: function(*(wave.vector(x, t) for x, t in sources))
    if name.startswith("v_div_fmas"):
        return name[-3:], lambda wave: div_fmas(*(wave.vector(x, name[-3:]) for x in o[1:]), noted_mask(wave, VCC))
    if name.startswith("v_fma_mix"):
        return ("f32" if name == "v_fma_mix_f32" else "f16"), mixed(i)
    return None


def clamped(function, to):
    """Floating-point results to 0 to 1, NaN to 0; integers saturate."""
    if to in (F32, F64):
        return lambda *sources: np.nan_to_num(np.clip(function(*sources), 0, 1))
    least, most = np.iinfo(to).min, np.iinfo(to).max
    return lambda *sources: np.clip(function(*(x.astype(np.int64) for x in sources)), least, most).astype(to)


def noted_mask(wave, o):
    mask, unknown = wave.lane_mask(o)
    wave.note(unknown)
    return mask


def conditional(o):
    def run(wave):
        mask, unknown_mask = wave.lane_mask(o[3] if len(o) > 3 else VCC)
        first = wave.vector(o[1], "f32")  # for the signs; the bits stay
        unknown_first = wave.take_unknown()
        second = wave.vector(o[2], "f32")
        unknown_second = wave.take_unknown()
        wave.note(np.where(mask, unknown_second, unknown_first) | unknown_mask)
        return np.where(mask, second, first)
    return run


def mixed(i):
    """Sources of 32 bits, or halves of 16 where op_sel_hi is 1."""
    halves, upper = numbers(i, "op_sel_hi", [0, 0, 0]), numbers(i, "op_sel", [0, 0, 0])
    for o, half, up in zip(i.operands[1:], halves, upper):
        o.select = "WORD_1" if half and up else "DWORD"

    def run(wave):
        values = [wave.vector(o, "f16" if half else "f32").astype(F32) for o, half in zip(i.operands[1:], halves)]
        return fma32(*values).astype(F16 if "_f16" in i.name else F32)
    if i.name.endswith("_f16"):
        i.modifiers["dst_sel"] = "WORD_1" if "mixhi" in i.name else "WORD_0"
        i.modifiers["dst_unused"] = "UNUSED_PRESERVE"
    return run


def single(i, name):
    found = operation(i, name)
    if found is None:
        return None
    kind, compute = found
    to, apart = i.operands[0], name in LOWER_APART
    part = i.modifiers.get("dst_sel", "DWORD"), i.modifiers.get("dst_unused", "UNUSED_PAD")

    def run(wave):
        value = compute(wave)
        if part[0] != "DWORD":
            wave.write_part(to, value, kind, *PARTS[part[0]], part[1])
        else:
            wave.write_vector(to, value, kind, apart)
    return run


def together(work):
    """Runs operations whose sources may be results of the others; `work` has functions that compute, and that write."""
    def run(wave):
        results = [(compute(wave).copy(), wave.take_unknown()) for compute, _ in work]
        for (value, unknown), (_, write) in zip(results, work):
            wave.take_unknown()
            wave.note(unknown)
            write(wave, value)
    return run


def dual(halves):
    """Two instructions in one."""
    work = []
    for half in halves:
        found = operation(half, plain_name(half.name))
        if found is None:
            return None
        kind, compute = found
        work.append((compute, lambda wave, value, to=half.operands[0], kind=kind: wave.write_vector(to, value, kind)))
    return together(work)


def part_of_pair(o, kind, upper):
    """One half of a source of a packed instruction; a constant has only one."""
    if o.kind not in "vs":
        return o
    made = Operand(o.kind, o.index + (upper if kind[1:] == "32" else 0))
    if kind[1:] == "16":
        made.select = "WORD_1" if upper else "WORD_0"
    return made


def packed(i, name):
    """Two numbers at once. op_sel chooses the halves of the sources for the lower result, op_sel_hi those for the upper.
    v_pk_mov_b32 makes each half of its result from one source, and op_sel has a digit for each."""
    if name.replace("_pk", "") not in OPERATIONS:
        return None
    types, function = OPERATIONS[name.replace("_pk", "")]
    kind, to, operands, work = types.split()[0], i.operands[0], i.operands[1:], []
    for upper, (select, negate) in enumerate((("op_sel", "neg_lo"), ("op_sel_hi", "neg_hi"))):
        chosen, signs = numbers(i, select, [upper] * len(operands)), numbers(i, negate, [0] * len(operands))
        sources = [(part_of_pair(o, kind, c), s) for o, c, s in zip(operands, chosen, signs)]
        if name == "v_pk_mov_b32":
            sources = [(part_of_pair(operands[upper], kind, numbers(i, "op_sel", [0, 0])[upper]), 0)]
        work.append((lambda wave, sources=sources: function(*(signed(wave.vector(o, kind), s) for o, s in sources)),
                     half_writer(to, kind, upper)))
    return together(work)


def signed(value, negative):
    return -value if negative else value


def half_writer(to, kind, upper):
    if kind[1:] == "32":
        return lambda wave, value: wave.write_vector(Operand("v", to.index + upper), value, kind)
    unused = "UNUSED_PRESERVE" if upper else "UNUSED_PAD"
    return lambda wave, value: wave.write_part(to, value, kind, 16 * upper, 0xffff, unused)


CARRY = re.compile(r"^v_(add|sub)[cb]?(rev)?_co(_ci)?_u32$")


def carry(o, found):
    function, sign = OPERATIONS[f"v_{found[1]}{found[2] or ''}_u32"][1], 1 if found[1] == "add" else -1

    def compute(wave):
        a, b = (wave.vector(x, "u32").astype(np.int64) for x in o[2:4])
        exact = function(a, b) + (sign * noted_mask(wave, o[4]) if len(o) > 4 else 0)
        return (exact & 0xffffffff).astype(U32), (exact < 0) | (exact >> 32 > 0)
    return compute


def with_mask(o, kind, compute):
    """Writes a result and a mask, such as carries."""
    def run(wave):
        value, mask = compute(wave)
        wave.write_vector(o[0], value, kind)
        wave.write_mask(o[1], mask)
    return run


def compare(i):
    _, kind, relation, type_name = plain_name(i.name).split("_")
    target, operands = (i.operands[0], i.operands[1:]) if len(i.operands) == 3 else (None, i.operands)
    kinds = type_name, "u32" if relation == "class" else type_name
    relation = RELATIONS[relation]

    def run(wave):
        result = relation(*(wave.vector(x, t) for x, t in zip(operands, kinds)))
        if target is not None:
            wave.write_mask(target, result)
        if kind == "cmpx":
            wave.need("the execution mask")
            wave.set_exec(wave.bits(result) & wave.exec)
    return run


def read_lane(i):
    """Moves a lane to a scalar register: the first one that runs, or a chosen one."""
    def run(wave):
        lane = (wave.exec & -wave.exec).bit_length() - 1 if wave.exec else 0
        if i.name == "v_readlane_b32":
            lane = wave.known(i.operands[2], 32) % wave.lanes
        value = int(wave.vector(i.operands[1], "u32")[lane])
        wave.write_scalar(i.operands[0], value, 32, -1 if np.broadcast_to(wave.unknown_lanes, wave.lanes)[lane] else 0)
    return run


def write_lane(i):
    def run(wave):
        value, unknown = wave.scalar(i.operands[1], 32), wave.unknown != 0
        wave.write_lanes(i.operands[0].index, wave.known(i.operands[2], 32) % wave.lanes, value, unknown)
    return run


def matrix_product(i):
    """D = A B + C of 16x16 matrices by all 64 lanes, whatever the mask. Lane 16 k + j has A[j][4 k ..], B[4 k ..][j] and
    C[4 k ..][j]. Half-precision denormals count as zero, as on gfx90a."""
    to, *sources = i.operands

    def rows(wave, o, count, kind):
        if o.kind != "v":
            return np.stack([wave.vector(o, kind)] * count, 1)
        words = np.stack([wave.vector(Operand("v", o.index + k), "u32") for k in range(o.count)], 1)
        return np.ascontiguousarray(words).view(F16 if kind == "f16" else F32)

    def run(wave):
        a, b = (rows(wave, o, 4, "f16") for o in sources[:2])
        a, b = (np.where(np.abs(x) < 2.0**-14, F16(0), x).astype(F64) for x in (a, b))
        c = rows(wave, sources[2], 4, "f32").reshape(4, 16, 4).transpose(0, 2, 1).reshape(16, 16)
        a, b = (x.reshape(4, 16, 4).transpose(0, 2, 1).reshape(16, 16) for x in (a, b))  # [k][i], [k][j]
        d = (a.T @ b + c).astype(F32).reshape(4, 4, 16).transpose(0, 2, 1).reshape(64, 4)
        unknown = bool(np.any(wave.unknown_lanes))
        for k in range(4):
            wave.write_lanes(to.index + k, slice(None), d[:, k].copy().view(U32), unknown)
    return run


def bind(i):
    """A function that runs the vector instruction on a wave; None if its name is unknown."""
    name = plain_name(i.name)
    choose_parts(i, name)
    if "clamp" in i.modifiers and name not in OPERATIONS:
        return None
    if CARRY.match(name):
        return with_mask(i.operands, "u32", carry(i.operands, CARRY.match(name)))
    if name.startswith("v_div_scale"):
        kind, sources = name[-3:], i.operands[2:]
        return with_mask(i.operands, kind, lambda wave: div_scale(*(wave.vector(x, kind) for x in sources)))
    if i.pair:
        return dual((i, i.pair))
    if name.startswith("v_pk_"):
        return packed(i, name)
    if name.startswith("v_cmp"):
        return compare(i)
    special = {"v_readfirstlane_b32": read_lane, "v_readlane_b32": read_lane, "v_writelane_b32": write_lane,
               "v_mfma_f32_16x16x16f16": matrix_product}.get(name)
    return special(i) if special else single(i, name)
