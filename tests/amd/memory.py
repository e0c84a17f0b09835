"""Global memory, LDS and scratch, byte by byte: whether each is known, by which wave it was written, and since which barrier.

A load returns the bytes and which of them are unknown (False: none). LDS and scratch carry unknown bytes; the results in
global memory must be known."""
import numpy as np

from decoding import Fault

BASE = 0x7f00_0000_0000  # so that the high halves of addresses count
GAP = 4096


class Global:
    def __init__(self, size):
        self.bytes = np.zeros(size, np.uint8)
        self.valid = np.zeros(size, bool)
        self.next = GAP

    def place(self, contents):
        """Puts bytes into a place of their own and returns its address."""
        start, n = self.next, len(contents)
        self.next = (start + n + 2 * GAP) // 256 * 256
        if self.next > len(self.bytes):
            raise MemoryError("the global memory of the interpreter is too small")
        self.bytes[start:start + n] = np.frombuffer(contents, np.uint8)
        self.valid[start:start + n] = True
        return BASE + start

    def contents(self, address, n):
        return self.bytes[address - BASE:address - BASE + n]

    def places(self, addresses, n, wave):
        at = (addresses - np.uint64(BASE)).astype(np.int64)[:, None] + np.arange(n)
        if at.size and (at.min() < 0 or at.max() >= len(self.bytes) or not self.valid[at].all()):
            raise Fault(f"{wave.where()}: access out of bounds of every buffer")
        return at

    def load(self, addresses, n, wave):
        return self.bytes[self.places(addresses, n, wave)], False

    def store(self, addresses, values, unknown, wave):
        if np.any(unknown):
            raise Fault(f"{wave.where()}: a result depends on registers or LDS that nothing wrote")
        self.bytes[self.places(addresses, values.shape[1], wave)] = values


class Local:
    """LDS of a work-group. Two waves that touch a byte between the same barriers, one of them writing, race."""

    def __init__(self, size):
        self.bytes, self.unknown = np.zeros(size, np.uint8), np.ones(size, bool)
        self.epoch = 1
        self.write_epoch, self.writer = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.read_epoch, self.reader = np.zeros(size, np.int32), np.zeros(size, np.int32)

    def check(self, at, wave, does, epochs, waves, did):
        if ((epochs[at] == self.epoch) & (waves[at] != wave.number)).any():
            raise Fault(f"{wave.where()}: {does} LDS that another wave {did} since the last barrier")

    def places(self, addresses, n, wave):
        at = addresses.astype(np.int64)[:, None] + np.arange(n)
        if at.size and at.max() >= len(self.bytes):
            raise Fault(f"{wave.where()}: access beyond the {len(self.bytes)} bytes of LDS")
        return at

    def load(self, addresses, n, wave):
        at = self.places(addresses, n, wave)
        self.check(at, wave, "reads", self.write_epoch, self.writer, "wrote")
        other = (self.read_epoch[at] == self.epoch) & (self.reader[at] != wave.number)
        self.reader[at] = np.where(other, -1, wave.number)  # -1: several waves
        self.read_epoch[at] = self.epoch
        return self.bytes[at], self.unknown[at]

    def store(self, addresses, values, unknown, wave):
        at = self.places(addresses, values.shape[1], wave)
        self.check(at, wave, "writes", self.write_epoch, self.writer, "wrote")
        self.check(at, wave, "writes", self.read_epoch, self.reader, "read")
        self.bytes[at], self.unknown[at] = values, unknown
        self.write_epoch[at], self.writer[at] = self.epoch, wave.number


class Scratch(Local):
    """The scratch memory of a wave: `size` bytes for each lane."""

    def __init__(self, size, lanes):
        super().__init__(size * lanes)
        self.size, self.first = size, np.arange(lanes, dtype=np.uint64) * np.uint64(size)

    def places(self, addresses, n, wave):
        if addresses.size and addresses.max() + n > self.size:
            raise Fault(f"{wave.where()}: access beyond the {self.size} bytes of scratch memory")
        return super().places(self.first[wave.on] + addresses, n, wave)
