"""Scalar instructions: one line each. `u` values are Python integers; SCC is the wave's condition bit."""
from decoding import Fault

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def signed(x, bits=32):
    return x - (1 << bits) if x >> (bits - 1) else x


def add(wave, a, b):
    wave.scc = (a + b) >> 32
    return (a + b) & M32


def addc(wave, a, b):
    total = a + b + wave.scc
    wave.scc = total >> 32
    return total & M32


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


def plain(function):
    return lambda wave, *sources: function(*sources)


def choose(take_first, wave, a, b):
    wave.scc = int(take_first(a, b))
    return a if wave.scc else b


def bfe(a, b, sign, bits=32):
    width = b >> 16 & 0x7f
    got = a >> (b & (bits - 1)) & ((1 << width) - 1)
    return signed(got, width) if sign and width else got


# name: (bits of the result, bits of each source, function)
OPERATIONS = {
    "s_mov_b32": (32, (32,), plain(lambda a: a)),
    "s_mov_b64": (64, (64,), plain(lambda a: a)),
    "s_movk_i32": (32, (32,), plain(lambda a: signed(a & 0xffff, 16) & M32)),
    "s_brev_b32": (32, (32,), plain(lambda a: int(f"{a:032b}"[::-1], 2))),
    "s_not_b32": (32, (32,), logic(lambda a: ~a, 32)),
    "s_not_b64": (64, (64,), logic(lambda a: ~a, 64)),
    "s_add_u32": (32, (32, 32), add),
    "s_addc_u32": (32, (32, 32), addc),
    "s_sub_u32": (32, (32, 32), sub),
    "s_subb_u32": (32, (32, 32), lambda w, a, b: sub(w, a, b, w.scc)),
    "s_add_i32": (32, (32, 32), overflowing(lambda a, b: a + b)),
    "s_sub_i32": (32, (32, 32), overflowing(lambda a, b: a - b)),
    "s_mul_i32": (32, (32, 32), plain(lambda a, b: a * b & M32)),
    "s_mul_hi_u32": (32, (32, 32), plain(lambda a, b: a * b >> 32)),
    "s_mul_hi_i32": (32, (32, 32), plain(lambda a, b: (signed(a) * signed(b) >> 32) & M32)),
    "s_and_b32": (32, (32, 32), logic(lambda a, b: a & b, 32)),
    "s_and_b64": (64, (64, 64), logic(lambda a, b: a & b, 64)),
    "s_or_b32": (32, (32, 32), logic(lambda a, b: a | b, 32)),
    "s_or_b64": (64, (64, 64), logic(lambda a, b: a | b, 64)),
    "s_xor_b32": (32, (32, 32), logic(lambda a, b: a ^ b, 32)),
    "s_xor_b64": (64, (64, 64), logic(lambda a, b: a ^ b, 64)),
    "s_andn2_b32": (32, (32, 32), logic(lambda a, b: a & ~b, 32)),
    "s_andn2_b64": (64, (64, 64), logic(lambda a, b: a & ~b, 64)),
    "s_and_not1_b32": (32, (32, 32), logic(lambda a, b: a & ~b, 32)),
    "s_and_not1_b64": (64, (64, 64), logic(lambda a, b: a & ~b, 64)),
    "s_or_not1_b32": (32, (32, 32), logic(lambda a, b: a | ~b, 32)),
    "s_orn2_b64": (64, (64, 64), logic(lambda a, b: a | ~b, 64)),
    "s_lshl_b32": (32, (32, 32), logic(lambda a, b: a << (b & 31), 32)),
    "s_lshl_b64": (64, (64, 32), logic(lambda a, b: a << (b & 63), 64)),
    "s_lshr_b32": (32, (32, 32), logic(lambda a, b: a >> (b & 31), 32)),
    "s_lshr_b64": (64, (64, 32), logic(lambda a, b: a >> (b & 63), 64)),
    "s_ashr_i32": (32, (32, 32), logic(lambda a, b: signed(a) >> (b & 31), 32)),
    "s_ashr_i64": (64, (64, 32), logic(lambda a, b: signed(a, 64) >> (b & 63), 64)),
    "s_bfm_b32": (32, (32, 32), plain(lambda a, b: (((1 << (a & 31)) - 1) << (b & 31)) & M32)),
    "s_bfe_u32": (32, (32, 32), logic(lambda a, b: bfe(a, b, False), 32)),
    "s_bfe_i32": (32, (32, 32), logic(lambda a, b: bfe(a, b, True), 32)),
    "s_bfe_u64": (64, (64, 32), logic(lambda a, b: bfe(a, b, False, 64), 64)),
    "s_min_u32": (32, (32, 32), lambda w, a, b: choose(lambda x, y: x < y, w, a, b)),
    "s_max_u32": (32, (32, 32), lambda w, a, b: choose(lambda x, y: x > y, w, a, b)),
    "s_min_i32": (32, (32, 32), lambda w, a, b: choose(lambda x, y: signed(x) < signed(y), w, a, b)),
    "s_max_i32": (32, (32, 32), lambda w, a, b: choose(lambda x, y: signed(x) > signed(y), w, a, b)),
    "s_cselect_b32": (32, (32, 32), lambda w, a, b: a if w.scc else b),
    "s_cselect_b64": (64, (64, 64), lambda w, a, b: a if w.scc else b),
    "s_sext_i32_i16": (32, (32,), plain(lambda a: signed(a & 0xffff, 16) & M32)),
    "s_sext_i32_i8": (32, (32,), plain(lambda a: signed(a & 0xff, 8) & M32)),
    "s_pack_ll_b32_b16": (32, (32, 32), plain(lambda a, b: (a & 0xffff) | (b & 0xffff) << 16)),
    **{f"s_lshl{n}_add_u32": (32, (32, 32), lambda w, a, b, n=n: add(w, (a << n) & M32, b)) for n in (1, 2, 3, 4)},
}

RELATIONS = {"eq": lambda a, b: a == b, "lg": lambda a, b: a != b, "ne": lambda a, b: a != b, "gt": lambda a, b: a > b,
             "ge": lambda a, b: a >= b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}
CONDITIONS = {"s_branch": lambda w: True, "s_cbranch_execz": lambda w: not w.exec, "s_cbranch_execnz": lambda w: w.exec,
              "s_cbranch_vccz": lambda w: not w.vcc(), "s_cbranch_vccnz": lambda w: w.vcc(),
              "s_cbranch_scc0": lambda w: not w.scc, "s_cbranch_scc1": lambda w: w.scc}
NOTHING = {"s_delay_alu", "s_clause", "s_nop", "s_sendmsg", "s_inst_prefetch", "buffer_gl0_inv", "buffer_gl1_inv",
           "s_set_inst_prefetch_distance", "s_setprio", "buffer_wbl2", "buffer_invl2", "buffer_wbinvl1",
           "buffer_wbinvl1_vol", "s_sleep"}


def execute(wave, i):
    """Runs a scalar instruction; False if its name is unknown."""
    name = i.name
    if name in OPERATIONS:
        bits, sources, function = OPERATIONS[name]
        wave.write_scalar(i.operands[0], function(wave, *(wave.scalar(o, b) for o, b in zip(i.operands[1:], sources))), bits)
    elif name.startswith("s_cmp"):
        relation, kind = name.split("_")[2:]
        bits = int(kind[1:])
        values = [wave.scalar(o, bits) for o in i.operands]
        if name.startswith("s_cmpk"):
            values[1] &= M32
        if kind[0] == "i":
            values = [signed(v, bits) for v in values]
        wave.scc = int(RELATIONS[relation](*values))
    elif name.startswith("s_bitcmp"):
        wave.scc = int((wave.scalar(i.operands[0], 32) >> (wave.scalar(i.operands[1], 32) & 31) & 1) == int(name[8]))
    elif "_saveexec_" in name:
        saved, given = wave.exec, wave.scalar(i.operands[1], wave.lanes)
        result = {"and": given & saved, "or": given | saved, "xor": given ^ saved, "andn2": given & ~saved,
                  "and_not1": given & ~saved, "or_not1": given | ~saved}.get(name[2:name.index("_saveexec")])
        if result is None:
            return False
        wave.write_scalar(i.operands[0], saved, wave.lanes)
        wave.set_exec(result)
        wave.scc = int(wave.exec != 0)
    elif name in ("s_addk_i32", "s_mulk_i32"):
        old, k = signed(wave.scalar(i.operands[0], 32)), signed(wave.scalar(i.operands[1], 32) & 0xffff, 16)
        exact = old + k if name == "s_addk_i32" else old * k
        if name == "s_addk_i32":
            wave.scc = int(not -(1 << 31) <= exact < 1 << 31)
        wave.write_scalar(i.operands[0], exact & M32, 32)
    elif name == "s_getpc_b64":
        wave.write_scalar(i.operands[0], 0, 64)  # so that `symbol@rel32` is the whole address
    elif name in CONDITIONS:
        if CONDITIONS[name](wave):
            label = i.operands[0].value
            if label not in wave.kernel.labels:
                raise Fault(f"{i.text}: unknown label")
            wave.pc = wave.kernel.labels[label]
    elif name not in NOTHING:
        return False
    return True
