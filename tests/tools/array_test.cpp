// What `stockham fft` makes of shapes and axes, and the journal of its work.
#include <cstddef>
#include <string>
#include <vector>

#include "array/array_job.hpp"
#include "array/journal.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(arrays)

using sizes = std::vector<std::size_t>;

BOOST_AUTO_TEST_CASE(axes_are_resolved) {
    BOOST_TEST(resolve_axes({}, 4) == (sizes{2, 3}));
    BOOST_TEST(resolve_axes({}, 1) == (sizes{0}));
    BOOST_TEST(resolve_axes({-1, 0}, 3) == (sizes{2, 0}));
    BOOST_TEST(resolve_axes({4, 3, 2, 1, 0}, 5) == (sizes{4, 3, 2, 1, 0}));
    for (const std::vector<int>& bad : {std::vector<int>{3}, {-4}, {0, -3}, {1, 1}})
        BOOST_CHECK_THROW(resolve_axes(bad, 3), usage_error);
    BOOST_CHECK_THROW(resolve_axes({0, 1, 2, 3, 4, 5}, 6), usage_error);
}

BOOST_AUTO_TEST_CASE(arrays_become_transforms) {
    array_job job;
    job.input_shape = {5, 3, 64, 32};
    job.axes = {2, 3};
    BOOST_TEST(to_string(transform_of(job)) == "c2c f32 64x32 b15");
    job.real_input = true;
    BOOST_TEST(to_string(transform_of(job)) == "r2c f32 64x32 b15 spectrum=full");
    job.inverse = true;
    job.precision = precision::f64;
    BOOST_TEST(to_string(transform_of(job)) == "c2c f64 64x32 b15 inv scale=0.00048828125");
    job.family = family::real;
    BOOST_TEST(to_string(transform_of(job)) == "c2r f64 64x62 b15 scale=0.00025201612903225806");
    BOOST_TEST(output_shape(job) == (sizes{5, 3, 64, 62}));
    job.lengths = {64, 7};
    BOOST_TEST(transformed_shape(job) == (sizes{5, 3, 64, 4}));
    job.family = family::dst;
    job.type = 3;
    job.norm = normalisation::forward;
    BOOST_TEST(to_string(transform_of(job)) == "dst2 f64 64x7 b15");
}

BOOST_AUTO_TEST_CASE(a_journal_remembers_blocks) {
    const scratch_folder folder;
    const std::string path = folder / "journal";
    const journal_key key{{"problem", "c2c f32 64"}, {"input", "in.npy of 5 bytes"}};
    {
        journal first(path, key);
        BOOST_TEST(first.size() == 0u);
        first.add(0, 3);
        first.add(1, 12);
    }
    // A crash cuts off the last line.
    {
        std::ofstream cut(path, std::ios::app);
        cut << "1 1";
    }
    {
        journal second(path, key);
        BOOST_TEST(second.size() == 2u);
        BOOST_TEST(second.has(0, 3));
        BOOST_TEST(second.has(1, 12));
        BOOST_TEST(!second.has(1, 1));
        second.add(1, 4);
    }
    journal third(path, key);
    BOOST_TEST(third.has(1, 4));
    BOOST_TEST(third.size() == 3u);
    third.remove();
    BOOST_TEST(folder.listing() == "");
}

BOOST_AUTO_TEST_CASE(a_journal_that_was_cut_off_early_is_empty) {
    const scratch_folder folder;
    const std::string path = folder / "journal";
    const journal_key key{{"problem", "c2c f32 64"}};
    for (const std::string text : {"", "stockham jour", "stockham journal 2\nrun 12\nproblem c2c", "\xff\xff"}) {
        write_bytes(path, {text.begin(), text.end()});
        journal again(path, key);
        BOOST_TEST(again.size() == 0u);
        again.add(0, 0);
    }
    BOOST_TEST(journal(path, key).has(0, 0));
    journal anew(path, {{"problem", "another one"}}, true);
    BOOST_TEST(anew.size() == 0u);
}

// Every way to cut the file off leaves the blocks whose lines are whole.
BOOST_AUTO_TEST_CASE(a_crash_loses_at_most_the_last_block) {
    const scratch_folder folder;
    const std::string path = folder / "journal";
    const journal_key key{{"input", "a\nb\\n of 5 bytes"}};  // a path may hold line breaks
    {
        journal first(path, key);
        for (const std::size_t block : {5u, 0u, 12u}) first.add(0, block);
    }
    const auto whole = read_bytes(path);
    const auto cut = [&](std::size_t bytes) {
        write_bytes(path, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes)});
        journal again(path, key);
        const std::size_t had = again.size();
        again.add(0, 7);
        return had;
    };
    constexpr std::size_t bytes_of_blocks = 120;  // each cut waits for the disk, so there are few in the header
    for (std::size_t size = whole.size(), last = 3; size-- > 0;) {
        if (size + bytes_of_blocks < whole.size() && size % 16 != 0) continue;
        const std::size_t had = cut(size);
        BOOST_TEST((had == last || had + 1 == last), "cut to " << size << " bytes");
        BOOST_TEST(journal(path, key).size() == had + 1);
        last = had;
    }
}

BOOST_AUTO_TEST_CASE(a_journal_that_was_changed_is_refused) {
    const scratch_folder folder;
    const std::string path = folder / "journal";
    const journal_key key{{"problem", "c2c f32 64"}};
    {
        journal first(path, key);
        for (const std::size_t block : {5u, 0u, 12u}) first.add(0, block);
        first.add(1, 2);
        BOOST_TEST(!first.has(1, 0));
        expect_job_error([&] { first.has(0, 3); }, "has blocks of trip 2, but lacks block 3 of trip 1");
    }
    const auto whole = read_bytes(path);
    const std::string text(whole.begin(), whole.end());
    // Each byte in turn: the journal is refused, or drops its last line; without the line break before that, two.
    std::size_t refused = 0;
    for (std::size_t k = 0; k < whole.size(); ++k) {
        auto changed = whole;
        changed[k] ^= 1;
        write_bytes(path, changed);
        try {
            const journal again(path, key);
            const bool joined = whole[k] == '\n' && again.size() == 2;
            BOOST_TEST((again.size() == 3 || again.size() == 0 || joined), "byte " << k);
        } catch (const job_error& e) {
            ++refused;
            BOOST_TEST(std::string(e.what()).find("remove " + path + " to start anew") != std::string::npos, e.what());
        }
    }
    BOOST_TEST(refused > whole.size() / 2);
    const std::size_t blocks = text.find('\n', text.find("\nblocks ") + 1) + 1;
    for (const char* added : {"1 0\n", "0 0\n0 0\n", "-1 -1\n", "\n", "garbage\n"}) {
        std::string longer = text;
        longer.insert(blocks, added);
        write_bytes(path, {longer.begin(), longer.end()});
        expect_job_error([&] { journal(path, key); }, "block 1 of " + path + " was changed");
    }
    std::string without = text;
    without.erase(blocks, text.find('\n', blocks) + 1 - blocks);
    write_bytes(path, {without.begin(), without.end()});
    expect_job_error([&] { journal(path, key); }, "was changed");
}

BOOST_AUTO_TEST_CASE(a_journal_of_something_else_is_refused) {
    const scratch_folder folder;
    const std::string path = folder / "journal";
    journal(path, {{"problem", "c2c f32 64"}, {"input", "5 bytes"}}).add(0, 0);
    const auto text_of = [&](const journal_key& key) {
        try {
            journal again(path, key);
        } catch (const job_error& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != text.npos; };
    BOOST_TEST(has(text_of({{"problem", "c2c f32 32"}, {"input", "5 bytes"}}),
                   "problem differs ('c2c f32 64' then, 'c2c f32 32' now)"));
    BOOST_TEST(has(text_of({{"problem", "c2c f32 64"}, {"input", "6 bytes"}}), "input differs"));
    const std::string other = "stockham journal 1\nblocks\n";
    write_bytes(path, {other.begin(), other.end()});
    BOOST_TEST(has(text_of({}), "is not a journal of this version"));
    BOOST_TEST(has(text_of({}), path));
}

BOOST_AUTO_TEST_SUITE_END()
