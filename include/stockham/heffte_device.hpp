// A backend for heFFTe 2.4 whose data are in the memory of an OpenCL device, as shared virtual memory: heFFTe computes
// with pointers. Include it before <heffte.h>, or in its place, use heffte::backend::stockham_device in place of
// heffte::backend::cufft, and heffte::gpu::vector for the data. heFFTe itself must be built with this header
// (docs/clusters.md).
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

#include <stockham/heffte/queue.hpp>

// heFFTe's templates refer to these by qualified names, so they stand before <heffte.h>.
namespace heffte {
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
        return static_cast<scalar*>(queue.state().allocate(n * sizeof(scalar)));
    }
    template <typename scalar>
    static void free(const stockham_queue& queue, scalar* memory) {
        queue.state().free(memory);
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.state().copy(to, from, n * sizeof(scalar));
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const std::complex<scalar> from[], std::size_t n, scalar to[]) {
        queue.state().copy(sizeof(scalar), {{n, 1, 1}, {2, 0, 0}, {1, 0, 0}}, from, to);
    }
    template <typename scalar>
    static void copy_n(const stockham_queue& queue, const scalar from[], std::size_t n, std::complex<scalar> to[]) {
        queue.state().fill_zeros(to, n * sizeof *to);
        queue.state().copy(sizeof(scalar), {{n, 1, 1}, {1, 0, 0}, {2, 0, 0}}, from, to);
    }
    template <typename scalar>
    static void copy_device_to_host(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.state().download(to, from, n * sizeof(scalar));
    }
    template <typename scalar>
    static void copy_device_to_device(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.state().copy(to, from, n * sizeof(scalar));
    }
    template <typename scalar>
    static void copy_host_to_device(const stockham_queue& queue, const scalar from[], std::size_t n, scalar to[]) {
        queue.state().upload(to, from, n * sizeof(scalar));
    }
};

}  // namespace backend

namespace stockham_detail {

/// The strides of a part of a box, and those of the same elements without gaps.
template <typename index>
std::array<cl_ulong, 3> strides_in_box(const pack_plan_3d<index>& plan) {
    return {1, static_cast<cl_ulong>(plan.line_stride), static_cast<cl_ulong>(plan.plane_stride)};
}
template <typename index>
std::array<cl_ulong, 3> points_of(const pack_plan_3d<index>& plan) {
    return {static_cast<cl_ulong>(plan.size[0]), static_cast<cl_ulong>(plan.size[1]),
            static_cast<cl_ulong>(plan.size[2])};
}
inline std::array<cl_ulong, 3> packed_strides(const std::array<cl_ulong, 3>& points) {
    return {1, points[0], points[0] * points[1]};
}

}  // namespace stockham_detail

/// Copies a part of a box into a message, and back.
template <>
struct direct_packer<tag::gpu> {
    template <typename scalar, typename index>
    void pack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar data[],
              scalar buffer[]) const {
        const auto points = stockham_detail::points_of(plan);
        queue.state().copy(sizeof(scalar),
                           {points, stockham_detail::strides_in_box(plan), stockham_detail::packed_strides(points)},
                           data, buffer);
    }
    template <typename scalar, typename index>
    void unpack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar buffer[],
                scalar data[]) const {
        const auto points = stockham_detail::points_of(plan);
        queue.state().copy(sizeof(scalar),
                           {points, stockham_detail::packed_strides(points), stockham_detail::strides_in_box(plan)},
                           buffer, data);
    }
};

/// The same; the message has its dimensions in the sender's order: `plan.map` says which one of the receiver's
/// dimensions is its fastest, middle and slowest.
template <>
struct transpose_packer<tag::gpu> {
    template <typename scalar, typename index>
    void pack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar data[],
              scalar buffer[]) const {
        direct_packer<tag::gpu>().pack(queue, plan, data, buffer);
    }
    template <typename scalar, typename index>
    void unpack(const stockham_queue& queue, const pack_plan_3d<index>& plan, const scalar buffer[],
                scalar data[]) const {
        std::array<cl_ulong, 3> message{};
        message[static_cast<std::size_t>(plan.map[0])] = 1;
        message[static_cast<std::size_t>(plan.map[1])] = static_cast<cl_ulong>(plan.buff_line_stride);
        message[static_cast<std::size_t>(plan.map[2])] = static_cast<cl_ulong>(plan.buff_plane_stride);
        queue.state().copy(sizeof(scalar),
                           {stockham_detail::points_of(plan), message, stockham_detail::strides_in_box(plan)}, buffer,
                           data);
    }
};

namespace data_scaling {

/// Multiplies `n` numbers by a factor.
template <typename scalar, typename index>
void apply(const stockham_queue& queue, index n, scalar* data, double factor) {
    queue.state().scale(data, static_cast<std::size_t>(n), factor);
}
template <typename real, typename index>
void apply(const stockham_queue& queue, index n, std::complex<real>* data, double factor) {
    queue.state().scale(reinterpret_cast<real*>(data), 2 * static_cast<std::size_t>(n), factor);
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

namespace stockham_detail {

/// A plan that is enqueued on a queue. Thread-safe.
class device_transform {
  public:
    device_transform(stockham_queue queue, const box_problem& problem)
        : queue_(std::move(queue)), plan_(queue_.state().plan_of(transform_of(problem))) {}

    void run(const void* input, void* output) const { queue_.state().run(*plan_, input, output); }

  private:
    stockham_queue queue_;
    std::shared_ptr<::stockham::plan> plan_;
};

/// Where an executor's data are: the device of a queue.
class in_device_memory {
  public:
    using transform = device_transform;

    in_device_memory(stockham_queue queue) : queue_(std::move(queue)) {}

    std::shared_ptr<transform> get(const box_problem& problem) const {
        return std::make_shared<transform>(queue_, problem);
    }
    template <typename from, typename to>
    void copy(const from* input, std::size_t n, to* output) const {
        backend::data_manipulator<tag::gpu>::copy_n(queue_, input, n, output);
    }

  private:
    stockham_queue queue_;
};

}  // namespace stockham_detail

template <>
struct one_dim_backend<backend::stockham_device> {
    using executor = stockham_detail::executor_c2c<stockham_detail::in_device_memory>;
    using executor_r2c = stockham_detail::executor_r2c<stockham_detail::in_device_memory>;
};
template <>
struct one_dim_backend<backend::stockham_device_cos> {
    using executor = stockham_detail::executor_cos<stockham_detail::in_device_memory>;
    using executor_r2c = void;
};
template <>
struct one_dim_backend<backend::stockham_device_sin> {
    using executor = stockham_detail::executor_sin<stockham_detail::in_device_memory>;
    using executor_r2c = void;
};

/// heFFTe transposes while it unpacks, so that most transforms are along contiguous lines.
template <>
struct default_plan_options<backend::stockham_device> {
    static const bool use_reorder = true;
};
template <>
struct default_plan_options<backend::stockham_device_cos> : default_plan_options<backend::stockham_device> {};
template <>
struct default_plan_options<backend::stockham_device_sin> : default_plan_options<backend::stockham_device> {};

}  // namespace heffte
