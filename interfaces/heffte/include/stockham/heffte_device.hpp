// A backend for heFFTe 2.4 whose data are in the memory of an OpenCL device, as shared virtual memory: heFFTe computes
// with pointers. Include it before <heffte.h>, or in its place, link stockham::heffte, use
// heffte::backend::stockham_device in place of heffte::backend::cufft, and heffte::gpu::vector for the data. heFFTe
// itself must be built with this header (docs/clusters.md).
#pragma once

#if defined(HEFFTE_RESHAPE3D_H) && !defined(Heffte_ENABLE_GPU)
#error "stockham/heffte_device.hpp: include this header before heFFTe's own, which declare less without it"
#endif

#include <heffte_config.h>

#if defined(Heffte_ENABLE_CUDA) || defined(Heffte_ENABLE_ROCM) || defined(Heffte_ENABLE_ONEAPI)
#error "stockham/heffte_device.hpp: heFFTe has one backend for devices; build it without CUDA, ROCm and oneAPI"
#endif
#ifdef Heffte_ENABLE_GPU_AWARE_MPI
#error "stockham/heffte_device.hpp: MPI cannot read OpenCL memory; build heFFTe without Heffte_ENABLE_GPU_AWARE_MPI"
#endif
#ifndef Heffte_ENABLE_GPU
#define Heffte_ENABLE_GPU
#endif

#include <heffte_pack3d.h>

#include <heffte_backend_vector.h>

#include <stockham/error.hpp>
#include <stockham/heffte/boxes.hpp>

// heFFTe's templates refer to these by qualified names, so they stand before <heffte.h>.
namespace heffte {

/// The in-order queue that heFFTe's commands on a device go to.
using stockham_queue = ::stockham::boxes::device_queue;

namespace backend {

/// What heFFTe's objects at device location have in common: the queue of their commands.
template <>
struct device_instance<tag::gpu> {
    using stream_type = stockham_queue;

    device_instance(stockham_queue queue = {}) : queue_(std::move(queue)) {}
    virtual ~device_instance() = default;
    stockham_queue stream() const { return queue_; }
    void synchronize_device() const { queue_.finish(); }

  private:
    stockham_queue queue_;
};

/// Memory of a device and copies to, from and within it. Host memory may be used again on return; copies within the
/// device are enqueued. All but free() throw stockham::opencl_error.
template <>
struct data_manipulator<tag::gpu> {
    using stream_type = stockham_queue;
    using backend_device = device_instance<tag::gpu>;

    template <typename scalar>
    static scalar* allocate(const stockham_queue& queue, std::size_t n) {
        return static_cast<scalar*>(queue.allocate(n * sizeof(scalar)));
    }
    template <typename scalar>
    static void free(const stockham_queue& queue, scalar* memory) {
        queue.free(memory);
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.copy_on_device(to, from, n * sizeof(scalar));
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const std::complex<scalar> from[], std::size_t n, scalar to[]) {
        queue.to_real(sizeof(scalar), from, n, to);
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const scalar from[], std::size_t n, std::complex<scalar> to[]) {
        queue.to_complex(sizeof(scalar), from, n, to);
    }
    template <typename scalar>
    static void copy_device_to_host(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.download(::stockham::device_memory::at(from), n * sizeof(scalar), to);
    }
    template <typename scalar>
    static void copy_device_to_device(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.copy_on_device(to, from, n * sizeof(scalar));
    }
    template <typename scalar>
    static void copy_host_to_device(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.upload(::stockham::device_memory::at(to), n * sizeof(scalar), from);
    }
};

}  // namespace backend

namespace stockham_detail {

using strides = std::array<cl_ulong, 3>;

/// The strides of a part in its box, and those of the same elements in a message without gaps.
template <typename index>
strides in_box(const pack_plan_3d<index>& plan) {
    return {1, static_cast<cl_ulong>(plan.line_stride), static_cast<cl_ulong>(plan.plane_stride)};
}
template <typename index>
strides in_message(const pack_plan_3d<index>& plan) {
    const auto line = static_cast<cl_ulong>(plan.size[0]);
    return {1, line, line * static_cast<cl_ulong>(plan.size[1])};
}

template <typename scalar, typename index>
void copy_part(const stockham_queue& queue, const pack_plan_3d<index>& plan, const strides& read, const scalar* from,
               const strides& write, scalar* to) {
    const auto points = [&](std::size_t k) { return static_cast<cl_ulong>(plan.size[k]); };
    queue.copy_box(sizeof(scalar), {{points(0), points(1), points(2)}, read, write},
                   ::stockham::device_memory::at(from), ::stockham::device_memory::at(to));
}

}  // namespace stockham_detail

/// Copies a part of a box into a message, and back.
template <>
struct direct_packer<tag::gpu> {
    template <typename scalar, typename index>
    void pack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar data[],
              scalar buffer[]) const {
        stockham_detail::copy_part(queue, plan, stockham_detail::in_box(plan), data, stockham_detail::in_message(plan),
                                   buffer);
    }
    template <typename scalar, typename index>
    void unpack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar buffer[],
                scalar data[]) const {
        stockham_detail::copy_part(queue, plan, stockham_detail::in_message(plan), buffer,
                                   stockham_detail::in_box(plan), data);
    }
};

/// The same; the message has its dimensions in the sender's order: `plan.map` says which one of the receiver's
/// dimensions is its fastest, middle and slowest.
template <>
struct transpose_packer<tag::gpu> : direct_packer<tag::gpu> {
    template <typename scalar, typename index>
    void unpack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar buffer[],
                scalar data[]) const {
        stockham_detail::strides message{};
        message[static_cast<std::size_t>(plan.map[0])] = 1;
        message[static_cast<std::size_t>(plan.map[1])] = static_cast<cl_ulong>(plan.buff_line_stride);
        message[static_cast<std::size_t>(plan.map[2])] = static_cast<cl_ulong>(plan.buff_plane_stride);
        stockham_detail::copy_part(queue, plan, message, buffer, stockham_detail::in_box(plan), data);
    }
};

namespace data_scaling {

/// Multiplies `n` numbers by a factor.
template <typename scalar, typename index>
void apply(const stockham_queue& queue, index n, scalar* data, double factor) {
    queue.scale(data, static_cast<std::size_t>(n), factor);
}
template <typename real, typename index>
void apply(const stockham_queue& queue, index n, std::complex<real>* data, double factor) {
    queue.scale(reinterpret_cast<real*>(data), 2 * static_cast<std::size_t>(n), factor);
}

}  // namespace data_scaling
}  // namespace heffte

#include <stockham/heffte.hpp>

namespace heffte {
namespace backend {

/// The tag of the backend. Data are in the memory of a device.
struct stockham_device {};
/// Cosine and sine transforms of type 2; backward, of type 3.
struct stockham_device_cos {};
struct stockham_device_sin {};

template <>
struct is_enabled<stockham_device> : std::true_type {};
template <>
struct is_enabled<stockham_device_cos> : std::true_type {};
template <>
struct is_enabled<stockham_device_sin> : std::true_type {};
template <>
struct uses_fft_types<stockham_device_cos> : std::false_type {};
template <>
struct uses_fft_types<stockham_device_sin> : std::false_type {};

template <>
inline std::string name<stockham_device>() {
    return "stockham-device";
}
template <>
inline std::string name<stockham_device_cos>() {
    return "stockham-device-cos-type-II";
}
template <>
inline std::string name<stockham_device_sin>() {
    return "stockham-device-sin-type-II";
}

template <>
struct default_backend<tag::gpu> {
    using type = stockham_device;
};

/// Where the data are, and what holds them.
template <>
struct buffer_traits<stockham_device> {
    using location = tag::gpu;
    template <typename scalar>
    using container = gpu::device_vector<scalar, data_manipulator<tag::gpu>>;
};
template <>
struct buffer_traits<stockham_device_cos> : buffer_traits<stockham_device> {};
template <>
struct buffer_traits<stockham_device_sin> : buffer_traits<stockham_device> {};

}  // namespace backend

namespace gpu {

// heFFTe declares these for CUDA's devices. Here a process has one device and one queue.
inline int device_count() {
    return 1;
}
inline void device_set(int device) {
    if (device != 0) throw ::stockham::argument_error("device", "each process has one device, number 0");
}
inline void synchronize_default_stream() {
    stockham_queue().finish();
}

}  // namespace gpu

template <>
struct one_dim_backend<backend::stockham_device> : stockham_detail::complex_executors {};
template <>
struct one_dim_backend<backend::stockham_device_cos> : stockham_detail::cosine_executors {};
template <>
struct one_dim_backend<backend::stockham_device_sin> : stockham_detail::sine_executors {};

template <>
struct default_plan_options<backend::stockham_device> : stockham_detail::plan_options_of_backend {};
template <>
struct default_plan_options<backend::stockham_device_cos> : stockham_detail::plan_options_of_backend {};
template <>
struct default_plan_options<backend::stockham_device_sin> : stockham_detail::plan_options_of_backend {};

}  // namespace heffte
