// Arrays and pictures that are larger than the memory that the command may use.
#include <cstring>

#include "engine.hpp"
#include "format/format.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const engine& device() {
    // Never released, because the driver may be gone before statics are destroyed.
    static const engine* e = new engine("");
    return *e;
}

const std::vector<std::size_t> shape{24, 32, 40};
constexpr std::size_t points = 24 * 32 * 40;

void write_cube(const scratch_folder& folder) {
    write_bytes(folder / "in.npy", complex_npy("(24, 32, 40)", random_complex<float>(points, 7)));
}

std::vector<std::complex<float>> read_cube(const std::string& path) {
    const auto bytes = read_bytes(path);
    std::vector<std::complex<float>> values(points);
    const std::size_t size = points * sizeof values[0];
    BOOST_REQUIRE(bytes.size() > size);
    std::memcpy(static_cast<void*>(values.data()), bytes.data() + (bytes.size() - size), size);
    return values;
}

void check_cube(const scratch_folder& folder, const std::string& name, const std::vector<std::size_t>& axes) {
    const auto wanted = plain_dft(widened(random_complex<float>(points, 7)), shape, axes, -1);
    BOOST_TEST(relative_error(read_cube(folder / name), wanted) < 1e-6, name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(larger_than_memory)

BOOST_AUTO_TEST_CASE(a_cube_makes_trips, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_cube(folder);
    const std::string fft = "$S fft in.npy -o out.npy --axes 0,1,2 ";
    for (const auto& [memory, trips] : {std::pair<std::string, std::string>{"100M", "1 trip,"},
                                        {"150K,600K", "2 trips,"},
                                        {"100M,600K", "2 trips,"},
                                        {"20K,120K", "3 trips,"}}) {
        const auto done = run(folder, fft + "--memory " + memory);
        BOOST_TEST(done.code == 0, done.err);
        BOOST_TEST(done.err.find(trips) != std::string::npos, done.err);
        for (const char* word : {"read", "transform", "write", "units in", "wall time"})
            BOOST_TEST(done.err.find(word) != std::string::npos, done.err);
        check_cube(folder, "out.npy", {0, 1, 2});
    }
    expect_failure(folder, fft + "--memory 2K", test::job, "the limit is 2048");
    expect_failure(folder, fft + "--memory 100M,2K", test::job, "bytes of host memory; the limit is 2048");
    expect_failure(folder, fft + "--memory 2G,x", usage, "--memory");
    BOOST_TEST(folder.listing() == "in.npy out.npy");
}

BOOST_AUTO_TEST_CASE(hdf5_files_are_larger_than_memory) {
    if (format_by_name("HDF5")->array == nullptr) return;
    const scratch_folder folder;
    write_cube(folder);
    const std::string options = " --axes 0,1,2 --quiet --memory 20K,120K";
    expect_success(folder, "$S fft in.npy -o out.h5:/cubes/first" + options);
    expect_success(folder, "cat in.npy | $S fft - -o piped.h5:/cubes/first" + options + " && cmp out.h5 piped.h5");
    expect_success(folder, "$S fft out.h5 -o back.h5 --resume --inverse" + options);
    expect_success(folder, "$S fft back.h5:/data -o out.npy --resume" + options);
    check_cube(folder, "out.npy", {0, 1, 2});
    expect_failure(folder, "$S fft out.h5:/other -o x.npy", test::job, "has no data set /other; it has /cubes/first");
    expect_failure(folder, "$S fft in.npy -o x.h5:/", test::job, "HDF5 cannot make a data set /");
    expect_failure(folder, "head -c 3000 out.h5 >cut.h5; $S fft cut.h5 -o x.npy", test::job, "cut.h5: ");
    BOOST_TEST(folder.listing() == "back.h5 cut.h5 in.npy out.h5 out.npy piped.h5");
}

BOOST_AUTO_TEST_CASE(pipes) {
    const scratch_folder folder;
    write_cube(folder);
    // Blocks one after the other, and the whole array in memory.
    expect_success(folder, "cat in.npy | $S fft - -o - --quiet --axes 2 --memory 20K,120K | cat >row.npy");
    check_cube(folder, "row.npy", {2});
    expect_success(folder, "cat in.npy | $S fft - -o - --quiet --axes 0 --memory 20K,120K | cat >column.npy");
    check_cube(folder, "column.npy", {0});
    expect_failure(folder, "cat in.npy | $S fft - -o x.npy --resume", usage, "--resume");
    expect_failure(folder, "$S fft in.npy -o - --resume", usage, "--resume");
}

// The command is killed when its journal has some lines, and goes on to the bits of an undisturbed run.
BOOST_AUTO_TEST_CASE(a_killed_run_resumes) {
    const scratch_folder folder;
    write_cube(folder);
    const std::string fft = "$S fft in.npy --axes 0,1,2 --memory 20K,120K --resume ";
    expect_success(folder, fft + "--quiet -o whole.npy");
    check_cube(folder, "whole.npy", {0, 1, 2});
    for (const int lines : {10, 30, 60}) BOOST_TEST_CONTEXT("killed after " << lines << " lines") {
            const auto killed =
                run(folder, fft +
                                "-o out.npy --quiet & job=$!; until [ \"$(cat .stockham-journal-out.npy "
                                "2>/dev/null | wc -l)\" -ge " +
                                std::to_string(lines) + " ]; do :; done; kill -9 $job; wait $job; ls -a");
            BOOST_TEST(killed.out.find(".stockham-journal-out.npy") != std::string::npos, killed.out);
            BOOST_TEST(killed.out.find("\nout.npy") == std::string::npos, killed.out);
            const auto resumed = run(folder, fft + "-o out.npy");
            BOOST_TEST(resumed.code == 0, resumed.err);
            BOOST_TEST(resumed.err.find("resumed after") != std::string::npos, resumed.err);
            BOOST_TEST((read_bytes(folder / "out.npy") == read_bytes(folder / "whole.npy")));
            BOOST_TEST(folder.listing() == "in.npy out.npy whole.npy");
            run(folder, "rm out.npy");
        }
}

// The output has its final size then, and no mark any more.
BOOST_AUTO_TEST_CASE(a_run_killed_before_its_output_has_its_name_resumes) {
    const scratch_folder folder;
    write_cube(folder);
    const std::string fft = "$S fft in.npy -o out.npy --quiet --memory 20K,120K --resume --axes 0,1,2";
    run(folder, "ASAN_OPTIONS=\"$ASAN_OPTIONS:verify_asan_link_order=0\" LD_PRELOAD=" KILLED_BEFORE_RENAME " " + fft);
    BOOST_TEST(folder.listing() ==
               ".stockham-journal-out.npy .stockham-output-out.npy .stockham-scratch-out.npy in.npy");
    expect_success(folder, fft);
    check_cube(folder, "out.npy", {0, 1, 2});
    BOOST_TEST(folder.listing() == "in.npy out.npy");
}

BOOST_AUTO_TEST_CASE(a_run_of_something_else_is_not_resumed) {
    const scratch_folder folder;
    write_cube(folder);
    const std::string fft = "$S fft in.npy -o out.npy --quiet --memory 20K,120K --resume ";
    const std::string kill = fft + "--axes 0,1,2 & job=$!; until [ \"$(cat .stockham-journal-out.npy 2>/dev/null | wc "
                                   "-l)\" -ge 12 ]; do :; done; kill -9 $job; wait $job";
    run(folder, kill);
    expect_failure(folder, fft + "--axes 0,1", test::job, "cannot resume: problem differs");
    run(folder, "touch in.npy");
    expect_failure(folder, fft + "--axes 0,1,2", test::job, "cannot resume: input differs");
    expect_success(folder, "rm .stockham-journal-out.npy; " + fft + "--axes 0,1,2");
    check_cube(folder, "out.npy", {0, 1, 2});
    BOOST_TEST(folder.listing() == "in.npy out.npy");
    // A journal that outlived its files is worthless.
    run(folder, kill + "; rm .stockham-output-out.npy .stockham-scratch-out.npy");
    expect_success(folder, fft + "--axes 0,1,2");
    check_cube(folder, "out.npy", {0, 1, 2});
}

// The command checks the kept files of an earlier run before it uses them.
BOOST_AUTO_TEST_CASE(kept_work_that_was_changed_is_refused) {
    const scratch_folder folder;
    write_cube(folder);
    const std::string fft = "$S fft in.npy -o out.npy --quiet --memory 20K,120K --resume --axes 0,1,2";
    run(folder, fft + " & job=$!; until [ \"$(cat .stockham-journal-out.npy 2>/dev/null | wc -l)\" -ge 30 ]; do :; "
                      "done; kill -9 $job; wait $job; mkdir kept; mv .stockham-* kept");
    const std::string restore = "rm -rf .stockham-*; cp kept/.s* .; ";
    const std::string journal = ".stockham-journal-out.npy", output = ".stockham-output-out.npy",
                      scratch = ".stockham-scratch-out.npy";
    const auto refused = [&](const std::string& change, const std::string& why) {
        expect_failure(folder, restore + change + "; " + fft, test::job, why);
    };
    refused("sed -i '/^blocks/{n;n;s/ / 1/}' " + journal, "cannot resume: block 2 of " + journal + " was changed");
    refused("sed -i '/^blocks/a 1 0' " + journal, "block 1 of " + journal + " was changed");
    refused("head -n 10 " + journal + " >j; mv j " + journal, "the journal has 1 of ");
    for (const std::string& kept : {output, scratch}) {
        const std::string why = kept + " was changed or replaced; remove " + journal + " to start anew";
        refused("truncate -s -1 " + kept, why);
        refused("truncate -s +1 " + kept, why);
        refused("n=$(stat -c %s " + kept + "); head -c $n /dev/zero >" + kept, why);
    }
    refused("rm " + journal + "; ln in.npy " + journal, "has a second name (a hard link)");
    BOOST_TEST(!std::filesystem::exists(folder / "out.npy"));
    expect_success(folder, restore + "rm " + scratch + "; " + fft);
    check_cube(folder, "out.npy", {0, 1, 2});
    expect_success(folder, restore + fft);
    check_cube(folder, "out.npy", {0, 1, 2});
}

BOOST_AUTO_TEST_CASE(an_input_that_changes_is_noticed) {
    const scratch_folder folder;
    write_cube(folder);
    const auto o = run(folder, "$S fft in.npy -o out.npy --quiet --axes 0,1,2 --memory 20K,120K & job=$!; sleep 0.05; "
                               "until touch in.npy; do :; done; wait $job");
    // The command may have ended before.
    if (o.code != 0) BOOST_TEST(o.err.find("in.npy changed while it was read") != std::string::npos, o.err);
}

BOOST_AUTO_TEST_CASE(trips_are_shown_before) {
    const scratch_folder folder;
    const auto shown = [&](const std::string& line) {
        const auto o = run(folder, line);
        BOOST_TEST(o.code == 0, line << ": " << o.err);
        return o.out;
    };
    const auto has = [](const std::string& text, const std::string& part) {
        BOOST_TEST(text.find(part) != text.npos, text);
    };
    const auto cube = shown("$S plan c2c f32 2048x1024x1024 in --host --for h200 --memory 2G");
    has(cube, "trip 1: 1024 units of c2c f32 1024x1024 b2");
    has(cube, "trip 2: 1024 units of c2c f32 2048 b1024");
    has(cube, "reads 16 GiB in rows of 8 KiB");
    has(cube, "link: 64 GiB");
    has(cube, "estimate: 0.7158 s from pinned memory");
    const auto files = shown("$S plan c2c f32 2048x1024x1024 --files --for h200 --memory 2G,8G");
    has(files, "disk: 64 GiB");
    has(files, "between trips: 16 GiB in a file");
    // The host's memory limits what goes to a larger device.
    has(shown("$S plan c2c f32 1024x1024x64 --files --for h200 --memory 1G,64M"), "trip 2:");
    has(shown("$S plan c2c f32 65536x65536 in --host --for h200"), "trip 1: 1 unit of");
    has(shown("$S plan c2c f32 64x64 b10 --host"), "link: 0");
    expect_failure(folder, "$S plan 64 --memory 4G", usage, "--memory: needs --host or --files");
    expect_failure(folder, "$S plan 64 --host --cost", usage, "--cost");
    expect_failure(folder, "$S plan c2c f32 64 in --files", test::job, "out of place");
    expect_failure(folder, "$S plan r2c f32 2x1073741824 --host --for h200 --memory 1G", test::job,
                   "the limit is 1073741824");
}

BOOST_AUTO_TEST_CASE(what_is_too_large_for_the_device_is_refused_before) {
    transform t;
    t.lengths = {1000, 1000};
    std::vector<std::complex<float>> values(1000000);
    expect_job_error([&] { run_transform(engine("", 1000000), t, values.data()); },
                     "c2c f32 1000x1000 needs 15.3 MiB on the device and the limit is 977 KiB");
    const std::size_t most = device().description().max_allocation;
    if (most < device().usable_memory()) BOOST_TEST(device().shortage(std::vector<std::size_t>{1, most}).empty());
    BOOST_TEST(device().shortage(std::vector<std::size_t>{1, most + 1}).find("needs a buffer of") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
