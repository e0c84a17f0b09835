// Outputs that a later run continues: other processes at the same moment, and names that somebody else prepared.
#include <functional>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "../support/child.hpp"
#include "output.hpp"
#include "output_batch.hpp"
#include "support.hpp"
#include "temporary_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;
namespace fs = std::filesystem;

namespace {

// Stands for the work of other processes between open() and flock(). Runs once.
std::function<void()> before_next_lock;

std::string text_of(const std::string& path) {
    const auto bytes = read_bytes(path);
    return {bytes.begin(), bytes.end()};
}

void write_text(output_file& file, const std::string& text) {
    file.write(text.data(), text.size());
}

}  // namespace

// Replaces the C library's.
extern "C" int flock(int fd, int operation) noexcept {
    if (before_next_lock) std::exchange(before_next_lock, nullptr)();
    return static_cast<int>(::syscall(SYS_flock, fd, operation));
}

BOOST_AUTO_TEST_SUITE(kept_outputs)

// A second run opens the kept file, and the first run ends before the second one locks it.
BOOST_AUTO_TEST_CASE(a_finished_output_is_not_written_by_another_run) {
    const scratch_folder folder;
    auto first = std::make_unique<output_file>(folder / "x", ".kept");
    write_text(*first, "whole");
    before_next_lock = [&] {
        first->commit();
        first.reset();
    };
    output_file second(folder / "x", ".kept");
    BOOST_TEST(!first);
    BOOST_TEST(second.is_new());
    write_text(second, "new");
    BOOST_TEST(text_of(folder / "x") == "whole");
    second.commit();
    BOOST_TEST(text_of(folder / "x") == "new");
    BOOST_TEST(folder.listing() == "x");
}

BOOST_AUTO_TEST_CASE(a_run_that_writes_keeps_others_out) {
    const scratch_folder folder;
    output_file first(folder / "x", ".kept");
    write_text(first, "part");
    expect_job_error([&] { output_file(folder / "x", ".kept"); }, "another process is writing it");
    first.discard();
}

BOOST_AUTO_TEST_CASE(a_later_run_finds_what_was_kept) {
    const scratch_folder folder;
    {
        output_file first(folder / "x", ".kept");
        write_text(first, "part");
    }
    BOOST_TEST(folder.listing() == ".kept");
    output_file second(folder / "x", ".kept");
    BOOST_TEST(!second.is_new());
    BOOST_TEST(second.size() == 4u);
    second.discard();
}

// The cleaning of a folder opens a temporary file, and its process goes on to its next file under the same name.
BOOST_AUTO_TEST_CASE(a_temporary_file_in_use_is_not_removed) {
    const scratch_folder folder;
    const std::string name = temporary_path(folder / ".", 0);
    write_bytes(name, {1});
    before_next_lock = [&] {
        fs::rename(name, folder / "finished");
        write_bytes(name, {2});
    };
    remove_abandoned(folder / ".");
    BOOST_TEST(read_bytes(folder / "finished").size() == 1u);
    BOOST_TEST(read_bytes(name).size() == 1u);
}

BOOST_AUTO_TEST_CASE(names_that_somebody_prepared_are_refused) {
    const scratch_folder folder;
    const std::string kept = folder / ".kept";
    const auto refused = [&](const std::string& why) {
        expect_job_error([&] { output_file(folder / "x", ".kept"); }, ".kept " + why + "; remove it to start anew");
        fs::remove_all(kept);
    };
    write_bytes(folder / "victim", {1, 2, 3});
    fs::create_symlink("victim", kept);
    refused("is a symbolic link");
    fs::create_symlink("missing", kept);
    refused("is a symbolic link");
    fs::create_hard_link(folder / "victim", kept);
    refused("has a second name (a hard link)");
    fs::create_directory(kept);
    refused("is not a regular file");
    BOOST_REQUIRE(::mkfifo(kept.c_str(), 0600) == 0);
    refused("is not a regular file");
    BOOST_TEST(read_bytes(folder / "victim").size() == 3u);
    BOOST_TEST(folder.listing() == "victim");
    if (::geteuid() != 0) {
        BOOST_TEST_MESSAGE("not tested: only root can prepare files of another user");
        return;
    }
    write_bytes(kept, {1});
    BOOST_REQUIRE(::chown(kept.c_str(), 65534, 65534) == 0);
    refused("belongs to another user");
}

// A hundred wait for the disk while the threads of 16 processors write more.
BOOST_AUTO_TEST_CASE(many_outputs_wait_at_once) {
    const scratch_folder folder;
    constexpr std::size_t count = 150;
    std::vector<std::unique_ptr<output_file>> files;
    for (std::size_t k = 0; k < count; ++k) {
        files.push_back(std::make_unique<output_file>(folder / ("f" + std::to_string(k))));
        write_text(*files.back(), std::to_string(k));
    }
    for (auto& file : files) file->commit();
    files.clear();
    for (std::size_t k = 0; k < count; ++k)
        BOOST_TEST(text_of(folder / ("f" + std::to_string(k))) == std::to_string(k));
}

BOOST_AUTO_TEST_CASE(files_of_a_batch_get_their_names_together) {
    const scratch_folder folder;
    output_batch batch;
    const auto write = [&](const std::string& name) {
        output_file file(folder / name);
        write_text(file, name);
        file.commit();
    };
    write("a");
    write("b");
    BOOST_TEST(!fs::exists(folder / "a"));
    batch.finish();
    BOOST_TEST(folder.listing() == "a b");
    BOOST_TEST(text_of(folder / "b") == "b");
    fs::create_directories(folder / "c/full");  // no file can get this name
    {
        output_file file(folder / "d");
        file.commit();
        finished_file wrong{"c", folder / "e", folder / "c", ::open((folder / "e").c_str(), O_RDWR | O_CREAT, 0600)};
        BOOST_TEST(output_batch::take(wrong));
    }
    expect_job_error([&] { batch.finish(); }, "cannot write c: Is a directory");
    BOOST_TEST(folder.listing() == "a b c d");
}

BOOST_AUTO_TEST_CASE(a_batch_that_ends_early_leaves_nothing) {
    const scratch_folder folder;
    {
        const output_batch batch;
        output_file file(folder / "a");
        file.commit();
    }
    BOOST_TEST(folder.listing().empty());
}

BOOST_AUTO_TEST_SUITE_END()
