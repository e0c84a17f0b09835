"""A work-group: its wavefronts, their first registers, local memory and barriers."""
import numpy as np

import scalar
from decoding import Fault
from memory import Local
from waves import Wave


class Group:
    def __init__(self, kernel, memory, symbols, ids, sizes, kernarg, local_bytes, target):
        self.memory, self.symbols, self.ids = memory, symbols, ids
        self.local, self.separate_stores = Local(local_bytes), target.startswith(("gfx10", "gfx11"))
        d = kernel.directives
        default = 32 if self.separate_stores else 64
        lanes = (32 if d.get("wavefront_size32", 1) else 64) if default == 32 else 64
        items = sizes[0] * sizes[1] * sizes[2]
        self.waves = []
        for number in range((items + lanes - 1) // lanes):
            wave = Wave(self, number, lanes, min(lanes, items - number * lanes), kernel)
            self.initial(wave, d, sizes, number * lanes, kernarg, target)
            self.waves.append(wave)

    def initial(self, wave, d, sizes, first, kernarg, target):
        """The registers at the start, in the order of the AMDHSA ABI."""
        next_register = 0
        for name, size in (("private_segment_buffer", 4), ("dispatch_ptr", 2), ("queue_ptr", 2),
                           ("kernarg_segment_ptr", 2), ("dispatch_id", 2), ("flat_scratch_init", 2),
                           ("private_segment_size", 1)):
            if not d.get("user_sgpr_" + name, 0):
                continue
            if name == "kernarg_segment_ptr":
                for r in range(2):
                    wave.s[next_register + r] = kernarg >> 32 * r & scalar.M32
                    wave.s_written[next_register + r] = True
            next_register += size
        next_register = d.get("user_sgpr_count", next_register)
        for axis, letter in enumerate("xyz"):
            if d.get("system_sgpr_workgroup_id_" + letter, axis == 0):
                wave.s[next_register], wave.s_written[next_register] = self.ids[axis], True
                next_register += 1
        item = np.arange(first, first + wave.lanes, dtype=np.uint32)
        parts = (item % sizes[0], item // sizes[0] % sizes[1], item // (sizes[0] * sizes[1]))
        packed = target.startswith("gfx11") or target in ("gfx90a", "gfx940")
        if packed:
            wave.v[0] = parts[0] | parts[1] << np.uint32(10) | parts[2] << np.uint32(20)
            wave.v_written[0] = True
        else:
            for axis in range(d.get("system_vgpr_workitem_id", 0) + 1):
                wave.v[axis], wave.v_written[axis] = parts[axis], True
        if packed and d.get("system_vgpr_workitem_id", 0) == 0:
            wave.v[0] = parts[0]

    def symbol(self, text):
        name, rest = text.split("@", 1)
        if name not in self.symbols or not rest.startswith("rel32"):
            raise Fault(f"unknown symbol {text}")
        return self.symbols[name] >> (32 if "@hi" in rest else 0) & scalar.M32

    def arrive(self, wave):
        alive = (1 << min(wave.lanes, self.items_of(wave))) - 1
        if wave.exec != alive:
            raise Fault(f"{wave.where()}: lanes part ways at a barrier")
        if any(counter == "lgkmcnt" and kind != "s" for counter, kind, _, _ in wave.pending):
            raise Fault(f"{wave.where()}: LDS accesses have no s_waitcnt before the barrier")

    def items_of(self, wave):
        return self.counts[wave.number]

    def run(self):
        """Runs all waves from barrier to barrier; returns the lane instructions executed."""
        self.counts = [w.exec.bit_length() for w in self.waves]
        while True:
            at_barrier = [wave.run() for wave in self.waves]
            if not any(at_barrier):
                return sum(w.executed * n for w, n in zip(self.waves, self.counts))
            if not all(at_barrier):
                raise Fault(f"some waves of group {self.ids} wait at a barrier, others have ended")
            if len({w.pc for w in self.waves}) > 1:
                raise Fault(f"waves of group {self.ids} wait at different barriers")
            self.local.epoch += 1
