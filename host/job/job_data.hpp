// The data of a run: functions that read and write units, and arrays, where there are any.
#pragma once

#include <cstddef>
#include <exception>

#include <stockham/job.hpp>

namespace stockham::internal {

struct job_data {
    job_source read;
    job_sink write;
    /// The arrays, if the units follow each other without gaps; else null. `output` may be `input`.
    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    bool pinned = false;  ///< devices may read and write the arrays directly
};

/// What a function of the user threw, so that no device is blamed for it.
struct user_failure {
    std::exception_ptr why;
};

template <class Call>
void call_user(Call call) {
    try {
        call();
    } catch (...) {
        throw user_failure{std::current_exception()};
    }
}

}  // namespace stockham::internal
