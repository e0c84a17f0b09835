"""Kernel packs: compiled kernels in a file."""

from __future__ import annotations

import pytest

import stockham

PROBLEMS = ["c2c f32 8 b4", "r2c f32 16"]


@pytest.fixture
def disk():
    """Restores the folder of compiled kernels."""
    before = stockham.cache.disk_folder()
    yield
    stockham.cache.use_disk_folder(before)


def test_a_pack_carries_compiled_kernels(disk, tmp_path):
    pack = tmp_path / "kernels.pack"
    stockham.cache.use_disk_folder(str(tmp_path / "made"))
    made = stockham.cache.export_programs(pack, PROBLEMS)
    assert made["entries"] > len(PROBLEMS) and pack.stat().st_size > made["bytes"]
    stockham.cache.use_disk_folder(str(tmp_path / "other"))
    assert stockham.cache.import_programs(pack) == made
    assert stockham.cache.disk_usage() == made


def test_a_pack_of_what_a_function_uses(disk, tmp_path):
    """Pictures need kernels that no problem string names."""
    import numpy as np

    def work():
        stockham.fft.fft(np.ones((4, 8), np.complex64))

    pack = tmp_path / "kernels.pack"
    stockham.cache.use_disk_folder(str(tmp_path / "made"))
    made = stockham.cache.export_programs(pack, work=work)
    stockham.cache.use_disk_folder(str(tmp_path / "other"))
    assert stockham.cache.import_programs(pack) == made and made["entries"] > 0
    with pytest.raises(stockham.ArgumentError):
        stockham.cache.export_programs(pack, PROBLEMS, work=work)
    with pytest.raises(ZeroDivisionError):
        stockham.cache.export_programs(pack, work=lambda: 1 // 0)


def test_bad_packs_are_refused(disk, tmp_path):
    pack = tmp_path / "kernels.pack"
    stockham.cache.use_disk_folder(str(tmp_path / "made"))
    stockham.cache.export_programs(pack, PROBLEMS[:1], device=stockham.get_device())
    damaged = bytearray(pack.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    for bad in (tmp_path / "damaged", tmp_path / "missing", tmp_path):
        with pytest.raises(stockham.ArgumentError):
            stockham.cache.import_programs(bad)
    with pytest.raises(stockham.ArgumentError):
        stockham.cache.export_programs(pack, [])
    with pytest.raises(stockham.ArgumentError):
        stockham.cache.export_programs(pack, ["c2c f32 3y"])
    stockham.cache.use_disk_folder("")
    with pytest.raises(stockham.UnsupportedError):
        stockham.cache.import_programs(pack)
