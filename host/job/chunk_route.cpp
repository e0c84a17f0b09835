// The ways of a chunk from host memory through a device and back.
#include "job/chunk_route.hpp"

#include <utility>

namespace stockham::internal {

namespace {

memory_object make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* host = nullptr) {
    cl_int code = CL_SUCCESS;
    memory_object made(clCreateBuffer(context, flags, bytes, host, &code));
    check_cl(code, "clCreateBuffer");
    return made;
}

queue_object make_queue(cl_context context, cl_device_id device) {
    cl_int code = CL_SUCCESS;
    queue_object made(clCreateCommandQueue(context, device, 0, &code));
    check_cl(code, "clCreateCommandQueue");
    return made;
}

/// Host memory that the device reads and writes by DMA: a mapped buffer.
class pinned_block {
  public:
    pinned_block(const device_queues& queues, std::size_t bytes)
        : queue_(queues.upload),
          buffer_(make_buffer(queues.context.get(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes)) {
        cl_int code = CL_SUCCESS;
        data_ = clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                   nullptr, nullptr, &code);
        check_cl(code, "clEnqueueMapBuffer");
    }
    ~pinned_block() {
        if (clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr) == CL_SUCCESS)
            clFinish(queue_.get());
    }
    pinned_block(const pinned_block&) = delete;
    pinned_block& operator=(const pinned_block&) = delete;
    void* data() const { return data_; }

  private:
    queue_object queue_;
    memory_object buffer_;
    void* data_ = nullptr;
};

/// Buffers on the device, and the stages between them and host memory.
class device_stages {
  public:
    explicit device_stages(const device_chunks& all) : all_(all) {
        const auto buffer = [&](std::size_t unit) {
            return make_buffer(all.queues->context.get(), CL_MEM_READ_WRITE, all.units * unit);
        };
        in_ = buffer(all.problem->input.bytes);
        if (!all.problem->in_place) out_ = buffer(all.problem->output.bytes);
    }

    /// Uploads, computes and downloads these units. The plan may compute a whole chunk: what follows the units in the
    /// buffers does not matter.
    event_object enqueue(unit_range range, const void* from, void* to) const {
        const event_object uploaded(write(from, range.units * all_.problem->input.bytes));
        return download_after(compute(range, uploaded), [&](cl_event computed) {
            return read(to, range.units * all_.problem->output.bytes, computed);
        });
    }

    /// The same from and to rows of arrays.
    event_object enqueue(unit_range range, const job_data& data) const {
        event_object uploaded;
        for_each_rows(range, data.input_rows, in_.get(), all_.problem->input.bytes,
                      [&](cl_mem unit, const unit_rows& rows) { uploaded = write_rows(unit, rows, data.input); });
        return download_after(compute(range, uploaded), [&](cl_event computed) {
            event_object last;
            for_each_rows(range, data.output_rows, results(), all_.problem->output.bytes,
                          [&](cl_mem unit, const unit_rows& rows) {
                              last = read_rows(unit, rows, data.output, last ? nullptr : computed);
                          });
            return last;
        });
    }

  private:
    cl_mem results() const { return all_.problem->in_place ? in_.get() : out_.get(); }

    event_object compute(unit_range range, const event_object& uploaded) const {
        const auto& q = *all_.queues;
        check_cl(clFlush(q.upload.get()), "clFlush");
        const cl_event wait = uploaded.get();
        event_object computed(
            all_.plan->enqueue(q.compute.get(), range, in_.get(), out_.get(), all_.workspace.get(), 1, &wait));
        check_cl(clFlush(q.compute.get()), "clFlush");
        return computed;
    }

    template <class Download>
    event_object download_after(const event_object& computed, Download download) const {
        event_object downloaded = download(computed.get());
        check_cl(clFlush(all_.queues->download.get()), "clFlush");
        return downloaded;
    }

    event_object write(const void* from, std::size_t bytes) const {
        cl_event event = nullptr;
        check_cl(
            clEnqueueWriteBuffer(all_.queues->upload.get(), in_.get(), CL_FALSE, 0, bytes, from, 0, nullptr, &event),
            "clEnqueueWriteBuffer");
        return event_object(event);
    }

    event_object read(void* to, std::size_t bytes, cl_event after) const {
        cl_event event = nullptr;
        check_cl(clEnqueueReadBuffer(all_.queues->download.get(), results(), CL_FALSE, 0, bytes, to, 1, &after, &event),
                 "clEnqueueReadBuffer");
        return event_object(event);
    }

    /// Calls f(the unit's part of the buffer, rows) for the rows of some units.
    template <class Function>
    static void for_each_rows(unit_range range, const rows_of_unit& rows_of, cl_mem buffer, std::size_t unit_bytes,
                              Function f) {
        for (std::size_t u = 0; u < range.units; ++u) {
            const cl_buffer_region region{u * unit_bytes, unit_bytes};
            cl_int code = CL_SUCCESS;
            const memory_object unit(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
            check_cl(code, "clCreateSubBuffer");
            rows_of(range.first + u, [&](const unit_rows& rows) { f(unit.get(), rows); });
        }
    }

    event_object write_rows(cl_mem unit, const unit_rows& r, const std::byte* array) const {
        const std::size_t there[3] = {r.packed % r.packed_pitch, r.packed / r.packed_pitch, 0}, here[3] = {0, 0, 0};
        const std::size_t region[3] = {r.bytes, r.rows, 1};
        cl_event event = nullptr;
        check_cl(clEnqueueWriteBufferRect(all_.queues->upload.get(), unit, CL_FALSE, there, here, region,
                                          r.packed_pitch, 0, r.array_pitch, 0, array + r.array, 0, nullptr, &event),
                 "clEnqueueWriteBufferRect");
        return event_object(event);
    }

    event_object read_rows(cl_mem unit, const unit_rows& r, std::byte* array, cl_event after) const {
        const std::size_t there[3] = {r.packed % r.packed_pitch, r.packed / r.packed_pitch, 0}, here[3] = {0, 0, 0};
        const std::size_t region[3] = {r.bytes, r.rows, 1};
        cl_event event = nullptr;
        check_cl(clEnqueueReadBufferRect(all_.queues->download.get(), unit, CL_FALSE, there, here, region,
                                         r.packed_pitch, 0, r.array_pitch, 0, array + r.array, after ? 1 : 0,
                                         after ? &after : nullptr, &event),
                 "clEnqueueReadBufferRect");
        return event_object(event);
    }

    const device_chunks& all_;
    memory_object in_, out_;
};

class staged final : public chunk_route {
  public:
    explicit staged(const device_chunks& all)
        : stages_(all), in_(*all.queues, all.units * all.problem->input.bytes),
          out_(*all.queues, all.units * all.problem->output.bytes) {}

    event_object start(const job_data& data, unit_range range) override {
        call_user([&] { data.read(range.first, range.units, in_.data()); });
        return stages_.enqueue(range, in_.data(), out_.data());
    }
    void finish(const job_data& data, unit_range range) override {
        call_user([&] { data.write(range.first, range.units, out_.data()); });
    }
    bool writes_array() const override { return false; }

  private:
    device_stages stages_;
    pinned_block in_, out_;
};

class pinned final : public chunk_route {
  public:
    explicit pinned(const device_chunks& all) : problem_(*all.problem), stages_(all) {}

    event_object start(const job_data& data, unit_range range) override {
        if (data.input_rows) return stages_.enqueue(range, data);
        return stages_.enqueue(range, data.input + range.first * problem_.input.bytes,
                               data.output + range.first * problem_.output.bytes);
    }
    void finish(const job_data&, unit_range) override {}
    bool writes_array() const override { return true; }

  private:
    const job_problem& problem_;
    device_stages stages_;
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
        in_ = over(data.input, input.bytes);
        out_ = over(data.output, output.bytes);
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
    bool writes_array() const override { return true; }

  private:
    const device_chunks& all_;
    memory_object in_, out_;
    void* mapped_ = nullptr;
};

context_object make_context(cl_device_id device) {
    cl_int code = CL_SUCCESS;
    context_object made(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    return made;
}

}  // namespace

device_queues::device_queues(cl_device_id which, context_object given)
    : device(which), context(given ? std::move(given) : make_context(which)), upload(make_queue(context.get(), which)),
      compute(make_queue(context.get(), which)), download(make_queue(context.get(), which)) {}

std::unique_ptr<chunk_route> staged_route(const device_chunks& all) {
    return std::make_unique<staged>(all);
}

std::unique_ptr<chunk_route> pinned_route(const device_chunks& all) {
    return std::make_unique<pinned>(all);
}

std::unique_ptr<chunk_route> shared_route(const device_chunks& all) {
    return std::make_unique<shared>(all);
}

}  // namespace stockham::internal
