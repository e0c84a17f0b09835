// What an engine keeps between calls: OpenCL objects, compiled kernels and plans.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include <stockham/device.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/owned.hpp>
#include <stockham/plan.hpp>
#include <stockham/session.hpp>

#include "imaging/base/opencl.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

struct STOCKHAM_LOCAL engine::state {
    state(owned_context, cl_device_id, const engine_options&);

    cl_device_id device;
    owned_context context;
    device_description description;
    std::size_t memory;  ///< limit of the buffers of a call, in bytes
    owned_queue queue;   ///< in order
    session kept;

    std::mutex turn;  ///< held by the one call that runs; it guards what follows
    struct kernel_key {
        std::string file;
        std::string kernel;
        precision in;
        bool operator<(const kernel_key& b) const {
            return std::tie(file, kernel, in) < std::tie(b.file, b.kernel, b.in);
        }
    };
    std::map<std::pair<std::string, precision>, imaging_internal::owned_program> programs;
    std::map<kernel_key, imaging_internal::owned_kernel> kernels;
    std::map<std::string, std::shared_ptr<const plan>> plans;  ///< by problem string
    std::map<std::string, std::size_t> lengths;                ///< fast ones, by problem string and axis
};

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
