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
    /// The arrays that devices read and write themselves; null: `read` and `write` are called.
    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    /// How units lie in these arrays; empty: one after the other without gaps.
    rows_of_unit input_rows, output_rows;
    /// The arrays, if devices that share the host's memory may compute in them; else null. Without gaps.
    const std::byte* shared_input = nullptr;
    std::byte* shared_output = nullptr;
    bool in_place = false;  ///< the results of a unit replace its input
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
