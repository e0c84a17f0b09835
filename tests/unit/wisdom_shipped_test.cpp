// The wisdom that comes with the library: this library can use every entry, and the plans are right.
#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>

#include "launch/kernel_text.hpp"
#include "support/built_by.hpp"
#include "support/interpreted.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_shipped_test)

using stockham::wisdom_entry;

namespace {

constexpr const char* files[] = {"host/search/wisdom/shipped/h200.json", "host/search/wisdom/shipped/cpu.json"};
constexpr std::uint64_t most_points = 1 << 13;

std::vector<wisdom_entry> entries_of(const char* file) {
    return stockham::internal::parse_wisdom(stockham::internal::library_file(file), file);
}

/// The device that the entry was measured on, as far as plans depend on it.
stockham::device_description device_of(const wisdom_entry& e) {
    auto d = stockham::named_description(e.vendor == "nvidia" ? "h200" : "cpu");
    if (e.vendor != "nvidia") d.vector_bytes = static_cast<unsigned>(std::stoul(e.architecture));  // "64-byte vectors"
    d.name = e.device;
    d.architecture = e.architecture;
    return d;
}

std::uint64_t points_of(const stockham::transform& t) {
    std::uint64_t points = 1;
    for (auto n : t.lengths) points *= n;
    return points;
}

/// The plan for two transforms of the batch, or for all if they are few and the plan needs them.
std::optional<std::pair<stockham::transform, stockham::internal::step_plan>> small_plan(const wisdom_entry& e) {
    auto t = stockham::parse_transform(e.problem);
    if (points_of(t) > most_points) return {};
    const auto how = stockham::internal::parse_plan_string(e.plan, stockham::internal::default_family(device_of(e)));
    const auto all = t.batch;
    for (auto batch : {std::min<std::size_t>(all, 2), std::min<std::size_t>(all, 64)}) {
        t.batch = batch;
        try {
            return std::pair{t, build_plan(stockham::internal::make_problem(t), device_of(e), how).plan};
        } catch (const stockham::unsupported_error&) {  // its tiles take more transforms than that
        }
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_entry_can_be_used) {
    for (const char* file : files) {
        std::vector<wisdom_entry> entries;
        BOOST_REQUIRE_NO_THROW(entries = entries_of(file));
        BOOST_TEST_MESSAGE(file << ": " << entries.size() << " entries");
        stockham::wisdom known;
        for (const auto& e : entries) BOOST_TEST_CONTEXT(file << ", " << e.problem << " : " << e.plan) {
                BOOST_TEST(stockham::wisdom::is_current(e));
                const auto t = stockham::parse_transform(e.problem);
                BOOST_CHECK_NO_THROW(built_by(stockham::internal::make_problem(t), device_of(e), e.plan));
                known.add(e);
                const auto found =
                    stockham::internal::look_up(known, t, stockham::internal::make_problem(t), device_of(e));
                BOOST_TEST((found && to_string(found->plan.how) == e.plan));
            }
        BOOST_TEST(known.entries().size() == entries.size());  // no duplicates
        BOOST_TEST(known.text() == stockham::internal::library_file(file));
    }
}

BOOST_AUTO_TEST_CASE(their_plans_are_right) {
    std::size_t small = 0, right = 0;
    for (const char* file : files)
        for (const auto& e : entries_of(file)) {
            small += points_of(stockham::parse_transform(e.problem)) <= most_points;
            const auto made = small_plan(e);
            if (!made) continue;
            BOOST_TEST_CONTEXT(file << ": " << e.plan) check_interpreted(made->first, device_of(e), made->second);
            ++right;
        }
    BOOST_TEST(right * 2 >= small);
}

BOOST_AUTO_TEST_SUITE_END()
