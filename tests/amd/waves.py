"""A wavefront: registers, which of their lanes are known, masks, and waits."""
import re
import struct

import numpy as np

import accesses
import scalar
import vector
from decoding import Fault
from memory import Scratch
from operations import TYPES

REGISTERS = 512


class Wave:
    def __init__(self, group, number, lanes, active, kernel):
        self.group, self.number, self.lanes, self.kernel = group, number, lanes, kernel
        self.v = np.full((REGISTERS, lanes), 0xdeadbeef, np.uint32)
        self.v_unknown = [np.ones(lanes, bool)] * REGISTERS  # the lanes that nothing wrote; None: no lane
        self.s, self.s_unknown = [0] * 128, [scalar.M32] * 128  # the bits that nothing wrote
        self.unknown = 0  # the unknown bits of the scalar that was read last
        self.unknown_lanes = self.unknown_lower = False  # of the sources of the instruction, and of their lower halves
        self.scc, self.scc_unknown, self.pc, self.executed = 0, True, 0, 0
        self.scratch = Scratch(kernel.directives.get("private_segment_fixed_size", 0), lanes)
        self.pending = []  # (counter, kind of register, first, count) of loads, oldest first
        self.busy = set()
        self.alive = (1 << active) - 1
        self.set_exec(self.alive)

    def set_exec(self, value):
        self.exec = value & ((1 << self.lanes) - 1)
        if self.exec & ~self.alive:
            raise Fault(f"{self.where()}: the execution mask has lanes that the work-group has not")
        self.on = self.mask(self.exec)
        self.whole, self.count = self.exec == self.alive, self.exec.bit_count()

    def mask(self, bits):
        raw = np.frombuffer(struct.pack("<Q", bits & scalar.M64), np.uint8)
        return np.unpackbits(raw, bitorder="little")[:self.lanes].astype(bool)

    def bits(self, mask):
        return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")

    def lane_mask(self, o):
        """A scalar as a mask of lanes, and its unknown lanes."""
        value = self.mask(self.scalar(o, self.lanes))
        return value, self.mask(self.unknown) if self.unknown else False

    def write_mask(self, o, mask):
        unknown = self.bits(np.broadcast_to(self.unknown_lanes, self.lanes)) if self.unknown_lanes is not False else 0
        self.write_scalar(o, self.bits(mask) & self.exec, self.lanes, unknown & self.exec)

    def note(self, unknown):
        self.unknown_lanes, self.unknown_lower = self.unknown_lanes | unknown, self.unknown_lower | unknown

    def take_unknown(self):
        taken = self.unknown_lanes
        self.unknown_lanes = self.unknown_lower = False
        return taken

    def need(self, what):
        """The lanes that run must be known."""
        unknown = self.take_unknown()
        if unknown is not False and np.any(unknown & self.on):
            raise Fault(f"{self.where()}: {what} depends on registers that nothing wrote")

    def check(self, kind, first, count):
        if self.busy:
            for r in range(first, first + count):
                if (kind, r) in self.busy:
                    raise Fault(f"{self.where()}: {kind}{r} is used before the s_waitcnt of its load")

    def scalar(self, o, bits):
        self.unknown = 0
        if o.kind == "s":
            first, count = o.index, (bits + 31) // 32
            if first >= 126:
                return self.exec >> 32 * (first - 126) & ((1 << bits) - 1)
            self.check("s", first, count)
            value = self.s[first]
            self.unknown = self.s_unknown[first]
            if count == 2:
                value |= self.s[first + 1] << 32
                self.unknown |= self.s_unknown[first + 1] << 32
            return value
        if o.kind == "int":
            return o.value & ((1 << bits) - 1)
        if o.kind == "float":
            return int.from_bytes(struct.pack("<f" if bits == 32 else "<d", o.value), "little")
        if o.kind == "symbol":
            return self.group.symbol(o.value)
        if o.kind == "null":
            return 0
        raise Fault(f"{self.where()}: unknown operand")

    def known(self, o, bits):
        value = self.scalar(o, bits)
        if self.unknown:
            raise Fault(f"{self.where()}: an address or a lane depends on registers that nothing wrote")
        return value

    def write_scalar(self, o, value, bits, unknown=0):
        if o.kind == "null":
            return
        if o.index >= 126:
            shift = 32 * (o.index - 126)
            if unknown << shift & self.alive:
                raise Fault(f"{self.where()}: the execution mask depends on registers that nothing wrote")
            kept = 0 if bits == 64 or self.lanes == 32 else self.exec & ~(scalar.M32 << shift)
            return self.set_exec(kept | value << shift)
        self.check("s", o.index, (bits + 31) // 32)
        for r in range((bits + 31) // 32):
            self.s[o.index + r], self.s_unknown[o.index + r] = value >> 32 * r & scalar.M32, unknown >> 32 * r & scalar.M32

    def words(self, register, upper=False):
        unknown = self.v_unknown[register]
        if unknown is not None:
            self.unknown_lanes = self.unknown_lanes | unknown
            if not upper:
                self.unknown_lower = self.unknown_lower | unknown
        return self.v[register]

    def vector(self, o, kind):
        dtype = TYPES[kind]
        if o.kind == "v":
            wide = kind[1:] == "64"
            self.check("v", o.index, 2 if wide else 1)
            raw = self.words(o.index)
            if wide:
                raw = raw.astype(np.uint64) | self.words(o.index + 1, True).astype(np.uint64) << np.uint64(32)
            if o.select != "DWORD":
                raw = self.part(raw, o)
            if kind[1:] == "16":
                raw = raw.astype(np.uint16)
            value = raw.view(dtype)
        elif o.kind == "s":
            raw = np.full(self.lanes, self.constant(o, kind))
            if self.unknown:
                self.note(True)
            value = (raw if o.select == "DWORD" else self.part(raw, o).astype(raw.dtype)).view(dtype)
        else:
            value = o.made.get(kind)
            if value is None:
                value = o.made[kind] = np.full(self.lanes, self.constant(o, kind)).view(dtype)
        if o.abs:
            value = np.abs(value)
        return -value if o.neg else value

    def part(self, raw, o):
        shift, mask = vector.PARTS[o.select]
        return raw >> raw.dtype.type(shift) & raw.dtype.type(mask)

    def constant(self, o, kind):
        if o.kind == "float":
            return TYPES["f" + kind[1:]](o.value)
        if kind[1:] == "16" and o.select == "DWORD":
            return np.uint16(self.scalar(o, 32) & 0xffff)
        if kind[1:] != "64":
            return np.uint32(self.scalar(o, 32))
        if o.kind == "int" and kind == "f64" and not -16 <= o.value <= 64:
            return np.uint64((o.value & scalar.M32) << 32)  # a literal is the upper half
        return np.uint64(self.scalar(o, 64))

    def write_vector(self, o, value, kind, apart=False):
        """Writes the lanes that run. `apart`: the lower half depends only on the lower halves of the sources."""
        if kind[1:] == "64":
            raw = value.view(np.uint64)
            self.put(o.index, raw.astype(np.uint32), self.unknown_lower if apart else self.unknown_lanes)
            self.put(o.index + 1, (raw >> np.uint64(32)).astype(np.uint32), self.unknown_lanes)
        elif kind[1:] == "16":
            self.write_part(o, value, kind, 0, 0xffff, "UNUSED_PRESERVE" if self.group.keeps_halves else "UNUSED_PAD")
        else:
            self.put(o.index, value.view(np.uint32), self.unknown_lanes)

    def write_part(self, o, value, kind, shift, mask, unused):
        """Writes some bits; the others become 0 or stay."""
        bits = value.view(np.uint16 if kind[1:] == "16" else np.uint32).astype(np.uint32)
        raw = (bits & np.uint32(mask)) << np.uint32(shift)
        if unused == "UNUSED_PRESERVE":
            raw |= self.v[o.index] & np.uint32(~(mask << shift) & scalar.M32)
        elif unused != "UNUSED_PAD":
            raise Fault(f"{self.where()}: unknown dst_unused")
        self.put(o.index, raw, self.unknown_lanes)

    def put(self, register, words, unknown):
        self.check("v", register, 1)
        if self.whole:
            self.v[register] = words
            self.v_unknown[register] = None if unknown is False else np.broadcast_to(unknown, self.lanes)
            return
        np.copyto(self.v[register], words, where=self.on)
        before = self.v_unknown[register]
        if before is not None or unknown is not False:
            now = np.where(self.on, unknown, False if before is None else before)
            self.v_unknown[register] = now if now.any() else None

    def spread(self, values):
        """Values of the lanes that run, among those of all lanes."""
        found = np.zeros(self.lanes, values.dtype)
        found[self.on] = values
        return found

    def write_lanes(self, register, lanes, words, unknown):
        """Writes chosen lanes, whether they run or not."""
        self.check("v", register, 1)
        self.v[register, lanes] = words
        before = self.v_unknown[register]
        now = np.zeros(self.lanes, bool) if before is None else before.copy()
        now[lanes] = unknown
        self.v_unknown[register] = now if now.any() else None

    def where(self):
        i = self.kernel.code[self.pc - 1]
        return f"line {i.line}, `{i.text}`, wave {self.number} of group {self.group.ids}"

    def started(self, counter, kind, first, count):
        self.pending.append((counter, kind, first, count))
        self.busy.update((kind, r) for r in range(first, first + count))

    def wait(self, counter, left):
        mine = [p for p in self.pending if p[0] == counter]
        if left and any(p[1] == "s" for p in mine):
            left = len(mine)  # scalar loads return in any order, so only a wait for all of them counts
        for done in mine[:max(0, len(mine) - left)]:
            self.pending.remove(done)
        self.busy = {(kind, r) for _, kind, first, n in self.pending for r in range(first, first + n)}

    def run(self):
        """Executes until a barrier (True) or the end (False)."""
        code = self.kernel.code
        while True:
            i = code[self.pc]
            self.pc += 1
            step = i.run or bind(i)
            if i.name[0] != "s" or i.name.startswith("scratch"):
                self.executed += self.count
                self.unknown_lanes = self.unknown_lower = False
            ended = step(self)
            if ended is not None:
                return ended


def barrier(wave):
    wave.group.arrive(wave)
    return True


def wait_for(i):
    # Waits for stores, and for hazards that the interpreter has not, count for nothing.
    counters = [] if i.name in ("s_waitcnt_vscnt", "s_waitcnt_depctr") else re.findall(r"(\w+)\((\d+)\)", i.text)

    def run(wave):
        for counter, left in counters:
            wave.wait(counter, int(left))
    return run


def bind(i):
    """Finds the function that runs an instruction, once."""
    if i.name == "s_barrier":
        i.run = barrier
    elif i.name == "s_endpgm":
        i.run = lambda wave: False
    elif i.name.startswith("s_waitcnt"):
        i.run = wait_for(i)
    elif i.name.startswith("v_"):
        i.run = vector.bind(i)
    else:
        i.run = scalar.bind(i) or accesses.bind(i)
    if i.run is None:
        raise Fault(f"unknown instruction {i.name} in `{i.text}`, line {i.line}")
    return i.run
