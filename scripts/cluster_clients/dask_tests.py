"""dask_tests.py [cluster]: runs dask's own array/tests/test_fft.py with the functions of stockham.dask in place of those of
dask.array.fft; with `cluster`, on a LocalCluster of two worker processes.

Single precision is compared with an absolute tolerance of 1e-6 of the largest value: dask's own of 1e-8 passes only where both
sides run the same code. Left out: test_cant_fft_chunked_axis, which wants an error where stockham.dask rechunks. `fft_wrap` and the functions of
frequencies and shifts are dask's own in any case."""

import sys

import dask.array.fft
import numpy as np
import pytest
from dask.array.tests import test_fft

import stockham.dask


class Replaced:
    """Replaces the functions for pytest, and counts their calls."""

    def __init__(self):
        self.calls = 0

    def pytest_sessionstart(self):
        test_fft.NUMPY_GE_200 = False  # without it the tests do not wait for numpy's warning about `s` without `axes`
        for name in stockham.dask.__all__:
            if hasattr(dask.array.fft, name):
                setattr(dask.array.fft, name, self.counted(getattr(stockham.dask, name)))

    def counted(self, function):
        def call(*args, **kwargs):
            self.calls += 1
            return function(*args, **kwargs)

        return call


def tolerant(plain, **fixed):
    def assert_eq(a, b, **more):
        values = np.asarray(b)
        if values.dtype.char in "fF" and values.size:
            more.setdefault("atol", 1e-6 * float(abs(values).max()))
        return plain(a, b, **fixed, **more)

    return assert_eq


def main():
    cluster = client = None
    plain = test_fft.assert_eq
    test_fft.assert_eq = tolerant(plain)
    if sys.argv[1:] == ["cluster"]:
        from distributed import Client, LocalCluster

        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        client = Client(cluster)
        test_fft.assert_eq = tolerant(plain, scheduler=client)  # it computes in this process unless it is told otherwise
    replaced = Replaced()
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning",
                          "-k", "not cant_fft_chunked_axis", test_fft.__file__],
                         plugins=[replaced])
    print(f"{replaced.calls} calls of stockham.dask")
    if cluster is not None:
        client.close()
        cluster.close()
    assert replaced.calls
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
