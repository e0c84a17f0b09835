"""A wavefront: registers, which of their lanes are known, masks and waits; a work-group: its wavefronts with their first
registers, and barriers. Sets of lanes are integers, a bit for each lane."""
import functools
import re

import numpy as np

import memory
import scalar
import vector
from decoding import Fault, Operand
from operations import TYPES
from scalar import EXEC, M32

REGISTERS = 512


@functools.lru_cache(4096)
def lanes_of(lanes, bits):
    """A set of lanes as a mask for numpy."""
    return np.array([bits >> lane & 1 for lane in range(lanes)], bool)


class Wave:
    def __init__(self, group, number, lanes, active, kernel):
        self.group, self.number, self.lanes, self.kernel = group, number, lanes, kernel
        self.all, self.alive, self.mask = (1 << lanes) - 1, (1 << active) - 1, functools.partial(lanes_of, lanes)
        self.v = np.full((REGISTERS, lanes), 0xdeadbeef, np.uint32)
        self.views = {kind: self.v.view(dtype) for kind, dtype in TYPES.items() if kind[1:] != "64"}
        self.v_unknown = [self.all] * REGISTERS  # the lanes that nothing wrote
        self.s, self.s_unknown = [0] * 128, [M32] * 128  # the bits that nothing wrote
        self.unknown = 0  # the unknown bits of the scalar that was read last
        self.unknown_lanes = 0  # of the sources of the instruction
        self.scc, self.scc_unknown, self.pc, self.executed = 0, 1, 0, 0
        self.scratch = memory.Scratch(kernel.directives.get("private_segment_fixed_size", 0), lanes)
        self.pending = []  # (counter, kind of register, first, count) of loads, oldest first
        self.busy = set()
        self.set_exec(self.alive)

    def fault(self, what):
        i = self.kernel.code[self.pc - 1]
        raise Fault(f"line {i.line}, `{i.text}`, wave {self.number} of group {self.group.ids}: {what}")

    def set_exec(self, value):
        self.exec = value & self.all
        if self.exec & ~self.alive:
            self.fault("the execution mask has lanes that the work-group has not")
        self.on, self.count = self.mask(self.exec), self.exec.bit_count()

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
        if o.kind == "scc":
            self.unknown = self.scc_unknown
            return self.scc
        if o.kind != "s":
            return 0 if o.kind == "null" else vector.literal(o, f"u{bits}")
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
        self.check("v", register, count)
        self.unknown_lanes |= self.v_unknown[register]
        if count == 2:
            self.unknown_lanes |= self.v_unknown[register + 1]

    def put(self, first, words, unknown, lanes=None):
        """Writes lanes of registers, those that run by default; `unknown` has the unknown lanes of each register."""
        count, lanes = len(unknown), self.exec if lanes is None else lanes
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

    def wait(self, counters):
        for counter, left in counters:
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
    if wave.exec != wave.alive:
        wave.fault("lanes part ways at a barrier")
    if any(counter == "lgkmcnt" and kind != "s" for counter, kind, _, _ in wave.pending):
        wave.fault("LDS accesses have no s_waitcnt before the barrier")
    return True


def wait_for(i):
    # Waits for stores, and for hazards that the interpreter has not, count for nothing.
    counters = [] if i.name in ("s_waitcnt_vscnt", "s_waitcnt_depctr") else re.findall(r"(\w+)\((\d+)\)", i.text)
    return lambda wave: wave.wait([(name, int(left)) for name, left in counters])


def bind(i):
    """Finds the function that runs an instruction, once."""
    if i.name == "s_barrier":
        i.run = barrier
    elif i.name == "s_endpgm":
        i.run = lambda wave: False
    elif i.name.startswith("s_waitcnt"):
        i.run = wait_for(i)
    else:
        i.run = vector.bind(i) if i.name.startswith("v_") else scalar.bind(i) or memory.bind(i)
    if i.run is None:
        raise Fault(f"unknown instruction {i.name} in `{i.text}`, line {i.line}")
    return i.run


# What the arithmetic of operations.py does: rounds to nearest, keeps denormals, and clamps NaN to 0. ieee_mode makes
# quiet NaNs of signalling ones.
MODES = {"float_round_mode_32": 0, "float_round_mode_16_64": 0, "float_denorm_mode_32": 3, "float_denorm_mode_16_64": 3,
         "dx10_clamp": 1, "ieee_mode": 1, "fp16_overflow": 0}


class Group:
    def __init__(self, kernel, global_memory, symbols, ids, sizes, pointers, local_bytes, target):
        self.memory, self.symbols, self.ids = global_memory, symbols, ids
        self.local, self.gfx10 = memory.Local(local_bytes), target.startswith(("gfx10", "gfx11"))  # or later
        d = kernel.directives
        for name, value in MODES.items():
            if d[name] != value:
                raise Fault(f"the code object demands {name} {d[name]}; the interpreter knows {value}")
        lanes = 32 if d.get("wavefront_size32", 0) else 64
        items = sizes[0] * sizes[1] * sizes[2]
        self.waves = []
        for number in range((items + lanes - 1) // lanes):
            wave = Wave(self, number, lanes, min(lanes, items - number * lanes), kernel)
            self.initial(wave, d, sizes, number * lanes, pointers, target)
            self.waves.append(wave)

    def initial(self, wave, d, sizes, first, pointers, target):
        """The registers at the start, in the order of the AMDHSA ABI."""
        at = 0
        for name, size in (("private_segment_buffer", 4), ("dispatch_ptr", 2), ("queue_ptr", 2), ("kernarg_segment_ptr", 2)):
            if d.get("user_sgpr_" + name, 0):
                if name in pointers:
                    wave.write_scalar(Operand("s", at), pointers[name], 64)
                at += size
        at = d["user_sgpr_count"]
        for axis, letter in enumerate("xyz"):
            if d.get("system_sgpr_workgroup_id_" + letter, axis == 0):
                wave.write_scalar(Operand("s", at), self.ids[axis], 32)
                at += 1
        item = np.arange(first, first + wave.lanes, dtype=np.uint32)
        parts = (item % sizes[0], item // sizes[0] % sizes[1], item // (sizes[0] * sizes[1]))
        axes = d["system_vgpr_workitem_id"] + 1
        if target.startswith("gfx11") or target == "gfx90a":  # packed
            wave.put(0, sum(parts[axis] << np.uint32(10 * axis) for axis in range(axes)), (0,))
        else:
            wave.put(0, parts[:axes], (0,) * axes)

    def symbol(self, text):
        name, rest = text.split("@", 1)
        if name not in self.symbols or not rest.startswith("rel32"):
            raise Fault(f"unknown symbol {text}")
        return self.symbols[name] >> (32 if "@hi" in rest else 0) & M32

    def run(self):
        """Runs all waves from barrier to barrier; returns the lane instructions executed."""
        while True:
            at_barrier = [wave.run() for wave in self.waves]
            if not any(at_barrier):
                return sum(w.executed for w in self.waves)
            if not all(at_barrier) or len({w.pc for w in self.waves}) > 1:
                raise Fault(f"waves of group {self.ids} wait at a barrier, others at another one or have ended")
            self.local.barrier()
