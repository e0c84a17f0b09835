// The twiddle factors between two trips, on one device.
#include "out_of_core/twiddle_step.hpp"

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

launch twiddle_launch(const trip& t, const device_description& device) {
    const auto& twiddle = *t.twiddle;
    const bool is_double = t.unit.precision == precision::f64;
    unsigned split = 0;
    while ((std::uint64_t{1} << 2 * split) < twiddle.order) ++split;
    std::string j = "0";
    for (const auto& d : twiddle.j)
        j += " + (e) / " + number(d.stride) + " % " + number(d.n) + " * " + number(d.weight);
    const std::uint64_t elements = t.write.unit_elements();
    launch made;
    made.source = define("REAL", is_double ? "double" : "float") + define("LANES", "1") +
                  define("FP64_EXTENSION", !is_double                           ? "0"
                                           : device.fp64 == double_support::amd ? "2"
                                                                                : "1") +
                  define("ELEMENTS", number(elements)) + define("ORDER", number(twiddle.order)) +
                  define("K_COUNT", number(twiddle.k.n)) + define("K_STRIDE", number(twiddle.k.stride)) +
                  define("J_OF(e)", "(" + j + ")") + define("SPLIT", std::to_string(split)) +
                  define("INVERSE", t.unit.direction == direction::inverse ? "1" : "0") +
                  kernel_source("cl/out_of_core/twiddle.cl");
    made.kernel = "trip_twiddle";
    made.arguments = {buffer::output, twiddle_table::coarse(t.unit.precision, twiddle.order, split),
                      twiddle_table::fine(t.unit.precision, twiddle.order, split), buffer::store_data};
    made.groups = (elements + group_items - 1) / group_items;
    made.work_items = group_items;
    return made;
}

class twiddles final : public unit_step {
  public:
    twiddles(const trip& t, std::function<std::uint64_t(std::size_t)> phase, cl_context context, cl_device_id device)
        : phase_(std::move(phase)), shared_(context_state::of(context)),
          multiply_(*shared_, device, {twiddle_launch(t, shared_->description(device))}) {
        cl_int code = CL_SUCCESS;
        start_ = memory_object(clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(cl_ulong), nullptr, &code));
        check_cl(code, "clCreateBuffer");
    }

    event_object enqueue(cl_command_queue queue, std::size_t unit, cl_mem results) const override {
        const cl_ulong start = phase_(unit);
        check_cl(clEnqueueFillBuffer(queue, start_.get(), &start, sizeof start, 0, sizeof start, 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
        execution_buffers all(nullptr, results, nullptr);
        all[buffer::store_data] = start_.get();
        auto events = multiply_.enqueue(queue, all, 0, nullptr);
        return std::move(events.back());
    }

  private:
    std::function<std::uint64_t(std::size_t)> phase_;
    std::shared_ptr<context_state> shared_;
    executable multiply_;
    memory_object start_;
};

}  // namespace

unit_step_maker twiddle_step(const trip& t, std::function<std::uint64_t(std::size_t)> phase) {
    return [t, phase = std::move(phase)](cl_context context, cl_device_id device) -> std::unique_ptr<unit_step> {
        return std::make_unique<twiddles>(t, phase, context, device);
    };
}

}  // namespace stockham::internal
