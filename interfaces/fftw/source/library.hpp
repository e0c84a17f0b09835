// Problems as transforms of the stockham library, and its errors.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

#include "problem.hpp"

namespace fftw_device {

/// Why a transform stays with FFTW: a limit of the library or of the device.
class refusal : public std::exception {
  public:
    explicit refusal(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

  private:
    std::string why_;
};

/// The device's memory does not hold the transform.
class too_large : public refusal {
  public:
    using refusal::refusal;
};

/// An OpenCL call that failed.
class device_failure : public std::exception {
  public:
    device_failure(std::string what, int code) : what_(std::move(what)), code_(code) {}
    const char* what() const noexcept override { return what_.c_str(); }
    /// True if the device lacks memory for this transform but is well.
    bool out_of_memory() const noexcept;

  private:
    std::string what_;
    int code_;
};

/// A problem as the library computes it, and which sides have the program's layout; the others are packed.
struct shape {
    problem what;
    bool input_as_is = false;
    bool output_as_is = false;
};

/// The shape of a problem. A side keeps the program's layout if the library supports that. Throws refusal.
shape shape_of(const problem&);

/// The shape with as many sides in the program's layout as it has, then with fewer; both packed at last.
inline std::vector<shape> layouts_of(const shape& s) {
    std::vector<shape> all;
    for (const auto& [input, output] :
         {std::pair(true, true), std::pair(true, false), std::pair(false, true), std::pair(false, false)})
        if ((s.input_as_is || !input) && (s.output_as_is || !output)) all.push_back({s.what, input, output});
    return all;
}

/// The version of the library, whose kernels the measurements belong to.
std::string library_version();

/// The transform of a shape.
stockham::transform transform_of(const shape&);

/// Calls the library and turns its errors into those of this header.
template <class Call>
auto guarded(const Call& call) {
    try {
        return call();
    } catch (const stockham::opencl_error& e) {
        throw device_failure(e.what(), e.code());
    } catch (const stockham::unsupported_error& e) {
        if (e.rule() == "memory") throw too_large(e.what());
        throw refusal(e.what());
    } catch (const stockham::error& e) {
        throw refusal(e.what());
    }
}

}  // namespace fftw_device
