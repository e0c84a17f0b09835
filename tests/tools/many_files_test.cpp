// Commands on many files: the files that arguments name, the same bits as single calls, failures, --resume.
#include <atomic>
#include <chrono>
#include <thread>

#include "command/many_files.hpp"
#include "memory_budget.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;
namespace fs = std::filesystem;

namespace {

std::string name_of_frame(unsigned k) {
    return "f" + std::to_string(100 + k) + ".png";
}

// Frames of two sizes, in random grey.
void write_frames(const scratch_folder& folder, unsigned count) {
    fs::create_directories(folder / "frames");
    for (unsigned k = 0; k < count; ++k)
        write_bytes(folder / "frames/" + name_of_frame(k),
                    encode_png(random_picture(k % 2 == 0 ? 24 : 20, 16, 1, k % 3 == 0 ? 8 : 16, k)));
}

std::size_t count_files(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

void set_age(const std::string& path, int seconds) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
}

file_list list(const std::vector<std::string>& inputs, const std::string& output) {
    return list_files({inputs, output, false}, [](const std::string&) { return std::string(".png"); });
}

void expect_refusal(const std::vector<std::string>& inputs, const std::string& output, const std::string& words) {
    BOOST_CHECK_EXCEPTION(list(inputs, output), usage_error, [&](const usage_error& e) {
        BOOST_TEST(contains(e.what(), words), e.what());
        return true;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(many_files)

BOOST_AUTO_TEST_CASE(two_hundred_files_give_the_bits_of_single_calls) {
    const scratch_folder folder;
    write_frames(folder, 200);
    const outcome o = run(folder, "$S filter 'frames/*.png' -o out/ --low-pass 0.2");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(contains(o.err, "200 of 200 files written to out/"), o.err);
    BOOST_TEST(count_files(folder / "out") == 200u);
    for (const unsigned k : {0u, 1u, 198u, 199u}) {
        expect_success(folder, "$S filter frames/" + name_of_frame(k) + " -o one.png --low-pass 0.2");
        BOOST_TEST(read_bytes(folder / "one.png") == read_bytes(folder / "out/" + name_of_frame(k)));
    }
}

BOOST_AUTO_TEST_CASE(the_other_commands_take_many_files) {
    const scratch_folder folder;
    write_frames(folder, 4);
    expect_success(folder, "$S convolve frames/*.png box:3 -o blurred --format tiff");
    expect_success(folder, "$S convolve frames/f100.png --kernel box:3 -o one.tif");
    BOOST_TEST(read_bytes(folder / "one.tif") == read_bytes(folder / "blurred/f100.tif"));
    expect_success(folder, "$S spectrum 'frames/*.png' -o spectra/ && $S spectrum frames/f101.png -o one.png");
    BOOST_TEST(read_bytes(folder / "one.png") == read_bytes(folder / "spectra/f101.png"));
    expect_success(folder, "$S psd 'frames/*.png' -o powers/ && $S psd frames/f102.png -o one.csv");
    BOOST_TEST(read_bytes(folder / "one.csv") == read_bytes(folder / "powers/f102.csv"));
    expect_failure(folder, "$S filter 'frames/*.png' -o out/ --all-pass --view v.png", usage, "--view: has no meaning");
    expect_failure(folder, "$S psd 'frames/*.png' -o out/ --plot p.svg", usage, "--plot: has no meaning");
    expect_failure(folder, "$S filter frames/f100.png -o a.png --all-pass --resume", usage, "--resume: has no effect");
}

BOOST_AUTO_TEST_CASE(a_file_that_fails_leaves_the_others_alone) {
    const scratch_folder folder;
    write_frames(folder, 6);
    write_bytes(folder / "frames/f101.png", {'n', 'o'});
    fs::remove(folder / "frames/f104.png");
    fs::create_symlink("gone", folder / "frames/f104.png");
    fs::copy(STOCKHAM_SOURCE_DIR "/tests/tools/expected/hostile/axes_110.fits", folder / "frames/crash.png");
    expect_success(folder, "mkfifo frames/pipe.png");
    const outcome o = run(folder, "$S filter 'frames/*.png' -o out --low-pass 0.2");
    BOOST_TEST(o.code == job);
    BOOST_TEST(contains(o.err, "f101.png: not a picture"), o.err);
    BOOST_TEST(contains(o.err, "cannot read frames/f104.png: No such file"), o.err);
    BOOST_TEST(contains(o.err, "frames/crash.png: "), o.err);  // its library crashes, or it is not in this build
    BOOST_TEST(contains(o.err, "frames/pipe.png: is a pipe"), o.err);
    BOOST_TEST(contains(o.err, "4 of 8 files written to out"), o.err);
    BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 5);
    BOOST_TEST(count_files(folder / "out") == 4u);
}

BOOST_AUTO_TEST_CASE(a_full_disk_fails_file_by_file) {
    const scratch_folder folder;
    write_frames(folder, 4);
    // The limit of a file's size stands in for the end of the disk. Compiled kernels are below it.
    write_bytes(folder / "frames/large.png", encode_png(make_picture("large", 800, 800, 1, sample_type::u8)));
    const outcome o = run(folder, "(ulimit -f 4096; $S filter 'frames/*.png' -o out --all-pass --type f4 "
                                  "--format tiff)");
    BOOST_TEST(o.code == job);
    BOOST_TEST(contains(o.err, "cannot write out/large.tif: File too large"), o.err);
    BOOST_TEST(contains(o.err, "4 of 5 files written"), o.err);
    BOOST_TEST(count_files(folder / "out") == 4u);  // and no temporary file
}

BOOST_AUTO_TEST_CASE(resume_skips_complete_and_newer_outputs) {
    const scratch_folder folder;
    write_frames(folder, 3);
    for (unsigned k = 0; k < 3; ++k) set_age(folder / "frames/" + name_of_frame(k), 100);
    const std::string line = "$S filter 'frames/*.png' -o out --low-pass 0.2 --resume";
    expect_success(folder, line);
    fs::remove(folder / "out/f100.png");
    set_age(folder / "out/f101.png", 200);
    const auto kept = fs::last_write_time(folder / "out/f102.png");
    const outcome o = run(folder, line);
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(contains(o.err, "2 of 3 files written to out"), o.err);
    BOOST_TEST(contains(o.err, "1 was up to date"), o.err);
    BOOST_TEST((fs::last_write_time(folder / "out/f102.png") == kept));
}

BOOST_AUTO_TEST_CASE(arguments_name_inputs_and_outputs) {
    const scratch_folder folder;
    write_frames(folder, 2);
    write_bytes(folder / "frames/a[1].png", {});
    const std::string in = folder / "frames/", out = folder / "out";
    const file_list one = list({in + "f100.png"}, folder / "x.png");
    BOOST_TEST(!one.is_many());
    BOOST_TEST(one.pairs.front().output == folder / "x.png");
    const file_list many = list({in + "f1*.png", in + "a[1].png"}, out);
    BOOST_REQUIRE(many.pairs.size() == 3u);
    BOOST_TEST(many.pairs[1].input == in + "f101.png");
    BOOST_TEST(many.pairs[1].output == out + "/f101.png");
    BOOST_TEST(many.pairs[2].input == in + "a[1].png");  // a file with that name is no pattern
    BOOST_TEST(list({in + "x.npz:deep/array"}, out + "/").pairs.front().output == out + "/x-deep-array.png");

    expect_refusal({in + "nothing*"}, out, "no file matches");
    expect_refusal({in + "f100.png", in + "f101.png"}, "", "need an output folder");
    expect_refusal({in + "f100.png", in + "f101.png"}, folder / "out.png", "is the name of one picture");
    expect_refusal({in + "f100.png", in + "f101.png"}, in + "f100.png", "is a file");
    expect_refusal({in + "f100.png", in + "f100.tif"}, out, "would both be written to");
    expect_refusal({in + "f100.png", "-"}, out, "standard input");
    expect_refusal({in + "f1*.png"}, folder / "frames", "is in the output folder");
    expect_refusal({folder / "*/f1*.png"}, out, "would also match the outputs");
    BOOST_TEST(list({in + "f1*.png"}, in + "out").pairs.size() == 2u);  // the pattern does not match frames/out/

    // Links lead from an output to an input, or to another output.
    write_bytes(folder / "photo.png", {});
    fs::create_directory(out);
    write_bytes(out + "/f101.png", {});
    fs::create_directory(folder / "links");
    fs::create_symlink("../photo.png", out + "/f100.png");
    expect_refusal({in + "f1*.png", folder / "photo*"}, out, "would replace the input " + folder / "photo.png");
    fs::create_symlink("../out/f101.png", folder / "links/elsewhere.png");
    expect_refusal({in + "f1*.png", folder / "links/*"}, out,
                   "the output of " + in + "f101.png, " + out + "/f101.png, would replace the input");
    fs::remove(out + "/f100.png");
    fs::create_symlink("f101.png", out + "/f100.png");
    expect_refusal({in + "f1*.png"}, out, "would both be written to");
}

// The first Ctrl-C lets the pictures that are begun become complete; --resume goes on. All threads wait for named pipes
// when the signal comes: one pipe more than threads; the first one is fed before. The shell names the pipes, since the
// command's own patterns leave pipes out.
BOOST_AUTO_TEST_CASE(an_interrupted_run_is_continued) {
    const scratch_folder folder;
    write_frames(folder, 20);
    const std::string script = "pipes=$(($(nproc) + 2))\n"
                               "for k in $(seq $pipes); do mkfifo frames/a$k.png; done\n"
                               "env --default-signal=INT $S filter frames/*.png -o out --low-pass 0.2 & job=$!\n"
                               "first=$(ls frames/a*.png | LC_ALL=C sort | head -n 1)\n"
                               "cat frames/f100.png >$first; kill -INT $job\n"
                               "feeders=\n"
                               "for p in frames/a*.png; do cat frames/f100.png >$p & feeders=\"$feeders $!\"; done\n"
                               "wait $job; code=$?; kill $feeders 2>/dev/null; rm frames/a*.png; exit $code\n";
    write_bytes(folder / "script", {script.begin(), script.end()});
    const outcome o = run(folder, "S=$S sh script");
    BOOST_TEST(o.code == 130, o.err);
    BOOST_TEST(contains(o.err, "interrupted: "), o.err);
    BOOST_TEST(contains(o.err, "--resume goes on"), o.err);
    BOOST_TEST(!fs::exists(folder / "out/f119.png"));
    BOOST_TEST(run(folder, "ls -A out | grep -c stockham-").out == "0\n");
    expect_success(folder, "$S filter 'frames/*.png' -o out --low-pass 0.2 --resume");
    expect_success(folder, "$S filter frames/f119.png -o one.png --low-pass 0.2 && cmp one.png out/f119.png");
}

BOOST_AUTO_TEST_CASE(threads_share_memory) {
    memory_budget budget(100);
    std::atomic<std::size_t> taken = 0, most = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t k = 0; k < 200; ++k) {
                const std::size_t bytes = t == 0 ? 500 : 30 + 10 * t;  // more than all waits for all of it
                const auto share = budget.take(bytes);
                const std::size_t now = taken += std::min<std::size_t>(bytes, 100);
                for (std::size_t before = most; before < now && !most.compare_exchange_weak(before, now);) continue;
                taken -= std::min<std::size_t>(bytes, 100);
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(most <= 100u);
    auto first = budget.take(60);
    first = memory_budget::share();  // returns it
    const auto all = budget.take(100);
}

BOOST_AUTO_TEST_SUITE_END()
