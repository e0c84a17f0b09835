// fftw_auto TIMES [measure|estimate|in-place [LOG2N]]: executes a transform of 2^LOG2N (18) points TIMES times in a
// program linked with FFTW. Before the last ones it gives the library time to compile. Checks each result, and that
// planning returned at once. With EXIT_IN_THREAD in the environment, a thread other than main does all this and ends
// the program.
//
// fftw_auto TIMES growing: executes batches of growing size, and checks that the process does not keep memory for all.
#include <fftw3.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Resident megabytes of the process.
long resident() {
    long all = 0, present = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file || std::fscanf(file, "%ld %ld", &all, &present) != 2) present = 0;
    if (file) std::fclose(file);
    return present * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

int grow(int times) {
    constexpr int n = 1024;
    long first = 0;
    for (int turn = 0; turn < times; ++turn) {
        const int batch = 1000 + 20 * turn;  // at most 42 MB on the device
        const auto numbers = static_cast<std::size_t>(n) * static_cast<std::size_t>(batch);
        fftw_complex *in = fftw_alloc_complex(numbers), *out = fftw_alloc_complex(numbers);
        std::memset(in, 0, numbers * sizeof(fftw_complex));
        const fftw_plan p =
            fftw_plan_many_dft(1, &n, batch, in, nullptr, 1, n, out, nullptr, 1, n, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_execute(p);
        fftw_destroy_plan(p);
        fftw_free(in);
        fftw_free(out);
        if (turn == 1) first = resident();
    }
    const long kept = resident() - first;
    if (kept > 100) std::printf("%ld MB more than after two batches\n", kept);
    return kept > 100;
}

int run(int argc, char** argv) {
    const int times = argc > 1 ? std::atoi(argv[1]) : 1;
    const std::string how = argc > 2 ? argv[2] : "estimate";
    if (how == "growing") return grow(times);
    const bool measure = how == "measure";
    const int n = 1 << (argc > 3 ? std::atoi(argv[3]) : 18), frequency = 77;
    fftw_complex* in = fftw_alloc_complex(static_cast<std::size_t>(n));
    fftw_complex* out = how == "in-place" ? in : fftw_alloc_complex(static_cast<std::size_t>(n));
    const auto start = std::chrono::steady_clock::now();
    const fftw_plan p = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, measure ? FFTW_MEASURE : FFTW_ESTIMATE);
    const double planning = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const char* factor = std::getenv("STOCKHAM_TEST_TIME_FACTOR");  // under Valgrind
    if (!measure && planning > 0.2 * (factor ? std::atof(factor) : 1)) {
        std::printf("planning took %g s\n", planning);
        return 1;
    }
    std::vector<std::array<double, 2>> wave(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        wave[static_cast<std::size_t>(i)] = {std::cos(2 * M_PI * frequency * i / n),
                                             std::sin(2 * M_PI * frequency * i / n)};
    for (int turn = 0; turn < times; ++turn) {
        if (!std::getenv("ABRUPT") && turn > 50 && turn == times - 5)
            std::this_thread::sleep_for(std::chrono::seconds(2));
        std::memset(out, 0, wave.size() * sizeof(fftw_complex));
        std::memcpy(in, wave.data(), wave.size() * sizeof(fftw_complex));
        fftw_execute(p);
        double error = 0;
        for (int i = 0; i < n; ++i) error += std::abs(out[i][0] - (i == frequency ? n : 0)) + std::abs(out[i][1]);
        if (!(error < 1e-8 * n)) {
            std::printf("execution %d: error %g\n", turn, error);
            return 1;
        }
    }
    fftw_destroy_plan(p);
    fftw_free(in);
    if (out != in) fftw_free(out);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (!std::getenv("EXIT_IN_THREAD")) return run(argc, argv);
    std::thread([&] { std::exit(run(argc, argv)); }).join();
}
