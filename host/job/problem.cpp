// The transforms and convolutions that jobs compute.
#include "job/problem.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "api/convolution_problem.hpp"
#include "job/chunk_sizes.hpp"
#include "problem/layout.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

namespace {

[[noreturn]] void refuse(const transform& t, const std::string& why) {
    throw unsupported_error("job", to_string(t) + ": a job " + why);
}

/// A side of one transform. Within it, elements must be packed: a chunk is then one block of bytes.
unit_side side_of(const transform& t, side which) {
    const bool is_input = which == side::input;
    auto one = t;
    one.batch = 1;
    one.input = one.output = {};
    const auto given = complete(t, which), packed = complete(one, which);
    if (given.form != storage::interleaved) refuse(t, "takes interleaved data only");
    if (given.strides != packed.strides) refuse(t, "needs packed transforms; only their distance is free");
    const std::size_t element = is_real(t, which) ? real_size(t.precision) : element_size(t.precision);
    unit_side made;
    made.bytes = is_input ? input_bytes(one) : output_bytes(one);
    made.pitch = t.batch > 1 ? given.distance * element : made.bytes;
    made.offset = given.offset * element;
    if (made.pitch < made.bytes)
        refuse(t, "needs transforms one after the other: their distance is less than their size");
    return made;
}

void check_options(const plan_options& options) {
    if (!options.on_load.empty() || !options.on_store.empty()) throw argument_error("plan", "a job takes no callbacks");
    if (options.expert.plan_for) throw argument_error("plan", "a job plans for its own devices");
}

/// The transforms of a chunk, packed in its buffers.
transform chunk_of(const transform& t, std::size_t units) {
    auto chunk = t;
    chunk.batch = units;
    chunk.input = chunk.output = {};
    return chunk;
}

/// Sizes and layouts, with all checks.
job_problem described(const transform& t, const plan_options& options) {
    check_options(options);
    check(t);
    if (!t.loops.empty()) refuse(t, "takes a batch, not loops");
    job_problem p;
    p.text = to_string(t);
    p.units = t.batch;
    p.in_place = t.placement == placement::in_place;
    p.input = side_of(t, side::input);
    p.output = side_of(t, side::output);
    if (p.in_place && (p.input.pitch != p.output.pitch || p.input.offset != p.output.offset))
        refuse(t, "in place needs both sides at the same places");
    return p;
}

class transform_chunk final : public chunk_plan {
  public:
    explicit transform_chunk(plan made) : plan_(std::move(made)) {}
    std::size_t workspace_size() const override { return plan_.workspace_size(); }
    cl_event enqueue(cl_command_queue queue, unit_range, cl_mem in, cl_mem out, cl_mem workspace, cl_uint n_wait,
                     const cl_event* wait) const override {
        return plan_.enqueue(queue, in, out, workspace, n_wait, wait);
    }

  private:
    plan plan_;
};

/// One plan for a unit, executed for each unit of a chunk in sub-buffers.
class unit_chunk final : public chunk_plan {
  public:
    unit_chunk(plan made, std::unique_ptr<unit_step> before, std::unique_ptr<unit_step> after, unit_side input,
               unit_side output)
        : plan_(std::move(made)), before_(std::move(before)), after_(std::move(after)), input_(input), output_(output) {
    }
    std::size_t workspace_size() const override { return plan_.workspace_size(); }
    cl_event enqueue(cl_command_queue queue, unit_range range, cl_mem in, cl_mem out, cl_mem workspace, cl_uint n_wait,
                     const cl_event* wait) const override {
        // The queue is in order, so only its first command waits.
        if (before_ && n_wait)
            check_cl(clEnqueueBarrierWithWaitList(queue, n_wait, wait, nullptr), "clEnqueueBarrierWithWaitList");
        event_object last;
        for (std::size_t u = 0; u < range.units; ++u) {
            const auto from = part(in, u, input_);
            const auto to = out ? part(out, u, output_) : memory_object();
            if (before_) before_->enqueue(queue, range.first + u, from.get());
            last =
                event_object(plan_.enqueue(queue, from.get(), to.get(), workspace, u ? 0 : n_wait, u ? nullptr : wait));
            if (after_) last = after_->enqueue(queue, range.first + u, out ? to.get() : from.get());
        }
        return last.release();
    }

  private:
    static memory_object part(cl_mem whole, std::size_t unit, const unit_side& side) {
        const cl_buffer_region region{unit * side.bytes, side.bytes};
        cl_int code = CL_SUCCESS;
        memory_object made(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
        check_cl(code, "clCreateSubBuffer");
        return made;
    }

    plan plan_;
    std::unique_ptr<unit_step> before_, after_;
    unit_side input_, output_;
};

class convolution_chunk final : public chunk_plan {
  public:
    convolution_chunk(convolution made, memory_object spectrum)
        : convolution_(std::move(made)), spectrum_(std::move(spectrum)) {}
    std::size_t workspace_size() const override { return convolution_.workspace_size(); }
    cl_event enqueue(cl_command_queue queue, unit_range, cl_mem in, cl_mem out, cl_mem workspace, cl_uint n_wait,
                     const cl_event* wait) const override {
        buffers all;
        all.input = in;
        all.output = out;
        all.workspace = workspace;
        all.spectrum = spectrum_.get();
        return convolution_.enqueue(queue, all, n_wait, wait);
    }

  private:
    convolution convolution_;
    memory_object spectrum_;
};

}  // namespace

job_problem transform_job(const transform& t, const plan_options& options) {
    auto p = described(t, options);
    p.plan = [t, options](cl_context context, cl_device_id device, std::size_t units) {
        return std::make_unique<transform_chunk>(plan(context, device, chunk_of(t, units), options));
    };
    p.seconds = [t, options](const device_description& d, std::size_t units) {
        return estimate(d, chunk_of(t, units), options).seconds;
    };
    return p;
}

job_problem unit_job(const transform& unit, std::size_t units, const plan_options& options, const unit_steps& steps) {
    check_options(options);
    check(unit);
    if (unit.input.form != storage::interleaved || unit.output.form != storage::interleaved)
        refuse(unit, "takes interleaved data only");
    job_problem p;
    p.text = to_string(unit);
    p.units = units;
    p.in_place = unit.placement == placement::in_place;
    const auto side = [](std::size_t bytes) {
        const std::size_t pitch = (bytes + unit_alignment - 1) / unit_alignment * unit_alignment;
        return unit_side{pitch, pitch, 0};
    };
    p.input = side(input_bytes(unit));
    p.output = side(output_bytes(unit));
    p.plan = [unit, options, steps, in = p.input, out = p.output](cl_context context, cl_device_id device,
                                                                  std::size_t) {
        const auto made = [&](const unit_step_maker& make) { return make ? make(context, device) : nullptr; };
        return std::make_unique<unit_chunk>(plan(context, device, unit, options), made(steps.before), made(steps.after),
                                            in, out);
    };
    p.seconds = [unit, options](const device_description& d, std::size_t n) {
        return static_cast<double>(n) * estimate(d, unit, options).seconds;
    };
    return p;
}

/// Bytes of the spectrum of one kernel: full, packed and complex, also for real signals.
static std::size_t spectrum_bytes(const transform& signal) {
    std::size_t points = 1;
    for (const auto n : signal.lengths) points *= n;
    return points * element_size(signal.precision);
}

static memory_object upload(cl_context context, const std::vector<std::byte>& bytes) {
    cl_int code = CL_SUCCESS;
    memory_object made(clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                      const_cast<std::byte*>(bytes.data()), &code));
    check_cl(code, "clCreateBuffer");
    return made;
}

job_problem convolution_job(const convolution_description& what, const void* spectrum, const plan_options& options) {
    if (!spectrum) throw argument_error("spectrum", "the spectrum of the job is null");
    if (what.kernels > 1 || what.spectrum_each) refuse(what.signal, "convolves with one kernel for all signals");
    const auto sides = convolution_sides(what);
    auto p = described(sides, options);
    p.text = "convolution of " + to_string(what.signal);
    const auto* const first = static_cast<const std::byte*>(spectrum);
    auto bytes = std::make_shared<const std::vector<std::byte>>(first, first + spectrum_bytes(what.signal));
    p.plan = [what, options, bytes = std::move(bytes)](cl_context context, cl_device_id device, std::size_t units) {
        auto chunk = what;
        chunk.signal = chunk_of(what.signal, units);
        return std::make_unique<convolution_chunk>(convolution(context, device, chunk, options),
                                                   upload(context, *bytes));
    };
    p.seconds = [t = what.signal](const device_description& d, std::size_t units) {
        auto chunk = chunk_of(t, units);
        chunk.nonzero.clear();
        chunk.wanted.clear();
        chunk.placement = placement::out_of_place;
        return 2 * estimate(d, chunk).seconds;  // to the spectrum and back
    };
    return p;
}

}  // namespace stockham::internal
