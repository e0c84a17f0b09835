// The kernels of boxes.cl on the queue of a session.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include <stockham/heffte/boxes.hpp>
#include <stockham/memory.hpp>
#include <stockham/session.hpp>

namespace stockham::boxes_internal {

/// Compiles a kernel at its first use. Thread-safe. Members enqueue, and throw opencl_error.
class box_kernels {
  public:
    /// Work-items of a work-group.
    static constexpr std::size_t group_items = 256;

    explicit box_kernels(const session& own) : session_(own) {}

    /// `element` has 4, 8 or 16 bytes.
    void copy(std::size_t element, boxes::box_copy, const device_memory& from, const device_memory& to);
    /// Multiplies `n` numbers.
    void scale(float* data, std::size_t n, double factor);
    void scale(double* data, std::size_t n, double factor);

  private:
    template <class real>
    void scale(const char* type, real* data, std::size_t n, double factor);
    device_kernel& named(const char* name, const std::string& element);
    void launch(const device_kernel&, cl_ulong groups) const;

    session session_;
    std::mutex mutex_;  // guards the arguments of kernels
    std::map<std::string, device_kernel> kernels_;
};

}  // namespace stockham::boxes_internal
