"""Operands of vector instructions: functions that read or write the lanes of registers, their parts, constants and masks.

`wave.unknown_lanes` collects the lanes whose sources nothing wrote; a result is unknown there, and only its use counts."""
import struct

import numpy as np

from decoding import Fault

U32 = np.uint32
TYPES = {name[0] + bits: getattr(np, name + bits) for name in ("uint", "int", "float") for bits in ("8", "16", "32", "64")
         if name + bits != "float8"}
# The bits of a part (SDWA) and its number in the register.
PARTS = {"BYTE_0": (8, 0), "BYTE_1": (8, 1), "BYTE_2": (8, 2), "BYTE_3": (8, 3), "WORD_0": (16, 0), "WORD_1": (16, 1)}


def literal(o, kind):
    """The bits of a constant."""
    if o.kind == "float":
        return int.from_bytes(struct.pack({"16": "<e", "32": "<f", "64": "<d"}[kind[1:]], o.value), "little")
    if o.kind != "int":
        raise Fault(f"unknown operand {o.kind}")
    upper = kind == "f64" and not -16 <= o.value <= 64  # a literal is the upper half
    return (o.value << 32 if upper else o.value) & ((1 << int(kind[1:])) - 1)


def reader(o, kind):
    """A function of the wave that returns the operand in each lane."""
    if kind == "mask":
        return mask_reader(o)
    read = {"v": register_reader, "s": scalar_reader, "symbol": scalar_reader}.get(o.kind, constant_reader)(o, kind)
    if o.abs:
        return lambda wave: -np.abs(read(wave)) if o.neg else np.abs(read(wave))
    return (lambda wave: -read(wave)) if o.neg else read


def mask_reader(o):
    def read(wave):
        mask = wave.mask(wave.scalar(o, wave.lanes))
        wave.unknown_lanes |= wave.unknown
        return mask
    return read


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

    def write_pair(wave, value):
        unknown = wave.unknown_lanes
        if unknown and lower:
            wave.unknown_lanes = 0
            for read in lower:
                read(wave)
        wave.put(index, value.view(U32).reshape(-1, 2).T, (wave.unknown_lanes, unknown))

    def write(wave, value):
        wave.put(index, value.view(U32), (wave.unknown_lanes,))
    if kind[1:] == "16" or modifiers.get("dst_sel", "DWORD") != "DWORD":
        return part_writer(index, int(kind[1:]), modifiers)
    return write_pair if kind[1:] == "64" else write


def part_writer(index, bits, modifiers):
    """Writes some bits; the others become 0 or stay. Without a choice, 16-bit results of gfx10 and later leave the upper half
    alone."""
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
