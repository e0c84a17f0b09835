// Wisdom, caches and messages through the C interface.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <thread>

#include <stockham/stockham.hpp>

#include "support/c_calls.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(c_api_wisdom_test)

BOOST_AUTO_TEST_SUITE(known_plans)

BOOST_AUTO_TEST_CASE(import_and_export) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string();
    const c_wisdom first, second;
    auto entry = stockham_default_wisdom_entry();
    entry.problem = "c2c f32 64";
    entry.plan = "64 : 0.0";
    entry.device = "toaster";
    entry.rigor = STOCKHAM_PATIENT;
    entry.seconds = 1e-5;
    std::size_t before = 0, after = 0;
    EXPECT_OK(stockham_wisdom_revision(first, &before));
    EXPECT_OK(stockham_wisdom_add(first, &entry));
    EXPECT_OK(stockham_wisdom_revision(first, &after));
    BOOST_TEST(before != after);
    char* json = nullptr;
    EXPECT_OK(stockham_wisdom_text(first, &json));
    const auto text = taken(json);
    EXPECT_OK(stockham_wisdom_merge_text(second, text.c_str()));
    EXPECT_OK(stockham_wisdom_write_file(second, path.c_str()));
    EXPECT_OK(stockham_wisdom_merge_into_file(second, path.c_str()));
    const c_wisdom third;
    EXPECT_OK(stockham_wisdom_merge_file(third, path.c_str()));
    const c_wisdom fourth;
    EXPECT_OK(stockham_wisdom_merge(fourth, third));
    stockham_wisdom_entry* entries = nullptr;
    std::size_t count = 0, removed = 0;
    EXPECT_OK(stockham_wisdom_entries(fourth, nullptr, sizeof *entries, &entries, &count));
    BOOST_REQUIRE(count == 1U);
    BOOST_TEST(entries->problem == std::string("c2c f32 64"));
    BOOST_TEST(entries->device == std::string("toaster"));
    BOOST_TEST(entries->vendor == std::string());
    BOOST_TEST(entries->rigor == STOCKHAM_PATIENT);
    BOOST_TEST(entries->seconds == 1e-5, boost::test_tools::tolerance(1e-9));
    int current = 7;
    EXPECT_OK(stockham_wisdom_is_current(entries, &current));
    BOOST_TEST(current == 0);
    stockham_free(entries);
    EXPECT_OK(stockham_wisdom_forget_in_file(path.c_str(), "c2c f32 64", nullptr, &removed));
    BOOST_TEST(removed == 1U);
    EXPECT_OK(stockham_wisdom_forget(fourth, nullptr, "toaster", &removed));
    BOOST_TEST(removed == 1U);
    EXPECT_OK(stockham_wisdom_entries(fourth, "c2c f32 64", sizeof *entries, &entries, &count));
    BOOST_TEST(count == 0U);
    BOOST_TEST(entries == nullptr);
}

BOOST_AUTO_TEST_CASE(an_older_program_knows_less_of_an_entry) {
    const c_wisdom known;
    auto entry = stockham_default_wisdom_entry();
    entry.problem = "c2c f32 64";
    entry.plan = "64 : 0.0";
    entry.seconds = 1e-5;
    for (const char* device : {"one", "two"}) {
        entry.device = device;
        EXPECT_OK(stockham_wisdom_add(known, &entry));
    }
    constexpr std::size_t old_size = offsetof(stockham_wisdom_entry, architecture);
    stockham_wisdom_entry* entries = nullptr;
    std::size_t count = 0;
    EXPECT_OK(stockham_wisdom_entries(known, nullptr, old_size, &entries, &count));
    BOOST_REQUIRE(count == 2U);
    std::vector<std::string> devices;
    for (std::size_t k = 0; k < count; ++k) {
        const char* at = reinterpret_cast<const char*>(entries) + k * old_size;
        stockham_wisdom_entry one = stockham_default_wisdom_entry();
        std::memcpy(static_cast<void*>(&one), at, old_size);
        BOOST_TEST(one.struct_size == old_size);
        devices.emplace_back(one.device);
    }
    BOOST_TEST(devices == (std::vector<std::string>{"one", "two"}));
    stockham_free(entries);
}

BOOST_AUTO_TEST_CASE(the_standard_one_stays) {
    stockham_wisdom *one = nullptr, *again = nullptr;
    EXPECT_OK(stockham_wisdom_standard(&one));
    stockham_wisdom_free(one);
    EXPECT_OK(stockham_wisdom_standard(&again));
    BOOST_TEST(one == again);
    std::size_t revision = 0;
    EXPECT_OK(stockham_wisdom_revision(again, &revision));
    char* path = nullptr;
    EXPECT_OK(stockham_wisdom_user_file(&path));
    BOOST_TEST(taken(path) == stockham::wisdom::user_file());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_library)

BOOST_AUTO_TEST_CASE(versions) {
    BOOST_TEST(stockham_version() == std::string(stockham::version()));
    EXPECT_OK(stockham_init());
    const int major = STOCKHAM_VERSION_MAJOR, minor = STOCKHAM_VERSION_MINOR, patch = STOCKHAM_VERSION_PATCH;
    expect_refused(stockham_check_version(major, minor, patch + 1), STOCKHAM_VERSION, "version", stockham_version());
    expect_refused(stockham_check_version(major, minor + 1, 0), STOCKHAM_VERSION, "version");
    expect_refused(stockham_check_version(major, minor - 1, 0), STOCKHAM_VERSION, "version");
    expect_refused(stockham_check_version(major + 1, minor, patch), STOCKHAM_VERSION, "version");
    for (const int negative : {-1, -5, std::numeric_limits<int>::min()})
        expect_refused(stockham_check_version(major, minor, negative), STOCKHAM_VERSION, "version",
                       std::to_string(negative));
}

BOOST_AUTO_TEST_CASE(the_program_cache) {
    const temporary_folder folder;
    char* before = nullptr;
    std::uint64_t most_before = 0, most = 0, entries = 7, bytes = 7;
    EXPECT_OK(stockham_program_cache_get(&before, &most_before));
    const auto kept = taken(before);
    EXPECT_OK(stockham_program_cache_use(folder.path().c_str(), 1 << 20));
    EXPECT_OK(stockham_program_cache_get(nullptr, &most));
    BOOST_TEST(most == 1U << 20);
    EXPECT_OK(stockham_program_cache_measure(&entries, &bytes));
    BOOST_TEST(entries == 0U);
    BOOST_TEST(bytes == 0U);
    entries = 7;
    EXPECT_OK(stockham_program_cache_clear(&entries, nullptr));
    BOOST_TEST(entries == 0U);
    EXPECT_OK(stockham_program_cache_use(kept.c_str(), most_before));
}

BOOST_AUTO_TEST_CASE(message_handlers) {
    const stockham_message_handler mine = [](const char*) {};
    stockham_message_handler first = nullptr, second = nullptr;
    EXPECT_OK(stockham_set_message_handler(mine, &first));
    EXPECT_OK(stockham_set_message_handler(first, &second));
    BOOST_TEST((second == mine));
}

BOOST_AUTO_TEST_CASE(names_of_codes) {
    std::set<std::string> names;
    for (int code = STOCKHAM_OK; code <= STOCKHAM_INTERNAL; ++code) names.insert(stockham_code_name(code));
    BOOST_TEST(names.size() == 10U);
    BOOST_TEST(stockham_code_name(-1) == std::string("?"));
    BOOST_TEST(stockham_code_name(STOCKHAM_HANDLE) == std::string("STOCKHAM_HANDLE"));
}

BOOST_AUTO_TEST_CASE(each_thread_has_its_own_last_error) {
    stockham_problem* problem = nullptr;
    expect_refused(stockham_problem_parse("c2c f32 nonsense", &problem), STOCKHAM_ARGUMENT, "problem", "nonsense");
    std::thread([] {
        BOOST_TEST(stockham_last_code() == STOCKHAM_OK);
        BOOST_TEST(stockham_last_error() == std::string());
        BOOST_TEST(stockham_last_build_log() == std::string());
        BOOST_TEST(stockham_last_opencl_code() == 0);
    }).join();
    EXPECT_OK(stockham_init());
    BOOST_TEST(stockham_last_code() == STOCKHAM_ARGUMENT);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
