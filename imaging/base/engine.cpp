// The engine: a device with everything that imaging functions keep on it.
#include <stockham/imaging/engine.hpp>

#include <algorithm>

#include <stockham/process.hpp>

#include "imaging/base/engine_state.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

owned_context share_context(cl_context context, cl_device_id device) {
    if (context == nullptr) throw argument_error("context", "engine: the context is null");
    if (device == nullptr) throw argument_error("device", "engine: the device is null");
    imaging_internal::check_cl(clRetainContext(context), "clRetainContext");
    return owned_context(context);
}

owned_queue make_queue(cl_context context, cl_device_id device) {
    cl_int code = CL_SUCCESS;
    owned_queue queue(clCreateCommandQueue(context, device, 0, &code));
    imaging_internal::check_cl(code, "clCreateCommandQueue");
    return queue;
}

// Leaves some memory for the driver and other programs.
std::size_t usable_memory(const device_description& d) {
    return d.global_memory == 0 ? ~std::size_t{0} : d.global_memory / 10 * 9;
}

}  // namespace

memory_error::memory_error(std::size_t needed, std::size_t available, const std::string& what)
    : error(what), needed_(needed), available_(available) {}
memory_error::~memory_error() = default;

cancelled_error::~cancelled_error() = default;

engine::state::state(owned_context shared, cl_device_id chosen, const engine_options& options)
    : device(chosen), context(std::move(shared)), description(describe(device)), memory(usable_memory(description)),
      queue(make_queue(context.get(), device)), kept(context.get()) {
    if (options.memory != 0) memory = std::min(memory, options.memory);
}

engine::engine(cl_device_id device, const engine_options& options)
    : state_(std::make_unique<state>(owned_context(open_context(device)), device, options)) {}
engine::engine(cl_context context, cl_device_id device, const engine_options& options)
    : state_(std::make_unique<state>(share_context(context, device), device, options)) {}
engine::~engine() = default;
engine::engine(engine&&) noexcept = default;
engine& engine::operator=(engine&&) noexcept = default;

cl_context engine::context() const noexcept {
    return state_->context.get();
}
cl_device_id engine::device() const noexcept {
    return state_->device;
}
std::size_t engine::memory() const noexcept {
    return state_->memory;
}
bool engine::has_double() const noexcept {
    return state_->description.fp64 != double_support::none;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
