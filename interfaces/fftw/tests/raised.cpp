// fftw_raised: plans a transform by measuring and executes it for half a second, which is when the library would open a
// device. fftw_raised is_raised: succeeds in a process with raised rights.
#include <fftw3.h>
#include <sys/auxv.h>

#include <chrono>
#include <cmath>
#include <cstdio>

int main(int argc, char**) {
    if (argc > 1) return getauxval(AT_SECURE) ? 0 : 1;
    constexpr int n = 1 << 16, frequency = 7;
    fftw_complex *in = fftw_alloc_complex(n), *out = fftw_alloc_complex(n);
    fftw_set_timelimit(0.05);
    const fftw_plan p = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_MEASURE);
    if (!p) return std::puts("no plan"), 1;
    for (int i = 0; i < n; ++i) {
        in[i][0] = std::cos(2 * M_PI * frequency * i / n);
        in[i][1] = std::sin(2 * M_PI * frequency * i / n);
    }
    using clock = std::chrono::steady_clock;
    for (const auto start = clock::now(); clock::now() - start < std::chrono::milliseconds(600);) fftw_execute(p);
    const bool right = std::abs(out[frequency][0] - n) < 1e-8 * n;
    fftw_destroy_plan(p);
    fftw_free(in);
    fftw_free(out);
    return right ? 0 : (std::puts("wrong result"), 1);
}
