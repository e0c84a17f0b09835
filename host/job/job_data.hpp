// The data of a run: functions that read and write units, and arrays, where there are any.
#pragma once

#include <cstddef>
#include <exception>

#include <stockham/job.hpp>

#include "job/unit_rows.hpp"

namespace stockham::internal {

struct job_data {
    job_source read;
    job_sink write;
    /// The arrays, if devices may use them; else null. `output` may be `input`.
    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    bool pinned = false;  ///< devices may read and write the arrays directly
    /// How units lie in the arrays, if not one after the other without gaps.
    rows_of_unit input_rows, output_rows;
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
