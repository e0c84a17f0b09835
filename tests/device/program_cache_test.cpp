// The program cache with a device: what it saves, and damage that it survives.
#include <boost/test/unit_test.hpp>

#include "runtime/programs/pocl_cache.hpp"
#include "support/cached_run.hpp"
#include "support/message_recorder.hpp"

BOOST_AUTO_TEST_SUITE(program_cache_test)

using stockham::plan;
namespace fs = std::filesystem;

namespace {

/// A PoCL binary with an empty program, on which PoCL 3.1 aborts. Empty for other runtimes.
std::string without_bitcode(std::string binary) {
    const std::string name = "/program.bc";
    const auto at = binary.find(name);
    if (at == binary.npos) return {};
    std::uint32_t bytes = 0;  // lowest byte first, as PoCL writes it
    for (std::size_t k = 4; k-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(binary.at(at + name.size() + k));
    return binary.replace(at + name.size(), 4 + bytes, std::string(4, '\0'));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_second_start_compiles_nothing) {
    const temporary_folder folder;
    const auto made = folder.path() / "made" / "for it";
    const scoped_cache cache(made);
    const message_recorder listener;
    BOOST_TEST(of_a_run() == one_compiled);
    const auto entries = names(made);
    BOOST_TEST(entries.size() == 2U);  // the estimate's plan, and its program
    BOOST_TEST(stockham::measure_program_cache().entries == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(names(made) == entries, boost::test_tools::per_element());
    BOOST_TEST(sound_entries(made) == 2U);
    BOOST_TEST(stockham::clear_program_cache().entries == 2U);
    BOOST_TEST(names(made).empty());
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_CASE(no_cache) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    of_a_run();
    const auto entries = names(folder);
    const scoped_cache off("");
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(stockham::measure_program_cache().entries == 0U);
    BOOST_TEST(stockham::clear_program_cache().entries == 0U);
    BOOST_TEST(names(folder) == entries, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(damaged_entries) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    std::size_t damages = 0;
    for (const auto& name : names(folder)) {
        const auto path = folder.path() / name;
        const auto whole = read_file(path);
        std::vector<std::string> bad;
        for (std::size_t bytes : {std::size_t{0}, std::size_t{40}, std::size_t{header_bytes}, whole.size() - 1})
            bad.push_back(whole.substr(0, bytes));
        for (std::size_t at : {std::size_t{3}, std::size_t{12}, std::size_t{20}, std::size_t{60}, std::size_t{88},
                               whole.size() / 2, whole.size() - 1}) {
            bad.push_back(whole);
            bad.back().at(at) = static_cast<char>(bad.back().at(at) ^ 4);
        }
        bad.push_back(whole + "more");
        for (const auto& bytes : bad) {
            write_file(path, bytes);
            of_a_run();
            BOOST_TEST((read_file(path) != bytes), name << " was not replaced");
            ++damages;
        }
        BOOST_TEST(of_a_run() == one_loaded);
    }
    BOOST_TEST(damages == 24U);
}

BOOST_AUTO_TEST_CASE(damage_is_told_once) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    for (int repeat = 0; repeat < 2; ++repeat) {
        write_file(program_in(folder), "damage");
        BOOST_TEST(of_a_run() == one_compiled);
    }
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"the cache in " + folder.path().string() +
                                            " had entries that were damaged or too large, now removed"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(another_kernels_entry) {
    const temporary_folder folder, other;
    {
        const scoped_cache cache(other);
        of_a_run(problems[1]);
    }
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    const auto mine = program_in(folder);
    fs::copy_file(program_in(other), mine, fs::copy_options::overwrite_existing);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(message_recorder::texts().size() == 1U);
    BOOST_TEST((read_file(mine) != read_file(program_in(other))));
    BOOST_TEST(of_a_run() == one_loaded);
}

// With matching digests, but another kernel name. The library checks the name before the runtime gets the binary.
BOOST_AUTO_TEST_CASE(another_kernels_binary) {
    const temporary_folder folder, other;
    {
        const scoped_cache cache(other);
        of_a_run(problems[1]);
    }
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    const auto mine = program_in(folder);
    const auto theirs = read_file(program_in(other)).substr(header_bytes);
    const auto poisoned = forged(read_file(mine), theirs);
    write_file(mine, poisoned);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(message_recorder::texts().size() == 1U);
    BOOST_TEST((read_file(mine) != poisoned));
    BOOST_TEST(of_a_run() == one_loaded);
}

// With matching digests, but not a program: from a foreign source, or from a driver that changed without a new
// version.
BOOST_AUTO_TEST_CASE(what_is_no_program_at_all) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    const auto path = program_in(folder);
    const auto whole = read_file(path);
    for (const auto& payload : {std::string(), std::string(1, 'x'), std::string("kernel void pass() {}"),
                                std::string(5000, '\0'), std::string(5000, '\xff'), read_file("/proc/self/exe"),
                                "poclbin" + std::string(5000, '\xff'), without_bitcode(whole.substr(header_bytes))}) {
        write_file(path, forged(whole, payload));
        BOOST_TEST(of_a_run() == one_compiled, payload.size() << " bytes were taken");
        BOOST_TEST((read_file(path) != forged(whole, payload)));
    }
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"the cache in " + folder.path().string() +
                                            " had programs that OpenCL rejects; they are compiled again"},
               boost::test_tools::per_element());
}

// A cached estimate is a plan string. If it is unusable, the plan is estimated again.
BOOST_AUTO_TEST_CASE(an_estimate_that_is_none) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    of_a_run();
    fs::path estimate;
    for (const auto& name : names(folder))
        if (folder.path() / name != program_in(folder)) estimate = folder.path() / name;
    const auto whole = read_file(estimate);
    for (const char* plan :
         {"", "nonsense", "16 : 0.0", "8*8 : 0.0 ; 0.1", "8 : 0.0 lane_line=77", "8 x 64 : 0.0+1.0"}) {
        write_file(estimate, forged(whole, plan));
        BOOST_TEST_CONTEXT("'" << plan << "'") BOOST_TEST(of_a_run() == one_loaded);
    }
}

BOOST_AUTO_TEST_CASE(folders_that_cannot_be_used) {
    const temporary_folder folder;
    write_file(folder.path() / "file", "text");
    fs::create_directory(folder.path() / "everybody's");
    fs::permissions(folder.path() / "everybody's", fs::perms::all);
    for (const char* name : {"file", "file/below", "everybody's"}) BOOST_TEST_CONTEXT(name) {
            const scoped_cache cache(folder.path() / name);
            const message_recorder listener;
            for (int repeat = 0; repeat < 2; ++repeat) BOOST_TEST(of_a_run() == one_compiled);
            const auto texts = message_recorder::texts();
            BOOST_REQUIRE(texts.size() == 1U);
            BOOST_TEST(texts.front().find("the cache in " + (folder.path() / name).string()) == 0U, texts.front());
        }
    BOOST_TEST(names(folder.path() / "everybody's").empty());
    BOOST_TEST(read_file(folder.path() / "file") == "text");
}

// PoCL makes machine code at the first run. Without its own cache, a plan that never ran has nothing to save, and a
// plan that is destroyed during its execution saves nothing. Neither may leave an incomplete entry.
BOOST_AUTO_TEST_CASE(plans_that_do_not_run) {
    const pocls_cache off(false);
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const auto context = make_context();
    {
        const plan idle(context.get(), test_device::get().device, stockham::parse_transform(problem));
        const plan second(context.get(), test_device::get().device, stockham::parse_transform("c2c f32 8 b64 scale=1"));
    }
    BOOST_TEST(sound_entries(folder) <= 2U);
    of_a_run();
    BOOST_TEST(sound_entries(folder) == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
}

// One context makes the program and never runs it. Another context runs the same program and must save a usable
// entry.
BOOST_AUTO_TEST_CASE(two_contexts_with_one_program) {
    const pocls_cache off(false);
    const temporary_folder folder;
    const scoped_cache cache(folder);
    {
        const auto context = make_context();
        const plan idle(context.get(), test_device::get().device, stockham::parse_transform(problem));
        of_a_run();
        of_a_run();
    }
    BOOST_TEST(sound_entries(folder) == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
}

// The entry refers to PoCL's cache while that is on, and holds the binary while it is off.
BOOST_AUTO_TEST_CASE(the_switch_of_pocls_cache) {
    if (!stockham::internal::is_pocl(stockham::describe(test_device::get().device))) return;
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const message_recorder listener;
    of_a_run();
    const auto reference = read_file(program_in(folder));
    {
        const pocls_cache off(false);
        BOOST_TEST(of_a_run() == one_compiled);
        BOOST_TEST(read_file(program_in(folder)).size() > reference.size());
        BOOST_TEST(of_a_run() == one_loaded);
    }
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_SUITE_END()
