// The division of a job among devices, with devices that are only numbers.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>

#include "job/dispatch.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(dispatch_test)

using stockham::internal::dispatch;
using stockham::internal::dispatch_device;
using stockham::internal::unit_range;

namespace {

std::exception_ptr lost() {
    return std::make_exception_ptr(std::runtime_error("lost"));
}

void finish(dispatch& d, std::size_t device, unit_range range, double seconds) {
    BOOST_REQUIRE(d.begin_write(device, range));
    d.end_write(device, range, seconds);
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_device_gets_all_in_order) {
    dispatch d(10, {{1}});
    for (const std::size_t first : {0, 4, 8}) {
        const auto range = d.take(0, 4);
        BOOST_REQUIRE(range);
        BOOST_TEST(range->first == first);
        BOOST_TEST(range->units == (first == 8 ? 2U : 4U));
        finish(d, 0, *range, 1);
    }
    BOOST_TEST(d.is_over());
    BOOST_TEST(d.done() == 10U);
    BOOST_TEST(!d.take(0, 4));
}

BOOST_AUTO_TEST_CASE(nothing_to_do) {
    dispatch d(0, {{1}, {1}});
    BOOST_TEST(d.is_over());
    BOOST_TEST(!d.take(1, 4));
}

// Devices of any speeds, with wrong guesses of them: no device waits forever, and each unit is computed once.
BOOST_AUTO_TEST_CASE(ends_for_any_speeds) {
    std::mt19937 g(test_seed());
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t units = 1 + g() % 2000, devices = 1 + g() % 4;
        std::vector<double> speeds;
        std::vector<dispatch_device> guesses;
        std::vector<std::size_t> chunks;
        for (std::size_t k = 0; k < devices; ++k) {
            speeds.push_back(std::pow(10.0, static_cast<double>(g() % 300) / 100));
            guesses.push_back({speeds.back() * std::pow(2.0, static_cast<double>(g() % 200) / 100 - 1), g() % 4 == 0});
            chunks.push_back(1 + g() % 20);
        }
        dispatch d(units, guesses);
        std::vector<std::atomic<int>> computed(units);
        std::atomic<bool> refused{false};
        std::vector<std::thread> threads;
        for (std::size_t k = 0; k < devices; ++k)
            threads.emplace_back([&, k] {
                while (const auto range = d.take(k, chunks[k])) {
                    const double seconds = static_cast<double>(range->units) / speeds[k];
                    std::this_thread::sleep_for(std::chrono::duration<double>(seconds * 1e-6));
                    for (std::size_t u = 0; u < range->units; ++u) ++computed[range->first + u];
                    if (!d.begin_write(k, *range)) refused = true;
                    d.end_write(k, *range, seconds);
                }
            });
        for (auto& thread : threads) thread.join();
        BOOST_TEST(d.done() == units);
        BOOST_TEST(!refused);
        BOOST_TEST(std::all_of(computed.begin(), computed.end(), [](const auto& n) { return n == 1; }));
    }
}

// The slow device holds nothing that the fast one would finish earlier.
BOOST_AUTO_TEST_CASE(a_slow_device_refuses) {
    dispatch d(100, {{1000}, {1}});
    const auto fast = d.take(0, 10);
    BOOST_REQUIRE(fast);
    std::optional<unit_range> taken;
    std::thread slow([&] { taken = d.take(1, 10); });  // returns when all is done
    finish(d, 0, *fast, 0.01);
    while (const auto range = d.take(0, 10)) finish(d, 0, *range, 0.01);
    slow.join();
    BOOST_TEST(!taken);
    BOOST_TEST(d.done() == 100U);
}

// The host's processors are left to the faster devices, until these fail.
BOOST_AUTO_TEST_CASE(the_host_stands_by) {
    dispatch d(100, {{1000}, {900, true}, {1}});
    std::optional<unit_range> taken;
    bool called = false;
    std::thread host([&] {
        called = d.wait_for_turn(1);
        taken = d.take(1, 10);
    });
    const auto fast = d.take(0, 10);
    BOOST_REQUIRE(fast);
    finish(d, 0, *fast, 0.01);
    d.drop(0, lost());
    host.join();
    BOOST_TEST(called);
    BOOST_TEST(taken.has_value());
    dispatch ends(10, {{10}, {1, true}});
    finish(ends, 0, *ends.take(0, 10), 1);
    BOOST_TEST(!ends.wait_for_turn(1));
    dispatch fast_host(10, {{1}, {10, true}});
    BOOST_TEST(fast_host.wait_for_turn(1));
    dispatch two_hosts(10, {{1, true}, {10, true}});
    BOOST_TEST(two_hosts.wait_for_turn(0));
}

BOOST_AUTO_TEST_CASE(dropped_ranges_go_to_others) {
    dispatch d(20, {{1}, {1}});
    const auto first = d.take(0, 5), second = d.take(1, 5);
    BOOST_REQUIRE((first && second));
    BOOST_REQUIRE(d.begin_write(1, *second));
    d.drop(1, lost());
    d.drop(1, nullptr);
    BOOST_TEST((d.reason(1) != nullptr));
    BOOST_TEST(!d.take(1, 5));
    d.end_write(1, *second, 1);  // what was being written counts
    finish(d, 0, *first, 1);
    std::size_t sum = 0;
    while (const auto range = d.take(0, 5)) {
        sum += range->units;
        finish(d, 0, *range, 1);
    }
    BOOST_TEST(sum == 10U);
    BOOST_TEST(d.is_over());
    BOOST_TEST(!d.failure());
}

BOOST_AUTO_TEST_CASE(what_was_dropped_must_not_be_written) {
    dispatch d(10, {{1}, {1}});
    const auto range = d.take(0, 5);
    BOOST_REQUIRE(range);
    d.drop(0, lost());
    BOOST_TEST(!d.begin_write(0, *range));
    const auto again = d.take(1, 10);
    BOOST_REQUIRE(again);
    BOOST_TEST(again->first == range->first);
}

BOOST_AUTO_TEST_CASE(given_back) {
    dispatch d(10, {{1}});
    const auto range = d.take(0, 10);
    BOOST_REQUIRE(range);
    BOOST_REQUIRE(d.begin_write(0, *range));
    d.give_back(0, *range);
    BOOST_TEST(d.done() == 0U);
    BOOST_REQUIRE(d.take(0, 10));
}

BOOST_AUTO_TEST_CASE(all_dropped) {
    dispatch d(10, {{1}, {1}});
    d.drop(0, lost());
    BOOST_TEST(!d.is_over());
    d.drop(1, lost());
    BOOST_TEST(d.is_over());
    BOOST_TEST(d.done() == 0U);
}

BOOST_AUTO_TEST_CASE(ends_early) {
    dispatch failed(10, {{1}}), cancelled(10, {{1}});
    const auto range = failed.take(0, 5);
    BOOST_REQUIRE(range);
    failed.fail(lost());
    BOOST_TEST(failed.is_over());
    BOOST_TEST(!failed.begin_write(0, *range));
    BOOST_TEST((failed.failure() != nullptr));
    cancelled.cancel();
    BOOST_TEST(!cancelled.take(0, 5));
    BOOST_TEST((cancelled.failure() == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
