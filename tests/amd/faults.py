"""faults.py BUILD: plants faults in machine code for gfx1100; the interpreter must find each of them."""
import re
import sys

from decoding import Fault
from execute import execute


def nth(pattern, replacement, which=0):
    """Replaces one occurrence in the assembly; the fault must really be there."""
    def edit(text):
        found = list(re.finditer(pattern, text, re.M))
        if len(found) <= which:
            raise AssertionError(f"the assembly has no {pattern}")
        m = found[which]
        return text[:m.start()] + m.expand(replacement) + text[m.end():]
    return edit


FAULTS = {
    "removed barrier": nth(r"^\ts_barrier *$", "\ts_nop 0"),
    "index off by one": nth(r"(ds_load_b64 v\[\d+:\d+\], v\d+)$", r"\1 offset:8"),
    "missing wait": nth(r"^\ts_waitcnt vmcnt\(\d+\)", "\ts_nop 0"),
    "wrong lane mask": nth(r"^\ts_clause 0x9", "\ts_mov_b32 exec_lo, 0x7fffffff"),
    "swapped twiddle": nth(r"(global_load_b64 .*, off offset:)72$", r"\g<1>152"),
    "missing wait before a barrier": nth(r"^\ts_waitcnt vmcnt\(0\) lgkmcnt\(0\)(?=\n.*\n\ts_barrier)", "\ts_nop 0"),
    "missing wait for a scalar load": nth(r"s_waitcnt lgkmcnt\(0\)", "s_nop 0"),
    "unknown instruction": nth(r"v_add_f32_e32", "v_unheard_of_f32"),
}


def main():
    missed = 0
    for name, edit in FAULTS.items():
        try:
            error, gate, _ = execute(sys.argv[1], "gfx1100", "c2c f32 1000", edit)
            found = f"error {error:.1e} above the gate {gate:.1e}" if not error <= gate else ""
        except Fault as fault:
            found = str(fault)
        print(f"{'ok  ' if found else 'FAIL'} {name}: {found or 'not found'}", flush=True)
        missed += not found
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
