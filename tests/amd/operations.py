"""The table of vector instructions: one line each, over all lanes of a wave by numpy."""
import numpy as np

import scalar

F32, F64, F16 = np.float32, np.float64, np.float16
U32, U64, I32, I64 = np.uint32, np.uint64, np.int32, np.int64
TYPES = {name[0] + bits: getattr(np, name + bits) for name in ("uint", "int", "float") for bits in ("8", "16", "32", "64")
         if name + bits != "float8"}


def fma(a, b, c):
    """Rounded once. Of doubles, product and sum are exact as pairs of doubles, up to the last bit of the second part."""
    if a.dtype == F32:
        return (a.astype(np.longdouble) * b + c).astype(F32)
    (ah, al), (bh, bl) = split(a), split(b)
    p = a * b
    e = ((ah * bh - p) + ah * bl + al * bh) + al * bl
    s = p + c
    t = s - p
    error = (p - (s - t)) + (c - t)
    return np.where(np.isfinite(e), s + (error + e), s)


def split(a):
    t = a * 134217729.0
    high = t - (t - a)
    return high, a - high


def saturated(a, to):
    return np.clip(a, np.iinfo(to).min, np.iinfo(to).max).astype(to)


def convert(to):
    """To integers with truncation and saturation; NaN becomes 0."""
    if to in (F16, F32, F64):
        return lambda a: a.astype(to)
    return lambda a: saturated(np.trunc(np.nan_to_num(a.astype(F64))), to)


def clamped(function, to):
    """Floating-point results to 0 to 1, NaN to 0; integers saturate."""
    if to in (F32, F64):
        return lambda *sources: np.nan_to_num(np.clip(function(*sources), 0, 1))
    return lambda *sources: saturated(function(*(x.astype(I64) for x in sources)), to)


def approximate(function):
    """Results of double precision have 24 good bits, which the machine code refines."""
    return lambda a: (function(a).view(U64) & U64(0xffffffff_e0000000)).view(F64) if a.dtype == F64 else function(a)


def exponent(a):
    return np.where(np.isfinite(a), np.frexp(a)[1], 0).astype(I32)


def div_scale(a, below, above):
    """One side of a division above / below, scaled so that the steps stay in range, and where the quotient needs it back."""
    single = a.dtype == F32
    far, by, least, digits = (96, 64, -126, 23) if single else (768, 128, -1022, 53)
    (_, e_above), (_, e_below), smallest = np.frexp(above), np.frexp(below), a.dtype.type(2.0**least)
    tiny_inverse, tiny = np.abs(1 / below) < smallest, np.abs(above / below) < smallest
    wide = e_above - e_below >= far
    back = wide | (np.abs(below) >= smallest) & tiny
    ups = [wide, np.abs(below) < smallest, tiny_inverse & tiny, tiny_inverse, tiny, e_above <= least + digits]
    shifts = [np.where(a == below, by, 0), by, np.where(a == below, by, 0), -by, np.where(a == above, by, 0), by]
    return np.ldexp(a, np.select(ups, shifts, 0)), back


def div_fmas(a, b, c, back):
    by = 64 if a.dtype == F32 else 128
    return np.ldexp(fma(a, b, c), np.where(back, np.where(exponent(c) > 0, by, -by), 0))


def div_fixup(a, below, above):
    exact = above / below
    return np.where(np.isfinite(exact) & (exact != 0), np.copysign(a, exact), exact)


def carried(function):
    """The lower 32 bits, and where a carry or borrow leaves them."""
    def run(a, b, carry=0):
        exact = function(a.astype(I64), b.astype(I64), carry)
        return exact.astype(U32), exact >> 32 != 0
    return run


def is_class(a, classes):
    """Bit 1: NaN; 2 to 5: negative infinity, normal, denormal, zero; 6 to 9: positive zero, denormal, normal, infinity."""
    finite, normal = np.abs(a) < np.inf, np.abs(a) >= np.finfo(a.dtype).tiny
    size = np.select([np.isnan(a), ~finite, normal, a != 0], [-1, 3, 2, 1], 0)
    number = np.where(size < 0, 1, np.where(np.signbit(a), 5 - size, 6 + size)).astype(U32)
    return classes >> number & U32(1) != 0


def i24(a):
    return (a.astype(U32) << U32(8)).view(I32) >> I32(8)


def bfe(a, offset, width):
    return a >> (offset & U32(31)) & ((U32(1) << (width & U32(31))) - U32(1))


def bfe_signed(a, offset, width):
    sign = U32(1) << ((width - U32(1)) & U32(31))
    return np.where(width & U32(31), (bfe(a, offset, width) ^ sign) - sign, U32(0))


# Names whose sources have the type of the result: the types, and the function.
ALIKE = {
    "add": ("f32 f64 u32 u16", lambda a, b: a + b),
    "sub": ("f32 u32 u16", lambda a, b: a - b),
    "subrev": ("f32 u32 u16", lambda a, b: b - a),
    "mul": ("f32 f64", lambda a, b: a * b),
    "mul_lo": ("u32 u16", lambda a, b: a * b),
    "mad": ("u16", lambda a, b, c: a * b + c),
    **{name: ("f32 f64", fma) for name in ("fma", "fmamk", "fmaak")},
    "fmac": ("f32 f64", lambda to, a, b: fma(a, b, to)),
    "mac": ("f32", lambda to, a, b: a * b + to),
    "min": ("f32 f64 u32 i32 u16", lambda a, b: np.fmin(a, b)),
    "max": ("f32 f64 u32 i32 u16", lambda a, b: np.fmax(a, b)),
    "maxmin": ("i32", lambda a, b, c: np.fmin(np.fmax(a, b), c)),
    "max3": ("f32", lambda a, b, c: np.fmax(np.fmax(a, b), c)),
    "med3": ("f32", lambda a, b, c: np.fmin(np.fmax(np.fmin(a, b), c), np.fmax(a, b))),
    "ceil": ("f32 f64", lambda a: np.ceil(a)),
    "floor": ("f32 f64", lambda a: np.floor(a)),
    "trunc": ("f32 f64", lambda a: np.trunc(a)),
    "rndne": ("f32 f64", lambda a: np.rint(a)),
    "fract": ("f32 f64", lambda a: np.minimum(a - np.floor(a), np.nextafter(a.dtype.type(1), a.dtype.type(0)))),
    "frexp_mant": ("f32 f64", lambda a: np.frexp(a)[0]),
    **{name: ("f32 f64", approximate(lambda a: 1 / a)) for name in ("rcp", "rcp_iflag")},
    "rsq": ("f32 f64", approximate(lambda a: 1 / np.sqrt(a))),
    "sqrt": ("f32", lambda a: np.sqrt(a)),
    "log": ("f32", lambda a: np.log2(a)),
    "div_fixup": ("f32 f64", div_fixup),
    **{name: ("b32", lambda a: a) for name in ("mov", "accvgpr_read", "accvgpr_write", "accvgpr_mov")},
    "not": ("b32", lambda a: ~a),
    "and": ("b32", lambda a, b: a & b),
    "or": ("b32", lambda a, b: a | b),
    "xor": ("b32", lambda a, b: a ^ b),
    "xor3": ("b32", lambda a, b, c: a ^ b ^ c),
    "or3": ("b32", lambda a, b, c: a | b | c),
    "and_or": ("b32", lambda a, b, c: a & b | c),
    "bfi": ("b32", lambda a, b, c: a & b | ~a & c),
    "bfrev": ("b32", lambda a: np.array([int(f"{x:032b}"[::-1], 2) for x in a.tolist()], U32)),
    "alignbit": ("b32", lambda a, b, c: ((a.astype(U64) << U64(32) | b) >> (c & U32(31)).astype(U64)).astype(U32)),
    "bfe": ("u32", bfe),
    "add3": ("u32", lambda a, b, c: a + b + c),
    "mul_hi": ("u32", lambda a, b: (a.astype(U64) * b >> U64(32)).astype(U32)),
    "add_lshl": ("u32", lambda a, b, c: (a + b) << (c & U32(31))),
    "lshl_add": ("u32", lambda a, b, c: (a << (b & U32(31))) + c),
    "lshl_or": ("b32", lambda a, b, c: (a << (b & U32(31))) | c),
}
CARRIES = {"add": lambda a, b, c: a + b + c, "sub": lambda a, b, c: a - b - c, "subrev": lambda a, b, c: b - a - c}
# name: the types of the results and of the sources, and the function. _e32 and _e64 are the same here.
OPERATIONS = {
    **{f"v_{name}_{t}": (" ".join([t.replace("b", "u")] * (f.__code__.co_argcount + 1)), f)
       for name, (types, f) in ALIKE.items() for t in types.split()},
    **{f"v_cvt_{to}_{source}": (f"{to} {source}", convert(TYPES[to])) for to, sources in
       {"f32": "f16 f64 u32 i32", "f16": "f32", "f64": "f32 u32 i32", "u32": "f32 f64", "i32": "f32 f64"}.items()
       for source in sources.split()},
    **{f"v_cvt_f32_ubyte{n}": ("f32 u32", lambda a, n=n: (a >> U32(8 * n) & U32(255)).astype(F32)) for n in range(4)},
    **{f"v_{name}rev_{kind}{n}": (f"{t}{n} u{min(n, 32)} {t}{n}", lambda a, b, f=f, n=n: f(b, (a & (n - 1)).astype(b.dtype)))
       for name, kind, t, f in (("lshl", "b", "u", np.left_shift), ("lshr", "b", "u", np.right_shift),
                                ("ashr", "i", "i", np.right_shift)) for n in (16, 32, 64)},
    **{f"v_frexp_exp_i32_{t}": (f"i32 {t}", exponent) for t in ("f32", "f64")},
    **{f"v_ldexp_{t}": (f"{t} {t} i32", lambda a, b: np.ldexp(a, b)) for t in ("f32", "f64")},
    **{name: ("i32 u32", lambda a: np.where(a == 0, -1, 32 - np.frexp(a + 0.0)[1]).astype(I32))
       for name in ("v_clz_i32_u32", "v_ffbh_u32")},
    **{f"v_{name}_co_u32": ("u32,mask u32 u32", carried(f)) for name, f in CARRIES.items()},
    **{f"v_{name}_co_ci_u32": ("u32,mask u32 u32 mask", carried(f)) for name, f in CARRIES.items()},
    **{f"v_div_scale_{t}": (f"{t},mask {t} {t} {t}", div_scale) for t in ("f32", "f64")},
    **{f"v_div_fmas_{t}": (f"{t} {t} {t} {t} mask", div_fmas) for t in ("f32", "f64")},
    **{f"v_fma_mix{half}": (f"{to} f32 f32 f32", lambda *x, to=to: fma(*(a.astype(F32) for a in x)).astype(TYPES[to]))
       for half, to in (("_f32", "f32"), ("lo_f16", "f16"), ("hi_f16", "f16"))},
    "v_bfe_i32": ("u32 u32 u32 u32", bfe_signed),
    "v_mul_u32_u24": ("u32 u32 u32", lambda a, b: (a & U32(0xffffff)) * (b & U32(0xffffff))),
    "v_mul_i32_i24": ("i32 u32 u32", lambda a, b: i24(a) * i24(b)),
    "v_mad_u32_u24": ("u32 u32 u32 u32", lambda a, b, c: (a & U32(0xffffff)) * (b & U32(0xffffff)) + c),
    "v_mad_i32_i24": ("i32 u32 u32 i32", lambda a, b, c: i24(a) * i24(b) + c),
    "v_mad_u64_u32": ("u64 u32 u32 u64", lambda a, b, c: a.astype(U64) * b + c),
    "v_mad_i64_i32": ("i64 i32 i32 i64", lambda a, b, c: a.astype(I64) * b + c),
    "v_pack_b32_f16": ("u32 u16 u16", lambda a, b: a.astype(U32) | b.astype(U32) << U32(16)),
}
for name, of_gfx9 in (("add", "addc"), ("sub", "subb"), ("subrev", "subbrev")):
    OPERATIONS[f"v_{of_gfx9}_co_u32"] = OPERATIONS[f"v_{name}_co_ci_u32"]
RELATIONS = {**scalar.RELATIONS, "class": is_class, "o": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
             "u": lambda a, b: np.isnan(a) | np.isnan(b), "neq": np.not_equal,
             **{f"n{name}": lambda a, b, f=scalar.RELATIONS[name]: ~f(a, b) for name in ("lt", "gt", "le", "ge")}}
