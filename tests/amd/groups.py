"""A work-group: its wavefronts, their first registers, local memory and barriers."""
import numpy as np

import scalar
from decoding import Fault, Operand
from memory import Local
from waves import Wave

# What the arithmetic of operations.py does: rounds to nearest, keeps denormals, and clamps NaN to 0. ieee_mode makes
# quiet NaNs of signalling ones.
MODES = {"float_round_mode_32": 0, "float_round_mode_16_64": 0, "float_denorm_mode_32": 3, "float_denorm_mode_16_64": 3,
         "dx10_clamp": 1, "ieee_mode": 1, "fp16_overflow": 0}


class Group:
    def __init__(self, kernel, memory, symbols, ids, sizes, pointers, local_bytes, target):
        self.memory, self.symbols, self.ids = memory, symbols, ids
        self.local, self.gfx10 = Local(local_bytes), target.startswith(("gfx10", "gfx11"))  # or later
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
        return self.symbols[name] >> (32 if "@hi" in rest else 0) & scalar.M32

    def arrive(self, wave):
        if wave.exec != wave.alive:
            wave.fault("lanes part ways at a barrier")
        if any(counter == "lgkmcnt" and kind != "s" for counter, kind, _, _ in wave.pending):
            wave.fault("LDS accesses have no s_waitcnt before the barrier")

    def run(self):
        """Runs all waves from barrier to barrier; returns the lane instructions executed."""
        while True:
            at_barrier = [wave.run() for wave in self.waves]
            if not any(at_barrier):
                return sum(w.executed for w in self.waves)
            if not all(at_barrier):
                raise Fault(f"some waves of group {self.ids} wait at a barrier, others have ended")
            if len({w.pc for w in self.waves}) > 1:
                raise Fault(f"waves of group {self.ids} wait at different barriers")
            self.local.barrier()
