// Streams a stack through the device in chunks: reading, upload, transform, download and writing overlap.
//
//   file --read--> pinned slot --upload--> in buffer --transform--> out buffer --download--> pinned slot --write-->
//   file
//         thread                  queue               queue                     queue                       thread
//
// A chunk consists of some units of the stack. Chunk c uses pinned slot c mod H for both directions, and device buffers
// c mod 2. The upload of chunk c waits for the transform of c - 2, its transform for the download of c - 2. Three
// counters hold the progress of reading, submitting and writing. Events order everything else, so the device never
// waits for the host between two commands. (The file is long because the threads of one class share all of its state.)
#include "array/stream.hpp"

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
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

// One chunk each is being read, uploaded, transformed, downloaded and written; one slot is spare.
constexpr std::size_t most_host_slots = 6;
constexpr std::size_t most_device_slots = 2;
// A single chunk up to this size is transformed once as a warm-up, which takes little time.
constexpr std::size_t small_bytes = std::size_t{64} << 20;

struct chunking {
    std::size_t units = 0;  // per chunk
    std::size_t chunks = 0;
    std::size_t slots = 0;
    std::size_t device_bytes = 0;
};

std::size_t divide_up(std::size_t a, std::size_t b) {
    return (a + b - 1) / b;
}

// The buffers that the device must hold at the same time, at least.
std::vector<std::size_t> unit_buffers(const stack& s, std::size_t workspace) {
    return {s.input().pitch, s.output().pitch, workspace};
}

// Divides the stack into equal chunks that fit the device with two buffers per direction, or with one.
chunking choose_chunks(const engine& e, const stack& s, const stream_options& options, std::size_t workspace) {
    const device_description& d = e.description();
    const std::size_t pitch = s.output().pitch;
    const std::size_t pitches = s.input().pitch + pitch;
    if (const std::string text = e.shortage(to_string(s.unit), unit_buffers(s, workspace)); !text.empty())
        throw job_error(text);
    const std::size_t room = e.memory() - workspace;
    std::size_t most = std::min(s.units, std::max<std::size_t>(1, options.chunk / pitch));
    if (d.max_allocation != 0) most = std::min(most, d.max_allocation / pitch);
    chunking c;
    c.slots = room / pitches < most_device_slots ? 1 : most_device_slots;
    c.chunks = divide_up(s.units, std::min(most, room / (c.slots * pitches)));
    c.units = divide_up(s.units, c.chunks);
    c.slots = std::min(c.slots, c.chunks);
    c.device_bytes = c.slots * c.units * pitches + workspace;
    return c;
}

plan plan_unit(const engine& e, const stack& s) {
    plan_options options;
    options.expert.plan_string = s.plan_string;
    return plan(e.context(), e.device(), s.unit, options);
}

// The device memory of a chunk, with a sub-buffer per unit.
class chunk_buffer {
  public:
    chunk_buffer(const engine& e, std::size_t pitch, std::size_t units) : whole_(e.make_buffer(units * pitch)) {
        for (std::size_t u = 0; u < units; ++u) units_.push_back(harness::make_sub_buffer(whole(), u * pitch, pitch));
    }
    cl_mem whole() const noexcept { return whole_.get(); }
    cl_mem unit(std::size_t u) const noexcept { return units_[u].get(); }

  private:
    harness::memory_object whole_;
    std::vector<harness::memory_object> units_;
};

struct chunk_events {
    harness::event_object upload, transform, download;
};

using harness::execution_time;

double union_of(std::vector<execution_time> all) {
    std::sort(all.begin(), all.end(),
              [](const execution_time& a, const execution_time& b) { return a.start < b.start; });
    double sum = 0;
    cl_ulong end = 0;
    for (const execution_time& i : all) {
        sum += execution_time{std::max(i.start, end), i.end}.seconds();
        end = std::max(end, i.end);
    }
    return sum;
}

// Runs one job.
class streamer {
  public:
    streamer(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends)
        : stack_(s), in_pitch_(s.input().pitch), out_pitch_(s.output().pitch), ends_(ends), preload_(options.preload),
          plan_(plan_unit(e, s)), chunks_(choose_chunks(e, s, options, plan_.workspace_size())),
          upload_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)),
          transform_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)),
          download_queue_(e.make_queue(CL_QUEUE_PROFILING_ENABLE)), events_(chunks_.chunks) {
        for (std::size_t i = 0; i < chunks_.slots; ++i) {
            in_.emplace_back(e, in_pitch_, chunks_.units);
            out_.emplace_back(e, out_pitch_, chunks_.units);
        }
        if (plan_.workspace_size() > 0) workspace_ = e.make_buffer(plan_.workspace_size());
        const std::size_t slots = preload_ ? chunks_.chunks : std::min(most_host_slots, chunks_.chunks);
        const std::size_t bytes = chunks_.units * out_pitch_;  // a slot's input is no larger
        for (std::size_t i = 0; i < slots; ++i) pinned_.emplace_back(e.context(), upload_queue_, bytes);
        if (chunks_.chunks > 1 || bytes <= small_bytes) warm_up();
    }

    stream_report run() {
        const auto start = clock_type::now();
        std::thread reader([this] { guarded([this] { read_all(); }); });
        std::thread writer([this] { guarded([this] { write_all(); }); });
        guarded([this] { submit_all(); });
        reader.join();
        writer.join();
        // All commands must have ended before the buffers are released, also after a failure.
        for (const harness::queue_object& q : {upload_queue_, transform_queue_, download_queue_}) clFinish(q.get());
        if (failure_) std::rethrow_exception(failure_);
        report_.wall = seconds_since(start);
        report_.chunks = chunks_.chunks;
        report_.chunk_bytes = chunks_.units * out_pitch_;
        report_.device_bytes = chunks_.device_bytes;
        report_.busy = union_of(intervals_);
        return report_;
    }

  private:
    std::size_t first_unit(std::size_t c) const { return c * chunks_.units; }
    std::size_t units_of(std::size_t c) const { return std::min(chunks_.units, stack_.units - first_unit(c)); }
    void* slot(std::size_t c) const { return pinned_[c % pinned_.size()].data(); }

    // Drivers allocate device memory, and some compile, at first use: this keeps it out of the measured time. A single
    // large chunk is not transformed twice.
    void warm_up() {
        const cl_uint zero = 0;
        for (std::size_t i = 0; i < chunks_.slots; ++i) {
            check_cl(clEnqueueFillBuffer(transform_queue_.get(), in_[i].whole(), &zero, sizeof zero, 0,
                                         chunks_.units * in_pitch_, 0, nullptr, nullptr),
                     "clEnqueueFillBuffer");
            transform(chunks_.units, i, 0, nullptr);
        }
        check_cl(clFinish(transform_queue_.get()), "clFinish");
    }

    // Enqueues all units of a chunk. The queue is in order, so only the first unit waits for the events, and the event
    // of the last unit is that of the chunk.
    harness::event_object transform(std::size_t units, std::size_t s, cl_uint n_wait, const cl_event* wait) const {
        harness::event_object last;
        for (std::size_t u = 0; u < units; ++u)
            last = harness::event_object(plan_.enqueue(transform_queue_.get(), in_[s].unit(u), out_[s].unit(u),
                                                       workspace_.get(), u == 0 ? n_wait : 0, u == 0 ? wait : nullptr));
        check_cl(clFlush(transform_queue_.get()), "clFlush");
        return last;
    }

    // Runs a part of the job. The first exception stops all parts.
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

    // False if the job has failed.
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
        check_cl(clEnqueueWriteBuffer(upload_queue_.get(), in_[s].whole(), CL_FALSE, 0, units_of(c) * in_pitch_,
                                      slot(c), before != nullptr ? 1 : 0, before != nullptr ? wait : nullptr, &event),
                 "clEnqueueWriteBuffer");
        made.upload = harness::event_object(event);
        check_cl(clFlush(upload_queue_.get()), "clFlush");
        wait[0] = event;
        wait[1] = before != nullptr ? before->download.get() : nullptr;
        made.transform = transform(units_of(c), s, before != nullptr ? 2 : 1, wait);
        event = made.transform.get();
        cl_event last = nullptr;
        check_cl(clEnqueueReadBuffer(download_queue_.get(), out_[s].whole(), CL_FALSE, 0, units_of(c) * out_pitch_,
                                     slot(c), 1, &event, &last),
                 "clEnqueueReadBuffer");
        made.download = harness::event_object(last);
        check_cl(clFlush(download_queue_.get()), "clFlush");
        events_[c] = std::move(made);
    }

    void write_all() {
        for (std::size_t c = 0; c < chunks_.chunks; ++c) {
            if (!wait_until([&] { return submitted_ > c; })) return;
            const cl_event done = events_[c].download.get();
            check_cl(clWaitForEvents(1, &done), "clWaitForEvents");
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
        const execution_time up = harness::execution_of(events_[c].upload.get());
        const execution_time down = harness::execution_of(events_[c].download.get());
        execution_time transform = harness::execution_of(events_[c].transform.get());
        // The event is that of the last kernel. The first kernel started when the upload and the earlier kernels were
        // done and the output buffer was free.
        if (plan_.launches() * units_of(c) > 1) {
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
    const std::size_t in_pitch_, out_pitch_;
    const stream_ends& ends_;
    const bool preload_;
    const plan plan_;
    const chunking chunks_;
    harness::queue_object upload_queue_, transform_queue_, download_queue_;
    std::vector<chunk_buffer> in_, out_;
    harness::memory_object workspace_;
    std::vector<harness::pinned_memory> pinned_;
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
    std::vector<execution_time> intervals_;
    stream_report report_;
};

}  // namespace

double stream_report::longest_on_device() const {
    return std::max({upload, transform, download});
}

double stream_report::longest() const {
    return std::max({read, longest_on_device(), write});
}

std::string unit_shortage(const engine& e, const stack& s) {
    // Checks the buffers before planning, which takes longer.
    std::string text = e.shortage(to_string(s.unit), unit_buffers(s, 0));
    return text.empty() ? e.shortage(to_string(s.unit), unit_buffers(s, plan_unit(e, s).workspace_size())) : text;
}

stream_report run_stream(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends) {
    const auto start = clock_type::now();
    std::optional<harness::late_note> note(std::in_place, compiling_text(e.description()), !options.quiet);
    streamer job(e, s, options, ends);
    note.reset();
    const double setup = seconds_since(start);
    stream_report report = job.run();
    report.setup = setup;
    return report;
}

}  // namespace stockham::tools
