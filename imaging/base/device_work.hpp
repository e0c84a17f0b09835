// The work of one call on the device of an engine: its arrays, transforms and kernels, all in one precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/session.hpp>

#include "imaging/base/device_array.hpp"
#include "imaging/base/engine_state.hpp"
#include "imaging/base/structure.hpp"

namespace stockham::imaging_internal {

/// Files of imaging/cl/ that several subjects use.
constexpr const char* arithmetic_file = "imaging/cl/arithmetic.cl";
constexpr const char* frame_file = "imaging/cl/frame.cl";

/// Bytes from the first element of a view to the end of the last one.
std::size_t memory_bytes(const imaging::array_view&);

/// The lengths of up to four axes for a kernel, fastest first; missing axes have length 1.
cl_uint4 lengths_of(const extents& shape);
/// The same for places and strides; missing axes have 0.
cl_uint4 starts_of(const extents& place);

/// "3.5 GB"
std::string bytes_text(std::size_t bytes);

/// The number with at most `digits` significant digits (1 to 17), the same in every locale.
std::string number_text(double value, int digits = 6);

/// The work of one call. It holds the engine's turn from construction to destruction, so that no other thread sets
/// arguments of the same kernels. Commands run in the order in which they are enqueued, and none waits for the device
/// except download() and wait().
class device_work {
  public:
    /// Throws unsupported_error (rule "double precision") if the device lacks the precision.
    device_work(const imaging::engine&, stockham::precision);
    ~device_work();
    device_work(const device_work&) = delete;
    device_work& operator=(const device_work&) = delete;

    stockham::precision precision() const noexcept { return precision_; }
    const stockham::session& session() const noexcept { return state_.on; }
    const device_description& device() const noexcept { return session().description(); }
    cl_command_queue queue() const noexcept { return queue_; }

    /// Bytes that arrays may have in all, and the largest one.
    std::size_t memory() const noexcept { return memory_; }
    std::size_t largest_array() const noexcept;

    /// A new array with undefined elements. Throws memory_error if it exceeds the limits.
    device_array make(extents shape, bool is_complex = false);
    /// Lengths of at least these for real transforms of all axes: those that are fastest on the device. Axes of one
    /// point keep their length. Remembered for later calls.
    extents good_lengths(extents least);
    /// The half spectrum of a real array of this shape.
    device_array make_spectrum(const extents& shape) { return make(half_spectrum(shape), true); }
    /// A packed array with the elements of a view of the same precision. An array in host memory is copied; one in a
    /// buffer is copied within the device. Integers are converted on the device.
    device_array upload(const imaging::array_view&);
    /// Copies the elements to a view of the same size and precision, and waits for all commands.
    void download(const device_array&, const imaging::array_view&);
    /// Copies elements to host memory, and waits.
    void read(const device_array& array, void* host) { session().download(array.get(), array.bytes(), host); }
    /// Copies elements from host memory.
    void write(const device_array& array, const void* host) { session().upload(array.get(), array.bytes(), host); }
    /// Waits for all commands.
    void wait() { session().finish(); }
    /// Memory that holds no real or complex numbers, such as a list of places. Throws memory_error.
    device_buffer buffer(std::size_t bytes);
    /// Copies bytes between buffers.
    void copy(cl_mem from, std::size_t from_byte, cl_mem to, std::size_t to_byte, std::size_t bytes);

    /// Runs a plan of this problem, which the session keeps for later calls.
    void transform(const stockham::transform&, const device_array& in, const device_array& out);
    /// real -> half spectrum, along all axes.
    void forward(const device_array& real, const device_array& spectrum);
    /// The whole spectrum of a real array, complex.
    device_array whole_spectrum(const device_array& real);
    /// The circular convolution of `pictures`, {count, axes of a picture}, with the kernel of this whole spectrum; with
    /// `correlate`, of its conjugate. The library's fused passes, which the engine keeps for later calls.
    void convolve(const device_array& pictures, const device_array& spectrum, const device_array& out,
                  bool correlate = false);
    /// The array that the engine keeps for this key, of make() at the first call.
    template <class Make>
    device_array kept(const std::string& key, Make make) {
        if (const device_array* known = state_.arrays.find(key)) return *known;
        return state_.arrays.add(key, make());
    }
    /// Half spectrum -> real, divided by the number of points. The spectrum may be overwritten.
    void inverse(const device_array& spectrum, const device_array& real);

    /// Enqueues a kernel for at least `items` work-items; the kernel compares its number with the count itself.
    /// Arguments: device_array, cl_mem, cl_uint, cl_int, cl_ulong, cl_uint4, real_argument, and structure.
    template <class... Arguments>
    void run(const char* file, const char* kernel, std::size_t items, const Arguments&... arguments) {
        device_kernel& ready = kernel_of(file, kernel);
        cl_uint index = 0;
        (set(ready, index++, arguments), ...);
        enqueue(ready, items);
    }

    /// Enqueues a kernel for a grid of work-items, the fastest dimension first. Along that one there may be more than
    /// `items`, so the kernel compares its number with the count; along the others there are as many as asked for, at
    /// least 1. Arguments as in run().
    template <class... Arguments>
    void run_grid(const char* file, const char* kernel, const std::array<std::size_t, 3>& items,
                  const Arguments&... arguments) {
        device_kernel& ready = kernel_of(file, kernel);
        cl_uint index = 0;
        (set(ready, index++, arguments), ...);
        enqueue_grid(ready, items);
    }

    /// Work-items of a reduction over this many points. Its kernel writes `columns` sums for each (EACH in the prelude
    /// of the kernels), which sum_columns() adds up.
    static std::size_t reduction_items(std::size_t points) noexcept;
    /// The column sums of partial[items][columns], an array of `columns` numbers on the device.
    device_array sum_columns(const device_array& partial, std::size_t items, std::size_t columns);
    /// The elements of a short real array, in the host's double precision. Waits.
    std::vector<double> values(const device_array& real);
    /// The sum of all elements of a real array, by the device; only the sum is copied.
    double sum(const device_array& real);
    /// The sum of all squares.
    double sum_of_squares(const device_array& real);
    /// The smallest and the largest element of a real array.
    struct range_of_values {
        double least, most;
        bool finite;  ///< false if an element is NaN or infinite
    };
    range_of_values range(const device_array& real);

  private:
    void unpack(const imaging::array_view&, const device_array& to);
    double reduce(const char* kernel, const device_array& real);
    device_kernel& kernel_of(const char* file, const char* kernel);
    void enqueue(const device_kernel&, std::size_t items);
    void enqueue_grid(const device_kernel&, const std::array<std::size_t, 3>& items);
    static void set(device_kernel& kernel, cl_uint index, const device_array& array) { kernel.set(index, array.get()); }
    void set(device_kernel& kernel, cl_uint index, real_argument real) const { set(kernel, index, structure(real)); }
    template <class... Members>
    void set(device_kernel& kernel, cl_uint index, const structure<Members...>& numbers) const {
        if (precision_ == stockham::precision::f64) return kernel.set(index, numbers.template bytes<double>());
        kernel.set(index, numbers.template bytes<float>());
    }
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, cl_mem> ||
                                                std::is_same_v<T, cl_uint4>>>
    static void set(device_kernel& kernel, cl_uint index, const T& value) {
        static_assert(!std::is_floating_point_v<T>, "use real_argument");
        kernel.set(index, value);
    }

    std::unique_lock<std::mutex> turn_;
    imaging::engine::state& state_;
    stockham::precision precision_;
    cl_command_queue queue_;
    std::size_t memory_;  // what usable_memory() was when the work began
};

}  // namespace stockham::imaging_internal
