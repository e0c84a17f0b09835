// Prepares and enqueues launches.
#include "runtime/execute/executable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include <stockham/error.hpp>

#include "base/host_size.hpp"
#include "runtime/programs/compilation.hpp"
#include "runtime/programs/program_store.hpp"

namespace stockham::internal {

namespace {

/// Counters of the launches of one queue. Each queue has its own, since launches of different queues may overlap.
struct queue_counters {
    memory_object memory;
    cl_uint turn = 0;  // of the next launch
};

}  // namespace

/// One bit for each argument that is an address. On NVIDIA (driver 580) an argument that was once an address can never
/// be a buffer again: launches then fail with CL_INVALID_KERNEL_ARGS. Hence one kernel per combination.
using address_arguments = std::array<std::uint64_t, 8>;

struct executable::ready {
    ~ready() {
        if (unsaved) unsaved->save_if_idle();
    }

    /// The kernel with these arguments as addresses, made on first use. The caller locks the mutex.
    cl_kernel kernel(address_arguments, const launch&);

    program_object program;
    std::string name;                          // of the kernel
    std::shared_ptr<unsaved_program> unsaved;  // null if the program cache has the program
    std::shared_ptr<compilation> timed;
    std::vector<memory_object> tables;  // in the order of the arguments
    std::vector<std::size_t> varying;   // the arguments that executions set
    std::map<address_arguments, kernel_object> kernels;
    std::map<cl_command_queue, queue_counters> counters;
    // clSetKernelArg is the only call that is not thread-safe in OpenCL.
    std::mutex mutex;
};

namespace {

void set_argument(cl_kernel kernel, std::size_t index, std::size_t bytes, const void* value) {
    check_cl(clSetKernelArg(kernel, static_cast<cl_uint>(index), bytes, value), "clSetKernelArg");
}

/// Sets the arguments that are the same in all executions.
void set_constants(cl_kernel kernel, const launch& l, const std::vector<memory_object>& tables) {
    auto table = tables.begin();
    for (std::size_t i = 0; i < l.arguments.size(); ++i) {
        if (std::holds_alternative<twiddle_table>(l.arguments[i])) {
            const cl_mem memory = (table++)->get();
            set_argument(kernel, i, sizeof memory, &memory);
        } else if (const auto* bytes = std::get_if<std::vector<std::byte>>(&l.arguments[i])) {
            set_argument(kernel, i, bytes->size(), bytes->data());
        }
    }
}

bool is_constant(const argument& a) {
    return std::holds_alternative<twiddle_table>(a) || std::holds_alternative<std::vector<std::byte>>(a);
}

/// The memory of an argument; null if it is a number.
device_memory memory_of(const argument& a, const executions& all, const queue_counters* counters) {
    if (const auto* which = std::get_if<buffer>(&a)) return all.buffers[0][*which];
    if (const auto* of = std::get_if<member_buffer>(&a))
        return all.buffers[std::min<std::size_t>(of->member, all.given - 1)][of->which];
    if (std::holds_alternative<member_table>(a)) return all.table;
    return std::holds_alternative<pass_counters>(a) ? counters->memory.get() : nullptr;
}

/// The queue's counters, made and set to zero on first use.
queue_counters& counters_of(std::map<cl_command_queue, queue_counters>& known, cl_command_queue queue,
                            cl_context context) {
    auto& counters = known[queue];
    if (!counters.memory) {
        std::array<cl_uint, 2 * pass_counters::apart> zeros{};
        cl_int code = CL_SUCCESS;
        counters.memory = memory_object(
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros.data(), &code));
        check_cl(code, "clCreateBuffer (counters)");
    }
    return counters;
}

/// True if each launch must wait for the event of the previous one.
bool needs_chain(std::size_t launches, cl_command_queue queue) {
    return launches > 1 && is_out_of_order(queue);
}

/// The host computes long tables for minutes, so first throws opencl_error if the device cannot hold them.
void check_tables(const std::vector<launch>& launches, const device_description& device) {
    std::map<std::string, std::uint64_t> bytes;  // launches share tables
    for (const auto& launch : launches)
        for (const auto& argument : launch.arguments)
            if (const auto* table = std::get_if<twiddle_table>(&argument); table && table->long_bytes())
                bytes[table->name()] = table->long_bytes();
    std::uint64_t all = 0;
    for (const auto& each : bytes) all += each.second;
    if (device.global_memory && all > device.global_memory)
        throw opencl_error("clCreateBuffer (tables of " + std::to_string(all) + " bytes)",
                           CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

bool counts(const launch& l) {
    return std::any_of(l.arguments.begin(), l.arguments.end(),
                       [](const argument& a) { return std::holds_alternative<pass_counters>(a); });
}

}  // namespace

cl_kernel executable::ready::kernel(address_arguments addresses, const launch& l) {
    auto& kept = kernels[addresses];
    if (!kept) {
        cl_int code = CL_SUCCESS;
        kernel_object made(clCreateKernel(program.get(), name.c_str(), &code));
        check_cl(code, "clCreateKernel");
        set_constants(made.get(), l, tables);
        kept = std::move(made);
    }
    return kept.get();
}

executable::executable(context_state& context, cl_device_id device, std::vector<launch> launches, std::string problem)
    : context_(context.context()), device_(device), addresses_(device), problem_(std::move(problem)),
      launches_(std::move(launches)) {
    check_tables(launches_, context.description(device));
    for (auto& launch : launches_) {
        auto made = std::make_shared<ready>();
        const auto compiled = context.program(device, launch);
        std::string().swap(launch.source);  // frees tens of kilobytes; an assignment would keep the capacity
        made->program = compiled.program;
        made->name = compiled.kernel;
        made->unsaved = compiled.unsaved;
        made->timed = compiled.timed;
        made->timed->note_build(problem_);
        for (const auto& argument : launch.arguments)
            if (const auto* table = std::get_if<twiddle_table>(&argument))
                made->tables.push_back(context.table(*table));
        for (std::size_t i = 0; i < launch.arguments.size(); ++i)
            if (!is_constant(launch.arguments[i])) made->varying.push_back(i);
        made->kernel({}, launch);
        ready_.push_back(std::move(made));
    }
}

kernel_limits executable::limits(std::size_t index) const {
    const cl_kernel kernel = ready_[index]->kernels.at({}).get();
    kernel_limits found;
    check_cl(clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_WORK_GROUP_SIZE, sizeof found.work_group,
                                      &found.work_group, nullptr),
             "clGetKernelWorkGroupInfo");
    // NVIDIA reports 256 for every kernel, whatever work-group size it was compiled for.
    std::size_t compiled[3] = {0, 0, 0};
    check_cl(clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof compiled, compiled,
                                      nullptr),
             "clGetKernelWorkGroupInfo");
    const auto most = query<std::size_t>(clGetDeviceInfo, device_, CL_DEVICE_MAX_WORK_GROUP_SIZE, "clGetDeviceInfo");
    if (compiled[0] <= most) found.work_group = std::max(found.work_group, compiled[0]);
    cl_ulong bytes = 0;
    check_cl(clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
             "clGetKernelWorkGroupInfo");
    found.local_bytes = bytes;
    return found;
}

void executable::set_memory(cl_kernel kernel, std::size_t argument, device_memory memory) const {
    if (memory.address()) return addresses_.set(context_, kernel, static_cast<cl_uint>(argument), memory.address());
    const cl_mem handle = memory.buffer();
    set_argument(kernel, argument, sizeof handle, &handle);
}

void executable::enqueue_one(std::size_t number, cl_command_queue queue, const executions& all, cl_uint n_wait,
                             const cl_event* wait, cl_event* event) const {
    const launch& launch = launches_[number];
    ready& made = *ready_[number];
    const std::lock_guard lock(made.mutex);
    queue_counters* const counters = counts(launch) ? &counters_of(made.counters, queue, context_) : nullptr;
    address_arguments addresses{};
    for (const auto i : made.varying)
        if (memory_of(launch.arguments[i], all, counters).address()) addresses.at(i / 64) |= std::uint64_t{1} << i % 64;
    const cl_kernel kernel = made.kernel(addresses, launch);
    for (const auto i : made.varying) {
        const auto& what = launch.arguments[i];
        if (std::holds_alternative<counter_turn>(what))
            set_argument(kernel, i, sizeof counters->turn, &counters->turn);
        else if (std::holds_alternative<first_member>(what))
            set_argument(kernel, i, sizeof all.first, &all.first);
        else  // even if the handle is unchanged: a released buffer's handle may have been reused
            set_memory(kernel, i, memory_of(what, all, counters));
    }
    if (all.reached) addresses_.reach(context_, kernel, *all.reached);
    const std::size_t local[] = {launch.work_items, 1};
    const std::size_t global[] = {host_size(launch.groups * launch.work_items, "work-items"), all.count};
    const cl_uint dimensions = launch.members ? 2 : 1;
    const auto enqueue = [&](cl_event* done) {
        check_cl(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, n_wait, wait, done),
                 "clEnqueueNDRangeKernel");
        if (counters) counters->turn = 1 - counters->turn;
    };
    const bool saves = made.unsaved && !made.unsaved->is_saved();
    if (!saves && (problem_.empty() || !made.timed->awaits_run())) return enqueue(event);
    const auto enqueue_watched = [&] {
        cl_event done = nullptr;
        enqueue(&done);
        event_object watched(done);
        if (!problem_.empty()) made.timed->watch_run(done, problem_);
        if (event) check_cl(clRetainEvent(*event = done), "clRetainEvent");
        return watched;
    };
    if (saves)
        made.unsaved->watch(enqueue_watched);
    else
        enqueue_watched();
}

std::vector<event_object> executable::prepare(cl_command_queue queue, events wanted) const {
    for (std::size_t step = 0; step < launches_.size(); ++step) {
        if (!counts(launches_[step])) continue;
        const std::lock_guard lock(ready_[step]->mutex);
        counters_of(ready_[step]->counters, queue, context_);
    }
    std::vector<event_object> room;
    room.reserve(wanted == events::each                                           ? launches_.size()
                 : wanted == events::last || needs_chain(launches_.size(), queue) ? 1
                                                                                  : 0);
    return room;
}

std::vector<event_object> executable::enqueue(cl_command_queue queue, const executions& all, cl_uint n_wait,
                                              const cl_event* wait, events wanted) const {
    return enqueue(queue, all, n_wait, wait, wanted, prepare(queue, wanted));
}

std::vector<event_object> executable::enqueue(cl_command_queue queue, const executions& all, cl_uint n_wait,
                                              const cl_event* wait, events wanted,
                                              std::vector<event_object> done) const {
    const bool chained = needs_chain(launches_.size(), queue);
    for (std::size_t step = 0; step < launches_.size(); ++step) {
        const bool first = step == 0, last = step + 1 == launches_.size();
        const cl_event before = done.empty() ? nullptr : done.back().get();
        const bool makes_event = chained || wanted == events::each || (last && wanted == events::last);
        cl_event event = nullptr;
        if (first)
            enqueue_one(step, queue, all, n_wait, wait, makes_event ? &event : nullptr);
        else
            enqueue_one(step, queue, all, chained ? 1 : 0, chained ? &before : nullptr, makes_event ? &event : nullptr);
        if (event) {
            if (wanted != events::each) done.clear();
            done.emplace_back(event);
        }
    }
    return done;
}

}  // namespace stockham::internal
