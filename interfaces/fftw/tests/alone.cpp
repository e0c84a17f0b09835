// Checks the library in a program without FFTW (alone.sh hides it). Prints each fault.
#include <fftw3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int faults = 0;

void expect(bool right, const char* what) {
    if (right) return;
    std::printf("fault: %s\n", what);
    ++faults;
}

constexpr int n = 60;
fftw_complex in[n], out[n];

/// A transform that the device does not hold (alone.sh limits its memory), in place.
void check_trips() {
    constexpr int line = 512;
    static fftw_complex array[line];
    const fftw_plan p = fftw_plan_dft_1d(line, array, array, FFTW_BACKWARD, FFTW_ESTIMATE);
    expect(p, "no plan for a transform larger than the device");
    if (!p) return;
    array[3][1] = 1;
    fftw_execute(p);
    double error = 0;
    for (int i = 0; i < line; ++i)
        error += std::abs(array[i][0] + std::sin(2 * M_PI * 3 * i / line)) +
                 std::abs(array[i][1] - std::cos(2 * M_PI * 3 * i / line));
    expect(error < 1e-10, "a wrong result of a transform larger than the device");
    fftw_destroy_plan(p);
}

/// The transform of a wave of frequency 7 is one peak.
bool is_peak() {
    double error = 0;
    for (int k = 0; k < n; ++k) error += std::abs(out[k][0] - (k == 7 ? n : 0)) + std::abs(out[k][1]);
    return error < 1e-10;
}

void fill() {
    for (int i = 0; i < n; ++i) {
        in[i][0] = std::cos(2 * M_PI * 7 * i / n);
        in[i][1] = std::sin(2 * M_PI * 7 * i / n);
        out[i][0] = out[i][1] = 0;
    }
}

int status_of_child(void (*body)(fftw_plan), fftw_plan p) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        body(p);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace

int main() {
    const fftw_plan p = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_MEASURE);
    expect(p, "no plan for a transform that the device computes");
    if (!p) return 1;
    fill();
    fftw_execute(p);
    expect(is_peak(), "a wrong result");
    double add = 0, multiply = 0, fma = 0;
    fftw_flops(p, &add, &multiply, &fma);
    expect(add > 0 && fftw_cost(p) > 0 && fftw_estimate_cost(p) > 0, "no operations");
    char* text = fftw_sprint_plan(p);
    expect(text && std::string(text).find("stockham") != std::string::npos, "no text of the plan");
    std::free(text);

    check_trips();

    double real[n];
    expect(!fftw_plan_r2r_2d(6, 10, real, real, FFTW_DHT, FFTW_DHT, FFTW_ESTIMATE),
           "a plan that neither library can make");
    expect(!fftw_plan_dft_1d(0, in, out, FFTW_FORWARD, FFTW_ESTIMATE), "a plan of no points");
    expect(!fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_WISDOM_ONLY), "wisdom from nowhere");
    expect(!fftw_plan_dft_c2r_2d(6, 10, in, real, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT), "a plan that FFTW refuses");
    fftw_destroy_plan(nullptr);
    fftw_execute(nullptr);
    fftw_forget_wisdom();
    fftw_set_timelimit(1);
    text = fftw_export_wisdom_to_string();
    expect(text && fftw_import_wisdom_from_string("(fftw)") == 0, "wisdom of a library that is not there");
    std::free(text);
    expect(fftw_alignment_of(real) >= 0, "no alignment");

    const int planned =
        status_of_child([](fftw_plan) { _exit(fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_ESTIMATE) ? 1 : 0); }, p);
    expect(planned == 0, "a plan in a forked process");
    const int executed = status_of_child([](fftw_plan inherited) { fftw_execute(inherited); }, p);
    expect(WIFSIGNALED(executed) && WTERMSIG(executed) == SIGABRT, "an execution in a forked process went on");
    fill();
    fftw_execute(p);
    expect(is_peak(), "a wrong result after a fork");
    fftw_destroy_plan(p);
    fftw_cleanup();
    const fftw_plan after = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
    fill();
    fftw_execute(after);
    expect(is_peak(), "a wrong result after cleanup");
    fftw_destroy_plan(after);
    return faults ? 1 : 0;
}
