"""Loads and stores of a wave: global memory, LDS, scratch, constants through scalar registers, and lanes among each other."""
import re
import types

import numpy as np

from scalar import M32

SIZES = {"b8": 1, "u8": 1, "i8": 1, "b16": 2, "u16": 2, "i16": 2, "b32": 4, "dword": 4, "b64": 8, "dwordx2": 8,
         "b96": 12, "dwordx3": 12, "b128": 16, "dwordx4": 16, "b256": 32, "dwordx8": 32, "b512": 64, "dwordx16": 64,
         "ubyte": 1, "ushort": 2, "sbyte": 1, "sshort": 2, "byte": 1, "short": 2}
ACCESS = re.compile(r"^(global|ds|s|scratch|buffer)_(load|store|read|write)(2)?_?(2addr)?_?(stride64|st64)?_?(\w+)$")


class Access:
    """What the name and operands of a vector access say."""

    def __init__(self, i, found):
        self.space, self.loads, self.bytes = found[1], found[2] in ("load", "read"), SIZES[found[6]]
        self.words, self.signed = (self.bytes + 3) // 4, found[6][0] in "si" and self.bytes < 4
        first, second = i.operands[:2]
        self.at, values = (second, [first]) if self.loads else (first, i.operands[1:])
        self.base = i.operands[2] if self.space in ("global", "scratch") else None
        if self.space == "buffer":  # scratch memory of gfx9, which the third operand describes
            self.space, self.at, values, self.base = "scratch", second, [first], i.operands[3]
        self.parts = [(values[0].index, i.modifiers.get("offset", 0))]
        if found[3] or found[4]:
            unit = self.bytes * (64 if found[5] else 1)
            registers = [values[0].index, values[0].index + self.words] if self.loads else [v.index for v in values[:2]]
            self.parts = [(r, unit * i.modifiers.get(f"offset{k}", 0)) for k, r in enumerate(registers)]

    def addresses(self, wave):
        """The addresses of the lanes that run, without the offset."""
        if self.at.kind == "off":
            found = np.zeros(wave.lanes, np.uint64)
        elif self.space == "global" and self.base.kind != "s":
            found = wave.vector(self.at, "u64")
        else:
            found = wave.vector(self.at, "u32").astype(np.uint64)
        wave.need("an address")
        if self.base is not None and self.base.kind in ("s", "int"):
            found = found + np.uint64(wave.known(self.base, 64 if self.space == "global" else 32))
        return found[wave.on]

    def run(self, wave):
        addresses = self.addresses(wave)
        for first, offset in self.parts:
            wave.check("v", first, self.words)
            at = addresses + np.array(offset, np.int64).astype(np.uint64)
            if self.space != "global":
                at &= np.uint64(M32)  # the base may be negative
            (self.load if self.loads else self.store)(wave, at, first)
        counter = "lgkmcnt" if self.space == "ds" else "vmcnt"
        if self.loads:
            wave.started(counter, "v", self.parts[0][0], self.words * len(self.parts))
        else:
            separate = wave.group.separate_stores and self.space != "ds"
            wave.started("vscnt" if separate else counter, "store", 0, 0)

    def memory(self, wave):
        return {"global": wave.group.memory, "ds": wave.group.local, "scratch": wave.scratch}[self.space]

    def load(self, wave, at, first):
        got, unknown = self.memory(wave).load(at, self.bytes, wave)
        padded = np.zeros((len(at), 4 * self.words), np.uint8)
        padded[:, :self.bytes] = got
        if self.signed:
            padded[:, self.bytes:] = np.where(got[:, -1:] >> 7, 255, 0)
        some = unknown is not False and unknown.any()
        for k, word in enumerate(padded.view(np.uint32).T):
            wave.put(first + k, wave.spread(word), wave.spread(unknown[:, 4 * k:4 * k + 4].any(1)) if some else False)

    def store(self, wave, at, first):
        values, unknown = np.stack([wave.words(first + k)[wave.on] for k in range(self.words)], 1), False
        raw = values.view(np.uint8).reshape(len(at), -1)[:, :self.bytes]
        if wave.take_unknown() is not False:
            lanes = [np.broadcast_to((wave.words(first + k), wave.take_unknown())[1], wave.lanes) for k in range(self.words)]
            unknown = np.repeat(np.stack(lanes, 1)[wave.on], 4, 1)[:, :self.bytes]
        self.memory(wave).store(at, raw, unknown, wave)


def atomic_add(i):
    """The lanes add one after another, and each gets the sum before it."""
    to, at, value, base = i.operands
    place = Access(types.SimpleNamespace(operands=[to, at, base], modifiers=i.modifiers), ACCESS.match("global_load_b32"))

    def run(wave):
        addresses = place.addresses(wave) + np.array(place.parts[0][1], np.int64).astype(np.uint64)
        added, memory = wave.vector(value, "u32")[wave.on], wave.group.memory
        wave.need("a sum")
        before = np.zeros_like(added)
        for k in range(len(added)):
            before[k:k + 1] = memory.load(addresses[k:k + 1], 4, wave)[0].view(np.uint32)[0]
            memory.store(addresses[k:k + 1], (before + added)[k:k + 1].view(np.uint8)[None], False, wave)
        wave.write_vector(to, wave.spread(before), "u32")
        wave.started("vmcnt", "v", to.index, 1)
    return run


def scalar_load(i, n):
    to, base, offset = i.operands
    more = i.modifiers.get("offset", 0)

    def run(wave):
        address = np.array([wave.known(base, 64) + wave.known(offset, 32) + more], np.uint64)
        raw = wave.group.memory.load(address, n, wave)[0][0].view(np.uint32)
        wave.check("s", to.index, n // 4)
        for r, word in enumerate(raw):
            wave.s[to.index + r], wave.s_unknown[to.index + r] = int(word), 0
        wave.started("lgkmcnt", "s", to.index, n // 4)
    return run


def exchange(i):
    """Lanes read a register of other lanes: ds_bpermute_b32 by address, ds_swizzle_b32 by a fixed pattern."""
    to, source, lanes = i.operands[0], i.operands[-1], np.arange(64)
    fixed = None
    if i.name == "ds_swizzle_b32":
        pattern, *digits = re.findall(r"\w+", i.modifiers["offset"])[1:]
        digits = [int(x) for x in digits]
        if pattern == "QUAD_PERM":
            fixed = lanes // 4 * 4 + np.array(digits)[lanes % 4]
        elif pattern == "SWAP":
            fixed = lanes ^ digits[0]
        else:
            return None

    def run(wave):
        if fixed is None:
            chosen = wave.vector(i.operands[1], "u32") // np.uint32(4) % np.uint32(wave.lanes)
            wave.need("a lane")
        else:
            chosen = fixed[:wave.lanes]
        values = wave.vector(source, "u32")
        unknown = np.broadcast_to(wave.take_unknown(), wave.lanes)[chosen] & wave.on[chosen]
        wave.note(unknown if unknown.any() else False)
        wave.write_vector(to, np.where(wave.on[chosen], values[chosen], np.uint32(0)), "u32")  # other lanes give 0
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
