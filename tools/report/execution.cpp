// The first stage: whether the device executes a kernel at all, in each precision that it claims.
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "report/stage.hpp"

namespace stockham::tools::report {

namespace {

constexpr std::size_t count = 1024;

struct attempt {
    double build_seconds = 0;
    std::size_t wrong = 0;   ///< numbers that differ from the kernel's
    bool unchanged = false;  ///< all numbers are what they were before
};

/// Builds and runs a kernel that stores numbers, which are small enough to be exact.
template <class Number>
attempt execute(const engine& e, const std::string& type, const std::string& pragma) {
    const auto source = pragma + "kernel void store_numbers(global " + type +
                        "* to) { const int k = get_global_id(0); to[k] = 3 * k + (" + type + ")0.5f; }\n";
    attempt made;
    const auto start = std::chrono::steady_clock::now();
    auto kernel = e.kernel(source, "store_numbers");
    made.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::vector<Number> initial(count, Number{-1});
    constexpr std::size_t bytes = count * sizeof(Number);
    const device_buffer buffer = e.buffer(bytes);
    e.upload(buffer.get(), bytes, initial.data());
    const auto read = [&] {
        std::vector<Number> numbers(count);
        e.download(buffer.get(), bytes, numbers.data());
        return numbers;
    };
    const auto before = read();
    kernel.set(0, buffer.get());
    kernel.execute(e.queue(), {count, 1, 1});
    const auto after = read();
    made.unchanged = std::memcmp(after.data(), before.data(), bytes) == 0;
    for (std::size_t k = 0; k < count; ++k) made.wrong += after[k] != static_cast<Number>(3 * k) + Number{0.5};
    return made;
}

/// execution, type, state, seconds of the build, details
template <class Number>
void try_type(stage_run& run, std::size_t k, const std::string& type, const std::string& pragma) {
    if (k < run.options().first) return;
    run.begin(k, 2, "a kernel in " + type);
    try {
        const auto made = execute<Number>(run.device(), type, pragma);
        const char* state = made.wrong == 0 ? "yes" : made.unchanged ? "no" : "wrong";
        run.add({"execution", type, state, fmt::format("{:.3f}", made.build_seconds),
                 fmt::format("{} of {} numbers wrong", made.wrong, count)});
    } catch (const error& e) {
        run.add({"execution", type, "failed", "-", impersonal(e.what())});
    }
}

}  // namespace

void run_execution(stage_run& run) {
    try_type<cl_float>(run, 0, "float", "");
    const auto fp64 = run.device().description().fp64;
    if (fp64 == double_support::none) return;
    try_type<cl_double>(run, 1, "double",
                        fp64 == double_support::amd ? "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"
                                                    : "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
}

}  // namespace stockham::tools::report
