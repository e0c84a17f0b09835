// Threads that take programs one after the other.
#include "runtime/compiled_ahead.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <string>
#include <system_error>

#include "runtime/device_rules.hpp"

namespace stockham::internal {

compiled_ahead::compiled_ahead(context_state& context, cl_device_id device, const std::vector<launch>& launches) {
    if (launches.empty() || !compiles_side_by_side(context.description(device))) return;
    std::set<std::string> known;
    for (const auto& l : launches)
        if (known.insert(program_digest(l)).second) programs_.push_back(l);
    const auto work = [this, &context, device] {
        for (std::size_t k; (k = next_++) < programs_.size();) {
            try {
                context.program(device, programs_[k]);
            } catch (const std::exception&) {  // said where it is asked for next
            }
        }
    };
    const auto count = std::min<std::size_t>(programs_.size(), std::max(1U, std::thread::hardware_concurrency()));
    try {
        while (threads_.size() < count) threads_.emplace_back(work);
    } catch (const std::system_error&) {  // those that there are do it
    }
}

compiled_ahead::~compiled_ahead() {
    for (auto& thread : threads_) thread.join();
}

}  // namespace stockham::internal
