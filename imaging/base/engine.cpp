// The engine: a session and the kernels of imaging functions; their errors.
#include <stockham/imaging/engine.hpp>

#include "imaging/base/engine_state.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

session_options within(const engine_options& options) {
    session_options own;
    own.memory = options.memory;
    return own;
}

}  // namespace

memory_error::memory_error(std::size_t needed, std::size_t available, const std::string& what)
    : error(what), needed_(needed), available_(available) {}
memory_error::~memory_error() = default;

cancelled_error::~cancelled_error() = default;

engine::engine(const session& on) : state_(std::make_unique<state>(on)) {}
engine::engine(cl_device_id device, const engine_options& options) : engine(session(device, within(options))) {}
engine::engine(cl_context context, cl_device_id device, const engine_options& options)
    : engine(session(context, device, within(options))) {}
engine::~engine() = default;
engine::engine(engine&&) noexcept = default;
engine& engine::operator=(engine&&) noexcept = default;

cl_context engine::context() const noexcept {
    return state_->on.context();
}
cl_device_id engine::device() const noexcept {
    return state_->on.device();
}
std::size_t engine::memory() const noexcept {
    return state_->on.usable_memory();
}
bool engine::has_double() const noexcept {
    return state_->on.description().fp64 != double_support::none;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
