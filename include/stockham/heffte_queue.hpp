// The queue of heFFTe's backend for data in device memory (stockham/heffte_device.hpp, which includes this file before
// heFFTe): shared virtual memory, copies, and the small kernels that heFFTe needs beside transforms.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <stockham/stockham.hpp>

#ifndef CL_VERSION_2_0
#error "stockham/heffte_device.hpp: shared virtual memory needs CL_TARGET_OPENCL_VERSION 200 or above"
#endif

namespace heffte {
namespace stockham_detail {

inline const std::vector<cl_device_id>& devices();  // in stockham/heffte.hpp

inline void check_call(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw ::stockham::opencl_error(call, code);
}

/// What is copied: `points` elements along each dimension, the fastest of the target first, and the strides of each
/// dimension in the source and in the target, in elements.
struct box_copy {
    std::array<cl_ulong, 3> points, from, to;
};

/// Copies of boxes, and scaling. A work-item copies one element; a transposing work-group goes through local memory,
/// so that it reads and writes neighbours.
constexpr const char* kernel_source = R"(
#define COPY(name, element) \
kernel void copy_##name(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write) { \
    const ulong i = get_global_id(0), j = get_global_id(1), k = get_global_id(2); \
    if (i < n.x && j < n.y) \
        to[i * write.x + j * write.y + k * write.z] = from[i * read.x + j * read.y + k * read.z]; \
} \
kernel void transpose_##name(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write) { \
    local element tile[TILE][TILE + 1]; \
    const uint a = get_local_id(0), b = get_local_id(1); \
    const ulong i = get_group_id(0) * (ulong)TILE, j = get_group_id(1) * (ulong)TILE, k = get_global_id(2); \
    if (i + b < n.x && j + a < n.y) \
        tile[b][a] = from[(i + b) * read.x + (j + a) * read.y + k * read.z]; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    if (i + a < n.x && j + b < n.y) \
        to[(i + a) * write.x + (j + b) * write.y + k * write.z] = tile[a][b]; \
}
COPY(4, uint)
COPY(8, uint2)
COPY(16, uint4)
#define SCALE(name, real) \
kernel void scale_##name(global real* data, ulong n, real factor) { \
    if (get_global_id(0) < n) data[get_global_id(0)] *= factor; \
}
SCALE(4, float)
#ifdef cl_khr_fp64
SCALE(8, double)
#endif
)";

/// An in-order queue and what its commands share: kernels, plans, workspace. Thread-safe.
class queue_state {
  public:
    /// Throws argument_error (field "queue") for an out-of-order queue, unsupported_error (rule
    /// "shared memory" or "work-group") for a device without shared virtual memory or whose work-groups have less than
    /// 256 work-items, opencl_error.
    explicit queue_state(::stockham::owned<cl_command_queue> queue) : queue_(std::move(queue)) {
        context_ = query<cl_context>(CL_QUEUE_CONTEXT);
        device_ = query<cl_device_id>(CL_QUEUE_DEVICE);
        if (query<cl_command_queue_properties>(CL_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
            throw ::stockham::argument_error("queue", "heFFTe needs an in-order queue; this one is out of order");
        check_device();
        session_ = std::make_unique<::stockham::session>(context_);
        build();
    }

    queue_state(const queue_state&) = delete;
    queue_state& operator=(const queue_state&) = delete;

    ~queue_state() {
        clFinish(queue_.get());
        for (auto& each : staging_) clSVMFree(context_, each.first);
    }

    cl_command_queue queue() const { return queue_.get(); }

    /// Null for 0 bytes. Throws opencl_error if there is no memory.
    void* allocate(std::size_t bytes) const {
        if (!bytes) return nullptr;
        void* const made = clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0);
        if (!made) throw ::stockham::opencl_error("clSVMAlloc", CL_MEM_OBJECT_ALLOCATION_FAILURE);
        return made;
    }

    /// After all commands of the queue.
    void free(void* memory) const noexcept {
        if (!memory) return;
        clFinish(queue_.get());
        clSVMFree(context_, memory);
    }

    void finish() const { check_call(clFinish(queue_.get()), "clFinish"); }

    /// Either address may be one of the host; then the copy has ended on return.
    void copy(void* to, const void* from, std::size_t bytes, bool with_host) const {
        if (bytes)
            check_call(
                clEnqueueSVMMemcpy(queue_.get(), with_host ? CL_TRUE : CL_FALSE, to, from, bytes, 0, nullptr, nullptr),
                "clEnqueueSVMMemcpy");
    }

    void fill_zeros(void* to, std::size_t bytes) const {
        const cl_uint zero = 0;
        if (bytes)
            check_call(clEnqueueSVMMemFill(queue_.get(), to, &zero, sizeof zero, bytes, 0, nullptr, nullptr),
                       "clEnqueueSVMMemFill");
    }

    /// `element` has 4, 8 or 16 bytes.
    void copy(std::size_t element, box_copy box, const void* from, void* to) {
        if (!box.points[0] || !box.points[1] || !box.points[2]) return;
        const bool transposes = make_transposition(box);
        const std::lock_guard<std::mutex> lock(mutex_);
        const cl_kernel kernel = named((transposes ? "transpose_" : "copy_") + std::to_string(element));
        set(kernel, from, to);
        set(kernel, 2, vector(box.points));
        set(kernel, 3, vector(box.from));
        set(kernel, 4, vector(box.to));
        const std::array<std::size_t, 3> group =
            transposes ? std::array<std::size_t, 3>{tile, tile, 1} : std::array<std::size_t, 3>{32, tile_items / 32, 1};
        launch(kernel, 3, box.points, group);
    }

    /// Multiplies `n` numbers of type `real`, float or double.
    template <typename real>
    void scale(real* data, std::size_t n, double factor) {
        if (!n) return;
        const std::lock_guard<std::mutex> lock(mutex_);
        const cl_kernel kernel = named("scale_" + std::to_string(sizeof(real)));
        check_call(clSetKernelArgSVMPointer(kernel, 0, data), "clSetKernelArgSVMPointer");
        set(kernel, 1, static_cast<cl_ulong>(n));
        set(kernel, 2, static_cast<real>(factor));
        launch(kernel, 1, {n, 1, 1}, {tile_items, 1, 1});
    }

    /// Equal transforms share a plan while it is used. Throws as the constructor of stockham::plan.
    std::shared_ptr<::stockham::plan> plan_of(const ::stockham::transform& what) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const std::string name = ::stockham::to_string(what);
        std::shared_ptr<::stockham::plan> found = plans_[name].lock();
        if (found) return found;
        for (auto each = plans_.begin(); each != plans_.end();)
            each = each->second.expired() ? plans_.erase(each) : std::next(each);
        found = std::make_shared<::stockham::plan>(context_, device_, what);
        plans_[name] = found;
        return found;
    }

    /// Enqueues a plan; in place if the addresses are equal. Plans take multiples of a complex number, but heFFTe may
    /// pass any real number: those go through staging memory.
    void run(const ::stockham::plan& plan, const void* input, void* output) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const ::stockham::transform& what = plan.problem();
        const std::size_t alignment = ::stockham::element_size(what.precision);
        const auto aligned = [&](const void* address) {
            return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
        };
        const std::size_t input_bytes = ::stockham::input_bytes(what), output_bytes = ::stockham::output_bytes(what);
        const void* from = input;
        void* to = output;
        if (!aligned(input)) {
            void* const staged = staging(0, input_bytes);
            copy(staged, input, input_bytes, false);
            from = staged;
            if (input == output) to = staged;
        }
        if (!aligned(to)) to = staging(1, output_bytes);
        plan.execute(queue_.get(), ::stockham::device_memory::at(from), ::stockham::device_memory::at(to),
                     workspace(plan.workspace_size()));
        if (to != output) copy(output, to, output_bytes, false);
    }

  private:
    static constexpr std::size_t tile = 16, tile_items = tile * tile;

    template <typename value>
    value query(cl_command_queue_info what) const {
        value found{};
        check_call(clGetCommandQueueInfo(queue_.get(), what, sizeof found, &found, nullptr), "clGetCommandQueueInfo");
        return found;
    }

    void check_device() const {
        const ::stockham::device_description about = ::stockham::describe(device_);
        cl_device_svm_capabilities shared = 0;
        if (clGetDeviceInfo(device_, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, nullptr) != CL_SUCCESS)
            shared = 0;  // a device of OpenCL 1.2 does not know the query
        if (!shared)
            throw ::stockham::unsupported_error("shared memory",
                                                "the device " + about.name +
                                                    " has no shared virtual memory; heffte::backend::stockham "
                                                    "needs none, with data in host memory");
        if (about.max_work_group < tile_items)
            throw ::stockham::unsupported_error("work-group",
                                                "the device " + about.name + " has work-groups of at most " +
                                                    std::to_string(about.max_work_group) +
                                                    " work-items; heFFTe's need " + std::to_string(tile_items));
    }

    void build() {
        cl_int code = CL_SUCCESS;
        const char* source = kernel_source;
        const cl_program made = clCreateProgramWithSource(context_, 1, &source, nullptr, &code);
        check_call(code, "clCreateProgramWithSource");
        program_.reset(made, clReleaseProgram);
        const std::string options = "-DTILE=" + std::to_string(tile);
        code = clBuildProgram(program_.get(), 1, &device_, options.c_str(), nullptr, nullptr);
        if (code != CL_SUCCESS) throw ::stockham::opencl_error("clBuildProgram", code, build_log());
    }

    std::string build_log() const {
        std::size_t size = 0;
        clGetProgramBuildInfo(program_.get(), device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, ' ');
        if (size) clGetProgramBuildInfo(program_.get(), device_, CL_PROGRAM_BUILD_LOG, size, &log[0], nullptr);
        return log;
    }

    cl_kernel named(const std::string& name) {
        std::shared_ptr<_cl_kernel>& kernel = kernels_[name];
        if (!kernel) {
            cl_int code = CL_SUCCESS;
            const cl_kernel made = clCreateKernel(program_.get(), name.c_str(), &code);
            check_call(code, "clCreateKernel");
            kernel.reset(made, clReleaseKernel);
        }
        return kernel.get();
    }

    static std::array<cl_ulong, 4> vector(const std::array<cl_ulong, 3>& of) { return {of[0], of[1], of[2], 0}; }

    template <typename value>
    static void set(cl_kernel kernel, cl_uint argument, const value& to) {
        check_call(clSetKernelArg(kernel, argument, sizeof to, &to), "clSetKernelArg");
    }
    static void set(cl_kernel kernel, const void* from, const void* to) {
        check_call(clSetKernelArgSVMPointer(kernel, 0, from), "clSetKernelArgSVMPointer");
        check_call(clSetKernelArgSVMPointer(kernel, 1, to), "clSetKernelArgSVMPointer");
    }

    void launch(cl_kernel kernel, cl_uint dimensions, const std::array<cl_ulong, 3>& items,
                const std::array<std::size_t, 3>& group) const {
        std::array<std::size_t, 3> global{};
        for (std::size_t k = 0; k < 3; ++k)
            global[k] = (static_cast<std::size_t>(items[k]) + group[k] - 1) / group[k] * group[k];
        check_call(clEnqueueNDRangeKernel(queue_.get(), kernel, dimensions, nullptr, global.data(), group.data(), 0,
                                          nullptr, nullptr),
                   "clEnqueueNDRangeKernel");
    }

    /// Moves the dimension that is contiguous in the source to the second place, if another one is contiguous in the
    /// target. False if there is none: a plain copy is right.
    static bool make_transposition(box_copy& box) {
        if (box.to[0] != 1 || box.from[0] == 1 || box.points[0] == 1) return false;
        for (std::size_t k = 1; k < 3; ++k) {
            if (box.from[k] != 1 || box.points[k] == 1) continue;
            for (auto* each : {&box.points, &box.from, &box.to}) std::swap((*each)[1], (*each)[k]);
            return true;
        }
        return false;
    }

    /// Memory for misaligned arrays. Commands take turns with it, since they are in order; so with the workspace.
    void* staging(std::size_t which, std::size_t bytes) {
        auto& known = staging_[which];
        if (known.second < bytes) {
            free(std::exchange(known.first, nullptr));
            known = {nullptr, 0};
            known = {allocate(bytes), bytes};
        }
        return known.first;
    }
    ::stockham::device_memory workspace(std::size_t bytes) {
        if (!bytes) return {};
        if (workspace_bytes_ < bytes) {
            cl_int code = CL_SUCCESS;
            workspace_bytes_ = 0;
            workspace_ = ::stockham::owned<cl_mem>();
            workspace_ = ::stockham::owned<cl_mem>(clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &code));
            check_call(code, "clCreateBuffer");
            workspace_bytes_ = bytes;
        }
        return workspace_.get();
    }

    ::stockham::owned<cl_command_queue> queue_;
    cl_context context_ = nullptr;
    cl_device_id device_ = nullptr;
    std::unique_ptr<::stockham::session> session_;
    std::shared_ptr<_cl_program> program_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<_cl_kernel>> kernels_;
    std::map<std::string, std::weak_ptr<::stockham::plan>> plans_;
    std::array<std::pair<void*, std::size_t>, 2> staging_{};
    ::stockham::owned<cl_mem> workspace_;
    std::size_t workspace_bytes_ = 0;
};

}  // namespace stockham_detail

/// The in-order queue that heFFTe's commands on a device go to. Copies share it, and so do objects made of the same
/// OpenCL queue. Its members are thread-safe and throw stockham::opencl_error.
class stockham_queue {
  public:
    /// The queue of this process: on the rank's first device (STOCKHAM_DEVICE, or the host's GPUs divided among its
    /// ranks), made by the first call. Throws stockham::unsupported_error (rule "shared memory") if this device has no
    /// shared virtual memory.
    stockham_queue() : state_(of_process()) {}
    /// A queue of the caller, who must use its context for the data; it is retained. Null: the queue of the process.
    /// Throws stockham::argument_error (field "queue") if it is out of order, otherwise as the other constructor.
    stockham_queue(cl_command_queue queue) : state_(queue ? find(queue) : of_process()) {}

    cl_command_queue get() const { return state_->queue(); }  ///< valid as long as a copy of this object
    void finish() const { state_->finish(); }                 ///< waits for all commands of the queue
    /// For the parts of the backend.
    stockham_detail::queue_state& state() const { return *state_; }

  private:
    using pointer = std::shared_ptr<stockham_detail::queue_state>;

    /// Not released at the end of the process: the OpenCL library may be gone by then.
    static const pointer& of_process() {
        static const pointer* const one = new pointer(make());
        return *one;
    }
    static pointer make() {
        const cl_device_id device = stockham_detail::devices().front();
        cl_int code = CL_SUCCESS;
        const ::stockham::owned<cl_context> context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
        stockham_detail::check_call(code, "clCreateContext");
        ::stockham::owned<cl_command_queue> queue(
            clCreateCommandQueueWithProperties(context.get(), device, nullptr, &code));
        stockham_detail::check_call(code, "clCreateCommandQueueWithProperties");
        return std::make_shared<stockham_detail::queue_state>(std::move(queue));
    }

    /// A state retains its queue, so that no other queue gets its handle.
    static pointer find(cl_command_queue queue) {
        static std::mutex mutex;
        static auto* const known = new std::map<cl_command_queue, std::weak_ptr<stockham_detail::queue_state>>;
        const std::lock_guard<std::mutex> lock(mutex);
        pointer found = (*known)[queue].lock();
        if (found) return found;
        for (auto each = known->begin(); each != known->end();)
            each = each->second.expired() ? known->erase(each) : std::next(each);
        clRetainCommandQueue(queue);
        found = std::make_shared<stockham_detail::queue_state>(::stockham::owned<cl_command_queue>(queue));
        (*known)[queue] = found;
        return found;
    }

    pointer state_;
};

}  // namespace heffte
