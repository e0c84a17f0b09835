// The pictures of a call: an array, or a source of frames, which are uploaded in groups.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// Some pictures of an array {pictures, height, width}.
imaging::array_view part_of(const imaging::array_view& stack, std::size_t first, std::size_t pictures);

class picture_stack {
  public:
    explicit picture_stack(const imaging::array_view& view) : view_(view) {}
    /// Throws argument_error, with this field, for a source without frames.
    picture_stack(const imaging::frame_source&, const char* field);

    /// Of an array: the array. Of a source: its shape and precision.
    const imaging::array_view& view() const { return view_; }
    /// Takes an array with the same pictures instead.
    void move_to(const imaging::array_view& view) { view_ = view; }

    device_array upload(device_work&, std::size_t first, std::size_t pictures);

  private:
    imaging::array_view view_;
    std::function<void(std::size_t, std::size_t, void*)> read_;  // of a source
    std::vector<char> frames_;
};

/// Calls use(pictures on the device, number of the first one, their number) for groups of up to `most` pictures. Throws
/// cancelled_error if `report` returns false.
template <class Use>
void each_group(device_work& work, picture_stack& stack, std::size_t most, const imaging::progress_function& report,
                const Use& use) {
    const std::size_t total = stack.view().shape[0];
    for (std::size_t first = 0; first < total; first += most) {
        const std::size_t n = std::min(most, total - first);
        use(stack.upload(work, first, n), first, n);
        if (report && !report({first + n, total, 0})) throw imaging::cancelled_error("register: cancelled");
    }
}

}  // namespace stockham::imaging_internal
