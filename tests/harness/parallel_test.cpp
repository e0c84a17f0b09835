// Loops over threads: everything runs once, and exceptions of threads reach the caller.
#include "tools/harness/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace stockham::harness;

BOOST_AUTO_TEST_SUITE(parallel)

BOOST_AUTO_TEST_CASE(a_range_is_covered_once) {
    for (const std::size_t count : {0u, 1u, 7u, 1000u})
        for (const unsigned most : {0u, 1u, 3u, 100u}) {
            std::vector<std::atomic<int>> touched(count);
            std::atomic<unsigned> parts = 0;
            parallel_for(
                count, 10,
                [&](std::size_t begin, std::size_t end) {
                    ++parts;
                    for (std::size_t i = begin; i < end; ++i) ++touched[i];
                },
                most);
            for (const auto& t : touched) BOOST_TEST(t == 1);
            BOOST_TEST(parts <= std::max(1u, most));
        }
}

BOOST_AUTO_TEST_CASE(each_is_called_once) {
    std::vector<std::atomic<int>> touched(100);
    parallel_each(
        touched.size(), [&](std::size_t k) { ++touched[k]; }, 4);
    for (const auto& t : touched) BOOST_TEST(t == 1);
}

BOOST_AUTO_TEST_CASE(an_exception_of_any_thread_arrives) {
    BOOST_CHECK_THROW(parallel_for(100, 1,
                                   [](std::size_t, std::size_t end) {
                                       if (end == 100) throw std::runtime_error("the last part fails");
                                   }),
                      std::runtime_error);
    std::atomic<int> calls = 0;
    const auto fail = [&](std::size_t) {
        ++calls;
        throw std::runtime_error("none further");
    };
    BOOST_CHECK_THROW(parallel_each(1000, fail, 2), std::runtime_error);
    BOOST_TEST(calls <= 2);
}

BOOST_AUTO_TEST_SUITE_END()
