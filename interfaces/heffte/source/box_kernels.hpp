// The kernels of boxes.cl on the queue of a session.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include <stockham/heffte/boxes.hpp>

namespace stockham {

namespace boxes_internal {

/// The text of boxes.cl, embedded by cmake/EmbedKernels.cmake.
struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends the table
    const char* text;
};
extern const embedded_file stockham_heffte_objects_files[];

}  // namespace boxes_internal

inline namespace v0_2 {
namespace boxes {

/// Compiles a kernel at its first use. Thread-safe. Members enqueue, and throw as those of session.
class STOCKHAM_LOCAL box_kernels {
  public:
    /// Work-items of a work-group.
    static constexpr std::size_t group_items = 256;

    explicit box_kernels(const session& its) : own(its) {}

    /// `element` has 4, 8 or 16 bytes.
    void copy(std::size_t element, box_copy, const device_memory& from, const device_memory& to);
    /// Multiplies `n` numbers of an OpenCL type.
    template <class real>
    void scale(const char* type, real* data, std::size_t n, double factor) {
        if (!n) return;
        const std::lock_guard<std::mutex> lock(mutex_);
        device_kernel& kernel = named("scale", type);
        kernel.set(0, device_memory::at(data));
        kernel.set(1, static_cast<cl_ulong>(n));
        kernel.set(2, static_cast<real>(factor));
        launch(kernel, (n + group_items - 1) / group_items);
    }

    const session own;

  private:
    device_kernel& named(const char* name, const std::string& element);
    void launch(const device_kernel&, cl_ulong groups) const;

    std::mutex mutex_;  // guards the arguments of kernels
    std::map<std::string, device_kernel> kernels_;
};

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
