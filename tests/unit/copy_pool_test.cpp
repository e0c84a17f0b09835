// Copies by several threads: every byte of the rows, and none between them.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "session/copy_pool.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(copy_pool_test)

using stockham::internal::copy_pool;

namespace {

using byte_list = std::vector<std::byte>;

byte_list random_bytes(std::size_t size, std::mt19937& g) {
    byte_list made(size);
    for (auto& b : made) b = static_cast<std::byte>(g());
    return made;
}

void check_copy(copy_pool& pool, std::size_t bytes, std::size_t rows, std::size_t gap_to, std::size_t gap_from,
                std::mt19937& g) {
    const std::size_t to_pitch = bytes + gap_to, from_pitch = bytes + gap_from;
    const auto from = random_bytes(rows * from_pitch + 1, g);
    const auto before = random_bytes(rows * to_pitch + 1, g);
    auto wanted = before;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = 0; k < bytes; ++k) wanted[r * to_pitch + k] = from[r * from_pitch + k];
    for (const bool to_upload : {false, true}) {
        auto to = before;
        pool.copy({to.data(), to_pitch, from.data(), from_pitch, bytes, rows, to_upload});
        BOOST_TEST((to == wanted), bytes << " bytes, " << rows << " rows, gaps " << gap_to << ", " << gap_from
                                         << (to_upload ? ", to upload" : ""));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_byte) {
    std::mt19937 g(test_seed());
    for (const unsigned threads : {1U, 2U, 5U}) {
        copy_pool pool(threads);
        check_copy(pool, 0, 0, 0, 0, g);
        check_copy(pool, 7, 3, 0, 0, g);
        check_copy(pool, 1000, 5000, 0, 0, g);
        check_copy(pool, 1000, 5000, 24, 0, g);
        check_copy(pool, 3000001, 3, 0, 17, g);
        check_copy(pool, 1 << 20, 4, 5, 0, g);
    }
}

BOOST_AUTO_TEST_CASE(several_callers) {
    copy_pool pool(3);
    std::vector<std::thread> callers;
    const byte_list from(5000000, std::byte{7});
    std::vector<byte_list> to(4, byte_list(from.size()));
    for (auto& mine : to)
        callers.emplace_back([&] {
            for (int k = 0; k < 5; ++k) pool.copy({mine.data(), 1000, from.data(), 1000, 1000, 5000});
        });
    for (auto& caller : callers) caller.join();
    for (const auto& mine : to) BOOST_TEST((mine == from));
}

BOOST_AUTO_TEST_CASE(several_copies_in_one_call) {
    copy_pool pool(3);
    byte_list from(3000000), to(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::byte>(k % 251);
    // Short rows from each third, and one long row.
    std::vector<stockham::internal::row_copy> copies;
    for (std::size_t third = 0; third < 2; ++third)
        copies.push_back({to.data() + third * 1000000, 40, from.data() + third * 1000000, 40, 40, 25000});
    copies.push_back({to.data() + 2000000, 1000000, from.data() + 2000000, 1000000, 1000000, 1});
    pool.copy(copies);
    BOOST_TEST((to == from));
    pool.copy(std::vector<stockham::internal::row_copy>());
}

BOOST_AUTO_TEST_CASE(a_failing_task) {
    copy_pool pool(3);
    std::atomic<int> ended{0};
    std::vector<std::function<void()>> tasks;
    for (int k = 0; k < 20; ++k)
        tasks.push_back([k, &ended] {
            if (k == 7) throw std::runtime_error("task 7");
            ++ended;
        });
    BOOST_CHECK_EXCEPTION(pool.run(tasks), std::runtime_error,
                          [](const std::runtime_error& e) { return std::string(e.what()) == "task 7"; });
    BOOST_TEST(ended == 19);
    pool.run({});
}

BOOST_AUTO_TEST_SUITE_END()
