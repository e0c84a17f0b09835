// The ways of a chunk from host memory through a device and back.
#include "job/chunk_route.hpp"

#include <utility>

namespace stockham::internal {

namespace {

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
    explicit linked(const device_chunks& all) : all_(all) {
        const auto buffer = [&](std::size_t unit) {
            return make_buffer(all.queues->context.get(), CL_MEM_READ_WRITE, all.units * unit);
        };
        in_ = buffer(all.problem->input.bytes);
        if (!all.problem->in_place) out_ = buffer(all.problem->output.bytes);
    }

    event_object start(const job_data& data, unit_range range) override {
        const auto& q = *all_.queues;
        const event_object uploaded = upload(data, range);
        check_cl(clFlush(q.upload.get()), "clFlush");
        cl_event wait = uploaded.get();
        // The plan may compute a whole chunk: what follows the units in the buffers does not matter.
        const event_object computed(
            all_.plan->enqueue(q.compute.get(), range, in_.get(), out_.get(), all_.workspace.get(), 1, &wait));
        check_cl(clFlush(q.compute.get()), "clFlush");
        event_object downloaded = download(data, range, computed.get());
        check_cl(clFlush(q.download.get()), "clFlush");
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
            if (!staged_in_) staged_in_ = pinned_lease(*all_.queues, all_.units * unit);
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
            if (!staged_out_) staged_out_ = pinned_lease(*all_.queues, all_.units * unit);
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
            clEnqueueWriteBuffer(all_.queues->upload.get(), in_.get(), CL_FALSE, at, bytes, from, 0, nullptr, &event),
            "clEnqueueWriteBuffer");
        return event_object(event);
    }

    event_object read(std::size_t at, void* to, std::size_t bytes, cl_event after) const {
        cl_event event = nullptr;
        check_cl(clEnqueueReadBuffer(all_.queues->download.get(), all_.problem->in_place ? in_.get() : out_.get(),
                                     CL_FALSE, at, bytes, to, 1, &after, &event),
                 "clEnqueueReadBuffer");
        return event_object(event);
    }

    const device_chunks& all_;
    memory_object in_, out_;
    pinned_lease staged_in_, staged_out_;
};

class shared final : public chunk_route {
  public:
    explicit shared(const device_chunks& all) : all_(all) {}

    event_object start(const job_data& data, unit_range range) override {
        const auto& q = *all_.queues;
        const auto &input = all_.problem->input, &output = all_.problem->output;
        const auto over = [&](const std::byte* array, std::size_t unit) {
            return make_buffer(q.context.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, range.units * unit,
                               const_cast<std::byte*>(array) + range.first * unit);
        };
        in_ = over(data.shared_input, input.bytes);
        out_ = over(data.shared_output, output.bytes);
        const event_object computed(
            all_.plan->enqueue(q.compute.get(), range, in_.get(), out_.get(), all_.workspace.get(), 0, nullptr));
        // Mapping makes the results visible to the host.
        cl_int code = CL_SUCCESS;
        cl_event last = nullptr;
        mapped_ = clEnqueueMapBuffer(q.compute.get(), out_.get(), CL_FALSE, CL_MAP_READ, 0, range.units * output.bytes,
                                     0, nullptr, &last, &code);
        check_cl(code, "clEnqueueMapBuffer");
        event_object done(last);
        check_cl(clFlush(q.compute.get()), "clFlush");
        return done;
    }
    void finish(const job_data&, unit_range) override {
        check_cl(clEnqueueUnmapMemObject(all_.queues->compute.get(), out_.get(), mapped_, 0, nullptr, nullptr),
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
