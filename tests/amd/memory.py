"""Global memory, LDS and scratch byte by byte: whether each is known, and which waves touched it since the last barrier.

A load returns the bytes and which of them are unknown (None: none). LDS and scratch carry unknown bytes; the results in
global memory must be known."""
import numpy as np

BASE = 0x7f00_0000_0000  # of global memory, so that the high halves of addresses count
GAP = 4096
OUTSIDE, KNOWN, UNKNOWN = 0, 1, 2  # the states of a byte
LONGEST = 64  # bytes of an access
SEVERAL = np.uint8(255)  # waves


class Bytes:
    """An array of bytes, of which accesses take n together. Behind the end follow zeros."""

    def __init__(self, size, value=0):
        self.all, self.size, self.windows = np.zeros(size + LONGEST, np.uint8), size, {}
        self.all[:size] = value

    def window(self, n):
        """The array as overlapping elements of n bytes, one at each byte."""
        if n not in self.windows:
            self.windows[n] = np.ndarray(self.size + 1, f"V{n}", self.all, 0, 1)
        return self.windows[n]

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
        me, others = np.uint8(wave.number + 1), {}
        for name, waves in (("wrote", self.writers), ("read", self.readers)):
            by = waves.get(at, n)
            others[name] = (by != 0) & (by != me)
            if (writes or name == "wrote") and others[name].any():
                wave.fault(f"{'writes' if writes else 'reads'} LDS that another wave {name} since the last barrier")
        if writes:
            self.writers.set(at, np.full((len(at), n), me))
        else:
            self.readers.set(at, np.where(others["read"], SEVERAL, me))


class Scratch(Memory):
    """The scratch memory of a wave: `size` bytes for each lane, and a gap."""

    def __init__(self, size, lanes):
        each = size + LONGEST
        super().__init__("scratch memory", lanes * each, OUTSIDE)
        self.size, self.first = size, np.arange(lanes) * each
        self.states.all[:lanes * each].reshape(lanes, each)[:, :size] = UNKNOWN

    def places(self, addresses, wave):
        return self.first[wave.on] + np.minimum(addresses, self.size)
