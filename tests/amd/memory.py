"""Loads and stores of a wave, and what they touch: global memory, LDS and scratch, byte by byte.

A load returns the bytes and which of them are unknown (None: none). LDS and scratch carry unknown bytes; the results in
global memory must be known."""
import re
from functools import partial

import numpy as np

from decoding import Operand
from operations import U32
from scalar import M32
from vector import reader

BASE = 0x7f00_0000_0000  # of global memory, so that the high halves of addresses count
GAP = 4096
OUTSIDE, KNOWN, UNKNOWN = 0, 1, 2  # the states of a byte
LONGEST = 64  # bytes of an access
SEVERAL = np.uint8(255)  # waves


class Bytes:
    """An array of bytes with zeros behind its end. An access takes n bytes at each of its places."""

    def __init__(self, size, value=0):
        self.all, self.size = np.zeros(size + LONGEST, np.uint8), size
        if value:  # else the system's zeros stay untouched
            self.all[:size] = value

    def window(self, n):
        """The array as overlapping elements of n bytes, one at each byte."""
        return np.ndarray(self.size + 1, f"V{n}", self.all, 0, 1)

    def get(self, at, n):
        return self.window(n)[at].view(np.uint8).reshape(-1, n)

    def set(self, at, values):
        n = values.shape[1]
        self.window(n)[at] = np.ascontiguousarray(values).view(f"V{n}")[:, 0]


class Memory:
    def __init__(self, name, size, state):
        self.name, self.bytes, self.states = name, Bytes(size), Bytes(size, state)

    def places(self, addresses, wave):
        return np.minimum(addresses, self.bytes.size)  # behind the end is nothing

    def touch(self, at, n, wave, writes):
        pass

    def unknown(self, at, n, wave):
        states = self.states.get(at, n)
        if (states == KNOWN).all():
            return None
        if (states == OUTSIDE).any():
            wave.fault(f"access out of bounds of {self.name}")
        return states == UNKNOWN

    def load(self, addresses, n, wave):
        at = self.places(addresses, wave)
        unknown = self.unknown(at, n, wave)
        self.touch(at, n, wave, writes=False)
        return self.bytes.get(at, n), unknown

    def store(self, addresses, values, unknown, wave):
        at, n = self.places(addresses, wave), values.shape[1]
        self.unknown(at, n, wave)
        self.touch(at, n, wave, writes=True)
        self.bytes.set(at, values)
        self.states.set(at, np.full((len(at), n), KNOWN, np.uint8) + (0 if unknown is None else unknown))


class Global(Memory):
    def __init__(self, size):
        super().__init__("every buffer", size, OUTSIDE)
        self.next = GAP

    def place(self, contents):
        """Puts bytes into a place of their own and returns its address."""
        start, n = self.next, len(contents)
        self.next = (start + n + 2 * GAP) // 256 * 256
        if self.next > self.bytes.size:
            raise MemoryError("the global memory of the interpreter is too small")
        self.contents(BASE + start, n)[:] = np.frombuffer(contents, np.uint8)
        self.states.all[start:start + n] = KNOWN
        return BASE + start

    def contents(self, address, n):
        return self.bytes.all[address - BASE:address - BASE + n]

    def places(self, addresses, wave):
        return super().places(np.maximum(addresses - BASE, 0), wave)

    def store(self, addresses, values, unknown, wave):
        if unknown is not None:
            wave.fault("a result depends on registers or LDS that nothing wrote")
        super().store(addresses, values, unknown, wave)


class Local(Memory):
    """LDS of a work-group. Two waves that touch a byte between the same barriers, one of them writing, race."""

    def __init__(self, size):
        super().__init__("LDS", size, UNKNOWN)
        self.writers, self.readers = Bytes(size), Bytes(size)  # 1 + the number of the wave; 0: none since the last barrier

    def barrier(self):
        self.writers.all[:] = self.readers.all[:] = 0

    def touch(self, at, n, wave, writes):
        me = np.uint8(wave.number + 1)
        for waves, did in ((self.writers, "wrote"), (self.readers, "read")):
            by = waves.get(at, n)
            others = (by != 0) & (by != me)
            if (writes or did == "wrote") and others.any():
                wave.fault(f"{'writes' if writes else 'reads'} LDS that another wave {did} since the last barrier")
        if writes:
            self.writers.set(at, np.full((len(at), n), me))
        else:
            self.readers.set(at, np.where(others, SEVERAL, me))


class Scratch(Memory):
    """The scratch memory of a wave: `size` bytes for each lane, and a gap."""

    def __init__(self, size, lanes):
        each = size + LONGEST
        super().__init__("scratch memory", lanes * each, OUTSIDE)
        self.size, self.first = size, np.arange(lanes) * each
        self.states.all[:lanes * each].reshape(lanes, each)[:, :size] = UNKNOWN

    def places(self, addresses, wave):
        return self.first[wave.on] + np.minimum(addresses, self.size)


SIZES = {"u8": 1, "ubyte": 1, "b8": 1, "byte": 1, "u16": 2, "ushort": 2, "b16": 2, "short": 2, "b32": 4, "dword": 4,
         "b64": 8, "dwordx2": 8, "b96": 12, "dwordx3": 12, "b128": 16, "dwordx4": 16, "b256": 32, "dwordx8": 32,
         "b512": 64, "dwordx16": 64}
ACCESS = re.compile(r"^(global|ds|s|scratch|buffer)_(load|store|read|write)(2)?_?(2addr)?_?(stride64|st64)?_?(\w+)$")
EXCHANGE = re.compile(r"ds_bpermute_b32|ds_swizzle_b32 .*swizzle\((QUAD_PERM|SWAP),")


class Access:
    """What the name and operands of a vector access say."""

    def __init__(self, i, found):
        self.space, self.loads, self.bytes = found[1], found[2] in ("load", "read"), SIZES[found[6]]
        self.words = (self.bytes + 3) // 4
        first, second, *rest = i.operands
        at, values = (second, ()) if self.loads else (first, i.operands[1:])
        base = rest[0] if self.space in ("global", "scratch") else Operand("null")
        if self.space == "buffer":  # scratch memory of gfx9, which the third operand describes
            self.space, at, values, base = "scratch", second, [first], rest[1]
        self.addresses = address_reader(at, base, self.space)
        two = found[3] or found[4]
        unit = self.bytes * (64 if found[5] else 1) if two else 1
        self.parts = [(first.index + k * self.words if self.loads else values[k].index, unit * i.modifiers.get(name, 0))
                      for k, name in enumerate(("offset0", "offset1") if two else ("offset",))]

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
        elif self.space == "ds" or not wave.group.gfx10:  # gfx10 and later count other stores by themselves
            wave.started(counter, "store", 0, 0)

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


def atomic_add(i, wave):
    """The lanes add one after another, and each gets the sum before it."""
    to, at, value, base = i.operands
    addresses = address_reader(at, base, "global")(wave) + i.modifiers.get("offset", 0)
    numbers, memory = reader(value, "u32")(wave)[wave.on], wave.group.memory
    wave.need("a sum")
    before = np.zeros_like(numbers)
    for k in range(len(numbers)):
        before[k:k + 1] = memory.load(addresses[k:k + 1], 4, wave)[0].view(U32)[0]
        memory.store(addresses[k:k + 1], (before + numbers)[k:k + 1].view(np.uint8)[None], None, wave)
    wave.put(to.index, wave.spread(before), (0,))
    wave.started("vmcnt", "v", to.index, 1)


def scalar_load(i, n, wave):
    to, base, offset = i.operands
    address = np.array([wave.known(base, 64) + wave.known(offset, 32) + i.modifiers.get("offset", 0)])
    raw, _ = wave.group.memory.load(address, n, wave)
    wave.write_scalar(to, int.from_bytes(raw.tobytes(), "little"), 8 * n)
    wave.started("lgkmcnt", "s", to.index, n // 4)


def exchange(i, wave):
    """Lanes read a register of other lanes: ds_bpermute_b32 by address, ds_swizzle_b32 by a fixed pattern."""
    to, first, *second = i.operands
    if second:
        others = reader(first, "u32")(wave) // U32(4) % U32(wave.lanes)
        wave.need("a lane")
    else:
        pattern, *digits = re.findall(r"\w+", i.modifiers["offset"])[1:]
        lanes, digits = np.arange(wave.lanes), np.array(digits, int)
        others = {"QUAD_PERM": lanes // 4 * 4 + digits[lanes % len(digits)], "SWAP": lanes ^ digits[0]}[pattern]
    values = reader((second or [first])[0], "u32")(wave)[others]
    unknown = wave.bits(wave.mask(wave.unknown_lanes & wave.exec)[others])
    wave.put(to.index, np.where(wave.on[others], values, U32(0)), (unknown,))  # other lanes give 0
    wave.started("lgkmcnt", "v", to.index, 1)


def bind(i):
    """A function that runs the access on a wave; None if its name is unknown."""
    if EXCHANGE.match(i.text):
        return partial(exchange, i)
    if i.name.startswith("global_atomic_add") and "glc" in i.modifiers:
        return partial(atomic_add, i)
    found = ACCESS.match(i.name)
    if not found or found[6] not in SIZES:
        return None
    if found[1] == "s":
        return partial(scalar_load, i, SIZES[found[6]]) if found[2] == "load" else None
    return Access(i, found).run
