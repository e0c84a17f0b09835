// fftw_speed list SEED COUNT [MOST-BYTES]: prints random problems, one a line: kind, precision, lengths, batch.
// fftw_speed run KIND PRECISION LENGTHS BATCH SECONDS: plans and executes a problem of the list with all cores, out of
// place. Prints the seconds from the start of planning to the end of execution 1, 2, 11 and 1001, in one line. After
// SECONDS it stops, and extends the rest from the last executions.
#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

/// A length near `wanted`: a power of two, a product of small primes or any number.
int length_near(double wanted, std::mt19937& random) {
    const int n = std::max(2, static_cast<int>(wanted));
    switch (random() % 3) {
    case 0:
        return 1 << static_cast<int>(std::lround(std::log2(n)));
    case 1:
        for (int near = n;; ++near) {
            int rest = near;
            for (const int prime : {2, 3, 5, 7})
                while (rest % prime == 0) rest /= prime;
            if (rest == 1) return near;
        }
    default:
        return n;
    }
}

void list(unsigned seed, int count, double most) {
    std::mt19937 random(seed);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int k = 0; k < count; ++k) {
        const bool real = random() % 2, f64 = random() % 2;
        const double bytes = std::exp2(between(12, std::log2(most)));
        const double points = bytes / (f64 ? 16 : 8) * (real ? 2 : 1);
        const int rank = 1 + static_cast<int>(random() % 3);
        const double in_batch = random() % 2 ? std::exp2(between(0, std::log2(points) / 2)) : 1;
        const double edge = std::pow(points / in_batch, 1.0 / rank);
        std::string lengths;
        double one = 1;
        for (int axis = 0; axis < rank; ++axis) {
            const int n = length_near(edge, random);
            lengths += (axis ? "x" : "") + std::to_string(n);
            one *= n;
        }
        std::printf("%s %s %s %d\n", real ? "r2c" : "c2c", f64 ? "f64" : "f32", lengths.c_str(),
                    std::max(1, static_cast<int>(points / one)));
    }
}

struct f64_functions {
    using number = double;
    using complex = fftw_complex;
    static constexpr auto init = &fftw_init_threads;
    static constexpr auto with = &fftw_plan_with_nthreads;
    static constexpr auto plan_complex = &fftw_plan_many_dft;
    static constexpr auto plan_real = &fftw_plan_many_dft_r2c;
    static constexpr auto execute = &fftw_execute;
    static constexpr auto allocate = &fftw_malloc;
};
struct f32_functions {
    using number = float;
    using complex = fftwf_complex;
    static constexpr auto init = &fftwf_init_threads;
    static constexpr auto with = &fftwf_plan_with_nthreads;
    static constexpr auto plan_complex = &fftwf_plan_many_dft;
    static constexpr auto plan_real = &fftwf_plan_many_dft_r2c;
    static constexpr auto execute = &fftwf_execute;
    static constexpr auto allocate = &fftwf_malloc;
};

template <class F>
int run(bool real, const std::vector<int>& n, int batch, double limit) {
    using number = typename F::number;
    using complex = typename F::complex;
    std::size_t in_points = 1, out_points = 1;
    for (const int each : n) in_points *= static_cast<std::size_t>(each);
    out_points =
        real ? in_points / static_cast<std::size_t>(n.back()) * static_cast<std::size_t>(n.back() / 2 + 1) : in_points;
    const std::size_t in_numbers = in_points * static_cast<std::size_t>(batch) * (real ? 1 : 2);
    const std::size_t out_numbers = out_points * static_cast<std::size_t>(batch) * 2;
    auto* in = static_cast<number*>(F::allocate(in_numbers * sizeof(number)));
    auto* out = static_cast<number*>(F::allocate(out_numbers * sizeof(number)));
    if (!in || !out) return 1;
    for (std::size_t i = 0; i < in_numbers; ++i) in[i] = static_cast<number>(i % 17) - 8;
    std::fill(out, out + out_numbers, number(0));

    const auto start = clock_type::now();
    F::init();
    F::with(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    const int rank = static_cast<int>(n.size());
    auto* spectrum = reinterpret_cast<complex*>(out);
    const auto plan = real ? F::plan_real(rank, n.data(), batch, in, nullptr, 1, static_cast<int>(in_points), spectrum,
                                          nullptr, 1, static_cast<int>(out_points), FFTW_ESTIMATE)
                           : F::plan_complex(rank, n.data(), batch, reinterpret_cast<complex*>(in), nullptr, 1,
                                             static_cast<int>(in_points), spectrum, nullptr, 1,
                                             static_cast<int>(out_points), FFTW_FORWARD, FFTW_ESTIMATE);
    if (!plan) return 1;
    std::vector<double> ends;
    for (int k = 0; k < 1001; ++k) {
        F::execute(plan);
        ends.push_back(seconds_since(start));
        if (ends.back() > limit && ends.size() >= 2) break;
    }
    const std::size_t last = ends.size() - 1, half = last / 2;
    const double each = (ends[last] - ends[half]) / static_cast<double>(last - half);
    for (const std::size_t k : {0, 1, 10, 1000})
        std::printf("%g ", k <= last ? ends[k] : ends[last] + each * static_cast<double>(k - last));
    std::printf("\n");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "list" && argc >= 4) {
        list(static_cast<unsigned>(std::atoi(argv[2])), std::atoi(argv[3]), argc > 4 ? std::atof(argv[4]) : 4e9);
        return 0;
    }
    if (command != "run" || argc != 7) {
        std::fprintf(stderr,
                     "usage: fftw_speed list SEED COUNT [MOST-BYTES] | run KIND PRECISION LENGTHS BATCH SECONDS\n");
        return 2;
    }
    std::vector<int> n;
    std::istringstream lengths(argv[4]);
    for (std::string each; std::getline(lengths, each, 'x');) n.push_back(std::atoi(each.c_str()));
    const bool real = std::string(argv[2]) == "r2c";
    const int batch = std::atoi(argv[5]);
    return std::string(argv[3]) == "f64" ? run<f64_functions>(real, n, batch, std::atof(argv[6]))
                                         : run<f32_functions>(real, n, batch, std::atof(argv[6]));
}
