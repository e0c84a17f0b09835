// The first search for devices in a process, from eight threads at once, some through a second copy of the library.
// Each trial needs a new process, because a process has only one first search. STOCKHAM_TEST_PROCESSES sets the
// number of trials.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>

#include <stockham/stockham.hpp>

#include "support/folders.hpp"
#include "support/on_device.hpp"
#include "support/test_subprocess.hpp"

BOOST_AUTO_TEST_SUITE(first_look_up_test)

namespace {

constexpr unsigned thread_count = 8;
constexpr int default_processes = 10;

int process_count() {
    const char* asked = std::getenv("STOCKHAM_TEST_PROCESSES");
    return asked && *asked ? std::atoi(asked) : default_processes;
}

/// stockham_choose_device() of the shared library. The test program contains another copy of the library, with its
/// own variables.
using choose_function = int (*)(const char*, cl_device_id*);
choose_function choose_in_second_copy() {
    void* library = dlopen((build_folder() + "/libstockham.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    BOOST_REQUIRE_MESSAGE(library, dlerror());
    const auto found = reinterpret_cast<choose_function>(dlsym(library, "stockham_choose_device"));
    BOOST_REQUIRE(found);
    return found;
}

/// Returns an empty text if the device was found and a context was made.
std::string look_up(choose_function second_copy) {
    try {
        cl_device_id device = nullptr;
        if (!second_copy)
            device = stockham::choose_device();
        else if (const int code = second_copy(nullptr, &device))
            return "the second copy returned " + std::to_string(code);
        stockham::describe(device);
        cl_int code = CL_SUCCESS;
        const stockham::owned_context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
        return code == CL_SUCCESS ? "" : "clCreateContext returned " + std::to_string(code);
    } catch (const std::exception& e) {
        return e.what();
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(by_threads, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    const auto second_copy = choose_in_second_copy();
    std::atomic<unsigned> ready{0};
    std::vector<std::string> errors(thread_count);
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < thread_count; ++k)
        threads.emplace_back([&, k] {
            ++ready;
            while (ready < thread_count) std::this_thread::yield();
            errors[k] = look_up(k % 2 ? second_copy : nullptr);
        });
    for (auto& thread : threads) thread.join();
    for (unsigned k = 0; k < thread_count; ++k) BOOST_TEST(errors[k] == "", "thread " << k << ": " << errors[k]);
}

BOOST_AUTO_TEST_CASE(in_new_processes) {
    const int count = process_count();
    int failed = 0;
    for (int k = 0; k < count; ++k) {
        test_subprocess process("by_threads", {});
        const int status = process.wait();
        failed += status != 0;
        BOOST_TEST(status == 0, "process " << k << " ended with " << status << ": " << process.output());
    }
    BOOST_TEST_MESSAGE(count - failed << " of " << count << " processes of " << thread_count << " threads passed");
}

BOOST_AUTO_TEST_SUITE_END()
