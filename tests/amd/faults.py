"""faults.py BUILD: plants faults in machine code for gfx1100; the interpreter must find each of them, for the right reason."""
import pathlib
import re
import sys
import tempfile

from decoding import Fault
from execute import Machine, capture, judge


def nth(pattern, replacement, which=0):
    """Replaces one occurrence in the assembly; the fault must really be there."""
    def edit(text):
        found = list(re.finditer(pattern, text, re.M))
        if len(found) <= which:
            raise AssertionError(f"the assembly has no {pattern}")
        m = found[which]
        return text[:m.start()] + m.expand(replacement) + text[m.end():]
    return edit


BARRIER = r"^\ts_barrier *$"
WRONG = "above the gate"
# The report, and the fault.
FAULTS = {
    "removed first barrier": ("LDS that another wave", nth(BARRIER, "\ts_nop 0")),
    "race: read after write": ("reads LDS that another wave wrote", nth(BARRIER, "\ts_nop 0", 1)),
    "race: write after read": ("writes LDS that another wave read", nth(BARRIER, "\ts_nop 0", 2)),
    "index off by one": (WRONG, nth(r"(ds_load_b64 v\[\d+:\d+\], v\d+)$", r"\1 offset:8")),
    "index beyond LDS": ("out of bounds of LDS", nth(r"(ds_load_b64 v\[\d+:\d+\], v\d+)$", r"\1 offset:65528")),
    "index beyond a buffer": ("out of bounds of every buffer", nth(r"^\tglobal_store_b64 .*$", r"\g<0> offset:-4096")),
    "missing wait": ("before the s_waitcnt", nth(r"^\ts_waitcnt vmcnt\(\d+\)", "\ts_nop 0")),
    "missing wait before a barrier": ("no s_waitcnt before the barrier",
                                      nth(r"^\ts_waitcnt vmcnt\(0\) lgkmcnt\(0\)(?=\n.*\n\ts_barrier)", "\ts_nop 0")),
    "missing wait for a scalar load": ("before the s_waitcnt", nth(r"s_waitcnt lgkmcnt\(0\)", "s_nop 0")),
    "lane without work": ("part ways", nth(r"^\ts_clause 0x9", "\ts_mov_b32 exec_lo, 0x7fffffff")),
    "lane that is not there": ("the work-group has not", nth(r"(^\ts_barrier *$)", r"\ts_mov_b32 exec_lo, -1\n\1")),
    "swapped twiddle": (WRONG, nth(r"(global_load_b64 .*, off offset:)72$", r"\g<1>152")),
    "unwritten value": ("a result depends", nth(r"^(\tglobal_store_b64 .*, )v\[\d+:\d+\]", r"\1v[250:251]")),
    "unwritten address": ("an address depends", nth(r"^(\tglobal_load_b64 .*, )v\[\d+:\d+\]", r"\1v[250:251]")),
    "unwritten branch": ("the branch depends", nth(BARRIER, "\ts_cmp_eq_u32 s99, 0\n\ts_cbranch_scc1 .LBB0_0")),
    "other denormals": ("code object demands", nth(r"float_denorm_mode_32 3", "float_denorm_mode_32 0")),
    "unknown instruction": ("unknown instruction", nth(r"v_add_f32_e32", "v_unheard_of_f32")),
}


def main():
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launches, about = capture(sys.argv[1], "gfx1100", "c2c f32 1000", folder)
        for fault, (report, edit) in FAULTS.items():
            try:
                error, gate, _ = judge(Machine(folder, "gfx1100", edit), launches, about)
                found = f"error {error:.1e}, {WRONG if not error <= gate else 'below'} {gate:.1e}"
            except Fault as reported:
                found = str(reported)
            print(f"{'ok  ' if report in found else 'FAIL'} {fault}: {found}", flush=True)
            missed += report not in found
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
