// Steps of a trip beside the transform of its units, on one device.
#include "out_of_core/trip_steps.hpp"

#include <string>
#include <utility>

#include "launch/launch.hpp"
#include "runtime/execute/executable.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t group_items = 64;

std::string number(std::uint64_t n) {
    return "(ulong)" + std::to_string(n);
}

std::string define(const std::string& name, const std::string& value) {
    return "#define " + name + " " + value + "\n";
}

/// Element types, and the number of elements of a unit.
std::string common_defines(const trip& t, const device_description& device, std::uint64_t elements) {
    const bool is_double = t.unit.precision == precision::f64;
    const std::string extension = !is_double ? "0" : device.fp64 == double_support::amd ? "2" : "1";
    return define("REAL", is_double ? "double" : "float") + define("LANES", "1") + define("FP64_EXTENSION", extension) +
           define("ELEMENTS", number(elements));
}

launch for_each_element(std::string source, std::string kernel, std::vector<argument> arguments,
                        std::uint64_t elements) {
    launch made;
    made.source = std::move(source);
    made.kernel = std::move(kernel);
    made.arguments = std::move(arguments);
    made.groups = (elements + group_items - 1) / group_items;
    made.work_items = group_items;
    return made;
}

launch twiddle_launch(const trip& t, const device_description& device) {
    const auto& twiddle = *t.twiddle;
    const auto real = t.unit.precision;
    unsigned split = 0;
    while ((std::uint64_t{1} << 2 * split) < twiddle.order) ++split;
    std::string j = "0";
    for (const auto& d : twiddle.j)
        j += " + (e) / " + number(d.stride) + " % " + number(d.n) + " * " + number(d.weight);
    const std::uint64_t elements = t.write.unit_elements();
    return for_each_element(common_defines(t, device, elements) + define("ORDER", number(twiddle.order)) +
                                define("K_COUNT", number(twiddle.k.n)) + define("K_STRIDE", number(twiddle.k.stride)) +
                                define("J_OF(e)", "(" + j + ")") + define("SPLIT", std::to_string(split)) +
                                define("INVERSE", t.unit.direction == direction::inverse ? "1" : "0") +
                                kernel_source("cl/out_of_core/twiddle.cl"),
                            "trip_twiddle",
                            {buffer::output, twiddle_table::coarse(real, twiddle.order, split),
                             twiddle_table::fine(real, twiddle.order, split), buffer::store_data},
                            elements);
}

launch reflection_launch(const trip& t, bool reads, const device_description& device) {
    const auto& side = reads ? t.read : t.write;
    const auto& r = *side.reflected;
    const std::uint64_t elements = side.unit_elements();
    const std::size_t columns = r.columns ? side.inner[*r.columns].n : 1;
    const std::size_t stride = r.columns ? side.packed_stride(*r.columns) : 1;
    return for_each_element(common_defines(t, device, elements) + define("POINTS", number(side.inner[r.along].n)) +
                                define("POINT_STRIDE", number(side.packed_stride(r.along))) +
                                define("DIRECT", number(r.direct)) + define("COLUMNS", number(columns)) +
                                define("COLUMN_STRIDE", number(stride)) + define("PERIOD", number(r.period)) +
                                define("READS", reads ? "1" : "0") + kernel_source("cl/out_of_core/reflection.cl"),
                            "trip_reflection", {buffer::output, buffer::store_data}, elements);
}

/// A launch that changes the data of a unit, with the unit's phase.
class phased_launch final : public unit_step {
  public:
    using make_launch = std::function<launch(const device_description&)>;

    phased_launch(const make_launch& make, unit_phase phase, cl_context context, cl_device_id device)
        : phase_(std::move(phase)), shared_(context_state::of(context)),
          change_(*shared_, device, {make(shared_->description(device))}) {
        cl_int code = CL_SUCCESS;
        start_ = memory_object(clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(cl_ulong), nullptr, &code));
        check_cl(code, "clCreateBuffer");
    }

    event_object enqueue(cl_command_queue queue, std::size_t unit, cl_mem data) const override {
        const cl_ulong start = phase_(unit);
        check_cl(clEnqueueFillBuffer(queue, start_.get(), &start, sizeof start, 0, sizeof start, 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
        execution_buffers all(nullptr, data, nullptr);
        all[buffer::store_data] = start_.get();
        auto events = change_.enqueue(queue, all, 0, nullptr);
        return std::move(events.back());
    }

  private:
    unit_phase phase_;
    std::shared_ptr<context_state> shared_;
    executable change_;
    memory_object start_;
};

unit_step_maker step_of(const phased_launch::make_launch& make, const unit_phase& phase) {
    return [make, phase](cl_context context, cl_device_id device) -> std::unique_ptr<unit_step> {
        return std::make_unique<phased_launch>(make, phase, context, device);
    };
}

}  // namespace

unit_step_maker step_before(const trip& t, const unit_phase& phase) {
    if (!t.read.reflected) return {};
    return step_of([t](const device_description& d) { return reflection_launch(t, true, d); }, phase);
}

unit_step_maker step_after(const trip& t, const unit_phase& phase) {
    if (t.twiddle) return step_of([t](const device_description& d) { return twiddle_launch(t, d); }, phase);
    if (!t.write.reflected) return {};
    return step_of([t](const device_description& d) { return reflection_launch(t, false, d); }, phase);
}

}  // namespace stockham::internal
