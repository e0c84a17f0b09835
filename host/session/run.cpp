// Whole transforms of host memory.
#include <algorithm>
#include <cstdint>
#include <utility>

#include <stockham/error.hpp>

#include "runtime/opencl/device_rules.hpp"
#include "session/session_state.hpp"

namespace stockham {

using namespace internal;

namespace {

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
    const auto from = reinterpret_cast<std::uintptr_t>(a), to = reinterpret_cast<std::uintptr_t>(b);
    return from < to + b_bytes && to < from + a_bytes;
}

/// One execution: where its input and output are on the device, and what has happened to them so far.
class execution_in_host_memory {
  public:
    execution_in_host_memory(const session& on, session::state& state, const plan& p, const host_input& input,
                             const host_output& output, bool keep_gaps)
        : on_(on), state_(state), plan_(p), input_(input), output_(output), keep_gaps_(keep_gaps),
          in_bytes_(input_bytes(p.problem())), out_bytes_(output_bytes(p.problem())),
          in_place_(p.problem().placement == placement::in_place), queue_(state.queue()) {}

    void run() {
        const bool shares_output = can_share(output_.array) && !overlaps() && !in_place_;
        const bool shares_input = can_share(input_.array) && !in_place_;
        const std::vector<std::size_t> sizes{in_place_      ? std::max(in_bytes_, out_bytes_)
                                             : shares_input ? 0
                                                            : in_bytes_,
                                             in_place_ || shares_output ? 0 : out_bytes_, plan_.workspace_size()};
        lent_ = state_.buffers->take_all(sizes);
        holds_ = true;
        if (shares_input) in_array_ = over(const_cast<void*>(input_.array), in_bytes_);
        if (shares_output) out_array_ = over(output_.array, out_bytes_);
        const cl_mem in = shares_input ? in_array_.get() : lent_[0].memory.get();
        const cl_mem out = in_place_ ? nullptr : shares_output ? out_array_.get() : lent_[1].memory.get();
        const cl_mem result = in_place_ ? in : out;
        if (!shares_input) upload(state_, in, in_bytes_, input_, 0, false);
        if (keep_gaps_ && output_.array && !shares_output && !in_place_)
            upload(state_, result, out_bytes_, output_.array, 0, false);
        plan_.execute(queue_, in, out, lent_[2].memory.get());
        if (shares_output) return show();
        download(result);
        end(true);
    }

    /// Waits until the device leaves the program's arrays alone. The buffers are not used again.
    void give_up() noexcept {
        if (!holds_) return;
        if (!state_.finish_all() && out_array_) state_.is_stuck = true;
        end(false);
    }
    bool writes_output() const { return writes_output_; }

  private:
    /// Failures before the first byte arrives may be repaired by a second try, for which the input must be as it was.
    void download(cl_mem result) {
        if (overlaps()) {
            on_.finish();
            writes_output_ = true;
        }
        if (!output_.write) return on_.download(result, out_bytes_, output_);
        on_.download(result, out_bytes_, host_sink([&](std::size_t first, std::size_t bytes, const void* from) {
                         writes_output_ = true;
                         output_.write(first, bytes, from);
                     }));
    }
    bool can_share(const void* array) const {
        return state_.shares_host_memory && array &&
               reinterpret_cast<std::uintptr_t>(array) % host_alignment(state_.description.kind) == 0;
    }
    bool overlaps() const {
        return input_.array && output_.array && overlap(input_.array, in_bytes_, output_.array, out_bytes_);
    }
    memory_object over(void* array, std::size_t bytes) const {
        return make_buffer(state_.context.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, array);
    }
    /// Makes results in the program's array visible to the host.
    void show() {
        mapped(*state_.buffers, queue_, out_array_.get(), CL_MAP_READ, 0, out_bytes_).unmap();
        on_.finish();  // unmapped, before the buffers over the program's arrays go
        end(true);
    }
    void end(bool succeeded) noexcept {
        holds_ = false;
        state_.buffers->give_back_all(std::move(lent_), succeeded);
    }

    const session& on_;
    session::state& state_;
    const plan& plan_;
    const host_input& input_;
    const host_output& output_;
    const bool keep_gaps_;
    const std::size_t in_bytes_, out_bytes_;
    const bool in_place_;
    const cl_command_queue queue_;
    std::vector<pooled_buffer> lent_;
    memory_object in_array_, out_array_;  // over the program's arrays
    bool holds_ = false, writes_output_ = false;
};

}  // namespace

void session::run(const stockham::plan& p, const host_input& input, const host_output& output, bool keep_gaps) const {
    if (!input.array && !input.read) throw argument_error("input", "the input is null");
    if (!output.array && !output.write) throw argument_error("output", "the output is null");
    state_->check_process();
    for (const bool first : {true, false}) {
        execution_in_host_memory one(*this, *state_, p, input, output, keep_gaps);
        try {
            return one.run();
        } catch (const opencl_error& e) {
            one.give_up();
            if (!first || !is_lack_of_memory(e.code()) || one.writes_output()) throw;
            state_->buffers->trim_all();  // drivers allocate memory when it is first used
        } catch (...) {
            one.give_up();
            throw;
        }
    }
}

}  // namespace stockham
