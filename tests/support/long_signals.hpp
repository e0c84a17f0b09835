// Signals of any size whose transforms are known, made and judged on the device. The host reads only a few outputs.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "support/on_device.hpp"

namespace signals {

/// A packed transform of one or two axes as a matrix of `rows` by `columns`, and the transform of the batch to look at.
struct long_transform {
    explicit long_transform(const std::string& problem);

    stockham::transform t;
    std::uint64_t rows = 1, columns = 1;
    std::uint64_t points = 1;   ///< of one transform
    std::uint64_t outputs = 1;  ///< of one transform
    bool real = false;          ///< r2c
    std::uint64_t which = 0;    ///< the last transform of the batch
    int sign() const { return t.direction == stockham::direction::forward ? -1 : 1; }
    double eps() const;
};

/// A frequency or a place: row and column.
using place = std::array<std::uint64_t, 2>;

/// The buffers of a transform on the device under test, and the kernels that fill and judge them. The kernels compute
/// in double precision.
class long_signal {
  public:
    explicit long_signal(const long_transform&);
    cl_mem input() const { return input_.get(); }
    cl_mem output() const { return output_ ? output_.get() : nullptr; }  ///< null in place

    void fill_with_zeros() const;
    void set(std::uint64_t element, double value) const;
    /// Numbers of noise_at() in all transforms of the batch.
    void fill_with_noise() const;
    /// The sum of waves with these frequencies and amplitudes 1, 1/2 and 1/4 in each transform of the batch: complex
    /// exponentials, or cosines.
    void fill_with_waves(const std::array<place, 3>& frequencies) const;

    std::complex<double> output_at(std::uint64_t place_of_transform) const;
    /// The outputs of the transform to look at whose squares differ by more than `tolerance` from 1.
    double off_circle(double tolerance) const;
    /// The sum of the squares of its outputs, except at these places.
    double energy_besides(const std::array<std::uint64_t, 3>& places) const;

  private:
    void run(const char* kernel, cl_mem buffer, std::uint64_t first, std::uint64_t count, cl_mem more = nullptr,
             double number = 0) const;
    double summed(const char* kernel, const std::array<std::uint64_t, 3>& places, double number) const;
    cl_mem result() const { return output_ ? output_.get() : input_.get(); }

    const long_transform& of_;
    std::uint64_t element_bytes_, result_bytes_;
    stockham::internal::memory_object input_, output_;
    stockham::internal::program_object program_;
};

/// Element `at` of the noise: both parts are in [-1, 1) and exact in single precision.
std::complex<double> noise_at(std::uint64_t at);

/// Outputs of the noise's transform by the definition, in long double and by several threads.
std::vector<std::complex<long double>> sums_of_noise(const long_transform&, const std::vector<place>& frequencies);

/// exp(sign 2 pi i (row r / rows + column c / columns)).
std::complex<long double> root_at(const long_transform&, const place& a, const place& b);

}  // namespace signals
