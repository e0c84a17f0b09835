"""Global memory and LDS, byte by byte: whether each was written, by which wave, and since which barrier."""
import numpy as np

from decoding import Fault

BASE = 0x7f00_0000_0000  # so that the high halves of addresses count
GAP = 4096


class Global:
    def __init__(self, size):
        self.bytes = np.zeros(size, np.uint8)
        self.valid, self.written = np.zeros(size, bool), np.zeros(size, bool)
        self.next = GAP

    def place(self, contents, written=True):
        """Puts bytes into a place of their own and returns its address."""
        start, n = self.next, len(contents)
        self.next = (start + n + 2 * GAP) // 256 * 256
        if self.next > len(self.bytes):
            raise MemoryError("the global memory of the interpreter is too small")
        self.bytes[start:start + n] = np.frombuffer(contents, np.uint8)
        self.valid[start:start + n] = True
        self.written[start:start + n] = written
        return BASE + start

    def contents(self, address, n):
        return self.bytes[address - BASE:address - BASE + n]

    def places(self, addresses, n, what):
        at = (addresses.astype(np.uint64) - np.uint64(BASE)).astype(np.int64)
        if at.size and (at.min() < 0 or at.max() + n > len(self.bytes)):
            raise Fault(f"{what}: access out of bounds of every buffer")
        at = at[:, None] + np.arange(n)
        if not self.valid[at].all():
            raise Fault(f"{what}: access out of bounds of every buffer")
        return at

    def load(self, addresses, n, what):
        at = self.places(addresses, n, what)
        if not self.written[at].all():
            raise Fault(f"{what}: reads memory that nothing wrote")
        return self.bytes[at]

    def store(self, addresses, values, what):
        at = self.places(addresses, values.shape[1], what)
        self.bytes[at], self.written[at] = values, True


class Local:
    """LDS of a work-group. Two waves that touch a byte between the same barriers, one of them writing, race."""

    def __init__(self, size):
        self.bytes, self.written = np.zeros(size, np.uint8), np.zeros(size, bool)
        self.epoch = 1
        self.write_epoch, self.writer = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.read_epoch, self.reader = np.zeros(size, np.int32), np.zeros(size, np.int32)

    def places(self, addresses, n, what):
        at = addresses.astype(np.int64)[:, None] + np.arange(n)
        if at.size and at.max() >= len(self.bytes):
            raise Fault(f"{what}: access beyond the {len(self.bytes)} bytes of LDS")
        return at

    def load(self, addresses, n, wave, what):
        at = self.places(addresses, n, what)
        if not self.written[at].all():
            raise Fault(f"{what}: reads LDS that nothing wrote")
        if ((self.write_epoch[at] == self.epoch) & (self.writer[at] != wave)).any():
            raise Fault(f"{what}: reads LDS that another wave wrote since the last barrier")
        other = (self.read_epoch[at] == self.epoch) & (self.reader[at] != wave)
        self.reader[at] = np.where(other, -1, wave)  # -1: several waves
        self.read_epoch[at] = self.epoch
        return self.bytes[at]

    def store(self, addresses, values, wave, what):
        at = self.places(addresses, values.shape[1], what)
        if ((self.write_epoch[at] == self.epoch) & (self.writer[at] != wave)).any():
            raise Fault(f"{what}: writes LDS that another wave wrote since the last barrier")
        if ((self.read_epoch[at] == self.epoch) & (self.reader[at] != wave)).any():
            raise Fault(f"{what}: writes LDS that another wave read since the last barrier")
        self.bytes[at], self.written[at] = values, True
        self.write_epoch[at], self.writer[at] = self.epoch, wave
