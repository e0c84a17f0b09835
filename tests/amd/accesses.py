"""Loads and stores of a wave: global memory, LDS, scratch, constants through scalar registers, and lanes among each other."""
import re

import numpy as np

from decoding import Operand
from operands import U32, reader, writer
from scalar import M32

SIZES = {"u8": 1, "ubyte": 1, "b8": 1, "byte": 1, "u16": 2, "ushort": 2, "b16": 2, "short": 2, "b32": 4, "dword": 4,
         "b64": 8, "dwordx2": 8, "b96": 12, "dwordx3": 12, "b128": 16, "dwordx4": 16, "b256": 32, "dwordx8": 32,
         "b512": 64, "dwordx16": 64}
ACCESS = re.compile(r"^(global|ds|s|scratch|buffer)_(load|store|read|write)(2)?_?(2addr)?_?(stride64|st64)?_?(\w+)$")


class Access:
    """What the name and operands of a vector access say."""

    def __init__(self, i, found):
        self.space, self.loads, self.bytes = found[1], found[2] in ("load", "read"), SIZES[found[6]]
        self.words = (self.bytes + 3) // 4
        first, second, *rest = i.operands
        at, values = (second, [first]) if self.loads else (first, i.operands[1:])
        base = rest[0] if self.space in ("global", "scratch") else Operand("null")
        if self.space == "buffer":  # scratch memory of gfx9, which the third operand describes
            self.space, at, values, base = "scratch", second, [first], rest[1]
        self.addresses = address_reader(at, base, self.space)
        self.parts = [(values[0].index, i.modifiers.get("offset", 0))]
        if found[3] or found[4]:
            unit = self.bytes * (64 if found[5] else 1)
            registers = [values[0].index, values[0].index + self.words] if self.loads else [v.index for v in values[:2]]
            self.parts = [(r, unit * i.modifiers.get(f"offset{k}", 0)) for k, r in enumerate(registers)]

    def run(self, wave):
        addresses = self.addresses(wave)
        memory = {"global": wave.group.memory, "ds": wave.group.local, "scratch": wave.scratch}[self.space]
        for first, offset in self.parts:
            wave.check("v", first, self.words)
            at = addresses + offset if self.space == "global" else addresses + offset & M32  # the base may be negative
            (self.load if self.loads else self.store)(wave, memory, at, first)
        counter = "lgkmcnt" if self.space == "ds" else "vmcnt"
        if self.loads:
            wave.started(counter, "v", self.parts[0][0], self.words * len(self.parts))
        else:
            wave.started("vscnt" if wave.group.gfx10 and self.space != "ds" else counter, "store", 0, 0)

    def load(self, wave, memory, at, first):
        got, unknown = memory.load(at, self.bytes, wave)
        if self.bytes < 4:
            got = np.pad(got, ((0, 0), (0, 4 - self.bytes)))
        lanes = (0,) * self.words
        if unknown is not None:
            lanes = [wave.bits(wave.spread(unknown[:, 4 * k:4 * k + 4].any(1))) for k in range(self.words)]
        wave.put(first, wave.spread(got.view(U32).T), lanes)

    def store(self, wave, memory, at, first):
        raw, unknown = wave.v[first:first + self.words, wave.on].T.copy().view(np.uint8)[:, :self.bytes], None
        lanes = wave.v_unknown[first:first + self.words]
        if any(x & wave.exec for x in lanes):
            unknown = np.repeat(np.stack([wave.mask(x)[wave.on] for x in lanes], 1), 4, 1)[:, :self.bytes]
        memory.store(at, raw, unknown, wave)


def address_reader(at, base, space):
    """A function that returns the addresses of the lanes that run, without the offset."""
    wide = space == "global"
    read = reader(Operand("int", value=0) if at.kind == "off" else at, "u64" if wide and base.kind != "s" else "u32")

    def run(wave):
        lanes = read(wave)[wave.on].astype(np.int64)
        wave.need("an address")
        return lanes + wave.known(base, 64 if wide else 32) if base.kind in ("s", "int") else lanes
    return run


def atomic_add(i):
    """The lanes add one after another, and each gets the sum before it."""
    to, at, value, base = i.operands
    addresses, added, write = address_reader(at, base, "global"), reader(value, "u32"), writer(to, "u32", {})

    def run(wave):
        places, memory = addresses(wave) + i.modifiers.get("offset", 0), wave.group.memory
        numbers = added(wave)[wave.on]
        wave.need("a sum")
        before = np.zeros_like(numbers)
        for k in range(len(numbers)):
            before[k:k + 1] = memory.load(places[k:k + 1], 4, wave)[0].view(U32)[0]
            memory.store(places[k:k + 1], (before + numbers)[k:k + 1].view(np.uint8)[None], None, wave)
        write(wave, wave.spread(before))
        wave.started("vmcnt", "v", to.index, 1)
    return run


def scalar_load(i, n):
    to, base, offset = i.operands
    more = i.modifiers.get("offset", 0)

    def run(wave):
        address = np.array([wave.known(base, 64) + wave.known(offset, 32) + more])
        raw, _ = wave.group.memory.load(address, n, wave)
        wave.write_scalar(to, int.from_bytes(raw.tobytes(), "little"), 8 * n)
        wave.started("lgkmcnt", "s", to.index, n // 4)
    return run


def swizzle(pattern, *digits):
    """The fixed lanes that ds_swizzle_b32 reads; None if the pattern is unknown."""
    lanes, digits = np.arange(64), np.array([int(x) for x in digits])
    return {"QUAD_PERM": lambda: lanes // 4 * 4 + digits[lanes % 4], "SWAP": lambda: lanes ^ digits[0]}.get(pattern, lambda: None)()


def exchange(i):
    """Lanes read a register of other lanes: ds_bpermute_b32 by address, ds_swizzle_b32 by a fixed pattern."""
    to, first, *second = i.operands
    values, write = reader(second[0] if second else first, "u32"), writer(to, "u32", {})
    addresses, fixed = reader(first, "u32"), None
    if not second:
        fixed = swizzle(*re.findall(r"\w+", i.modifiers["offset"])[1:])
        if fixed is None:
            return None

    def run(wave):
        if fixed is None:
            others = addresses(wave) // U32(4) % U32(wave.lanes)
            wave.need("a lane")
        else:
            others = fixed[:wave.lanes]
        result = np.where(wave.on[others], values(wave)[others], U32(0))  # other lanes give 0
        wave.unknown_lanes = wave.bits(wave.mask(wave.unknown_lanes & wave.exec)[others])
        write(wave, result)
        wave.started("lgkmcnt", "v", to.index, 1)
    return run


def bind(i):
    """A function that runs the access on a wave; None if its name is unknown."""
    if i.name in ("ds_bpermute_b32", "ds_swizzle_b32"):
        return exchange(i)
    if i.name.startswith("global_atomic_add") and "glc" in i.modifiers:
        return atomic_add(i)
    found = ACCESS.match(i.name)
    if not found or found[6] not in SIZES:
        return None
    if found[1] == "s":
        return scalar_load(i, SIZES[found[6]]) if found[2] == "load" else None
    return Access(i, found).run
