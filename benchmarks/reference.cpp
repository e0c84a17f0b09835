// Computes references by FFTW with threads, planned by estimate: each runs once, so planning must be fast.
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <random>
#include <set>

#include <fftw3.h>

#include "tools/harness/parallel.hpp"

namespace bench {

namespace {

/// FFTW's functions by precision.
template <class Real>
struct fftw;

#define STOCKHAM_BENCH_FFTW(REAL, PREFIX)                                                                              \
    template <>                                                                                                        \
    struct fftw<REAL> {                                                                                                \
        using complex = PREFIX##_complex;                                                                              \
        static complex* allocate(std::size_t n) { return PREFIX##_alloc_complex(n); }                                  \
        static void release(complex* p) { PREFIX##_free(p); }                                                          \
        static PREFIX##_plan plan(stockham::kind kind, const std::vector<int>& lengths, complex* data, int sign) {     \
            const auto reals = reinterpret_cast<REAL*>(data);                                                          \
            const int rank = static_cast<int>(lengths.size());                                                         \
            const int* n = lengths.data();                                                                             \
            if (kind == stockham::kind::r2c) return PREFIX##_plan_dft_r2c(rank, n, reals, data, FFTW_ESTIMATE);        \
            if (kind == stockham::kind::c2r) return PREFIX##_plan_dft_c2r(rank, n, data, reals, FFTW_ESTIMATE);        \
            return PREFIX##_plan_dft(rank, n, data, data, sign, FFTW_ESTIMATE);                                        \
        }                                                                                                              \
        /* In place; a real side's rows leave room for the complex one's. */                                           \
        static void transform(stockham::kind kind, const std::vector<int>& lengths, complex* data, int sign) {         \
            static std::once_flag once;                                                                                \
            std::call_once(once, [] { PREFIX##_init_threads(); });                                                     \
            std::size_t n = 1;                                                                                         \
            for (int length : lengths) n *= static_cast<std::size_t>(length);                                          \
            PREFIX##_plan_with_nthreads(n < (1U << 15) ? 1 : static_cast<int>(harness::thread_count()));               \
            const auto made = plan(kind, lengths, data, sign);                                                         \
            PREFIX##_execute(made);                                                                                    \
            PREFIX##_destroy_plan(made);                                                                               \
        }                                                                                                              \
    };
STOCKHAM_BENCH_FFTW(double, fftw)
STOCKHAM_BENCH_FFTW(long double, fftwl)
#undef STOCKHAM_BENCH_FFTW

template <class Real>
class work_array {
  public:
    explicit work_array(std::size_t n) : data_(fftw<Real>::allocate(n)) {
        if (!data_) throw std::bad_alloc();
    }
    ~work_array() { fftw<Real>::release(data_); }
    work_array(const work_array&) = delete;
    work_array& operator=(const work_array&) = delete;
    typename fftw<Real>::complex* data() const { return data_; }

  private:
    typename fftw<Real>::complex* data_;
};

long double number_at(const void* data, bool is_double, std::size_t k) {
    return is_double ? static_cast<const double*>(data)[k] : static_cast<const float*>(data)[k];
}

int sign_of(const problem& p) {
    return p.transform.direction == stockham::direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
}

std::vector<int> lengths_of(const problem& p) {
    return {p.transform.lengths.begin(), p.transform.lengths.end()};
}

/// Estimated seconds of one transform by FFTW. The rate is conservative: x87 arithmetic with memory-bound strides.
double seconds_for(const problem& p, double rate) {
    const double threads = p.length() < (1U << 15) ? 1 : harness::thread_count();
    const auto n = static_cast<double>(p.length());
    return (p.is_real() ? 2.5 : 5.0) * n * std::log2(std::max(n, 2.0)) / (rate * threads);
}

/// Partial sums of one thread.
struct sums {
    long double error = 0, reference = 0, absolute = 0;
    double worst = 0;
    bool finite = true;
};

}  // namespace

double accuracy_gate(const problem& p, bool half_storage) {
    const double eps = p.is_double() ? 0x1p-53 : 0x1p-24;
    const double gate = 0.6 * eps * std::sqrt(std::log2(std::max<double>(static_cast<double>(p.length()), 1))) + eps;
    return half_storage ? 0x1p-11 + gate : gate;
}

std::vector<std::size_t> checked_transforms(std::size_t batch, std::uint64_t seed) {
    std::set<std::size_t> chosen{0, batch - 1};
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<std::size_t> any(0, batch - 1);
    while (chosen.size() < std::min<std::size_t>(batch, 8)) chosen.insert(any(random));
    return {chosen.begin(), chosen.end()};
}

void reference::store(std::size_t at, long double value) {
    high_[at] = static_cast<double>(value);
    if (!low_.empty()) low_[at] = static_cast<double>(value - high_[at]);
}

void reference::choose_outputs(std::size_t count) {
    outputs_ = count;
    high_.resize(problem_.output().parts * count * transforms_.size());
    if (problem_.is_double()) low_.resize(high_.size());
}

template <class Real>
void reference::judge_by(const void* input) {
    // FFTW runs in place, where rows on both sides of a real transform have the length of complex rows.
    const problem inside = placed(problem_, stockham::placement::in_place);
    const side from = problem_.input(), to = problem_.output(), in = inside.input(), out = inside.output();
    choose_outputs(to.points());
    work_array<Real> work(std::max(in.numbers(), out.numbers()) / 2);
    auto reals = reinterpret_cast<Real*>(work.data());
    for (std::size_t t = 0; t < transforms_.size(); ++t) {
        harness::parallel_for(in.points(), harness::worth_a_thread, [&](std::size_t begin, std::size_t end) {
            const std::size_t start = from.numbers() * transforms_[t];
            for (std::size_t k = begin; k < end; ++k)
                for (std::size_t part = 0; part < in.parts; ++part)
                    reals[in.at(k) + part] =
                        static_cast<Real>(number_at(input, problem_.is_double(), start + from.at(k) + part));
        });
        fftw<Real>::transform(problem_.transform.kind, lengths_of(problem_), work.data(), sign_of(problem_));
        harness::parallel_for(out.points(), harness::worth_a_thread, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                for (std::size_t part = 0; part < out.parts; ++part)
                    store(out.parts * (outputs_ * t + k) + part, reals[out.at(k) + part]);
        });
    }
}

/// One output index of the slowest axis needs a sum over that axis and a transform of the other axes. A 1-D transform
/// of n = m r points is treated as r x m points: outputs r j + k have stride r, after the twiddle exp(sign 2 pi i k c /
/// n) of column c.
void reference::judge_plane(const void* input, std::uint64_t seed) {
    auto lengths = lengths_of(problem_);
    const std::size_t n = problem_.length();
    const bool line = lengths.size() == 1;
    std::size_t slow = static_cast<std::size_t>(lengths[0]);
    if (line) {
        slow = 1;
        while (n / slow > 4096 && n % (2 * slow) == 0) slow *= 2;
        lengths = {static_cast<int>(n / slow)};
    } else {
        lengths.erase(lengths.begin());
    }
    const std::size_t plane = n / slow, k = seed % slow;
    choose_outputs(plane);
    first_output_ = line ? k : k * plane;
    output_stride_ = line ? slow : 1;
    work_array<long double> work(plane);
    const long double turn = sign_of(problem_) * 8 * std::atan(1.0L);
    std::vector<long double> cosine(slow), sine(slow);
    for (std::size_t s = 0; s < slow; ++s) {
        const long double angle = turn * static_cast<long double>(s * k % slow) / static_cast<long double>(slow);
        cosine[s] = std::cos(angle);
        sine[s] = std::sin(angle);
    }
    for (std::size_t t = 0; t < transforms_.size(); ++t) {
        harness::parallel_for(plane, harness::worth_a_thread / slow, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                long double re = 0, im = 0;
                for (std::size_t s = 0; s < slow; ++s) {
                    const std::size_t at = 2 * (n * transforms_[t] + s * plane + c);
                    const long double x = number_at(input, problem_.is_double(), at);
                    const long double y = number_at(input, problem_.is_double(), at + 1);
                    re += x * cosine[s] - y * sine[s];
                    im += x * sine[s] + y * cosine[s];
                }
                const long double angle =
                    line ? turn * static_cast<long double>(k * c) / static_cast<long double>(n) : 0.0L;
                work.data()[c][0] = re * std::cos(angle) - im * std::sin(angle);
                work.data()[c][1] = re * std::sin(angle) + im * std::cos(angle);
            }
        });
        fftw<long double>::transform(stockham::kind::c2c, lengths, work.data(), sign_of(problem_));
        for (std::size_t c = 0; c < plane; ++c)
            for (std::size_t part = 0; part < 2; ++part) store(2 * (plane * t + c) + part, work.data()[c][part]);
    }
}

reference::reference(const problem& p, const void* input, double amplitude, std::uint64_t seed, double patience)
    : problem_(p), amplitude_(amplitude), transforms_(checked_transforms(p.transform.batch, seed)) {
    constexpr double long_double_rate = 0.25e9, double_rate = 2e9;
    const double each = seconds_for(p, long_double_rate);
    if (each * static_cast<double>(transforms_.size()) <= patience) {
        oracle_ = "FFTW long double";
        judge_by<long double>(input);
    } else if (!p.is_double() &&
               seconds_for(p, double_rate) * static_cast<double>(transforms_.size()) <= 2 * patience) {
        oracle_ = "FFTW double";
        judge_by<double>(input);
    } else {
        const auto affordable = static_cast<std::size_t>(patience / each);
        const bool fewer = transforms_.size() > std::max<std::size_t>(affordable, 2);
        if (fewer) transforms_.resize(std::max<std::size_t>(affordable, 2));
        transforms_.back() = p.transform.batch - 1;
        if (affordable >= transforms_.size() || p.is_real()) {
            oracle_ = fewer ? "FFTW long double, fewer transforms" : "FFTW long double";
            judge_by<long double>(input);
        } else {
            oracle_ = "FFTW long double, one plane of outputs";
            judge_plane(input, seed);
        }
    }
}

transform_error reference::compare(const void* output) const {
    const side out = problem_.output();
    transform_error figures;
    figures.transforms = transforms_.size();
    sums total;
    long double worst = 0;
    for (std::size_t t = 0; t < transforms_.size(); ++t) {
        // Pieces of constant size, so that the sums do not depend on the number of threads.
        std::vector<sums> parts((outputs_ + harness::worth_a_thread - 1) / harness::worth_a_thread);
        harness::parallel_each(parts.size(), [&](std::size_t part) {
            sums s;
            const std::size_t begin = part * harness::worth_a_thread;
            for (std::size_t k = begin; k < std::min(begin + harness::worth_a_thread, outputs_); ++k) {
                const std::size_t at = out.numbers() * transforms_[t] + out.at(first_output_ + output_stride_ * k);
                const std::size_t ref = out.parts * (outputs_ * t + k);
                double squared = 0;
                for (std::size_t i = 0; i < out.parts; ++i) {
                    const double value = problem_.is_double() ? static_cast<const double*>(output)[at + i]
                                                              : static_cast<const float*>(output)[at + i];
                    const double d = (value - high_[ref + i]) - (low_.empty() ? 0.0 : low_[ref + i]);
                    squared += d * d;
                    s.reference += high_[ref + i] * high_[ref + i];
                }
                s.error += squared;
                s.absolute += std::sqrt(squared);
                s.worst = std::max(s.worst, squared);
                s.finite = s.finite && std::isfinite(squared);
            }
            parts[part] = s;
        });
        sums one;
        for (const auto& s : parts) {
            one.error += s.error;
            one.reference += s.reference;
            one.absolute += s.absolute;
            one.worst = std::max(one.worst, s.worst);
            one.finite = one.finite && s.finite;
        }
        const long double mean_square = one.reference / static_cast<long double>(outputs_);
        worst = std::max(worst, std::sqrt(one.worst / mean_square));
        total.error += one.error;
        total.reference += one.reference;
        total.absolute += one.absolute;
        total.finite = total.finite && one.finite;
    }
    const auto count = static_cast<long double>(outputs_ * transforms_.size());
    const double not_a_number = std::nan("");
    figures.l2 = total.finite ? static_cast<double>(std::sqrt(total.error / total.reference)) : not_a_number;
    figures.max = total.finite ? static_cast<double>(worst) : not_a_number;
    figures.rmse = static_cast<double>(std::sqrt(total.error / count));
    figures.mean_abs = static_cast<double>(total.absolute / count / amplitude_);
    return figures;
}

}  // namespace bench
