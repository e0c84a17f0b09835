// in_parts() of host_side.hpp.
#pragma once

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace fftw_device {

template <class Body>
void in_parts(std::size_t total, std::size_t bytes, const Body& body) {
    constexpr std::size_t worth_a_thread = std::size_t{1} << 21;  // bytes: a thread starts in 20 us, copies this in 200
    constexpr std::size_t most = 8;                               // threads; more gain nothing on the hosts measured
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t threads = std::clamp(total * bytes / worth_a_thread, std::size_t{1}, std::min(cores, most));
    const std::size_t part = (total + threads - 1) / threads;
    std::vector<std::thread> others;
    std::size_t first = part;
    try {
        others.reserve(threads);
        for (; first < total; first += part)
            others.emplace_back([&body, first, count = std::min(part, total - first)] { body(first, count); });
    } catch (const std::exception&) {  // no more threads: the calling one does the rest
    }
    body(0, std::min(part, total));
    if (first < total) body(first, total - first);
    for (auto& each : others) each.join();
}

}  // namespace fftw_device
