// Jobs and out-of-core transforms when the system starts no more threads: a right result with fewer, or an error.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <pthread.h>

#include <stockham/job.hpp>
#include <stockham/out_of_core.hpp>

#include "support/host_arrays.hpp"
#include "support/on_device.hpp"
#include "support/seed.hpp"

namespace {

/// Threads that the system still starts; below 0: any number.
std::atomic<int> threads_left{-1};

}  // namespace

/// Takes the place of the system's function, also in the C++ library.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
    using function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto system = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_create"));
    if (threads_left == 0) return EAGAIN;
    if (threads_left > 0) --threads_left;
    return system(thread, attributes, start, argument);
}

BOOST_AUTO_TEST_SUITE(thread_shortage_test)

namespace {

class shortage {
  public:
    explicit shortage(int threads) { threads_left = threads; }
    ~shortage() { threads_left = -1; }
    shortage(const shortage&) = delete;
    shortage& operator=(const shortage&) = delete;
};

class storage_in_memory final : public stockham::array_storage {
  public:
    explicit storage_in_memory(byte_list bytes) : bytes(std::move(bytes)) {}
    void read(std::uint64_t offset, void* to, std::size_t n) override { std::memcpy(to, bytes.data() + offset, n); }
    void write(std::uint64_t offset, const void* from, std::size_t n) override {
        std::memcpy(bytes.data() + offset, from, n);
    }
    byte_list bytes;
};

/// Calls `compute` with ever more threads. It must throw while there are too few, and never after it has succeeded.
template <class Compute>
void check_shortage(int most_needed, const Compute& compute) {
    int failures = 0, successes = 0;
    for (int threads = 0; threads <= most_needed; ++threads) BOOST_TEST_CONTEXT(threads << " threads") {
            try {
                const shortage now(threads);
                compute();
                ++successes;
            } catch (const stockham::unsupported_error& e) {
                BOOST_TEST(e.rule() == "threads");
                BOOST_TEST(std::string(e.what()).find("no more threads") != std::string::npos, e.what());
                BOOST_TEST(successes == 0);
                ++failures;
            }
        }
    BOOST_TEST(failures > 0);
    BOOST_TEST(successes > 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(jobs) {
    std::mt19937 generator(test_seed());
    const auto made = make_trial(stockham::parse_transform("c2c f32 64 b100"), generator);
    const auto before = arrays_of(made);
    stockham::job_options options;
    options.devices = {test_device::get().device};
    options.copy_threads = 1;
    stockham::job job(made.what, options);
    auto after = before;
    job.run(before.input.data(), after.output.data());
    check_shortage(3, [&] {
        after = before;
        job.run(before.input.data(), after.output.data());
        check_arrays(made, before, after);
    });
}

BOOST_AUTO_TEST_CASE(transforms_between_storages) {
    std::mt19937 generator(test_seed());
    const auto made = make_trial(stockham::parse_transform("c2c f32 32x32x32"), generator);
    const auto before = arrays_of(made);
    stockham::out_of_core_options options;
    options.devices = {test_device::get().device};
    options.device_memory = std::size_t{1} << 17;
    options.copy_threads = 1;
    stockham::out_of_core ready(made.what, options);
    const auto compute = [&] {
        storage_in_memory input(before.input), output(before.output);
        storage_in_memory scratch(byte_list(static_cast<std::size_t>(ready.estimate_storage().scratch_bytes)));
        ready.run(input, output, &scratch);
        auto after = before;
        after.output = output.bytes;
        check_arrays(made, before, after);
    };
    compute();
    check_shortage(40, compute);
}

BOOST_AUTO_TEST_SUITE_END()
