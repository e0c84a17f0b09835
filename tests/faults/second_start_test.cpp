// A second start of a command compiles nothing: each program that it builds is in the program cache. OPENCL_LAYERS
// names the layer, which counts OpenCL's calls.
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

#include "tools/support.hpp"

using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(second_start_test)

namespace {

/// The calls of an OpenCL function in a log of the layer.
long calls_of(const scratch_folder& folder, const std::string& function) {
    std::ifstream log(folder / "log");
    long sum = 0;
    std::string word, name;
    for (std::string line; std::getline(log, line);) {
        std::istringstream words(line);
        long count = 0;
        if (words >> word >> name >> count && word == "calls" && name == function) sum += count;
    }
    return sum;
}

/// Runs a line twice with an empty program cache, and leaves the log of the second start.
void start_twice(const scratch_folder& folder, const std::string& line) {
    const std::string start = "export STOCKHAM_CACHE=cache STOCKHAM_FAULT_LOG=log; rm -f log; ";
    expect_success(folder, "rm -rf cache; " + start + line);
    BOOST_TEST(calls_of(folder, "clCreateProgramWithSource") > 0);
    expect_success(folder, "find cache -type f | sort >first; " + start + line);
    expect_success(folder, "find cache -type f | sort | cmp - first");
}

}  // namespace

// PoCL finds the machine code of a source that it knows, so an entry of the cache that refers to it is worth a binary.
// A program that bypasses the cache is built without an entry.
BOOST_AUTO_TEST_CASE(each_program_has_an_entry) {
    const scratch_folder folder;
    expect_success(folder, "$S phantom -o p.png --size 32");
    for (const std::string line :
         {"filter p.png --low-pass 0.2 -o out.png", "register p.png p.png --no-window", "match p.png p.png",
          "deconvolve p.png gaussian:1 --boundary wrap --iterations 1 --clip -o out.png"})
        BOOST_TEST_CONTEXT(line) {
            start_twice(folder, "$S " + line + " >out.txt");
            const long entries = std::stol(run(folder, "grep -rlF \"PoCL's own cache\" cache | wc -l").out);
            BOOST_TEST(calls_of(folder, "clBuildProgram") <= entries);
        }
}

// As on other devices, entries hold binaries then. The kernels of one program share one.
BOOST_AUTO_TEST_CASE(no_program_is_made_from_source) {
    const scratch_folder folder;
    expect_success(folder, "$S phantom -o p.png --size 32");
    start_twice(folder, "POCL_KERNEL_CACHE=0 $S focus p.png >out.txt");
    BOOST_TEST(calls_of(folder, "clCreateProgramWithSource") == 0);
    BOOST_TEST(calls_of(folder, "clCreateProgramWithBinary") > 0);
}

BOOST_AUTO_TEST_SUITE_END()
