"""A wavefront: registers, masks, waits, loads and stores."""
import re
import struct

import numpy as np

import scalar
import vector
from decoding import Fault

SIZES = {"b8": 1, "u8": 1, "i8": 1, "b16": 2, "u16": 2, "i16": 2, "b32": 4, "dword": 4, "b64": 8, "dwordx2": 8,
         "b96": 12, "dwordx3": 12, "b128": 16, "dwordx4": 16, "b256": 32, "dwordx8": 32, "b512": 64, "dwordx16": 64,
         "ubyte": 1, "ushort": 2, "sbyte": 1, "sshort": 2, "byte": 1, "short": 2}
ACCESS = re.compile(r"^(global|ds|s)_(load|store|read|write)(2)?_?(2addr)?_?(stride64|st64)?_?(\w+)$")
TYPES = {"u32": np.uint32, "i32": np.int32, "f32": np.float32, "u64": np.uint64, "i64": np.int64, "f64": np.float64,
         "u16": np.uint16, "i16": np.int16, "f16": np.float16}


class Wave:
    def __init__(self, group, number, lanes, active, kernel):
        self.group, self.number, self.lanes, self.kernel = group, number, lanes, kernel
        self.v = np.zeros((512, lanes), np.uint32)
        self.v_written = np.zeros((512, lanes), bool)
        self.s, self.s_written = [0] * 128, [False] * 128
        self.scc, self.pc, self.executed = 0, 0, 0
        self.pending = []  # (counter, kind of register, first, count) of loads, oldest first
        self.busy = set()
        self.set_exec((1 << active) - 1)

    # Masks

    def set_exec(self, value):
        self.exec = value & ((1 << self.lanes) - 1)
        self.on = self.mask(self.exec)
        self.all_on = self.exec == (1 << self.lanes) - 1

    def mask(self, bits):
        raw = np.frombuffer(struct.pack("<Q", bits & scalar.M64), np.uint8)
        return np.unpackbits(raw, bitorder="little")[:self.lanes].astype(bool)

    def bits(self, mask):
        return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")

    def vcc(self):
        return self.s[106] | (self.s[107] << 32 if self.lanes == 64 else 0)

    # Registers

    def check(self, kind, first, count):
        if self.busy:
            for r in range(first, first + count):
                if (kind, r) in self.busy:
                    raise Fault(f"{self.where()}: {kind}{r} is used before the s_waitcnt of its load")

    def scalar(self, o, bits):
        if o.kind == "s":
            if o.index >= 126:
                return self.exec >> 32 * (o.index - 126) & ((1 << bits) - 1)
            count = (bits + 31) // 32
            self.check("s", o.index, count)
            if not all(self.s_written[o.index:o.index + count]):
                raise Fault(f"{self.where()}: reads s{o.index}, which nothing wrote")
            value = 0
            for r in range(count):
                value |= self.s[o.index + r] << 32 * r
            return value & ((1 << bits) - 1)
        if o.kind == "int":
            return o.value & ((1 << bits) - 1)
        if o.kind == "float":
            return int.from_bytes(struct.pack("<f" if bits == 32 else "<d", o.value), "little")
        if o.kind == "symbol":
            return self.group.symbol(o.value)
        if o.kind == "null":
            return 0
        raise Fault(f"{self.where()}: unknown operand")

    def write_scalar(self, o, value, bits):
        if o.kind == "null":
            return
        if o.index >= 126:
            shift = 32 * (o.index - 126)
            kept = 0 if bits == 64 or self.lanes == 32 else self.exec & ~(scalar.M32 << shift)
            return self.set_exec(kept | value << shift)
        self.check("s", o.index, (bits + 31) // 32)
        for r in range((bits + 31) // 32):
            self.s[o.index + r], self.s_written[o.index + r] = value >> 32 * r & scalar.M32, True

    def words(self, first):
        if not (self.v_written[first] if self.all_on else self.v_written[first][self.on]).all():
            raise Fault(f"{self.where()}: reads v{first}, which nothing wrote in some lane")
        return self.v[first].copy()  # the other half of a v_dual instruction may write the register first

    def vector(self, o, kind):
        dtype = TYPES[kind]
        wide = kind.endswith("64")
        if o.kind == "v":
            self.check("v", o.index, 2 if wide else 1)
            raw = self.words(o.index)
            if wide:
                raw = raw.astype(np.uint64) | self.words(o.index + 1).astype(np.uint64) << np.uint64(32)
            elif kind.endswith("16"):
                raw = raw.astype(np.uint16)
            value = raw.view(dtype)
        else:
            value = np.full(self.lanes, self.constant(o, kind)).view(dtype)
        if o.abs:
            value = np.abs(value)
        return -value if o.neg else value

    def constant(self, o, kind):
        if o.kind == "float":
            return TYPES["f" + kind[1:]](o.value)
        if kind.endswith("16"):
            return np.uint16(self.scalar(o, 32) & 0xffff)
        if not kind.endswith("64"):
            return np.uint32(self.scalar(o, 32))
        if o.kind == "int" and kind == "f64" and not -16 <= o.value <= 64:
            return np.uint64((o.value & scalar.M32) << 32)  # a literal is the upper half
        return np.uint64(self.scalar(o, 64))

    def write_vector(self, o, value, kind):
        if kind.endswith("64"):
            raw = value.view(np.uint64)
            self.put(o.index, raw.astype(np.uint32))
            self.put(o.index + 1, (raw >> np.uint64(32)).astype(np.uint32))
        elif kind.endswith("16"):
            self.put(o.index, value.view(np.uint16).astype(np.uint32))
        else:
            self.put(o.index, np.ascontiguousarray(value).view(np.uint32))

    def put(self, register, words):
        self.check("v", register, 1)
        if self.all_on:
            self.v[register], self.v_written[register] = words, True
        else:
            self.v[register][self.on] = words[self.on]
            self.v_written[register][self.on] = True

    # Memory

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

    def wait_for(self, i):
        if i.name in ("s_waitcnt_vscnt", "s_waitcnt_depctr"):  # of stores, and of hazards that the interpreter has not
            return
        text = i.operands[0] if i.operands else ""
        for counter, left in re.findall(r"(\w+)\((\d+)\)", text):
            self.wait(counter, int(left))

    def access(self, i):
        """Runs a load or store; False if its name is unknown."""
        found = ACCESS.match(i.name)
        if not found or found[6] not in SIZES:
            return False
        space, loads, bytes_each = found[1], found[2] in ("load", "read"), SIZES[found[6]]
        if space == "s":
            return self.scalar_load(i, bytes_each)
        if space == "global":
            data, at = (i.operands[0], i.operands[1]) if loads else (i.operands[1], i.operands[0])
            base = i.operands[2]
            offset = i.modifiers.get("offset", 0)
            if base.kind == "s":
                addresses = self.vector(at, "u32").astype(np.uint64) + np.uint64(self.scalar(base, 64))
            else:
                addresses = self.vector(at, "u64")
            self.move(loads, data, addresses + np.array(offset, np.int64).astype(np.uint64), bytes_each, found[6], True)
            return True
        data, at = (i.operands[0], i.operands[1]) if loads else (i.operands[1], i.operands[0])
        addresses = self.vector(at, "u32").astype(np.uint64)
        if not (found[3] or found[4]):
            self.move(loads, data, addresses + np.uint64(i.modifiers.get("offset", 0)), bytes_each, found[6], False)
            return True
        unit = bytes_each * (64 if found[5] else 1)
        for k in range(2):
            at = addresses + np.uint64(unit * i.modifiers.get(f"offset{k}", 0))
            self.move(loads, i.operands[0] if loads else i.operands[1 + k], at, bytes_each, found[6], False,
                      k * bytes_each // 4 if loads else 0, k == 1)
        return True

    def move(self, loads, data, addresses, n, kind, is_global, skip=0, counts=True):
        at, words = addresses[self.on], (n + 3) // 4
        first = data.index + skip
        where = self.where()
        if loads:
            self.check("v", first, words)
            got = self.group.memory.load(at, n, where) if is_global else self.group.local.load(at, n, self.number, where)
            padded = np.zeros((len(at), 4 * words), np.uint8)
            padded[:, :n] = got
            if kind[0] in "si" and n < 4:
                padded[:, n:] = np.where(got[:, -1:] >> 7, 255, 0)
            self.v[first:first + words, self.on] = padded.view(np.uint32).T
            self.v_written[first:first + words, self.on] = True
            self.busy.update(("v", r) for r in range(first, first + words))
            if counts:
                self.started("vmcnt" if is_global else "lgkmcnt", "v", data.index, skip + words)
            return
        self.check("v", first, words)
        values = np.stack([self.words(first + w)[self.on] for w in range(words)], 1)
        raw = np.ascontiguousarray(values).view(np.uint8).reshape(len(at), -1)[:, :n]
        if is_global:
            self.group.memory.store(at, raw, where)
        else:
            self.group.local.store(at, raw, self.number, where)
        if counts:
            stores = "vscnt" if is_global and self.group.separate_stores else "vmcnt" if is_global else "lgkmcnt"
            self.started(stores, "store", 0, 0)

    def scalar_load(self, i, n):
        to, base, offset = i.operands
        address = np.array([self.scalar(base, 64) + self.scalar(offset, 32)], np.uint64)
        raw = self.group.memory.load(address + np.uint64(i.modifiers.get("offset", 0)), n, self.where())[0].view(np.uint32)
        self.check("s", to.index, n // 4)
        for r, word in enumerate(raw):
            self.s[to.index + r], self.s_written[to.index + r] = int(word), True
        self.started("lgkmcnt", "s", to.index, n // 4)
        return True

    def run(self):
        """Executes until a barrier (True) or the end (False)."""
        code = self.kernel.code
        while True:
            i = code[self.pc]
            self.pc += 1
            self.executed += 1
            name = i.name
            if name == "s_barrier":
                self.group.arrive(self)
                return True
            if name == "s_endpgm":
                return False
            if name.startswith("s_waitcnt"):
                self.wait_for(i)
                continue
            kind = name[:2]
            known = (vector.execute(self, i) if kind == "v_" else scalar.execute(self, i) if name in scalar.NOTHING or
                     (kind == "s_" and not name.startswith("s_load")) else self.access(i))
            if not known:
                raise Fault(f"unknown instruction {name} in `{i.text}`, line {i.line}")
