// What an engine keeps between calls: a session, kernels and fast lengths.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include <stockham/convolution.hpp>
#include <stockham/imaging/engine.hpp>

#include "imaging/base/device_array.hpp"
#include "imaging/base/recent.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

struct STOCKHAM_LOCAL engine::state {
    explicit state(const session& shared) : on(shared) {}

    session on;
    std::mutex turn;  ///< held by the one call that runs; it guards what follows
    std::map<std::tuple<std::string, std::string, precision>, device_kernel> kernels;  ///< by file, name and precision
    std::map<std::string, std::size_t> lengths;  ///< fast ones, by problem string and axis
    imaging_internal::recent<std::shared_ptr<const convolution>> convolutions;  ///< by problem string
    imaging_internal::recent<imaging_internal::device_array> arrays;            ///< gains and spectra of kernels
};

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
