// The format of kernel packs, and entries of the disk store as bytes.
#include <boost/test/unit_test.hpp>

#include <string>

#include <stockham/error.hpp>

#include "runtime/cache/disk_store.hpp"
#include "runtime/cache/program_pack.hpp"
#include "runtime/cache/used_entries.hpp"
#include "runtime/programs/program_store.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(program_pack_test)

using namespace stockham::internal;

namespace {

program_pack sample() {
    return {{"1.2.3", "Platform", "", "driver\n7"}, {std::string("\0\1", 2), "", std::string(70000, 'x')}};
}

std::string refusal_of(const std::string& bytes) {
    try {
        parse_pack(bytes, "'pack'");
        return "";
    } catch (const stockham::argument_error& e) {
        BOOST_TEST(e.field() == "pack");
        return e.what();
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(packs_round_trip) {
    for (const auto& pack : {sample(), program_pack{}}) {
        const auto read = parse_pack(to_bytes(pack), "pack");
        BOOST_TEST(read.origin.library == pack.origin.library);
        BOOST_TEST(read.origin.platform == pack.origin.platform);
        BOOST_TEST(read.origin.device == pack.origin.device);
        BOOST_TEST(read.origin.driver == pack.origin.driver);
        BOOST_TEST(read.entries == pack.entries, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(every_damage_is_found) {
    auto pack = sample();
    pack.entries.pop_back();
    const auto good = to_bytes(pack);
    BOOST_TEST(refusal_of(good).empty());
    for (std::size_t keep = 0; keep < good.size(); ++keep) BOOST_TEST(!refusal_of(good.substr(0, keep)).empty(), keep);
    for (std::size_t at = 0; at < good.size(); ++at) {
        auto bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 16);
        BOOST_TEST(refusal_of(bad).rfind("'pack' is ", 0) == 0U, at);
    }
    BOOST_TEST(!refusal_of(good + '\0').empty());
}

// With a right digest, but lengths that point outside.
BOOST_AUTO_TEST_CASE(lengths_are_not_trusted) {
    const auto with_digest = [](const std::string& rest) { return "stkpack1" + sha256().add(rest).digest() + rest; };
    const std::string huge(8, '\xff'), four_texts(4 * 8, '\0');
    for (const auto& rest : {std::string(), huge, four_texts + huge, four_texts + std::string("\1\0", 2)})
        BOOST_TEST(refusal_of(with_digest(rest)).find("is damaged") != std::string::npos);
    BOOST_TEST(refusal_of(with_digest(four_texts)).empty());
}

BOOST_AUTO_TEST_CASE(entries_are_files_of_the_store) {
    const temporary_folder made, other;
    const disk_store store(made, plenty), copy(other, plenty);
    BOOST_TEST(store.keep("key", "payload"));
    const auto entry = disk_store::entry("key", "payload");
    BOOST_TEST(read_file(made.path() / *names(made).begin()) == entry);
    BOOST_TEST(disk_store::is_intact(entry));
    BOOST_TEST(copy.keep_entry(entry));
    BOOST_TEST(*copy.find("key") == "payload");
    for (std::size_t keep = 0; keep < entry.size(); ++keep) BOOST_TEST(!disk_store::is_intact(entry.substr(0, keep)));
    BOOST_TEST(!disk_store::is_intact(entry + "x"));
    for (std::size_t at = 0; at < entry.size(); ++at) {
        auto bad = entry;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        BOOST_TEST(!disk_store::is_intact(bad), at);
    }
}

BOOST_AUTO_TEST_CASE(used_entries_are_recorded) {
    const temporary_folder folder;
    const disk_store store(folder, plenty);
    BOOST_TEST(store.keep("before", "1"));
    const used_entries outer;
    BOOST_TEST(store.keep("written", "2"));
    {
        const used_entries inner;
        BOOST_TEST(*store.find("before") == "1");
        BOOST_TEST(!store.find("missing"));
        BOOST_TEST(inner.keys() == std::set<std::string>{"before"}, boost::test_tools::per_element());
    }
    BOOST_TEST(*store.find("written") == "2");
    BOOST_TEST(outer.keys() == (std::set<std::string>{"before", "written"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_programs_have_marks) {
    const std::string device = "stockham 1\nplatform\nname\ndriver\n";
    BOOST_TEST(imported_mark(device + "program -O|abc") == device + "imported program -O|abc");
    for (const auto& other :
         {device + "estimate", device, std::string("program x"), std::string(), device + "imported program x"})
        BOOST_TEST(imported_mark(other).empty(), other);
}

BOOST_AUTO_TEST_SUITE_END()
