// A dense signal whose transform is known point by point.
#include "known_signal.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;
/// Elements between two exact phases.
constexpr std::size_t exact_steps = 4096;

}  // namespace

known_signal::known_signal(const stockham::transform& t) : lengths_(t.lengths), precision_(t.precision) {
    for (const auto n : lengths_) points_ *= n;
    const double root = std::sqrt(static_cast<double>(points_));
    for (const double at : {0.137, 0.481, 0.913}) {
        const auto place = [&](double share) {
            return std::min(points_ - 1, static_cast<std::size_t>(share * static_cast<double>(points_)));
        };
        waves_.push_back({place(at), std::polar(1.0, 7 * at)});
        impulses_.push_back({place(1 - at * 0.93), std::polar(root, 11 * at)});
    }
}

/// The sum over the axes of a_k b_k / N_k, modulo 1, of two elements given by their indices.
double known_signal::phase(std::size_t a, std::size_t b) const {
    double sum = 0;
    for (std::size_t k = lengths_.size(); k-- > 0;) {
        const std::uint64_t n = lengths_[k];
        const std::uint64_t product = (a % n) * (b % n) % n;  // lengths are at most 2^32
        sum += static_cast<double>(product) / static_cast<double>(n);
        a /= n;
        b /= n;
    }
    return sum - std::floor(sum);
}

std::complex<double> known_signal::spectrum(std::size_t k) const {
    std::complex<double> sum = 0;
    for (const auto& i : impulses_) sum += i.amplitude * std::polar(1.0, -two_pi * phase(i.place, k));
    for (const auto& w : waves_)
        if (w.place == k) sum += w.amplitude * static_cast<double>(points_);
    return sum;
}

template <class Real>
void known_signal::fill_as(Real* to, std::size_t first, std::size_t count) const {
    const std::size_t row = lengths_.back();
    std::vector<std::complex<double>> steps;  // of each wave along the last axis
    for (const auto& w : waves_)
        for (std::size_t j = 0; j < exact_steps; ++j)
            steps.push_back(std::polar(1.0, two_pi * phase(w.place % row, j % row)));
    for (std::size_t done = 0; done < count;) {
        const std::size_t at = first + done;
        const std::size_t n = std::min({exact_steps, count - done, row - at % row});
        for (std::size_t w = 0; w < waves_.size(); ++w) {
            const auto start = waves_[w].amplitude * std::polar(1.0, two_pi * phase(waves_[w].place, at));
            for (std::size_t j = 0; j < n; ++j) {
                const auto value = start * steps[w * exact_steps + j];
                Real* const element = to + 2 * (done + j);
                element[0] = static_cast<Real>((w ? element[0] : 0) + value.real());
                element[1] = static_cast<Real>((w ? element[1] : 0) + value.imag());
            }
        }
        done += n;
    }
    for (const auto& i : impulses_) {
        if (i.place < first || i.place >= first + count) continue;
        to[2 * (i.place - first)] += static_cast<Real>(i.amplitude.real());
        to[2 * (i.place - first) + 1] += static_cast<Real>(i.amplitude.imag());
    }
}

void known_signal::fill(char* to, std::size_t first, std::size_t count) const {
    if (precision_ == stockham::precision::f32)
        fill_as(reinterpret_cast<float*>(to), first, count);
    else
        fill_as(reinterpret_cast<double*>(to), first, count);
}

}  // namespace bench
