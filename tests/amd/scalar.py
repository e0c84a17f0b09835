"""Scalar instructions: one line each. Values are Python integers, some of whose bits may be unknown (README.md); SCC is the
wave's condition bit."""
import operator

from decoding import Fault, Operand

M32, M64 = (1 << 32) - 1, (1 << 64) - 1
VCC = Operand("s", 106, 2)


def signed(x, bits=32):
    return x - (1 << bits) if x >> (bits - 1) else x


def add(wave, a, b, carry=0):
    wave.scc = (a + b + carry) >> 32
    return (a + b + carry) & M32


def sub(wave, a, b, borrow=0):
    wave.scc = int(a < b + borrow)
    return (a - b - borrow) & M32


def overflowing(function):
    def run(wave, a, b):
        exact = function(signed(a), signed(b))
        wave.scc = int(not -(1 << 31) <= exact < 1 << 31)
        return exact & M32
    return run


def logic(function, bits):
    """An operation whose SCC is 1 if the result is not zero."""
    mask = (1 << bits) - 1

    def run(wave, *sources):
        result = function(*sources) & mask
        wave.scc = int(result != 0)
        return result
    return run


def choice(first_is_it, read):
    def run(wave, a, b):
        wave.scc = int(first_is_it(read(a), read(b)))
        return a if wave.scc else b
    return run


def plain(function):
    return lambda wave, *sources: function(*sources)


# name: (function, a bit of each source that decides the result alone)
LOGIC = {
    "and": (lambda a, b: a & b, (0, 0)),
    "or": (lambda a, b: a | b, (-1, -1)),
    "xor": (lambda a, b: a ^ b, None),
    **dict.fromkeys(("andn2", "and_not1"), (lambda a, b: a & ~b, (0, -1))),
    **dict.fromkeys(("orn2", "or_not1"), (lambda a, b: a | ~b, (-1, 0))),
}

# name: (bits of the result, bits of each source, function)
OPERATIONS = {
    **{f"s_{name}_b{n}": (n, (n, n), logic(f, n)) for name, (f, _) in LOGIC.items() for n in (32, 64)},
    **{f"s_mov_b{n}": (n, (n,), plain(lambda a: a)) for n in (32, 64)},
    "s_movk_i32": (32, (32,), plain(lambda a: signed(a & 0xffff, 16) & M32)),
    "s_brev_b32": (32, (32,), plain(lambda a: int(f"{a:032b}"[::-1], 2))),
    **{f"s_not_b{n}": (n, (n,), logic(lambda a: ~a, n)) for n in (32, 64)},
    "s_add_u32": (32, (32, 32), add),
    "s_addc_u32": (32, (32, 32), lambda w, a, b: add(w, a, b, w.scc)),
    "s_sub_u32": (32, (32, 32), sub),
    "s_subb_u32": (32, (32, 32), lambda w, a, b: sub(w, a, b, w.scc)),
    "s_add_i32": (32, (32, 32), overflowing(lambda a, b: a + b)),
    "s_sub_i32": (32, (32, 32), overflowing(lambda a, b: a - b)),
    "s_mul_i32": (32, (32, 32), plain(lambda a, b: a * b & M32)),
    "s_mul_hi_u32": (32, (32, 32), plain(lambda a, b: a * b >> 32)),
    "s_lshl_b32": (32, (32, 32), logic(lambda a, b: a << (b & 31), 32)),
    "s_lshl_b64": (64, (64, 32), logic(lambda a, b: a << (b & 63), 64)),
    "s_lshr_b32": (32, (32, 32), logic(lambda a, b: a >> (b & 31), 32)),
    "s_ashr_i32": (32, (32, 32), logic(lambda a, b: signed(a) >> (b & 31), 32)),
    "s_abs_i32": (32, (32,), logic(lambda a: abs(signed(a)), 32)),
    **{f"s_{name}_{kind}": (32, (32, 32), choice(f, read)) for kind, read in (("i32", signed), ("u32", lambda a: a))
       for name, f in (("min", operator.lt), ("max", operator.gt))},
    **{name: (32, (32,), plain(lambda a: 32 - a.bit_length() if a else M32)) for name in ("s_flbit_i32_b32", "s_clz_i32_u32")},
    **{f"s_cselect_b{n}": (n, (n, n), lambda w, a, b: a if w.scc else b) for n in (32, 64)},
}

RELATIONS = {**{name: getattr(operator, name) for name in ("eq", "ne", "gt", "ge", "lt", "le")}, "lg": operator.ne,
             "bitcmp0": lambda a, b: not a >> (b & 31) & 1}
CONDITIONS = {**{f"s_cbranch_{x}z": lambda x: x == 0 for x in ("exec", "vcc")}, "s_cbranch_scc0": lambda x: x == 0,
              **{f"s_cbranch_{x}nz": lambda x: x != 0 for x in ("exec", "vcc")}, "s_cbranch_scc1": lambda x: x != 0,
              "s_branch": lambda x: True}
KEEPS_SCC = ("s_mov", "s_brev", "s_mul", "s_cselect", "s_flbit", "s_clz")
READS_SCC = ("s_addc", "s_subb", "s_cselect")
NOTHING = {"s_delay_alu", "s_clause", "s_nop", "s_sendmsg", "s_set_inst_prefetch_distance", "buffer_gl0_inv"}


def condition_bits(wave, name):
    """The value that a branch tests, and its unknown bits. One known bit of VCC suffices to know that it is not zero."""
    if "scc" in name:
        return wave.scc, wave.scc_unknown
    value = wave.scalar(VCC, wave.lanes) if "vcc" in name else wave.exec
    return value, "vcc" in name and not value & ~wave.unknown and wave.unknown


def unknown_bits(name, values, unknown, bits):
    """The unknown bits of a result, as exact as lane masks need: a known bit decides AND and OR alone."""
    everywhere = (1 << bits) - 1
    if name.startswith(("s_mov_", "s_not", "s_xor")):
        return unknown[0] | unknown[-1]
    name = name[2:name.rindex("_")]
    if name not in LOGIC:
        return everywhere
    decided = [~(v ^ d) & ~u for v, d, u in zip(values, LOGIC[name][1], unknown)]
    return (unknown[0] | unknown[1]) & ~decided[0] & ~decided[1] & everywhere


def operation(i):
    bits, sources, function = OPERATIONS[i.name]
    name, to, operands = i.name, i.operands[0], list(zip(i.operands[1:], sources))
    keeps, reads = name.startswith(KEEPS_SCC), name.startswith(READS_SCC)

    def run(wave):
        values, unknown = [], []
        for o, b in operands:
            values.append(wave.scalar(o, b))
            unknown.append(wave.unknown)
        spoilt = 0
        if any(unknown) or reads and wave.scc_unknown:
            spoilt = unknown_bits(name, values, unknown, bits)
            if name.startswith("s_cselect") and not wave.scc_unknown:
                spoilt = unknown[0] if wave.scc else unknown[1]
        result = function(wave, *values)
        if not keeps:
            wave.scc_unknown = spoilt != 0
        wave.write_scalar(to, result, bits, spoilt)
    return run


def compare(i):
    relation, kind = i.name.split("_")[-2:]
    bits, relation = int(kind[1:]), RELATIONS[relation]

    def run(wave):
        values, wave.scc_unknown = [], False
        for o in i.operands:
            values.append(wave.scalar(o, bits))
            wave.scc_unknown |= wave.unknown != 0
        if kind[0] == "i":
            values = [signed(v, bits) for v in values]
        wave.scc = int(relation(*values))
    return run


def save_exec(i):
    name = i.name[2:i.name.index("_saveexec")]
    combine = LOGIC[name][0]

    def run(wave):
        saved, given = wave.exec, wave.scalar(i.operands[1], wave.lanes)
        if wave.unknown & {"and": saved, "andn2": ~saved, "and_not1": ~saved}.get(name, -1):
            raise Fault(f"{wave.where()}: the execution mask depends on registers that nothing wrote")
        wave.write_scalar(i.operands[0], saved, wave.lanes)
        wave.set_exec(combine(given, saved))
        wave.scc, wave.scc_unknown = int(wave.exec != 0), False
    return run


def branch(i):
    condition, label = CONDITIONS[i.name], i.operands[0].value

    def run(wave):
        value, unknown = condition_bits(wave, i.name)
        if unknown:
            raise Fault(f"{wave.where()}: the branch depends on registers that nothing wrote")
        if condition(value):
            wave.pc = wave.kernel.labels[label]
    return run


def bind(i):
    """A function that runs the scalar instruction on a wave; None if its name is unknown."""
    name = i.name
    if name in OPERATIONS:
        return operation(i)
    if name in CONDITIONS:
        return branch(i)
    if name in NOTHING:
        return lambda wave: None
    if name == "s_getpc_b64":
        return lambda wave: wave.write_scalar(i.operands[0], 0, 64)  # so that `symbol@rel32` is the whole address
    if name.startswith(("s_cmp_", "s_bitcmp")) or name.startswith("s_cmpk_") and name.endswith("u32"):
        return compare(i)
    return save_exec(i) if "_saveexec_" in name else None
