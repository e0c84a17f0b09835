// A dense signal whose transform is known point by point, for arrays that are too large for another library to check.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/transform.hpp>

namespace bench {

/// Waves and impulses: the transform of a wave is an impulse, that of an impulse is a wave. Both have the same energy.
/// For packed c2c forward transforms without a batch.
class known_signal {
  public:
    explicit known_signal(const stockham::transform&);

    /// The elements from `first` on, in the precision of the transform.
    void fill(char* to, std::size_t first, std::size_t count) const;

    /// The relative L2 error of results. `at(k)` returns element k of the output. Takes `samples` random points and
    /// those where waves become impulses, and returns the larger error of the two.
    template <class At>
    double error_of(At at, std::size_t samples) const {
        double difference = 0, sum = 0;
        std::uint64_t x = 1;
        for (std::size_t s = 0; s < samples; ++s) {
            x = x * 6364136223846793005ULL + 1442695040888963407ULL;
            const std::size_t k = static_cast<std::size_t>(x >> 20) % points_;
            const auto wanted = spectrum(k);
            difference += std::norm(at(k) - wanted);
            sum += std::norm(wanted);
        }
        double peaks = 0, peak_sum = 0;
        for (const auto& w : waves_) {
            const auto wanted = spectrum(w.place);
            peaks += std::norm(at(w.place) - wanted);
            peak_sum += std::norm(wanted);
        }
        return std::sqrt(std::max(difference / sum, peaks / peak_sum));
    }

  private:
    /// A frequency or a place, as the index of an element.
    struct component {
        std::size_t place;
        std::complex<double> amplitude;
    };
    double phase(std::size_t a, std::size_t b) const;
    std::complex<double> spectrum(std::size_t k) const;
    template <class Real>
    void fill_as(Real* to, std::size_t first, std::size_t count) const;

    std::vector<std::size_t> lengths_;
    std::size_t points_ = 1;
    stockham::precision precision_;
    std::vector<component> waves_, impulses_;
};

}  // namespace bench
