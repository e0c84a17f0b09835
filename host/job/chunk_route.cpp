// The ways of a chunk from host memory through a device and back.
#include "job/chunk_route.hpp"

#include <utility>

#include "session/session_state.hpp"

namespace stockham::internal {

namespace {

using way = session::state::way;

cl_command_queue queue_of(const device_chunks& all, way which) {
    return all.on->own_state().queue(which);
}

/// Calls f(place in the chunk's buffer, place in the array, bytes) for the rows of some units, or once if the units
/// follow each other in the array.
template <class Function>
void for_each_run(unit_range range, std::size_t unit_bytes, const rows_of_unit& rows_of, Function f) {
    if (!rows_of) return f(std::size_t{0}, range.first * unit_bytes, range.units * unit_bytes);
    for (std::size_t u = 0; u < range.units; ++u)
        rows_of(range.first + u, [&](const unit_rows& r) {
            for (std::size_t k = 0; k < r.rows; ++k)
                f(u * unit_bytes + r.packed + k * r.packed_pitch, r.array + k * r.array_pitch, r.bytes);
        });
}

/// Buffers on the device, and pinned memory for the sides whose arrays the device must not use.
class linked final : public chunk_route {
  public:
    explicit linked(const device_chunks& all) : all_(all), in_(all.on->buffer(all.units * all.problem->input.bytes)) {
        if (!all.problem->in_place) out_ = all.on->buffer(all.units * all.problem->output.bytes);
    }

    event_object start(const job_data& data, unit_range range) override {
        const event_object uploaded = upload(data, range);
        check_cl(clFlush(queue_of(all_, way::upload)), "clFlush");
        cl_event wait = uploaded.get();
        // The plan may compute a whole chunk: what follows the units in the buffers does not matter.
        const event_object computed(all_.plan->enqueue(queue_of(all_, way::compute), range, in_.get(), out_.get(),
                                                       all_.workspace.get(), 1, &wait));
        check_cl(clFlush(queue_of(all_, way::compute)), "clFlush");
        event_object downloaded = download(data, range, computed.get());
        check_cl(clFlush(queue_of(all_, way::download)), "clFlush");
        return downloaded;
    }
    void finish(const job_data& data, unit_range range) override {
        if (!data.output) call_user([&] { data.write(range.first, range.units, staged_out_.data()); });
    }
    bool writes_array(const job_data& data) const override { return data.output != nullptr; }

  private:
    event_object upload(const job_data& data, unit_range range) {
        const std::size_t unit = all_.problem->input.bytes;
        if (!data.input) {
            if (!staged_in_) staged_in_ = all_.on->pinned(all_.units * unit);
            call_user([&] { data.read(range.first, range.units, staged_in_.data()); });
            return write(0, staged_in_.data(), range.units * unit);
        }
        event_object last;
        for_each_run(range, unit, data.input_rows, [&](std::size_t at, std::size_t place, std::size_t bytes) {
            last = write(at, data.input + place, bytes);
        });
        return last;
    }

    event_object download(const job_data& data, unit_range range, cl_event computed) {
        const std::size_t unit = all_.problem->output.bytes;
        if (!data.output) {
            if (!staged_out_) staged_out_ = all_.on->pinned(all_.units * unit);
            return read(0, staged_out_.data(), range.units * unit, computed);
        }
        event_object last;
        for_each_run(range, unit, data.output_rows, [&](std::size_t at, std::size_t place, std::size_t bytes) {
            last = read(at, data.output + place, bytes, computed);
        });
        return last;
    }

    event_object write(std::size_t at, const void* from, std::size_t bytes) const {
        cl_event event = nullptr;
        check_cl(
            clEnqueueWriteBuffer(queue_of(all_, way::upload), in_.get(), CL_FALSE, at, bytes, from, 0, nullptr, &event),
            "clEnqueueWriteBuffer");
        return event_object(event);
    }

    event_object read(std::size_t at, void* to, std::size_t bytes, cl_event after) const {
        cl_event event = nullptr;
        check_cl(clEnqueueReadBuffer(queue_of(all_, way::download), all_.problem->in_place ? in_.get() : out_.get(),
                                     CL_FALSE, at, bytes, to, 1, &after, &event),
                 "clEnqueueReadBuffer");
        return event_object(event);
    }

    const device_chunks& all_;
    device_buffer in_, out_;
    pinned_memory staged_in_, staged_out_;
};

class shared final : public chunk_route {
  public:
    explicit shared(const device_chunks& all) : all_(all) {}

    event_object start(const job_data& data, unit_range range) override {
        const cl_command_queue queue = queue_of(all_, way::compute);
        const auto &input = all_.problem->input, &output = all_.problem->output;
        const auto over = [&](const std::byte* array, std::size_t unit) {
            return make_buffer(all_.on->context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, range.units * unit,
                               const_cast<std::byte*>(array) + range.first * unit);
        };
        in_ = over(data.shared_input, input.bytes);
        out_ = over(data.shared_output, output.bytes);
        const event_object computed(
            all_.plan->enqueue(queue, range, in_.get(), out_.get(), all_.workspace.get(), 0, nullptr));
        // Mapping makes the results visible to the host.
        cl_int code = CL_SUCCESS;
        cl_event last = nullptr;
        mapped_ = clEnqueueMapBuffer(queue, out_.get(), CL_FALSE, CL_MAP_READ, 0, range.units * output.bytes, 0,
                                     nullptr, &last, &code);
        check_cl(code, "clEnqueueMapBuffer");
        event_object done(last);
        check_cl(clFlush(queue), "clFlush");
        return done;
    }
    void finish(const job_data&, unit_range) override {
        check_cl(clEnqueueUnmapMemObject(queue_of(all_, way::compute), out_.get(), mapped_, 0, nullptr, nullptr),
                 "clEnqueueUnmapMemObject");
        in_ = {};
        out_ = {};
    }
    bool writes_array(const job_data&) const override { return true; }

  private:
    const device_chunks& all_;
    memory_object in_, out_;
    void* mapped_ = nullptr;
};

}  // namespace

std::unique_ptr<chunk_route> linked_route(const device_chunks& all) {
    return std::make_unique<linked>(all);
}

std::unique_ptr<chunk_route> shared_route(const device_chunks& all) {
    return std::make_unique<shared>(all);
}

}  // namespace stockham::internal
