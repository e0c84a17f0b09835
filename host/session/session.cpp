// Sessions: their state, limits, buffers and plans.
#include <stockham/session.hpp>

#include <algorithm>
#include <utility>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>
#include <stockham/process.hpp>

#include "base/environment.hpp"
#include "base/files/files.hpp"
#include "base/heap.hpp"
#include "base/plain_text.hpp"
#include "base/text_streams.hpp"
#include "session/session_state.hpp"

namespace stockham {

namespace internal {

bool shares_host_memory(cl_device_id device) {
    const char* const link = from_environment("STOCKHAM_LINK");
    if (link && *link) return false;
    return query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_HOST_UNIFIED_MEMORY, "clGetDeviceInfo") == CL_TRUE;
}

namespace {

/// The context, retained, with its device: the one given, or its first one.
std::pair<context_object, cl_device_id> checked_context(cl_context context, cl_device_id device) {
    if (!context) throw argument_error("context", "the context is null");
    std::size_t bytes = 0;
    check_cl(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo");
    std::vector<cl_device_id> all(bytes / sizeof(cl_device_id));
    check_cl(clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, all.data(), nullptr), "clGetContextInfo");
    if (!device && !all.empty()) device = all.front();
    if (std::find(all.begin(), all.end(), device) == all.end())
        throw argument_error("device", "the device is not one of the context");
    return {context_object::retained(context), device};
}

/// The key of a plan that may be shared; empty if the options name objects of the caller.
std::string key_of(const transform& t, const plan_options& o) {
    if (o.progress || o.wisdom || o.expert.plan_for || o.expert.search_again) return {};
    text_writer key;
    key << to_string(t) << '|' << to_string(o.rigor) << '|' << o.time_limit << '|' << o.expert.plan_string << '|'
        << o.on_load.size() << ' ' << o.on_load << '|' << o.on_store;
    return key.str();
}

}  // namespace

}  // namespace internal

using namespace internal;

session::state::state(context_object made, cl_device_id of, queue_object queue, const session_options& given)
    : forks(fork_count()), device(of), context(std::move(made)), programs(context_state::of(context.get())),
      description(programs->description(of)), shares_host_memory(internal::shares_host_memory(of)), addresses(of),
      buffers(std::make_shared<buffer_pool>(context, of, description, given.memory, shares_host_memory)),
      copies(std::make_shared<copy_threads>(given.copy_threads)),
      plans({std::max<std::size_t>(given.plans, 1), 0}), queues_{std::move(queue), {}, {}} {
    programs->limit(given.kept);
}

session::state::~state() {
    finish_all();
}

bool session::state::finish_all() noexcept {
    bool all = true;
    const auto finish = [](cl_command_queue queue) { return clFinish(queue) == CL_SUCCESS; };
    for (const auto& queue : queues_) all = (!queue || finish(queue.get()) || finish(queue.get())) && all;
    return all;
}

void session::state::check_process() const {
    if (forks != fork_count())
        throw unsupported_error("fork", "the session was made before this process was forked, and OpenCL does not "
                                        "work in a forked child");
}

cl_command_queue session::state::queue(way which) {
    check_process();
    const std::lock_guard lock(mutex_);
    auto& found = queues_[static_cast<std::size_t>(which)];
    if (!found) found = make_queue(context.get(), device);
    return found.get();
}

pinned_pool& session::state::pinned() {
    check_process();
    const std::lock_guard lock(mutex_);
    // Its own queue: mapping waits for the commands before.
    if (!pinned_) pinned_ = std::make_shared<pinned_pool>(context, make_queue(context.get(), device), buffers);
    return *pinned_;
}

session::session(cl_device_id device, const session_options& options) {
    context_object context(open_context(device));
    state_ = std::make_shared<state>(std::move(context), device, queue_object(), options);
}

session::session(cl_context given, cl_device_id device, const session_options& options) {
    auto [context, of] = checked_context(given, device);
    state_ = std::make_shared<state>(std::move(context), of, queue_object(), options);
}

session::session(cl_command_queue queue, const session_options& options) {
    if (is_out_of_order(queue)) throw argument_error("queue", "a session needs an in-order queue");
    const auto of = [&](auto& value, cl_command_queue_info what) {
        check_cl(clGetCommandQueueInfo(queue, what, sizeof value, &value, nullptr), "clGetCommandQueueInfo");
    };
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    of(context, CL_QUEUE_CONTEXT);
    of(device, CL_QUEUE_DEVICE);
    state_ = std::make_shared<state>(context_object::retained(context), device, queue_object::retained(queue), options);
}

/// In a forked child, the objects of OpenCL belong to the parent: they are neither used nor released.
session::~session() {
    if (state_ && state_->forks != fork_count()) new std::shared_ptr<state>(std::move(state_));
}
session::session(const session&) = default;
session& session::operator=(const session& other) {
    session copy(other);
    state_.swap(copy.state_);  // the destructor knows how to leave a state
    return *this;
}

cl_context session::context() const noexcept {
    return state_->context.get();
}
cl_device_id session::device() const noexcept {
    return state_->device;
}
cl_command_queue session::queue() const {
    return state_->queue();
}
const device_description& session::description() const noexcept {
    return state_->description;
}

std::size_t session::usable_memory() const noexcept {
    return state_->buffers->usable();
}
std::size_t session::max_allocation() const noexcept {
    const std::size_t most = state_->description.max_allocation, usable = usable_memory();
    return most ? std::min(most, usable) : usable;
}
bool session::shares_host_memory() const noexcept {
    return state_->shares_host_memory;
}
bool session::is_stuck() const noexcept {
    return state_->is_stuck;
}

std::string session::shortage(const std::vector<std::size_t>& sizes) const {
    std::size_t largest = 0, all = 0;
    for (const std::size_t bytes : sizes) {
        largest = std::max(largest, bytes);
        all += std::min(bytes, ~std::size_t{0} - all);
    }
    if (const std::size_t most = state_->description.max_allocation; most && largest > most)
        return "needs a buffer of " + bytes_text(largest) + "; the largest buffer on " + description().name + " is " +
               bytes_text(most);
    if (const std::size_t most = usable_memory(); all > most)
        return "needs " + bytes_text(all) + " on the device and the limit is " + bytes_text(most);
    return {};
}

std::string session::shortage(const transform& t, const plan_options& options) const {
    const bool in_place = t.placement == placement::in_place;
    const std::size_t input = input_bytes(t), output = output_bytes(t);
    const std::size_t first = in_place ? std::max(input, output) : input, second = in_place ? 0 : output;
    if (auto why = shortage(std::vector<std::size_t>{first, second}); !why.empty()) return why;
    return shortage(std::vector<std::size_t>{first, second, estimate(description(), t, options).workspace_size});
}

device_buffer session::buffer(std::size_t bytes) const {
    state_->check_process();
    device_buffer made;
    if (!bytes) return made;
    auto taken = state_->buffers->take(bytes);
    made.pool_ = state_->buffers;
    made.bytes_ = taken.bytes;
    made.asked_ = bytes;
    made.memory_ = taken.memory.release();
    return made;
}

pinned_memory session::pinned(std::size_t bytes) const {
    if (!bytes) throw argument_error("bytes", "pinned memory needs at least one byte");
    pinned_memory made;
    made.block_ = state_->pinned().take(bytes).release();
    made.pool_ = state_->pinned_;
    return made;
}

std::size_t session::idle_bytes() const {
    return state_->buffers->idle_bytes();
}

void session::keep(const context_limits& most) const {
    state_->check_process();
    state_->programs->limit(most);
}

void session::clear() const {
    state_->check_process();
    state_->plans.clear();
    state_->programs->clear();
    trim();
    return_free_pages();
}

void session::trim() const {
    state_->check_process();
    state_->buffers->trim();
    const auto pinned = [this] {
        const std::lock_guard lock(state_->mutex_);
        return state_->pinned_;
    }();
    if (pinned) pinned->trim();  // may wait
}

std::shared_ptr<const plan> session::plan(const transform& t, const plan_options& options) const {
    state_->check_process();
    const auto make = [&] {
        return state_->buffers->with_room(
            [&] { return std::make_shared<const stockham::plan>(context(), device(), t, options); });
    };
    const auto key = key_of(t, options);
    return key.empty() ? make() : state_->plans.get(key, make);
}

device_buffer::device_buffer(device_buffer&& other) noexcept
    : pool_(std::move(other.pool_)), memory_(std::exchange(other.memory_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)), asked_(std::exchange(other.asked_, 0)) {}

device_buffer& device_buffer::operator=(device_buffer&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    std::swap(asked_, other.asked_);
    return *this;
}

device_buffer::~device_buffer() {
    if (memory_) std::static_pointer_cast<buffer_pool>(pool_)->give_back({memory_object(memory_), bytes_, asked_});
}

pinned_memory::pinned_memory(pinned_memory&& other) noexcept
    : pool_(std::move(other.pool_)), block_(std::exchange(other.block_, nullptr)) {}

pinned_memory& pinned_memory::operator=(pinned_memory&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(block_, other.block_);
    return *this;
}

pinned_memory::~pinned_memory() {
    if (!block_) return;
    std::unique_ptr<pinned_block> block(static_cast<pinned_block*>(block_));
    std::static_pointer_cast<pinned_pool>(pool_)->give_back(std::move(block));
}

void* pinned_memory::data() const noexcept {
    return block_ ? static_cast<pinned_block*>(block_)->data() : nullptr;
}
std::size_t pinned_memory::bytes() const noexcept {
    return block_ ? static_cast<pinned_block*>(block_)->bytes() : 0;
}
void pinned_memory::used_by(event last) noexcept {
    if (block_) static_cast<pinned_block*>(block_)->used_by(event_object(last.release()));
}

}  // namespace stockham
