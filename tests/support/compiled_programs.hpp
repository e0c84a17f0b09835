// How many programs a test has OpenCL compile. tests/price/timed.sh adds up the numbers in the file that
// STOCKHAM_TEST_PROGRAMS names.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>

/// Adds this many programs to those of the test, if CTest runs it.
inline void add_compiled_programs(std::size_t count) {
    if (const char* const file = std::getenv("STOCKHAM_TEST_PROGRAMS"); file && count > 0)
        std::ofstream(file, std::ios::app) << count << '\n';
}
