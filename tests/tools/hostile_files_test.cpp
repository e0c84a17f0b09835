// Files that crash the libraries which decode them, or that take data from other files.
#include <csignal>
#include <cstring>

#include <sys/resource.h>
#include <sys/stat.h>

#include "expected.hpp"
#include "format/decoder_process.hpp"
#include "image/picture_sink.hpp"
#include "input.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

namespace fs = std::filesystem;

bool has_format(const std::string& name) {
    return format_by_name(name)->open != nullptr;
}

std::string hostile(const std::string& name) {
    return expected_folder() + "hostile/" + name;
}

// A child that answers with this service.
std::unique_ptr<decoder_process> decoder(const decoder_service& service) {
    static std::mutex library;
    return std::make_unique<decoder_process>("x", "FITS", library, [&] { return service; });
}

// Files whose data sets take data from each other, and a named pipe.
struct hdf5_files : scratch_folder {
    hdf5_files() {
        for (const auto& entry : fs::directory_iterator(expected_folder() + "hdf5"))
            fs::copy(entry.path(), *this / entry.path().filename().string());
        BOOST_REQUIRE(::mkfifo((*this / "pipe").c_str(), 0600) == 0);
    }
    std::string of(const std::string& member) const { return *this / "sources.h5:/" + member; }
};

// The picture, read as pages and as an array, which must agree.
picture read_both(const std::string& path, bool external) {
    read_options options;
    options.external = external;
    const picture page = read_picture(path, options);
    picture_path split = split_path(path);
    split.external = external;
    const auto array = format_by_name("HDF5")->array(split);
    std::vector<std::uint8_t> data(page.bytes.size());
    BOOST_REQUIRE(array->size() > data.size());
    array->read_at(array->size() - data.size(), data.data(), data.size());
    BOOST_TEST((data == page.bytes), path);
    return page;
}

// Both ways to read a file fail for this reason.
void refused(const std::string& path, bool external, const std::string& words) {
    BOOST_TEST_CONTEXT(path) {
        read_options options;
        options.external = external;
        expect_job_error([&] { read_picture(path, options); }, words);
        picture_path split = split_path(path);
        split.external = external;
        expect_job_error([&] { format_by_name("HDF5")->array(split); }, words);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile_files)

BOOST_AUTO_TEST_CASE(a_decoder_answers) {
    const auto twice = decoder([](const decoder_question& question) {
        decoder_answer answer;
        answer.facts.assign(3, static_cast<std::uint8_t>(question.first));
        answer.data.resize(static_cast<std::size_t>(question.second), 7);
        return answer;
    });
    for (const std::uint64_t bytes : {0u, 1u, 5000000u}) {
        const decoder_answer answer = twice->ask({9, bytes});
        BOOST_TEST((answer.facts == std::vector<std::uint8_t>(3, 9)));
        BOOST_TEST((answer.data == std::vector<std::uint8_t>(static_cast<std::size_t>(bytes), 7)));
    }
}

BOOST_AUTO_TEST_CASE(errors_of_a_decoder_are_those_of_the_command) {
    const auto fails = decoder([](const decoder_question& question) -> decoder_answer {
        if (question.first == 1) throw std::bad_alloc();
        if (question.first == 2) throw std::logic_error("not a job_error");
        throw job_error("the file is broken");
    });
    expect_job_error([&] { fails->ask({0, 0}); }, "the file is broken");
    BOOST_CHECK_THROW(fails->ask({1, 0}), std::bad_alloc);
    expect_job_error([&] { fails->ask({2, 0}); }, "not a job_error");
    expect_job_error([&] { fails->ask({0, 0}); }, "the file is broken");
}

// Whatever ends the child is an error of the file, for this question and all later ones. Another child lives on.
BOOST_AUTO_TEST_CASE(a_crash_ends_the_decoder_alone) {
    const auto other = decoder([](const decoder_question&) { return decoder_answer{}; });
    for (const int signal : {SIGSEGV, SIGFPE, SIGABRT}) {
        const auto crashes = decoder([signal](const decoder_question&) {
            ::raise(signal);
            return decoder_answer{};
        });
        const auto later = decoder([](const decoder_question&) { return decoder_answer{}; });
        const std::string words =
            "x: broken FITS: the library that decodes it ended with signal " + std::to_string(signal);
        expect_job_error([&] { crashes->ask({0, 0}); }, words);
        expect_job_error([&] { crashes->ask({0, 0}); }, words);
        later->ask({0, 0});
    }
    const auto leaves = decoder([](const decoder_question&) -> decoder_answer { ::_exit(0); });
    expect_job_error([&] { leaves->ask({0, 0}); }, "ended early");
    other->ask({0, 0});
}

BOOST_AUTO_TEST_CASE(headers_that_crash_cfitsio) {
    if (!has_format("FITS")) return;
    for (const char* name : {"axes_110.fits", "tile_0.fits", "no_block_size.fits"})
        expect_job_error([&] { read_picture(hostile(name)); }, "broken FITS");
}

BOOST_AUTO_TEST_CASE(hdf5_takes_nothing_from_other_files) {
    if (!has_format("HDF5")) return;
    const hdf5_files folder;
    const std::pair<std::string, std::string> members[] = {
        {"link", "file, data.h5 (an external link)"},      {"soft", "file, data.h5 (an external link)"},
        {"stored", "file, values.bin (external storage)"}, {"joined", "file, data.h5 (a virtual data set)"},
        {"inside", "data set (a virtual data set)"},       {"series", "file, row-%b.h5 (a virtual data set)"},
        {"self", "data set (a virtual data set)"},         {"pipe", "file, pipe (external storage)"},
        {"pipe_link", "file, pipe (an external link)"},    {"pipe_joined", "file, pipe (a virtual data set)"}};
    for (const auto& [member, words] : members)
        refused(folder.of(member), false, "takes data from another " + words + "; --external-data allows that");
    refused(hostile("external.h5"), false, "/etc/passwd (external storage)");
    refused(hostile("virtual_self.h5"), false, "(a virtual data set)");
}

BOOST_AUTO_TEST_CASE(hdf5_takes_from_other_files_what_is_allowed) {
    if (!has_format("HDF5")) return;
    const hdf5_files folder;
    const picture own = read_both(folder.of("own"), false);
    BOOST_TEST(own.at(11) == 11);
    for (const char* member : {"link", "soft", "stored", "joined", "twice", "inside", "series"})
        BOOST_TEST((read_both(folder.of(member), true).bytes == own.bytes), member);
    refused(folder.of("self"), true, "takes data from itself");
    refused(folder.of("ring"), true, "takes data from itself");
    for (const char* member : {"missing", "missing_stored"}) refused(folder.of(member), true, "does not exist");
    refused(folder.of("missing_link"), true, "has no data set /missing_link");
    for (const char* member : {"pipe", "pipe_link", "pipe_joined"})
        refused(folder.of(member), true, "pipe, from which it takes data, is not a regular file");
}

BOOST_AUTO_TEST_CASE(complex_numbers_of_hdf5_have_two_kinds_of_names) {
    if (!has_format("HDF5")) return;
    const hdf5_files folder;
    const auto array = format_by_name("HDF5")->array(split_path(folder.of("complex")));
    std::vector<std::complex<float>> values(12);
    const std::size_t bytes = values.size() * sizeof values[0];
    array->read_at(array->size() - bytes, values.data(), bytes);
    for (std::size_t k = 0; k < values.size(); ++k) {
        const auto x = static_cast<float>(k);
        BOOST_TEST(values[k] == std::complex<float>(x, 2 * x));
    }
}

// The library's own search for data sets takes half a minute here.
BOOST_AUTO_TEST_CASE(nested_groups_take_little_time) {
    if (!has_format("HDF5")) return;
    const scratch_folder folder;
    std::string deep = folder / "deep.h5:";
    for (int k = 0; k < 3000; ++k) deep += "/g";
    const picture page = random_picture(4, 4, 1, 8, 1);
    write_picture(page, deep + "/deep");
    const auto seconds_of_children = [] {
        rusage used{};
        ::getrusage(RUSAGE_CHILDREN, &used);
        return used.ru_utime.tv_sec + used.ru_stime.tv_sec;
    };
    const auto before = seconds_of_children();
    expect_job_error([&] { read_picture(folder / "deep.h5"); }, "it has none");
    BOOST_TEST((read_picture(deep + "/deep").bytes == page.bytes));
    BOOST_TEST(seconds_of_children() - before < 5);
}

BOOST_AUTO_TEST_SUITE_END()
