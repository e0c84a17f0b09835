// The queue of heFFTe's backend for data in device memory (stockham/heffte_device.hpp, which includes this file before
// heFFTe): shared virtual memory, copies, and plans with their workspace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <stockham/heffte/devices.hpp>
#include <stockham/heffte/host_copies.hpp>
#include <stockham/heffte/kernels.hpp>
#include <stockham/stockham.hpp>

namespace heffte {
namespace stockham_detail {

/// An in-order queue and what its commands share: kernels, plans, workspace. Thread-safe.
class queue_state {
  public:
    /// Throws argument_error (field "queue") for an out-of-order queue, unsupported_error (rule
    /// "shared memory" or "work-group") for a device without shared virtual memory or whose work-groups have less than
    /// 256 work-items, opencl_error.
    explicit queue_state(::stockham::owned<cl_command_queue> queue)
        : queue_(std::move(queue)), context_(query<cl_context>(CL_QUEUE_CONTEXT)),
          device_(query<cl_device_id>(CL_QUEUE_DEVICE)), host_copies_(context_, queue_.get()) {
        if (query<cl_command_queue_properties>(CL_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
            throw ::stockham::argument_error("queue", "heFFTe needs an in-order queue; this one is out of order");
        check_device();
        has_memory_of_its_own_ = !shares_memory_with_host();
        kernels_ = std::make_unique<box_kernels>(context_, device_);
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

    /// Within shared virtual memory; enqueued.
    void copy(void* to, const void* from, std::size_t bytes) const { copy(to, from, bytes, CL_FALSE); }

    /// From and to host memory, which the caller may use again on return. Wait for the commands before.
    void upload(void* to, const void* from, std::size_t bytes) {
        if (!through_blocks(bytes)) return copy(to, from, bytes, CL_TRUE);
        const std::lock_guard<std::mutex> lock(mutex_);
        host_copies_.upload(to, from, bytes);
    }
    void download(void* to, const void* from, std::size_t bytes) {
        if (!through_blocks(bytes)) return copy(to, from, bytes, CL_TRUE);
        const std::lock_guard<std::mutex> lock(mutex_);
        host_copies_.download(to, from, bytes);
    }

    void fill_zeros(void* to, std::size_t bytes) const {
        const cl_uint zero = 0;
        if (bytes)
            check_call(clEnqueueSVMMemFill(queue_.get(), to, &zero, sizeof zero, bytes, 0, nullptr, nullptr),
                       "clEnqueueSVMMemFill");
    }

    /// See box_kernels.
    void copy(std::size_t element, const box_copy& box, const void* from, void* to) {
        const std::lock_guard<std::mutex> lock(mutex_);
        kernels_->copy(queue_.get(), element, box, from, to);
    }
    template <typename real>
    void scale(real* data, std::size_t n, double factor) {
        const std::lock_guard<std::mutex> lock(mutex_);
        kernels_->scale(queue_.get(), data, n, factor);
    }

    /// Equal transforms share a plan while it is used or among the 32 that were asked for last. Throws as the
    /// constructor of stockham::plan.
    std::shared_ptr<::stockham::plan> plan_of(const ::stockham::transform& what) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const std::string name = ::stockham::to_string(what);
        std::shared_ptr<::stockham::plan> found = plans_[name].lock();
        if (!found) {
            for (auto each = plans_.begin(); each != plans_.end();)
                each = each->second.expired() ? plans_.erase(each) : std::next(each);
            found = std::make_shared<::stockham::plan>(context_, device_, what);
            plans_[name] = found;
        }
        kept_.remove(found);
        kept_.push_front(found);
        if (kept_.size() > most_kept) kept_.pop_back();
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
            copy(staged, input, input_bytes);
            from = staged;
            if (input == output) to = staged;
        }
        if (!aligned(to)) to = staging(1, output_bytes);
        plan.execute(queue_.get(), ::stockham::device_memory::at(from), ::stockham::device_memory::at(to),
                     workspace(plan.workspace_size()));
        if (to != output) copy(output, to, output_bytes);
    }

  private:
    static constexpr std::size_t most_kept = 32;

    template <typename value>
    value query(cl_command_queue_info what) const {
        value found{};
        check_call(clGetCommandQueueInfo(queue_.get(), what, sizeof found, &found, nullptr), "clGetCommandQueueInfo");
        return found;
    }

    bool shares_memory_with_host() const {
        cl_bool unified = CL_FALSE;
        clGetDeviceInfo(device_, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, nullptr);
        return unified == CL_TRUE;
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
        if (about.max_work_group < box_kernels::group_items)
            throw ::stockham::unsupported_error(
                "work-group", "the device " + about.name + " has work-groups of at most " +
                                  std::to_string(about.max_work_group) + " work-items; heFFTe's need " +
                                  std::to_string(box_kernels::group_items));
    }

    void copy(void* to, const void* from, std::size_t bytes, cl_bool blocking) const {
        if (bytes)
            check_call(clEnqueueSVMMemcpy(queue_.get(), blocking, to, from, bytes, 0, nullptr, nullptr),
                       "clEnqueueSVMMemcpy");
    }
    /// Short copies would wait longer for the threads than for the link.
    bool through_blocks(std::size_t bytes) const {
        constexpr std::size_t worth_it = std::size_t{1} << 18;
        return has_memory_of_its_own_ && bytes >= worth_it;
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
    const cl_context context_;
    const cl_device_id device_;
    std::unique_ptr<box_kernels> kernels_;
    host_copies host_copies_;
    bool has_memory_of_its_own_ = false;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<::stockham::plan>> plans_;
    std::list<std::shared_ptr<::stockham::plan>> kept_;  // last asked for first
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
        const ::stockham::owned<cl_context> context(::stockham::open_context(device));
        cl_int code = CL_SUCCESS;
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
