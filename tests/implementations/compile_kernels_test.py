#!/usr/bin/env python3
"""Tests of compile_kernels.py: what it reads from compilers, and what it refuses. .ci/simulated.sh runs them."""
import pathlib
import struct
import tempfile
import types
import unittest

import compile_kernels
import compilers

KEY = compile_kernels.Key("navi21", "c2c f32 4096 b64", "launch_1")
RADEONSI = {"registers": 256, "code": 5560, "local": 34816, "private": 0, "scratch": 0, "spilled": 0, "waves": 2}

# What Mesa 26.2 printed, with a kernel of the driver's own before that of the file.
STATS = ("Shader Stats: SGPRS: 108 VGPRS: {} Code Size: {} LDS: {} Scratch: {} Max Waves: {} Spilled SGPRs: 0 Spilled VGPRs: {} "
         "PrivMem VGPRs: 0 LSOutputs: 0 HSOutputs: 0 HSPatchOuts: 0 ESOutputs: 0 GSOutputs: 0 VSOutputs: 0 PSOutputs: 0 "
         "InlineUniforms: 0 DivergentLoop: 0 (CS, W64)\n")
OWN = STATS.format(16, 356, 0, 0, 16, 0)
ADRENO = """MESA: info: NIR (final form) for CL shader :
MESA: info: shared_size: 34816
MESA: info: ; CL prog 28/1: 958 instr, 13 nops, 945 non-nops, 9 mov, 0 cov, 1824 dwords
MESA: info: ; CL prog 28/1: 0 last-baryf, 0 last-helper, 0 half, 48 full, 24 constlen
MESA: info: ; CL prog 28/1: 4 max_waves, 0 double_threadsize
     0 pass /build/a.cl
MESA: info: NIR (final form) for CL shader :
MESA: info: ; CL prog 29/1: 102 instr, 16 nops, 86 non-nops, 9 mov, 0 cov, 192 dwords
MESA: info: ; CL prog 29/1: 0 last-baryf, 0 last-helper, 0 half, 12 full, 16 constlen
MESA: info: ; CL prog 29/1: 8 max_waves, 1 double_threadsize
   512 pass /build/b.cl
"""
ZE_INFO = """kernels:
  - name:            Intel_Symbol_Table_Void_Program
    execution_env:
      grf_count:       128
      simd_size:       8
  - name:            pass
    execution_env:
      grf_count:       256
      private_size:    2048
      simd_size:       32
      slm_size:        7936
      spill_size:      14464
    payload_arguments:
      - arg_type:        arg_bypointer
kernels_misc_info:
  - name:            pass
    args_info:
      - index:           0
"""


def printed(name, text):
    """The figures that are read from a driver's output."""
    launcher = types.SimpleNamespace(launcher=["printf", "%s", text, "--"], build=pathlib.Path("/build"))
    return compilers.COMPILERS[name].compile(launcher, "any", [])[0]


def elf(sections):
    """A 64-bit ELF file with these sections."""
    names = b"\0" + b"\0".join(name.encode() for name in sections) + b"\0.names\0"
    body, headers = b"", struct.pack("<IIQQQQ24x", 0, 0, 0, 0, 0, 0)
    for name, data in {**sections, ".names": names}.items():
        headers += struct.pack("<IIQQQQ24x", names.index(b"\0" + name.encode() + b"\0") + 1, 1, 0, 0, 64 + len(body), len(data))
        body += data
    return (b"\x7fELF" + bytes(36) + struct.pack("<Q", 64 + len(body)) + bytes(10)
            + struct.pack("<HHH", 64, len(sections) + 2, len(sections) + 1) + body + headers)


class Reading(unittest.TestCase):
    def test_radeonsi(self):
        text = OWN + STATS.format(256, 5560, 34816, 0, 2, 0) + "     0 pass /build/a.cl\n" \
            + STATS.format(128, 900, 0, 4096, 3, 7) + "    16 pass /build/b.cl\nFAILED /build/c.cl: clBuildProgram\n"
        found = printed("radeonsi", text)
        self.assertEqual(found["/build/a.cl"], RADEONSI)
        self.assertEqual(found["/build/b.cl"], {"registers": 128, "code": 900, "local": 0, "private": 16, "scratch": 4096,
                                                "spilled": 7, "waves": 3})
        self.assertEqual(found["/build/c.cl"], "clBuildProgram")

    def test_kernels_without_figures_or_with_those_of_another(self):
        found = printed("radeonsi", OWN + "     0 pass /build/a.cl\n     0 pass /build/b.cl\n")
        self.assertEqual(found["/build/b.cl"], "the driver printed no figures")
        found = printed("radeonsi", OWN + "     0 pass /build/a.cl\n" + OWN + "     0 more /build/a.cl\n")
        self.assertEqual(found["/build/a.cl"], "more than one kernel in a file")

    def test_compiler_that_does_not_return(self):
        launcher = types.SimpleNamespace(launcher=["sh", "-c", "echo begun; exec sleep 100"])
        self.assertEqual(compilers.call(launcher, [], limit=0.2), "begun\n\nnot done after 0.2 s\n")

    def test_adreno(self):
        self.assertEqual(printed("adreno", ADRENO), {
            "/build/a.cl": {"registers": 48, "code": 7296, "local": 34816, "private": 0, "waves": 4},
            "/build/b.cl": {"registers": 12, "code": 768, "local": 0, "private": 512, "waves": 8}})

    def test_ocloc(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(elf({".text.pass": bytes(192), ".ze_info": ZE_INFO.encode()}))
            file.flush()
            self.assertEqual(compilers.ze_info_figures(file.name), {
                "lanes": 32, "registers": 256, "code": 192, "local": 7936, "private": 2048, "spilled": 14464})


class Judging(unittest.TestCase):
    def objections(self, recorded=RADEONSI, allowed=None, same_compiler=True, **changed):
        return list(compile_kernels.objections(KEY, {**RADEONSI, **changed}, recorded, allowed or {},
                                               compilers.COMPILERS["radeonsi"], same_compiler))

    def test_memory(self):
        self.assertEqual(self.objections(), [])
        for column in ("private", "scratch", "spilled"):
            self.assertEqual(self.objections(**{column: 16}), [f"{column}: 16, at most 0 allowed"])
            self.assertEqual(self.objections(allowed={(KEY, column): 16}, **{column: 16}), [])
            self.assertTrue(self.objections(allowed={(KEY, column): 16}, same_compiler=False, **{column: 17}))

    def test_kernel_of_imaging(self):
        """Only its memory counts."""
        key = compile_kernels.Key("navi21", "imaging/cl/match.cl f32", "normalise")
        judged = [list(compile_kernels.objections(key, {**RADEONSI, "private": private}, None, {},
                                                  compilers.COMPILERS["radeonsi"], True)) for private in (0, 16)]
        self.assertEqual(judged, [[], ["private: 16, at most 0 allowed"]])

    def test_single_kernels(self):
        text = "struct a {\n};\nkernel void f(\n    int x) {\n    if (x) {\n    }\n}\nreal g();\nkernel void h() {\n}\n"
        self.assertEqual(dict(compile_kernels.single_kernels(text)), {
            "f": text.replace("kernel void h() {\n}\n", ""), "h": "struct a {\n};\nreal g();\nkernel void h() {\n}\n"})

    def test_code(self):
        self.assertEqual(self.objections(code=6116), [])
        self.assertEqual(self.objections(code=6117), ["code: 6117 bytes, recorded 5560"])
        self.assertEqual(self.objections(code=6117, same_compiler=False), [])
        self.assertEqual(self.objections(recorded={**RADEONSI, "code": 400}, code=656), [])
        self.assertEqual(self.objections(code=1096, same_compiler=False), ["code: only 1096 bytes, recorded 5560"])
        self.assertEqual(self.objections(recorded=None), ["not in the record"])

    def test_record_that_is_written_and_read(self):
        columns = compilers.COMPILERS["radeonsi"].columns
        with tempfile.NamedTemporaryFile("w+") as file:
            file.write(compile_kernels.table("mesa 1", columns, {KEY: RADEONSI}))
            file.flush()
            self.assertEqual(compile_kernels.record_of(pathlib.Path(file.name), columns), ("mesa 1", {KEY: RADEONSI}))

    def test_lists(self):
        """Each ceiling belongs to a kernel in a record, and names its cause; each GPU has a compiler."""
        known = {}
        for compiler in compilers.COMPILERS:
            columns = compilers.COMPILERS[compiler].columns
            known.update(compile_kernels.record_of(compile_kernels.FOLDER / f"{compiler}.txt", columns)[1])
        for (key, column), most in compile_kernels.ceilings().items():
            self.assertLessEqual(known[key][column], most)
        targets = {target for compiler in compilers.COMPILERS.values() for target in compiler.targets}
        for names, _ in compile_kernels.lines_of(compile_kernels.FOLDER / "problems.txt"):
            self.assertLessEqual(set(names.split()), targets)


if __name__ == "__main__":
    unittest.main()
