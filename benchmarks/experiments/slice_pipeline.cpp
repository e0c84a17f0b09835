// Cuts a batch into slices and enqueues their commands on three queues.
#include "experiments/slice_pipeline.hpp"

#include <algorithm>
#include <cstring>

namespace bench {

namespace {

std::size_t alignment_of(const opencl_target& target) {
    cl_uint bits = 0;
    check_cl(clGetDeviceInfo(target.device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr),
             "clGetDeviceInfo");
    return std::max<std::size_t>(bits / 8, 1);
}

}  // namespace

slice_pipeline::slice_pipeline(opencl_target& target, const problem& p, const std::vector<std::size_t>& counts)
    : target_(target), problem_(p), alignment_(alignment_of(target)),
      device_(target.buffers(p.bytes() + counts.back() * alignment_)),
      mapping_(harness::make_queue(target.context(), target.device())),
      from_(target.context(), mapping_, p.input_bytes()), to_(target.context(), mapping_, p.output_bytes()),
      uploads_(target), transforms_(target), downloads_(target) {
    for (auto n : counts) cuts_.emplace(n, cut(n));
    if (workspace_bytes_) workspace_.emplace(target.context(), workspace_bytes_);
}

std::size_t slice_pipeline::launches(std::size_t slices) const {
    std::size_t sum = 0;
    for (const slice& s : cuts_.at(slices)) sum += s.plan->launches();
    return sum;
}

void slice_pipeline::run(std::size_t slices) const {
    for (const slice& s : cuts_.at(slices)) {
        const auto there = upload(s);
        const auto transformed = transform(s, there.get());
        download(s, transformed.get());
    }
    check_cl(clFinish(downloads_.get()), "clFinish");
}

void slice_pipeline::upload() const {
    upload(whole());
    check_cl(clFinish(uploads_.get()), "clFinish");
}

void slice_pipeline::transform() const {
    transform(whole(), nullptr);
    check_cl(clFinish(transforms_.get()), "clFinish");
}

void slice_pipeline::download() const {
    download(whole(), nullptr);
    check_cl(clFinish(downloads_.get()), "clFinish");
}

void slice_pipeline::poison() const {
    const cl_uint ones = 0xffffffffU;
    for (const opencl_buffer* b : {&device_->input, &device_->output})
        check_cl(clEnqueueFillBuffer(target_.queue(), b->get(), &ones, sizeof ones, 0,
                                     b->size() / sizeof ones * sizeof ones, 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
    check_cl(clFinish(target_.queue()), "clFinish");
    std::memset(to_.data(), 0xff, to_.size());
}

/// Slices differ by at most one transform, so that at most two plans are needed.
std::vector<slice> slice_pipeline::cut(std::size_t slices) {
    const std::size_t batch = problem_.transform.batch, in_bytes = problem_.input_bytes() / batch,
                      out_bytes = problem_.output_bytes() / batch;
    const auto aligned = [this](std::size_t bytes) { return (bytes + alignment_ - 1) / alignment_ * alignment_; };
    std::vector<slice> all;
    std::size_t in_origin = 0, out_origin = 0;
    for (std::size_t k = 0; k < slices; ++k) {
        const std::size_t first = batch * k / slices, n = batch * (k + 1) / slices - first;
        all.push_back({{device_->input, in_origin, n * in_bytes},
                       {device_->output, out_origin, n * out_bytes},
                       from_.data() + first * in_bytes,
                       to_.data() + first * out_bytes,
                       plan_of(n)});
        in_origin += aligned(n * in_bytes);
        out_origin += aligned(n * out_bytes);
    }
    return all;
}

const stockham::plan* slice_pipeline::plan_of(std::size_t batch) {
    auto found = plans_.find(batch);
    if (found == plans_.end()) {
        auto t = problem_.transform;
        t.batch = batch;
        found = plans_.emplace(batch, stockham::plan(target_.context(), target_.device(), t)).first;
        workspace_bytes_ = std::max(workspace_bytes_, found->second.workspace_size());
    }
    return &found->second;
}

harness::event_object slice_pipeline::upload(const slice& s) const {
    cl_event done = nullptr;
    check_cl(
        clEnqueueWriteBuffer(uploads_.get(), s.input.get(), CL_FALSE, 0, s.input.size(), s.from, 0, nullptr, &done),
        "clEnqueueWriteBuffer");
    harness::event_object owned(done);
    check_cl(clFlush(uploads_.get()), "clFlush");
    return owned;
}

/// `after` may be null. The queue is in order, so one workspace serves all slices.
harness::event_object slice_pipeline::transform(const slice& s, cl_event after) const {
    harness::event_object done(s.plan->enqueue(transforms_.get(), s.input.get(), s.output.get(),
                                               workspace_ ? workspace_->get() : nullptr, after ? 1 : 0,
                                               after ? &after : nullptr));
    check_cl(clFlush(transforms_.get()), "clFlush");
    return done;
}

void slice_pipeline::download(const slice& s, cl_event after) const {
    check_cl(clEnqueueReadBuffer(downloads_.get(), s.output.get(), CL_FALSE, 0, s.output.size(), s.to, after ? 1 : 0,
                                 after ? &after : nullptr, nullptr),
             "clEnqueueReadBuffer");
    check_cl(clFlush(downloads_.get()), "clFlush");
}

}  // namespace bench
