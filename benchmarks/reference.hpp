// Reference results by FFTW for some transforms of a case's batch, and the errors of a library's results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "problem.hpp"

namespace bench {

struct transform_error {
    double l2 = 0;        ///< relative L2 error over all checked transforms
    double max = 0;       ///< largest error of an element, relative to the root mean square of its transform
    double rmse = 0;      ///< root mean square error, absolute, as paper 000 plots it
    double mean_abs = 0;  ///< mean of |difference| / amplitude: paper 004's equation (10), per element
    std::size_t transforms = 0;
};

/// The error limit that stockham guarantees: 0.6 eps sqrt(log2 N) + eps; half-precision storage adds 2^-11.
double accuracy_gate(const problem&, bool half_storage);

/// Which transforms of a batch are checked: the first, the last and up to six others.
std::vector<std::size_t> checked_transforms(std::size_t batch, std::uint64_t seed);

/// Reference results for one case's input, computed once and used for every library and placement.
///
/// Computed by FFTW in long double. If that would take longer than `patience` seconds, f32 is judged by FFTW in double
/// (whose error is 2^-29 of f32's), and f64 by fewer transforms. If a single f64 transform still takes too long, only
/// one plane (line, point) of its outputs is computed, at a random index of the slowest axis. Real transforms have no
/// such plane: their first and last transforms are judged, however long that takes.
class reference {
  public:
    reference(const problem&, const void* input, double amplitude, std::uint64_t seed, double patience = 4);

    transform_error compare(const void* output) const;
    /// The reference that was used: "FFTW long double", "FFTW double", ..
    const std::string& oracle() const { return oracle_; }

  private:
    problem problem_;
    double amplitude_;
    std::string oracle_;
    std::vector<std::size_t> transforms_;
    std::size_t first_output_ = 0, output_stride_ = 1, outputs_ = 0;  ///< the elements of a transform that are judged
    std::vector<double> high_, low_;  ///< their values, without gaps; high + low represents a long double
    template <class Real>
    void judge_by(const void* input);
    void judge_plane(const void* input, std::uint64_t seed);
    void choose_outputs(std::size_t count);
    void store(std::size_t at, long double value);
};

}  // namespace bench
