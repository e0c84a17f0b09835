// Kernel packs with a device: a pack replaces all compilations of its plans, and bad packs leave the cache as it was.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>

#include <stockham/stockham.h>
#include <stockham/stockham.hpp>

#include "runtime/cache/program_pack.hpp"
#include "runtime/programs/program_store.hpp"
#include "support/cached_run.hpp"
#include "support/message_recorder.hpp"

BOOST_AUTO_TEST_SUITE(kernel_packs_test)

namespace fs = std::filesystem;
using stockham::export_programs;
using stockham::import_programs;
using stockham::internal::parse_pack;
using stockham::internal::program_pack;

namespace {

cl_device_id device() {
    return test_device::get().device;
}

std::vector<stockham::transform> all_problems() {
    std::vector<stockham::transform> all;
    for (const char* text : problems) all.push_back(stockham::parse_transform(text));
    all.push_back(stockham::parse_transform("c2c f32 8 b64 if=planar of=planar"));
    return all;
}

/// A pack of these problems, made with a cache of its own.
void make_pack(const fs::path& file, const std::vector<stockham::transform>& transforms) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    export_programs(device(), transforms, file.string());
}

/// The rule or field, and the text, of the error that importing throws.
std::pair<std::string, std::string> refusal_of(const fs::path& file) {
    try {
        import_programs(device(), file.string());
        return {};
    } catch (const stockham::unsupported_error& e) {
        return {e.rule(), e.what()};
    } catch (const stockham::argument_error& e) {
        return {e.field(), e.what()};
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pack_replaces_all_compilations) {
    const temporary_folder made;
    const auto pack = made.path() / "kernels.pack";
    make_pack(pack, all_problems());
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const message_recorder listener;
    const auto added = import_programs(device(), pack.string());
    BOOST_TEST(added.entries > std::size(problems));
    BOOST_TEST(stockham::measure_program_cache().entries == added.entries);
    BOOST_TEST(stockham::measure_program_cache().bytes == added.bytes);
    for (const char* text : problems) BOOST_TEST(of_a_run(text) == one_loaded);
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_CASE(a_pack_of_a_used_cache_is_the_same) {
    const temporary_folder made, folder;
    make_pack(made.path() / "fresh", all_problems());
    const scoped_cache cache(folder);
    for (const char* text : problems) of_a_run(text);
    of_a_run("c2c f32 64 b8");  // is not in the pack
    const auto size = export_programs(device(), all_problems(), (made.path() / "used").string());
    const auto fresh = parse_pack(read_file(made.path() / "fresh"), "fresh"),
               used = parse_pack(read_file(made.path() / "used"), "used");
    BOOST_TEST(size.entries == used.entries.size());
    BOOST_TEST(fresh.entries.size() == used.entries.size());
    // On PoCL, the used cache only refers to programs. A pack needs their binaries, which are kept from then on.
    for (const auto& entry : used.entries) BOOST_TEST(entry.find("PoCL's own cache") == entry.npos);
    for (const char* text : problems) BOOST_TEST(of_a_run(text) == one_loaded);
}

// Kernels of callers are in a pack, too, if the work that uses them is.
BOOST_AUTO_TEST_CASE(a_pack_of_what_is_used) {
    constexpr const char* source = "kernel void twice(global float* x) { x[get_global_id(0)] *= 2; }";
    const auto work = [&] {
        const stockham::session on(device());
        auto kernel = on.kernel(source, "twice");
        const auto memory = on.buffer(1024);
        kernel.set(0, memory.get());
        kernel.execute(on.queue(), {256, 1, 1});
        on.finish();
    };
    const temporary_folder made, folder;
    const auto pack = made.path() / "kernels.pack";
    {
        const temporary_folder own;
        const scoped_cache cache(own);
        work();  // on PoCL, its entry refers to PoCL's own cache
        BOOST_TEST(stockham::export_used_programs(device(), work, pack.string()).entries >= 1U);
    }
    for (const auto& entry : parse_pack(read_file(pack), "pack").entries)
        BOOST_TEST(entry.find("PoCL's own cache") == entry.npos);
    const scoped_cache cache(folder);
    import_programs(device(), pack.string());
    const auto before = stockham::internal::count_programs();
    work();
    const auto after = stockham::internal::count_programs();
    BOOST_TEST(after.compiled == before.compiled);
    BOOST_TEST(after.loaded == before.loaded + 1);
    const auto failing = [] { throw std::runtime_error("work"); };
    BOOST_CHECK_THROW(stockham::export_used_programs(device(), failing, pack.string()), std::runtime_error);
    BOOST_CHECK_THROW(stockham::export_used_programs(device(), {}, pack.string()), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(a_pack_is_added_to_what_is_there) {
    const temporary_folder made, folder;
    const auto pack = made.path() / "kernels.pack";
    make_pack(pack, {stockham::parse_transform(problem)});
    const scoped_cache cache(folder);
    BOOST_TEST(of_a_run("c2c f32 16 b32") == one_compiled);
    import_programs(device(), pack.string());
    import_programs(device(), pack.string());
    BOOST_TEST(of_a_run("c2c f32 16 b32") == one_loaded);
    BOOST_TEST(of_a_run() == one_loaded);
}

// Every damaged or foreign pack is refused by name, and nothing of it gets into the cache.
BOOST_AUTO_TEST_CASE(bad_packs) {
    const temporary_folder made, folder;
    const auto good = made.path() / "good", bad = made.path() / "bad";
    make_pack(good, {stockham::parse_transform(problem)});
    const auto bytes = read_file(good);
    const auto pack = parse_pack(bytes, "good");
    const auto changed = [&](const std::function<void(program_pack&)>& change) {
        auto copy = pack;
        change(copy);
        return to_bytes(copy);
    };
    struct bad_pack {
        std::string bytes, rule, text;
    };
    std::vector<bad_pack> all{
        {changed([](auto& p) { p.origin.library = "0.0.1"; }), "library", "library version '0.0.1'"},
        {changed([](auto& p) { p.origin.platform = "Other"; }), "platform", "platform 'Other'"},
        {changed([](auto& p) { p.origin.device = "Card"; }), "device", "device 'Card'"},
        {changed([](auto& p) { p.origin.driver = "9"; }), "driver", "driver '9'"},
        {changed([](auto& p) { p.entries.back().back() ^= 1; }), "pack", "an entry is not intact"},
        {changed([](auto& p) { p.entries.back().pop_back(); }), "pack", "an entry is not intact"},
        {changed([](auto& p) { p.entries.emplace_back(); }), "pack", "an entry is not intact"},
        {"", "pack", "is not a kernel pack"},
        {"stkpack9" + bytes.substr(8), "pack", "another format"},
    };
    for (std::size_t keep = 1; keep < bytes.size(); keep += 1 + bytes.size() / 50)
        all.push_back({bytes.substr(0, keep), "pack", "bad"});
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 50) {
        all.push_back({bytes, "pack", "bad"});
        all.back().bytes[at] ^= 4;
    }
    const scoped_cache cache(folder);
    for (const auto& each : all) {
        write_file(bad, each.bytes);
        const auto [rule, text] = refusal_of(bad);
        BOOST_TEST(rule == each.rule, text);
        BOOST_TEST(text.find(each.text) != text.npos, text);
        BOOST_TEST(stockham::measure_program_cache().entries == 0U);
    }
    BOOST_TEST(refusal_of(made.path() / "missing").first == "pack");
    BOOST_TEST(refusal_of(made.path()).first == "pack");
}

BOOST_AUTO_TEST_CASE(bad_requests) {
    const temporary_folder made, folder;
    const auto one = {stockham::parse_transform(problem)};
    const auto file = (made.path() / "pack").string();
    {
        const scoped_cache off("");
        BOOST_CHECK_THROW(export_programs(device(), one, file), stockham::unsupported_error);
        BOOST_CHECK_THROW(import_programs(device(), file), stockham::unsupported_error);
    }
    const scoped_cache cache(folder);
    BOOST_CHECK_THROW(export_programs(device(), {}, file), stockham::argument_error);
    BOOST_CHECK_THROW(export_programs(device(), one, (made.path() / "no folder" / "pack").string()),
                      stockham::argument_error);
    BOOST_CHECK_THROW(export_programs(device(), one, made.path().string()), stockham::argument_error);
    BOOST_TEST(!fs::exists(file));
    auto wrong = *one.begin();
    wrong.lengths = {0};
    BOOST_CHECK_THROW(export_programs(device(), {wrong}, file), stockham::argument_error);
    BOOST_TEST(!fs::exists(file));
}

// A cache that is too small for an entry cannot take a pack.
BOOST_AUTO_TEST_CASE(a_cache_without_room) {
    const temporary_folder made, folder;
    const auto pack = made.path() / "kernels.pack";
    make_pack(pack, {stockham::parse_transform(problem)});
    const scoped_cache cache(folder);
    const message_recorder listener;
    stockham::use_program_cache({folder.path().string(), 100});
    BOOST_TEST(refusal_of(pack).first == "program cache");
}

BOOST_AUTO_TEST_CASE(from_c) {
    const temporary_folder made, folder;
    const auto file = (made.path() / "pack").string();
    const scoped_cache cache(folder);
    const char* two[] = {problems[0], problems[1]};
    uint64_t entries = 0, bytes = 0, added = 0;
    BOOST_TEST(stockham_program_cache_export(device(), two, 2, file.c_str(), &entries, &bytes) == STOCKHAM_OK);
    BOOST_TEST(stockham_program_cache_import(device(), file.c_str(), &added, nullptr) == STOCKHAM_OK);
    BOOST_TEST(entries == added);
    BOOST_TEST(bytes > 0U);
    BOOST_TEST(stockham_program_cache_export(device(), nullptr, 1, file.c_str(), nullptr, nullptr) != STOCKHAM_OK);
    BOOST_TEST(stockham_program_cache_export(device(), two, 2, nullptr, nullptr, nullptr) != STOCKHAM_OK);
    BOOST_TEST(stockham_program_cache_import(device(), nullptr, nullptr, nullptr) != STOCKHAM_OK);
}

BOOST_AUTO_TEST_SUITE_END()
