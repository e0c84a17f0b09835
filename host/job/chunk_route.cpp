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

    /// Uploads, computes and downloads `units` units. The plan may compute a whole chunk: what follows the units in the
    /// buffers does not matter.
    event_object enqueue(std::size_t units, const void* from, void* to) const {
        const auto& q = *all_.queues;
        const auto& problem = *all_.problem;
        cl_event event = nullptr;
        check_cl(clEnqueueWriteBuffer(q.upload.get(), in_.get(), CL_FALSE, 0, units * problem.input.bytes, from, 0,
                                      nullptr, &event),
                 "clEnqueueWriteBuffer");
        const event_object uploaded(event);
        check_cl(clFlush(q.upload.get()), "clFlush");
        const event_object computed(
            all_.plan->enqueue(q.compute.get(), units, in_.get(), out_.get(), all_.workspace.get(), 1, &event));
        check_cl(clFlush(q.compute.get()), "clFlush");
        event = computed.get();
        cl_event last = nullptr;
        check_cl(clEnqueueReadBuffer(q.download.get(), problem.in_place ? in_.get() : out_.get(), CL_FALSE, 0,
                                     units * problem.output.bytes, to, 1, &event, &last),
                 "clEnqueueReadBuffer");
        event_object downloaded(last);
        check_cl(clFlush(q.download.get()), "clFlush");
        return downloaded;
    }

  private:
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
        return stages_.enqueue(range.units, in_.data(), out_.data());
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
        return stages_.enqueue(range.units, data.input + range.first * problem_.input.bytes,
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
            all_.plan->enqueue(q.compute.get(), range.units, in_.get(), out_.get(), all_.workspace.get(), 0, nullptr));
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

device_queues::device_queues(cl_device_id which)
    : device(which), context(make_context(which)), upload(make_queue(context.get(), which)),
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
