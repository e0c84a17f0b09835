// Kernels of lanes for digits of any length: lengths, batches and strides are arguments, so that few kernels serve all.
#include <boost/test/unit_test.hpp>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "lowering/lowering.hpp"
#include "support/built_by.hpp"
#include "support/descriptions.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(any_length_test)

namespace {

std::vector<std::string> sources_of(const std::string& problem, const std::string& plan_string = {}) {
    const auto device = stockham::named_description("cpu");
    const auto p = stockham::internal::make_problem(stockham::parse_transform(problem));
    const auto plan = plan_string.empty() ? make_plan(p, device) : built_by(p, device, plan_string).plan;
    std::vector<std::string> sources;
    for (const auto& l : to_launches(plan, device, true)) sources.push_back(l.source);
    return sources;
}

/// The kernels of random problems, and how many problems of the second half add one.
struct kernels_of_many {
    std::set<std::string> sources;
    unsigned late = 0;
};

template <class Problem>
kernels_of_many kernels_of(unsigned count, Problem random_problem) {
    std::mt19937_64 random(test_seed());
    kernels_of_many all;
    for (unsigned k = 0; k < count; ++k) {
        bool adds = false;
        for (auto& source : sources_of(random_problem(random))) adds |= all.sources.insert(std::move(source)).second;
        all.late += adds && k >= count / 2;
    }
    return all;
}

std::string number(std::mt19937_64& random, unsigned least, unsigned most) {
    return std::to_string(std::uniform_int_distribution<unsigned>(least, most)(random));
}

}  // namespace

BOOST_AUTO_TEST_CASE(lengths_batches_and_strides_share_a_kernel) {
    const auto rows = sources_of("c2c f32 1000 b1000");
    BOOST_REQUIRE(rows.size() == 1);
    for (const char* other :
         {"c2c f32 960 b77", "c2c f32 1680 b300", "c2c f32 100 b10000", "c2c f32 1000 b1000 id=2000 od=1100"})
        BOOST_TEST((sources_of(other) == rows), other);
    BOOST_TEST((sources_of("c2c f32 1000x1200")[1] == rows[0]));
    BOOST_TEST((sources_of("r2c f32 1000 b100") == sources_of("r2c f32 1440 b70")));
    BOOST_TEST((sources_of("c2r f32 1000 b100") == sources_of("c2r f32 1440 b70")));
    BOOST_TEST((sources_of("c2c f32 1009 b500") == sources_of("c2c f32 2017 b1000")), "by Rader's algorithm");
}

BOOST_AUTO_TEST_CASE(powers_of_two_have_a_kernel_of_their_own) {
    for (const char* kind : {"c2c f32 ", "r2c f32 ", "c2r f64 ", "dct2 f32 "}) BOOST_TEST_CONTEXT(kind) {
            const auto sources = [&](const char* shape) { return sources_of(std::string(kind) + shape); };
            BOOST_TEST((sources("1024 b1000") != sources("2048 b1000")));
            BOOST_TEST((sources("1024 b1000") == sources("1024 b700")));
            BOOST_TEST((sources("256x512 b3") == sources("256x512 b5")));
        }
    BOOST_TEST((sources_of("c2c f32 256x1000 b3")[1] == sources_of("c2c f32 1000 b1000")[0]), "only one axis has");
    BOOST_TEST((sources_of("c2c f32 1024 b100 nonzero=700") == sources_of("c2c f32 2048 b100 nonzero=701")),
               "fewer points in memory");
}

BOOST_AUTO_TEST_CASE(large_radices_have_a_kernel_of_their_own) {
    const auto rows = sources_of("c2c f32 1000 b1000"), large = sources_of("c2c f32 527 b100");
    BOOST_TEST(rows != large);
    BOOST_TEST((large == sources_of("c2c f32 1140 b1000")));
}

BOOST_AUTO_TEST_CASE(a_plan_string_asks_for_a_kernel_of_its_own) {
    const auto shared = sources_of("c2c f32 1000 b1000", "1000 : 0.0"),
               own = sources_of("c2c f32 1000 b1000", "1000 : 0.0 own_kernel");
    BOOST_TEST(shared != own);
    BOOST_TEST(own != sources_of("c2c f32 960 b1000", "960 : 0.0 own_kernel"));
}

BOOST_AUTO_TEST_CASE(few_kernels_serve_random_lengths) {
    const auto rows = kernels_of(
        100, [](auto& random) { return "c2c f32 " + number(random, 100, 4000) + " b" + number(random, 20, 500); });
    BOOST_TEST_MESSAGE(rows.sources.size() << " kernels of rows, " << rows.late << " late");
    BOOST_TEST(rows.sources.size() < 40);
    BOOST_TEST(rows.late <= 16);
    const auto real = kernels_of(
        100, [](auto& random) { return "r2c f64 " + number(random, 100, 4000) + " b" + number(random, 20, 500); });
    BOOST_TEST_MESSAGE(real.sources.size() << " kernels of real rows, " << real.late << " late");
    BOOST_TEST(real.sources.size() < 30);
    BOOST_TEST(real.late <= 12);
}

BOOST_AUTO_TEST_SUITE_END()
