// The public convolution: one plan, or two, and their execution.
#include <stockham/convolution.hpp>

#include <algorithm>
#include <variant>

#include "api/convolution_by_transforms.hpp"
#include "api/convolution_problem.hpp"
#include "api/plan_state.hpp"
#include "base/smooth.hpp"

namespace stockham {

using namespace internal;

/// One plan if all axes are convolved in fused passes, else two.
struct convolution::state {
    transform signal, spectrum;
    std::variant<plan, convolution_by_transforms> made;
};

convolution::convolution(cl_context context, cl_device_id device, const convolution_description& d,
                         const plan_options& options) {
    const auto sides = convolution_sides(d);
    if (std::all_of(sides.lengths.begin(), sides.lengths.end(), is_smooth))
        state_.reset(new state{
            d.signal, convolution_spectrum(d),
            plan(std::make_unique<plan::state>(context, device, sides, convolution_problem(d, sides), options))});
    else
        state_.reset(new state{d.signal, convolution_spectrum(d),
                               convolution_by_transforms(context, device, d, sides, options)});
}

convolution::~convolution() = default;
convolution::convolution(convolution&&) noexcept = default;
convolution& convolution::operator=(convolution&&) noexcept = default;

const transform& convolution::spectrum_transform() const {
    return checked_state(state_, "convolution").spectrum;
}

std::size_t convolution::workspace_size() const {
    return std::visit([](const auto& made) { return made.workspace_size(); },
                      checked_state(state_, "convolution").made);
}

std::size_t convolution::launches() const {
    return std::visit([](const auto& made) { return made.launches(); }, checked_state(state_, "convolution").made);
}

std::string convolution::to_string() const {
    const auto& s = checked_state(state_, "convolution");
    const auto text = std::visit([](const auto& made) { return made.to_string(); }, s.made);
    return "convolution of " + stockham::to_string(s.signal) + text.substr(text.find(" for "));
}

cl_event convolution::enqueue(cl_command_queue queue, const buffers& b, cl_uint n_wait, const cl_event* wait) const {
    return std::visit([&](const auto& made) { return made.enqueue(queue, b, n_wait, wait); },
                      checked_state(state_, "convolution").made);
}

void convolution::execute(cl_command_queue queue, const buffers& b, cl_uint n_wait, const cl_event* wait) const {
    std::visit([&](const auto& made) { made.execute(queue, b, n_wait, wait); },
               checked_state(state_, "convolution").made);
}

}  // namespace stockham
