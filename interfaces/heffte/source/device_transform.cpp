// Plans that are enqueued on a queue of heFFTe's.
#include <cstdint>
#include <utility>

#include <stockham/plan.hpp>

#include "box_transform.hpp"
#include "device_queue.hpp"

namespace stockham::boxes_internal {

namespace {

/// In place if the addresses are equal. Plans take multiples of a complex number, but heFFTe may pass any real number:
/// those are copied to a buffer and back.
class device_transform : public box_transform {
  public:
    /// Executors of equal boxes share the session's plan.
    device_transform(const boxes::device_queue& queue, const transform& what)
        : queue_(queue), plan_(queue.own_state().own.plan(what)) {}

    void run(const void* input, void* output) const override {
        const session& own = queue_.own_state().own;
        const transform& what = plan_->problem();
        device_memory from = device_memory::at(input), to = device_memory::at(output);
        device_buffer copy_of_input, copy_of_output;
        if (!may_begin_at(input)) {
            copy_of_input = own.buffer(input_bytes(what));
            from = copy_of_input.get();
            copy(input_bytes(what), device_memory::at(input), from);
        }
        if (input == output) {
            to = from;
        } else if (!may_begin_at(output)) {
            copy_of_output = own.buffer(output_bytes(what));
            to = copy_of_output.get();
        }
        const device_buffer workspace = own.buffer(plan_->workspace_size());
        plan_->execute(queue_.get(), from, to, workspace.get());
        if (to.buffer()) copy(output_bytes(what), to, device_memory::at(output));
    }

  private:
    bool may_begin_at(const void* address) const {
        return reinterpret_cast<std::uintptr_t>(address) % element_size(plan_->problem().precision) == 0;
    }

    void copy(std::size_t bytes, const device_memory& from, const device_memory& to) const {
        const std::size_t number = real_size(plan_->problem().precision);
        queue_.own_state().kernels.copy(number, {{bytes / number, 1, 1}, {1, 0, 0}, {1, 0, 0}}, from, to);
    }

    boxes::device_queue queue_;
    std::shared_ptr<const plan> plan_;
};

}  // namespace

std::shared_ptr<const box_transform> on_device(const boxes::device_queue& queue, const transform& what) {
    return std::make_shared<device_transform>(queue, what);
}

}  // namespace stockham::boxes_internal
