"""Scalar instructions, one line each: they compute with Python integers and note unknown bits. SCC is the condition bit."""
import itertools
import operator
import re
from functools import partial, reduce

from decoding import Operand

M32 = (1 << 32) - 1
VCC, EXEC, SCC = Operand("s", 106, 2), Operand("s", 126, 2), Operand("scc")


def signed(x, bits=32):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def on_signed(function):
    return lambda a, b: function(signed(a), signed(b))


# What becomes of SCC, from the exact result and from its bits.
KEEP = None
NONZERO = lambda exact, result: result != 0
CARRY = lambda exact, result: exact >> 32 & 1
OVERFLOW = lambda exact, result: exact != signed(result)

LOGIC = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
         **dict.fromkeys(("andn2", "and_not1"), lambda a, b: a & ~b), **dict.fromkeys(("orn2", "or_not1"), lambda a, b: a | ~b)}
RELATIONS = {**{name: getattr(operator, name) for name in ("eq", "ne", "gt", "ge", "lt", "le")}, "lg": operator.ne}
SAME = lambda a: a
FIRST = 1 << 32  # the carry of s_min and s_max that chose the first source

# name: (bits of the result and of each source, SCC, function). Each bit of these results depends on the same bit of the sources.
BITWISE = {
    **{f"s_{name}_b{n}": ((n, n, n), NONZERO, f) for name, f in LOGIC.items() for n in (32, 64)},
    **{f"s_mov_b{n}": ((n, n), KEEP, SAME) for n in (32, 64)},
    **{f"s_not_b{n}": ((n, n), NONZERO, lambda a: ~a) for n in (32, 64)},
    **{f"s_cselect_b{n}": ((n, n, n), KEEP, lambda a, b, scc: a if scc else b) for n in (32, 64)},
}
OPERATIONS = {
    **BITWISE,
    "s_getpc_b64": ((64,), KEEP, lambda: 0),  # so that `symbol@rel32` is the whole address
    "s_movk_i32": ((32, 32), KEEP, lambda a: signed(a, 16)),
    "s_brev_b32": ((32, 32), KEEP, lambda a: int(f"{a:032b}"[::-1], 2)),
    "s_add_u32": ((32, 32, 32), CARRY, lambda a, b: a + b),
    "s_addc_u32": ((32, 32, 32), CARRY, lambda a, b, scc: a + b + scc),
    "s_sub_u32": ((32, 32, 32), CARRY, lambda a, b: a - b),
    "s_subb_u32": ((32, 32, 32), CARRY, lambda a, b, scc: a - b - scc),
    "s_add_i32": ((32, 32, 32), OVERFLOW, on_signed(operator.add)),
    "s_sub_i32": ((32, 32, 32), OVERFLOW, on_signed(operator.sub)),
    "s_mul_i32": ((32, 32, 32), KEEP, lambda a, b: a * b),
    "s_mul_hi_u32": ((32, 32, 32), KEEP, lambda a, b: a * b >> 32),
    "s_lshl_b32": ((32, 32, 32), NONZERO, lambda a, b: a << (b & 31)),
    "s_lshl_b64": ((64, 64, 32), NONZERO, lambda a, b: a << (b & 63)),
    "s_lshr_b32": ((32, 32, 32), NONZERO, lambda a, b: a >> (b & 31)),
    "s_ashr_i32": ((32, 32, 32), NONZERO, lambda a, b: signed(a) >> (b & 31)),
    "s_abs_i32": ((32, 32), NONZERO, lambda a: abs(signed(a))),
    **{f"s_{name}_{kind}": ((32, 32, 32), CARRY, lambda a, b, f=f, read=read: a | FIRST if f(read(a), read(b)) else b)
       for kind, read in (("i32", signed), ("u32", SAME)) for name, f in (("min", operator.lt), ("max", operator.gt))},
    **{name: ((32, 32), KEEP, lambda a: 32 - a.bit_length() if a else M32) for name in ("s_flbit_i32_b32", "s_clz_i32_u32")},
    **{f"s_cmp{k}_{name}_u{n}": ((n, n, n), NONZERO, f) for name, f in RELATIONS.items() for k in ("", "k") for n in (32, 64)},
    **{f"s_cmp_{name}_i32": ((32, 32, 32), NONZERO, on_signed(f)) for name, f in RELATIONS.items()},
    "s_bitcmp0_b32": ((32, 32, 32), NONZERO, lambda a, b: not a >> (b & 31) & 1),
}
NOTHING = {"s_delay_alu", "s_clause", "s_nop", "s_sendmsg", "s_set_inst_prefetch_distance", "buffer_gl0_inv"}


def changing(function, values, unknown):
    """The bits of a bitwise operation's result that change with unknown bits of its sources."""
    ways = [function(*each) for each in itertools.product(*((v & ~u, v | u) for v, u in zip(values, unknown)))]
    return reduce(operator.or_, ways) & ~reduce(operator.and_, ways)


def operation(i):
    (bits, *sources), scc, function = OPERATIONS[i.name]
    everywhere = (1 << bits) - 1
    to = i.operands[0] if len(i.operands) > len(sources) else Operand("null")  # comparisons give SCC alone
    operands = list(zip(i.operands[len(i.operands) - len(sources):], sources))
    if i.name.startswith(("s_addc", "s_subb", "s_cselect")):
        operands.append((SCC, 1))

    def run(wave):
        values, unknown, spoilt = [], [], 0
        for o, n in operands:
            values.append(wave.scalar(o, n))
            unknown.append(wave.unknown)
        if any(unknown):
            spoilt = changing(function, values, unknown) & everywhere if i.name in BITWISE else everywhere
        exact = function(*values)
        if scc:
            wave.scc, wave.scc_unknown = int(scc(exact, exact & everywhere)), int(spoilt != 0)
        wave.write_scalar(to, exact & everywhere, bits, spoilt)
    return run


def save_exec(i, combine, wave):
    saved, given = wave.exec, wave.scalar(i.operands[1], wave.lanes)
    spoilt = changing(combine, (given, saved), (wave.unknown, 0))
    wave.write_scalar(i.operands[0], saved, wave.lanes)
    wave.write_scalar(EXEC, combine(given, saved), wave.lanes, spoilt)
    wave.scc, wave.scc_unknown = int(wave.exec != 0), 0


BRANCH = re.compile(r"s_c?branch(?:_(scc|vcc|exec)(0|1|z|nz))?$")
TESTED = {"scc": SCC, "vcc": VCC, "exec": EXEC, None: Operand("null")}


def branch(i, tested, wanted, wave):
    value = wave.scalar(tested, wave.lanes)
    if wave.unknown and not value & ~wave.unknown:  # one known bit suffices to know that it is not zero
        wave.fault("the branch depends on registers that nothing wrote")
    if (value != 0) == wanted:
        wave.pc = wave.kernel.labels[i.operands[0].value]


def bind(i):
    """A function that runs the scalar instruction on a wave; None if its name is unknown."""
    if i.name in OPERATIONS:
        return operation(i)
    if i.name in NOTHING:
        return lambda wave: None
    found = BRANCH.match(i.name)
    if found:
        return partial(branch, i, TESTED[found[1]], found[2] in ("1", "nz"))
    name, _, rest = i.name[2:].partition("_saveexec_b")
    return partial(save_exec, i, LOGIC[name]) if rest and name in LOGIC else None
