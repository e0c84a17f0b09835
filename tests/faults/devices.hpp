// The devices that an OpenCL call is about.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "dispatch.hpp"

namespace faults {

/// Asks the functions below the layer which devices an object belongs to. An object that is not valid has none.
class directory {
  public:
    explicit directory(const dispatch& target) : target_(target) {}

    using devices = std::vector<cl_device_id>;
    devices of(cl_device_id device) const { return {device}; }
    devices of(cl_context) const;
    devices of(cl_command_queue) const;
    devices of(cl_event) const;
    devices of(cl_mem) const;
    devices of(cl_sampler) const;
    devices of(cl_program) const;
    devices of(cl_kernel) const;

    /// False for user events and events that are not valid.
    bool is_command(cl_event) const;

    /// Devices by a part of their names, or one by its number among all devices of all platforms.
    devices named(const std::string& device) const;

  private:
    const dispatch& target_;
};

template <class T, class... A>
constexpr bool is_among = (std::is_same_v<T, A> || ...);

/// The first argument of type T.
template <class T, class First, class... Rest>
T first_of(First first, Rest... rest) {
    if constexpr (std::is_same_v<T, First>)
        return first;
    else
        return first_of<T>(rest...);
}

/// The devices of the first of these types among the arguments.
template <class Handle, class... Handles, class... A>
directory::devices devices_by(const directory& ask, A... arguments) {
    if constexpr (is_among<Handle, A...>)
        return ask.of(first_of<Handle>(arguments...));
    else if constexpr (sizeof...(Handles) > 0)
        return devices_by<Handles...>(ask, arguments...);
    else
        return {};
}

/// The devices that a call is about, by its most particular argument: a queue rather than the kernel that it runs. The
/// first cl_uint of a function with a list of devices or events counts them. None: a call about platforms.
template <class... A>
directory::devices devices_of(const directory& ask, A... arguments) {
    directory::devices found = devices_by<cl_device_id, cl_command_queue>(ask, arguments...);
    const auto add_all = [&](auto list, cl_uint count) {
        for (cl_uint k = 0; list && k < count; ++k)
            for (cl_device_id device : ask.of(list[k])) found.push_back(device);
    };
    if constexpr (is_among<const cl_device_id*, A...>)
        add_all(first_of<const cl_device_id*>(arguments...), first_of<cl_uint>(arguments...));
    else if constexpr (is_among<const cl_event*, A...> && !is_among<cl_command_queue, A...>)
        add_all(first_of<const cl_event*>(arguments...), first_of<cl_uint>(arguments...));
    if (!found.empty()) return found;
    return devices_by<cl_event, cl_kernel, cl_program, cl_mem, cl_sampler, cl_context>(ask, arguments...);
}

}  // namespace faults
