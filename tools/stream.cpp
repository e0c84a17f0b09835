// A stack through the device in chunks: reading, upload, transform, download and writing at the same time.
//
//   file --read--> pinned slot --upload--> in buffer --transform--> out buffer --download--> pinned slot --write-->
//   file
//         thread                  queue               queue                     queue                       thread
//
// Chunk c uses the pinned slot c mod H for both directions and the device buffers c mod 2: the upload of c waits for
// the transform of c - 2, the transform of c for the download of c - 2. Three counters say how far reading, submitting
// and writing are; everything else is ordered by events, so that the host never stands between two device commands.
#include "stream.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

// One chunk is being read, one uploaded, one transformed, one downloaded, one written; one is to spare.
constexpr std::size_t most_host_slots = 6;
constexpr std::size_t most_device_slots = 2;
// Transforming this much once more, to warm up, costs nobody anything.
constexpr std::size_t small_bytes = std::size_t{64} << 20;

struct chunking {
    std::optional<stockham::plan> plan;
    std::size_t units = 0;
    std::size_t chunks = 0;
    std::size_t slots = 0;
    std::size_t device_bytes = 0;
};

std::size_t divide_up(std::size_t a, std::size_t b) {
    return (a + b - 1) / b;
}

// Cuts into equal chunks of at most `most` units that fit with `slots` buffers each way; nothing if one unit does not.
std::optional<chunking> fit_chunks(const engine& e, const stack& s, std::size_t most, std::size_t slots,
                                   std::size_t limit) {
    for (std::size_t units = most; units > 0;) {
        chunking c;
        c.chunks = divide_up(s.units, units);
        c.units = units = divide_up(s.units, c.chunks);
        c.slots = std::min(slots, c.chunks);
        c.device_bytes = 2 * c.slots * units * s.unit_bytes();
        if (c.device_bytes <= limit) {
            c.plan.emplace(e.context(), e.device(), s.for_units(units));
            c.device_bytes += c.plan->workspace_size();
            if (c.device_bytes <= limit) return c;
        }
        const double share = static_cast<double>(limit) / static_cast<double>(c.device_bytes);
        units = std::min(units - 1, static_cast<std::size_t>(static_cast<double>(units) * share));
    }
    return std::nullopt;
}

chunking choose_chunks(const engine& e, const stack& s, const stream_options& options) {
    const device_description& d = e.description();
    std::size_t limit = d.global_memory == 0 ? ~std::size_t{0} : d.global_memory / 10 * 9;
    if (options.memory != 0) limit = std::min(limit, options.memory);
    std::size_t most = std::min({s.units, s.most_units, std::max<std::size_t>(1, options.chunk / s.unit_bytes())});
    if (d.max_allocation != 0) most = std::min(most, d.max_allocation / s.unit_bytes());
    if (most == 0)
        throw job_error(fmt::format("one transform takes {} and the largest buffer of {} is {}",
                                    bytes_text(s.unit_bytes()), d.name, bytes_text(d.max_allocation)));
    for (std::size_t slots = most_device_slots; slots > 0; --slots)
        if (auto c = fit_chunks(e, s, most, slots, limit)) return std::move(*c);
    throw job_error(fmt::format("not even one transform fits: input and output take {}, besides its workspace, and the "
                                "limit on the device is {}",
                                bytes_text(2 * s.unit_bytes()), bytes_text(limit)));
}

// Host memory that the device copies from and to without help: an ALLOC_HOST_PTR buffer, mapped as long as it lives.
class pinned_memory {
  public:
    pinned_memory(const engine& e, const queue_handle& queue, std::size_t bytes)
        : queue_(queue), buffer_(e.make_buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR)) {
        cl_int code = CL_SUCCESS;
        data_ = clEnqueueMapBuffer(queue.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                   nullptr, nullptr, &code);
        check_cl("clEnqueueMapBuffer", code);
    }
    ~pinned_memory() {
        if (data_ == nullptr) return;
        clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr);
        clFinish(queue_.get());
    }
    pinned_memory(pinned_memory&& other) noexcept
        : queue_(std::move(other.queue_)), buffer_(std::move(other.buffer_)),
          data_(std::exchange(other.data_, nullptr)) {}
    pinned_memory& operator=(pinned_memory&&) = delete;
    void* data() const noexcept { return data_; }

  private:
    queue_handle queue_;
    buffer_handle buffer_;
    void* data_ = nullptr;
};

struct chunk_events {
    event_handle upload, transform, download;
};

struct interval {
    cl_ulong start = 0;
    cl_ulong end = 0;
    double seconds() const { return end > start ? 1e-9 * static_cast<double>(end - start) : 0; }
};

interval execution(const event_handle& e) {
    interval i;
    check_cl("clGetEventProfilingInfo",
             clGetEventProfilingInfo(e.get(), CL_PROFILING_COMMAND_START, sizeof i.start, &i.start, nullptr));
    check_cl("clGetEventProfilingInfo",
             clGetEventProfilingInfo(e.get(), CL_PROFILING_COMMAND_END, sizeof i.end, &i.end, nullptr));
    return i;
}

double union_of(std::vector<interval> all) {
    std::sort(all.begin(), all.end(), [](const interval& a, const interval& b) { return a.start < b.start; });
    double sum = 0;
    cl_ulong end = 0;
    for (const interval& i : all) {
        sum += interval{std::max(i.start, end), i.end}.seconds();
        end = std::max(end, i.end);
    }
    return sum;
}

// One job from the first buffer to the last byte.
class streamer {
  public:
    streamer(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends)
        : stack_(s), ends_(ends), preload_(options.preload), chunks_(choose_chunks(e, s, options)),
          upload_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)),
          transform_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)),
          download_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)), events_(chunks_.chunks) {
        const std::size_t bytes = chunks_.units * s.unit_bytes();
        for (std::size_t i = 0; i < chunks_.slots; ++i) {
            in_.push_back(e.make_buffer(bytes));
            out_.push_back(e.make_buffer(bytes));
        }
        if (chunks_.plan->workspace_size() > 0) workspace_ = e.make_buffer(chunks_.plan->workspace_size());
        const std::size_t slots = preload_ ? chunks_.chunks : std::min(most_host_slots, chunks_.chunks);
        for (std::size_t i = 0; i < slots; ++i) pinned_.emplace_back(e, upload_queue_, bytes);
        if (chunks_.chunks > 1 || bytes <= small_bytes) warm_up(bytes);
    }

    stream_report run() {
        const auto start = clock_type::now();
        std::thread reader([this] { guarded([this] { read_all(); }); });
        std::thread writer([this] { guarded([this] { write_all(); }); });
        guarded([this] { submit_all(); });
        reader.join();
        writer.join();
        // Nothing may be in flight when the buffers go, also after a failure.
        for (const queue_handle& q : {upload_queue_, transform_queue_, download_queue_}) clFinish(q.get());
        if (failure_) std::rethrow_exception(failure_);
        report_.wall = seconds_since(start);
        report_.chunks = chunks_.chunks;
        report_.chunk_units = chunks_.units;
        report_.chunk_bytes = chunks_.units * stack_.unit_bytes();
        report_.device_bytes = chunks_.device_bytes;
        report_.busy = union_of(intervals_);
        return report_;
    }

  private:
    std::size_t first_unit(std::size_t c) const { return c * chunks_.units; }
    std::size_t units_of(std::size_t c) const { return std::min(chunks_.units, stack_.units - first_unit(c)); }
    std::size_t bytes_of(std::size_t c) const { return units_of(c) * stack_.unit_bytes(); }
    void* slot(std::size_t c) const { return pinned_[c % pinned_.size()].data(); }

    // Drivers take device memory, and some compile, when something is first used: not while the clock runs. It also
    // fills the buffers, since the last chunk is transformed at full size whatever stands behind its end. One large
    // chunk has no end, and is not worth transforming twice.
    void warm_up(std::size_t bytes) {
        const cl_uint zero = 0;
        for (const buffer_handle& b : in_)
            check_cl("clEnqueueFillBuffer", clEnqueueFillBuffer(transform_queue_.get(), b.get(), &zero, sizeof zero, 0,
                                                                bytes, 0, nullptr, nullptr));
        for (std::size_t i = 0; i < chunks_.slots; ++i)
            const event_handle done(
                chunks_.plan->enqueue(transform_queue_.get(), in_[i].get(), out_[i].get(), workspace_.get()));
        check_cl("clFinish", clFinish(transform_queue_.get()));
    }

    // Runs a part of the job; its first exception stops the other parts.
    template <class Work>
    void guarded(Work work) {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        changed_.notify_all();
    }

    // False if the job has failed meanwhile.
    template <class Condition>
    bool wait_until(Condition condition) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return failure_ || condition(); });
        return !failure_;
    }

    void advance(std::size_t& counter) {
        {
            const std::lock_guard lock(mutex_);
            ++counter;
        }
        changed_.notify_all();
    }

    void read_all() {
        for (std::size_t c = 0; c < chunks_.chunks; ++c) {
            if (!wait_until([&] { return c < written_ + pinned_.size(); })) return;
            const auto start = clock_type::now();
            ends_.read(first_unit(c), units_of(c), slot(c));
            report_.read += seconds_since(start);
            advance(read_);
        }
    }

    void submit_all() {
        if (preload_ && !wait_until([&] { return read_ == chunks_.chunks; })) return;
        submission_start_ = clock_type::now();
        for (std::size_t c = 0; c < chunks_.chunks; ++c) {
            if (!wait_until([&] { return read_ > c; })) return;
            submit(c);
            advance(submitted_);
        }
    }

    void submit(std::size_t c) {
        const std::size_t s = c % chunks_.slots;
        const chunk_events* before = c >= chunks_.slots ? &events_[c - chunks_.slots] : nullptr;
        chunk_events made;
        cl_event event = nullptr;
        cl_event wait[2] = {before != nullptr ? before->transform.get() : nullptr, nullptr};
        check_cl("clEnqueueWriteBuffer",
                 clEnqueueWriteBuffer(upload_queue_.get(), in_[s].get(), CL_FALSE, 0, bytes_of(c), slot(c),
                                      before != nullptr ? 1 : 0, before != nullptr ? wait : nullptr, &event));
        made.upload = event_handle(event);
        check_cl("clFlush", clFlush(upload_queue_.get()));
        wait[0] = event;
        wait[1] = before != nullptr ? before->download.get() : nullptr;
        event = chunks_.plan->enqueue(transform_queue_.get(), in_[s].get(), out_[s].get(), workspace_.get(),
                                      before != nullptr ? 2 : 1, wait);
        made.transform = event_handle(event);
        check_cl("clFlush", clFlush(transform_queue_.get()));
        cl_event last = nullptr;
        check_cl("clEnqueueReadBuffer", clEnqueueReadBuffer(download_queue_.get(), out_[s].get(), CL_FALSE, 0,
                                                            bytes_of(c), slot(c), 1, &event, &last));
        made.download = event_handle(last);
        check_cl("clFlush", clFlush(download_queue_.get()));
        events_[c] = std::move(made);
    }

    void write_all() {
        for (std::size_t c = 0; c < chunks_.chunks; ++c) {
            if (!wait_until([&] { return submitted_ > c; })) return;
            const cl_event done = events_[c].download.get();
            check_cl("clWaitForEvents", clWaitForEvents(1, &done));
            take_times(c);
            if (!preload_) write(c);
        }
        if (!preload_) return;
        report_.device = seconds_since(submission_start_);
        for (std::size_t c = 0; c < chunks_.chunks; ++c) write(c);
    }

    void write(std::size_t c) {
        const auto start = clock_type::now();
        ends_.write(first_unit(c), units_of(c), slot(c));
        report_.write += seconds_since(start);
        ends_.progress(first_unit(c) + units_of(c));
        advance(written_);
    }

    void take_times(std::size_t c) {
        const interval up = execution(events_[c].upload);
        const interval down = execution(events_[c].download);
        interval transform = execution(events_[c].transform);
        // The event is the last kernel's. The first one started when the upload and the kernels before it were done
        // and the out buffer was free.
        if (chunks_.plan->launches() > 1) {
            transform.start = std::max(up.end, transform_end_);
            if (c >= chunks_.slots) transform.start = std::max(transform.start, download_ends_[c - chunks_.slots]);
        }
        transform_end_ = transform.end;
        download_ends_.push_back(down.end);
        report_.upload += up.seconds();
        report_.transform += transform.seconds();
        report_.download += down.seconds();
        intervals_.insert(intervals_.end(), {up, transform, down});
    }

    const stack& stack_;
    const stream_ends& ends_;
    const bool preload_;
    chunking chunks_;
    queue_handle upload_queue_, transform_queue_, download_queue_;
    std::vector<buffer_handle> in_, out_;
    buffer_handle workspace_;
    std::vector<pinned_memory> pinned_;
    std::vector<chunk_events> events_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t read_ = 0;
    std::size_t submitted_ = 0;
    std::size_t written_ = 0;
    std::exception_ptr failure_;

    clock_type::time_point submission_start_;
    cl_ulong transform_end_ = 0;
    std::vector<cl_ulong> download_ends_;
    std::vector<interval> intervals_;
    stream_report report_;
};

}  // namespace

double stream_report::longest_on_device() const {
    return std::max({upload, transform, download});
}

double stream_report::longest() const {
    return std::max({read, longest_on_device(), write});
}

stream_report run_stream(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends) {
    const auto start = clock_type::now();
    streamer job(e, s, options, ends);
    const double setup = seconds_since(start);
    stream_report report = job.run();
    report.setup = setup;
    return report;
}

}  // namespace stockham::tools
