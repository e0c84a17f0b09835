// A program for FFTW, linked with FFTW's own libraries: calls every function and prints the results; with an argument,
// in double precision only. client.sh runs it with FFTW and with the library under test, and compares.
#include <dlfcn.h>
#include <fftw3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

#define NAMESPACE in_double
#define NUMBER double
#define COMPLEX fftw_complex
#define PRECISION "f64"
#define X(name) fftw_##name
#define FORTRAN(name) dfftw_##name##_
#include "client.inc"
#undef NAMESPACE
#undef NUMBER
#undef COMPLEX
#undef PRECISION
#undef X
#undef FORTRAN

#define NAMESPACE in_single
#define NUMBER float
#define COMPLEX fftwf_complex
#define PRECISION "f32"
#define X(name) fftwf_##name
#define FORTRAN(name) sfftw_##name##_
#include "client.inc"

/// Long double remains FFTW's.
static void in_long_double() {
    constexpr int n = 60;
    fftwl_init_threads();
    fftwl_plan_with_nthreads(2);
    auto* data = fftwl_alloc_complex(n);
    const fftwl_plan p = fftwl_plan_dft_1d(n, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    for (int i = 0; i < n; ++i) data[i][0] = data[i][1] = std::cos(0.3L * i);
    fftwl_execute(p);
    std::printf("long double: %.6Le\n", data[7][0]);
    fftwl_destroy_plan(p);
    fftwl_free(data);
}

int main(int argc, char**) {
    in_double::all();
    if (argc > 1) return 0;
    in_single::all();
    in_long_double();
}
