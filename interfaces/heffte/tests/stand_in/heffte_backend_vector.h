// A stand-in for heFFTe's header of this name: an array on a device, and functions that its backend defines.
#pragma once

#include <heffte_common.h>

#ifdef Heffte_ENABLE_GPU
namespace heffte {
namespace gpu {

template <typename scalar, typename manipulator>
class device_vector {
  public:
    device_vector(const typename manipulator::backend_device& device, std::size_t n)
        : device_(device), size_(n), data_(manipulator::template allocate<scalar>(device_.stream(), n)) {}
    device_vector(const device_vector& other) : device_vector(other.device_, other.size_) {
        manipulator::copy_device_to_device(device_.stream(), other.data_, size_, data_);
    }
    device_vector& operator=(const device_vector&) = delete;
    ~device_vector() { manipulator::free(device_.stream(), data_); }

    scalar* data() { return data_; }
    const scalar* data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    typename manipulator::backend_device device_;
    std::size_t size_;
    scalar* data_;
};

int device_count();
void device_set(int);
void synchronize_default_stream();

}  // namespace gpu
}  // namespace heffte
#endif
