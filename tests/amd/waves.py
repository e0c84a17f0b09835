"""A wavefront: registers, which of their lanes are known, masks, and waits. Sets of lanes are integers with a bit a lane."""
import functools
import re

import numpy as np

import accesses
import scalar
import vector
from decoding import Fault
from memory import Scratch
from operands import TYPES, literal
from scalar import EXEC, M32

REGISTERS = 512


@functools.lru_cache(4096)
def lanes_of(bits, lanes):
    """A set of lanes as a mask for numpy."""
    return np.array([bits >> lane & 1 for lane in range(lanes)], bool)


class Wave:
    def __init__(self, group, number, lanes, active, kernel):
        self.group, self.number, self.lanes, self.kernel = group, number, lanes, kernel
        self.all, self.alive = (1 << lanes) - 1, (1 << active) - 1
        self.v = np.full((REGISTERS, lanes), 0xdeadbeef, np.uint32)
        self.views = {kind: self.v.view(dtype) for kind, dtype in TYPES.items() if kind[1:] != "64"}
        self.v_unknown = [self.all] * REGISTERS  # the lanes that nothing wrote
        self.s, self.s_unknown = [0] * 128, [M32] * 128  # the bits that nothing wrote
        self.unknown = 0  # the unknown bits of the scalar that was read last
        self.unknown_lanes = 0  # of the sources of the instruction
        self.scc, self.scc_unknown, self.pc, self.executed = 0, 1, 0, 0
        self.scratch = Scratch(kernel.directives.get("private_segment_fixed_size", 0), lanes)
        self.pending = []  # (counter, kind of register, first, count) of loads, oldest first
        self.busy = set()
        self.set_exec(self.alive)

    def where(self):
        i = self.kernel.code[self.pc - 1]
        return f"line {i.line}, `{i.text}`, wave {self.number} of group {self.group.ids}"

    def fault(self, what):
        raise Fault(f"{self.where()}: {what}")

    def set_exec(self, value):
        self.exec = value & self.all
        if self.exec & ~self.alive:
            self.fault("the execution mask has lanes that the work-group has not")
        self.on, self.count = self.mask(self.exec), self.exec.bit_count()

    def mask(self, bits):
        return lanes_of(bits, self.lanes)

    def bits(self, mask):
        return int.from_bytes(np.packbits(mask, bitorder="little"), "little")

    def take_unknown(self):
        taken, self.unknown_lanes = self.unknown_lanes, 0
        return taken

    def need(self, what):
        """The lanes that run must be known."""
        if self.take_unknown() & self.exec:
            self.fault(f"{what} depends on registers that nothing wrote")

    def check(self, kind, first, count):
        if self.busy:
            for r in range(first, first + count):
                if (kind, r) in self.busy:
                    self.fault(f"{kind}{r} is used before the s_waitcnt of its load")

    def scalar(self, o, bits):
        self.unknown, first = 0, o.index
        if o.kind == "symbol":
            return self.group.symbol(o.value)
        if o.kind != "s":
            return 0 if o.kind == "null" else literal(o, f"u{bits}")
        if first >= EXEC.index:
            return self.exec >> 32 * (first - EXEC.index) & ((1 << bits) - 1)
        self.check("s", first, bits // 32)
        if bits == 32:
            self.unknown = self.s_unknown[first]
            return self.s[first]
        self.unknown = self.s_unknown[first] | self.s_unknown[first + 1] << 32
        return self.s[first] | self.s[first + 1] << 32

    def known(self, o, bits):
        value = self.scalar(o, bits)
        if self.unknown:
            self.fault("an address or a lane depends on registers that nothing wrote")
        return value

    def write_scalar(self, o, value, bits, unknown=0):
        if o.kind == "null":
            return
        if o.index >= EXEC.index:
            shift = 32 * (o.index - EXEC.index)
            if unknown << shift & self.alive:
                self.fault("the execution mask depends on registers that nothing wrote")
            kept = 0 if bits == 64 or self.lanes == 32 else self.exec & ~(M32 << shift)
            return self.set_exec(kept | value << shift)
        self.check("s", o.index, bits // 32)
        for r in range(bits // 32):
            self.s[o.index + r], self.s_unknown[o.index + r] = value >> 32 * r & M32, unknown >> 32 * r & M32

    def use(self, register, count=1):
        """Notes that an instruction reads registers."""
        if self.busy:
            self.check("v", register, count)
        self.unknown_lanes |= self.v_unknown[register]
        if count == 2:
            self.unknown_lanes |= self.v_unknown[register + 1]

    def put(self, first, words, unknown, lanes=None):
        """Writes lanes of registers, those that run by default; `unknown` has the unknown lanes of each register."""
        count, lanes = len(unknown), self.exec if lanes is None else lanes
        if self.busy:
            self.check("v", first, count)
        if lanes & self.alive == self.alive:
            self.v[first:first + count] = words
            self.v_unknown[first:first + count] = unknown
            return
        np.copyto(self.v[first:first + count], words, where=self.mask(lanes))
        for r, spoilt in enumerate(unknown, first):
            self.v_unknown[r] = self.v_unknown[r] & ~lanes | spoilt & lanes

    def spread(self, values):
        """Values of the lanes that run, among those of all lanes."""
        if self.exec == self.all:
            return values
        found = np.zeros((*values.shape[:-1], self.lanes), values.dtype)
        found[..., self.on] = values
        return found

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
            if i.lanes:
                self.executed += self.count
                self.unknown_lanes = 0
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
    else:
        i.run = vector.bind(i) if i.name.startswith("v_") else scalar.bind(i) or accesses.bind(i)
    if i.run is None:
        raise Fault(f"unknown instruction {i.name} in `{i.text}`, line {i.line}")
    return i.run
