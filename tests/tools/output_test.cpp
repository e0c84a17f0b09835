// Output files appear whole or not at all; threads share work.
#include <atomic>

#include "input.hpp"
#include "output.hpp"
#include "parallel.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(a_file_appears_when_it_is_whole) {
    const scratch_folder folder;
    {
        output_file file(folder / "x");
        file.write("abc", 3);
        file.write_at(3, "def", 3);
        BOOST_TEST(!std::filesystem::exists(folder / "x"));
        file.commit();
    }
    BOOST_TEST(folder.listing() == "x");
    BOOST_TEST(read_whole(folder / "x", 100).size() == 6u);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_without_commit) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2});
    {
        output_file file(folder / "x");
        file.write("abc", 3);
    }
    BOOST_TEST(folder.listing() == "x");
    BOOST_TEST(read_bytes(folder / "x").size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2});
    std::filesystem::create_symlink("x", folder / "link");
    output_file file(folder / "link");
    file.write("abc", 3);
    file.commit();
    BOOST_TEST(std::filesystem::is_symlink(folder / "link"));
    BOOST_TEST(read_bytes(folder / "x").size() == 3u);
}

BOOST_AUTO_TEST_CASE(places_that_cannot_be_written_are_refused) {
    const scratch_folder folder;
    expect_job_error([&] { output_file(folder / "missing/x"); }, "No such file or directory");
    expect_job_error([&] { output_file(folder / "."); }, "Is a directory");
    expect_job_error([&] { output_file(""); }, "without a name");
    output_file full("/dev/full");
    expect_job_error([&] { full.write("abc", 3); }, "No space left on device");
    BOOST_TEST(std::filesystem::is_character_file("/dev/full"));
}

BOOST_AUTO_TEST_CASE(input_has_a_limit) {
    const scratch_folder folder;
    write_bytes(folder / "x", std::vector<std::uint8_t>(1000));
    BOOST_TEST(read_whole(folder / "x", 1000).size() == 1000u);
    expect_job_error([&] { read_whole(folder / "x", 999); }, "longer than 999 bytes");
    input_file file(folder / "x");
    char byte = 0;
    expect_job_error([&] { file.read_at(1000, &byte, 1); }, "became shorter");
}

BOOST_AUTO_TEST_CASE(work_is_covered_once) {
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
        std::vector<std::atomic<int>> touched(count);
        parallel_for(count, 10, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++touched[i];
        });
        for (const auto& t : touched) BOOST_TEST(t == 1);
    }
    BOOST_CHECK_THROW(parallel_for(100, 1,
                                   [](std::size_t, std::size_t end) {
                                       if (end == 100) throw job_error("the last part fails");
                                   }),
                      job_error);
}

BOOST_AUTO_TEST_SUITE_END()
