"""The table of vector instructions: one line each, over all lanes of a wave by numpy."""
import numpy as np

F32, F64, F16 = np.float32, np.float64, np.float16
U32, U64, I32 = np.uint32, np.uint64, np.int32


def fma32(a, b, c):
    return (a.astype(np.longdouble) * b + c).astype(F32)


def split(a):
    t = a * 134217729.0
    high = t - (t - a)
    return high, a - high


def fma64(a, b, c):
    """The exact product and sum as pairs of doubles, rounded once up to the last bit of the second part."""
    p = a * b
    (ah, al), (bh, bl) = split(a), split(b)
    e = ((ah * bh - p) + ah * bl + al * bh) + al * bl
    s = p + c
    t = s - p
    error = (p - (s - t)) + (c - t)
    return np.where(np.isfinite(e), s + (error + e), s)


def high(a, b):
    return (a.astype(U64) * b >> U64(32)).astype(U32)


def i24(a):
    return (a.astype(U32) << U32(8)).view(I32) >> I32(8)


def bfe_signed(a, offset, width):
    width = width & U32(31)
    up = (a << ((U32(32) - (offset & U32(31)) - width) & U32(31))).view(I32)
    return np.where(width == 0, I32(0), up >> ((U32(32) - width) & U32(31)).view(I32)).view(U32)


def bfe(a, offset, width):
    return a >> (offset & U32(31)) & ((U32(1) << (width & U32(31))) - U32(1))


def alignbit(a, b, c):
    return ((a.astype(U64) << U64(32) | b) >> (c & U32(31)).astype(U64)).astype(U32)


# name: the types of the result and of the sources, and the function. _e32 and _e64 are the same here.
OPERATIONS = {
    **{f"v_{x}": ("u32 u32", lambda a: a) for x in ("mov_b32", "accvgpr_read_b32", "accvgpr_write_b32", "accvgpr_mov_b32")},
    "v_not_b32": ("u32 u32", lambda a: ~a),
    **{f"v_{name}_{t}": (f"{t} {t} {t}", f) for t in ("f32", "u32", "u16") for name, f in
       (("add", lambda a, b: a + b), ("sub", lambda a, b: a - b), ("subrev", lambda a, b: b - a))},
    **{f"v_{name}_{t}": (f"{t} {t} {t}", f) for t in ("u32", "u16") for name, f in
       (("min", np.minimum), ("max", np.maximum), ("mul_lo", lambda a, b: a * b))},
    "v_mul_f32": ("f32 f32 f32", lambda a, b: a * b),
    "v_max_f32": ("f32 f32 f32", np.fmax),
    "v_min_f32": ("f32 f32 f32", np.fmin),
    "v_max3_f32": ("f32 f32 f32 f32", lambda a, b, c: np.fmax(np.fmax(a, b), c)),
    "v_fma_f32": ("f32 f32 f32 f32", fma32),
    "v_fmamk_f32": ("f32 f32 f32 f32", lambda a, k, b: fma32(a, k, b)),
    "v_add_f64": ("f64 f64 f64", lambda a, b: a + b),
    "v_mul_f64": ("f64 f64 f64", lambda a, b: a * b),
    "v_fma_f64": ("f64 f64 f64 f64", fma64),
    "v_cvt_f32_f16": ("f32 f16", lambda a: a.astype(F32)),
    "v_cvt_f16_f32": ("f16 f32", lambda a: a.astype(F16)),
    "v_cvt_f32_f64": ("f32 f64", lambda a: a.astype(F32)),
    "v_cvt_f64_f32": ("f64 f32", lambda a: a.astype(F64)),
    "v_cvt_f32_u32": ("f32 u32", lambda a: a.astype(F32)),
    "v_cvt_f32_i32": ("f32 i32", lambda a: a.astype(F32)),
    "v_cvt_f64_u32": ("f64 u32", lambda a: a.astype(F64)),
    "v_cvt_f64_i32": ("f64 i32", lambda a: a.astype(F64)),
    **{f"v_cvt_f32_ubyte{n}": ("f32 u32", lambda a, n=n: (a >> U32(8 * n) & U32(255)).astype(F32)) for n in range(4)},
    "v_cvt_u32_f32": ("u32 f32", lambda a: np.clip(np.trunc(np.nan_to_num(a.astype(F64))), 0, 2.0**32 - 1).astype(U32)),
    "v_rcp_iflag_f32": ("f32 f32", lambda a: F32(1) / a),
    "v_add3_u32": ("u32 u32 u32 u32", lambda a, b, c: a + b + c),
    "v_mad_u16": ("u16 u16 u16 u16", lambda a, b, c: a * b + c),
    "v_lshrrev_b16": ("u16 u16 u16", lambda a, b: b >> (a & np.uint16(15))),
    "v_lshlrev_b16": ("u16 u16 u16", lambda a, b: b << (a & np.uint16(15))),
    "v_mul_hi_u32": ("u32 u32 u32", high),
    "v_mul_u32_u24": ("u32 u32 u32", lambda a, b: (a & U32(0xffffff)) * (b & U32(0xffffff))),
    "v_mul_i32_i24": ("i32 u32 u32", lambda a, b: i24(a) * i24(b)),
    "v_mad_u32_u24": ("u32 u32 u32 u32", lambda a, b, c: (a & U32(0xffffff)) * (b & U32(0xffffff)) + c),
    "v_mad_i32_i24": ("i32 u32 u32 i32", lambda a, b, c: i24(a) * i24(b) + c),
    "v_and_b32": ("u32 u32 u32", lambda a, b: a & b),
    "v_or_b32": ("u32 u32 u32", lambda a, b: a | b),
    "v_xor_b32": ("u32 u32 u32", lambda a, b: a ^ b),
    "v_xor3_b32": ("u32 u32 u32 u32", lambda a, b, c: a ^ b ^ c),
    "v_or3_b32": ("u32 u32 u32 u32", lambda a, b, c: a | b | c),
    "v_and_or_b32": ("u32 u32 u32 u32", lambda a, b, c: a & b | c),
    "v_bfe_u32": ("u32 u32 u32 u32", bfe),
    "v_bfe_i32": ("u32 u32 u32 u32", bfe_signed),
    "v_bfrev_b32": ("u32 u32", lambda a: np.array([int(f"{x:032b}"[::-1], 2) for x in a.tolist()], U32)),
    "v_alignbit_b32": ("u32 u32 u32 u32", alignbit),
    "v_lshlrev_b32": ("u32 u32 u32", lambda a, b: b << (a & U32(31))),
    "v_lshrrev_b32": ("u32 u32 u32", lambda a, b: b >> (a & U32(31))),
    "v_lshrrev_b64": ("u64 u32 u64", lambda a, b: b >> (a & U32(63)).astype(U64)),
    "v_ashrrev_i32": ("i32 u32 i32", lambda a, b: b >> (a & U32(31)).view(I32)),
    "v_lshlrev_b64": ("u64 u32 u64", lambda a, b: b << (a & U32(63)).astype(U64)),
    "v_add_lshl_u32": ("u32 u32 u32 u32", lambda a, b, c: (a + b) << (c & U32(31))),
    "v_lshl_add_u32": ("u32 u32 u32 u32", lambda a, b, c: (a << (b & U32(31))) + c),
    "v_lshl_or_b32": ("u32 u32 u32 u32", lambda a, b, c: (a << (b & U32(31))) | c),
    "v_mad_u64_u32": ("u64 u32 u32 u64", lambda a, b, c: a.astype(U64) * b + c),
    "v_pack_b32_f16": ("u32 u16 u16", lambda a, b: a.astype(U32) | b.astype(U32) << U32(16)),
}
# The destination is a source, too.
ACCUMULATE = {"v_fmac_f32": ("f32", fma32), "v_fmac_f64": ("f64", fma64)}
CARRY = {"v_add_co": (1, False), "v_add_co_ci": (1, True), "v_addc_co": (1, True), "v_sub_co": (-1, False),
         "v_sub_co_ci": (-1, True), "v_subb_co": (-1, True), "v_subrev_co": (-2, False), "v_subrev_co_ci": (-2, True),
         "v_subbrev_co": (-2, True)}
RELATIONS = {"eq": np.equal, "ne": np.not_equal, "lg": np.not_equal, "gt": np.greater, "ge": np.greater_equal,
             "lt": np.less, "le": np.less_equal, "neq": np.not_equal, "nlt": lambda a, b: ~(a < b),
             "ngt": lambda a, b: ~(a > b), "nle": lambda a, b: ~(a <= b), "nge": lambda a, b: ~(a >= b),
             "o": lambda a, b: ~(np.isnan(a) | np.isnan(b)), "u": lambda a, b: np.isnan(a) | np.isnan(b)}

# Two numbers at once.
PACKED = {
    "v_pk_add_f32": ("f32", lambda a, b: a + b),
    "v_pk_mul_f32": ("f32", lambda a, b: a * b),
    "v_pk_fma_f32": ("f32", fma32),
    "v_pk_max_u16": ("u16", np.maximum),
    "v_pk_mov_b32": ("u32", lambda a: a),
}
