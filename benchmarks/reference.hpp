// The oracle: what some transforms of a case's batch must give, by FFTW, and how far a library's result is from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "problem.hpp"

namespace bench {

struct transform_error {
    double l2 = 0;        ///< relative L2 error over all checked transforms
    double max = 0;       ///< worst element's error, relative to the root mean square of its transform
    double rmse = 0;      ///< root mean square error, absolute, as paper 000 plots it
    double mean_abs = 0;  ///< mean of |difference| / amplitude: paper 004's equation (10), per element
    std::size_t transforms = 0;
};

/// The library's promise, against which errors are read: 0.6 eps sqrt(log2 N) + eps; half storage adds 2^-11.
double accuracy_gate(const problem&, bool half_storage);

/// Which transforms of a batch are checked: the first, the last and up to six others.
std::vector<std::size_t> checked_transforms(std::size_t batch, std::uint64_t seed);

/// References of one case's input, made once and used for every library and placement.
///
/// Oracle: FFTW in long double. Where that would take longer than `patience` seconds, f32 is judged by FFTW in double
/// (its error is 2^-29 of f32's), and f64 by fewer transforms; a single f64 transform still too long is judged by one
/// plane (line, point) of outputs a random index of the slowest axis selects, in long double. Real transforms have no
/// such plane: of them the first and the last are judged, however long that takes.
class reference {
  public:
    reference(const problem&, const void* input, double amplitude, std::uint64_t seed, double patience = 4);

    transform_error compare(const void* output) const;
    /// Which oracle judged: "FFTW long double", "FFTW double", ..
    const std::string& oracle() const { return oracle_; }

  private:
    problem problem_;
    double amplitude_;
    std::string oracle_;
    std::vector<std::size_t> transforms_;
    std::size_t first_output_ = 0, output_stride_ = 1, outputs_ = 0;  ///< which elements of a transform are judged
    std::vector<double> high_, low_;  ///< their numbers, without gaps; high + low holds a long double
    template <class Real>
    void judge_by(const void* input);
    void judge_plane(const void* input, std::uint64_t seed);
    void choose_outputs(std::size_t count);
    void store(std::size_t at, long double value);
};

}  // namespace bench
