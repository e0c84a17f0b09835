// Helpers for the tests of figures.
#pragma once

#include "fault.hpp"
#include "image/drawing.hpp"

namespace stockham::tools::test {

/// True if this build has cairo, which is optional.
inline bool draws_pictures() {
    try {
        return picture_of({{1, 1}, {}}).width > 0;
    } catch (const job_error&) {
        return false;
    }
}

}  // namespace stockham::tools::test
