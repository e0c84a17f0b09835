#!/usr/bin/env bash
# cluster_clients.sh PYTHON [CLIENT..]: runs the tests of other packages with stockham, by the interpreter PYTHON, which has
# stockham[mpi,dask,test]. Clients: mpi4py_fft (its test_libfft.py and test_mpifft.py on 1, 2 and 4 ranks; MPI4PY_TESTS is the
# folder `tests` of its sources), dask (its array/tests/test_fft.py), dask_cluster (the same on two worker processes), random
# (RANDOM_COUNT distributed transforms, 200, against scipy on 1 to 8 ranks, from RANDOM_SEED, 1); by default all.
set -euo pipefail
if (($# < 1)); then sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=$1
shift
clients=("$@")
((${#clients[@]})) || clients=(mpi4py_fft dask dask_cluster random)

# Open MPI refuses root and more ranks than processors unless told otherwise, and waiting ranks would use their processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_mpi_yield_when_idle=1 OPENBLAS_NUM_THREADS=1
failed=0
ranks() { mpirun -n "$1" "$python" -m mpi4py "${@:2}" || failed=1; }

for client in "${clients[@]}"; do
    case $client in
        mpi4py_fft)
            if [[ -z ${MPI4PY_TESTS:-} ]]; then echo "mpi4py_fft: skipped: MPI4PY_TESTS is not given"; continue; fi
            for n in 1 2 4; do
                ranks "$n" "$here/scripts/cluster_clients/mpi4py_fft_tests.py" "$MPI4PY_TESTS" test_mpifft.py test_libfft.py
            done
            ;;
        dask) "$python" "$here/scripts/cluster_clients/dask_tests.py" || failed=1 ;;
        dask_cluster) "$python" "$here/scripts/cluster_clients/dask_tests.py" cluster || failed=1 ;;
        random)
            # A run for each number of ranks: in one run of eight, those that wait would use the processors.
            for n in 1 2 3 4 5 6 7 8; do
                ranks "$n" "$here/interfaces/python/tests/mpi_programs/random_problems.py" "${RANDOM_COUNT:-200}" \
                    "${RANDOM_SEED:-1}" 8
            done
            ;;
        *) echo "cluster_clients.sh: unknown client '$client'" >&2; exit 2 ;;
    esac
done
exit $failed
