// Convolution and correlation of planes with a smaller plane, by the library's fused plans.
#pragma once

#include <memory>

#include "engine.hpp"
#include "image/by_size.hpp"
#include "image/edges.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// Convolution of planes with `weights`, whose origin is (height / 2, width / 2), rounded down:
///   out[y][x] = sum_(j, i) weights[j][i] * in[y - (j - height / 2)][x - (i - width / 2)]
/// With `correlate`, the indices are y + (j - height / 2) and x + (i - width / 2). The result has the size of the
/// planes; `weights` must be no larger than a plane. Plans and the spectrum of the weights are made once for each size
/// of planes. Thread-safe; defined for float and double.
template <class T>
class convolver {
  public:
    /// The engine must outlive the object.
    convolver(const engine& e, planes_of<T> weights, bool correlate, boundary beyond);
    ~convolver();

    planes_of<T> operator()(const planes_of<T>& planes) const;

  private:
    struct prepared;
    prepared prepare(std::size_t width, std::size_t height, std::size_t count) const;
    void convolve_apart(planes_of<T>& planes) const;
    void convolve_framed(planes_of<T>& planes) const;

    const engine& engine_;
    planes_of<T> weights_;
    bool correlate_;
    boundary beyond_;
    std::unique_ptr<by_size<prepared>> prepared_;
};

}  // namespace stockham::tools
