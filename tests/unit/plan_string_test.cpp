// Plan strings: each leads back to its plan, and every plan that can be built is right.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>

#include "families/table.hpp"
#include "families/work_group/work_group.hpp"
#include "lowering/lowering.hpp"
#include "support/built_by.hpp"
#include "support/built_slow.hpp"
#include "support/descriptions.hpp"
#include "support/folders.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(plan_string_test)

using stockham::transform;

namespace {

std::vector<std::string> sources(const stockham::internal::step_plan& plan,
                                 const stockham::device_description& device) {
    std::vector<std::string> all;
    for (const auto& launch : to_launches(plan, device, true)) all.push_back(launch.source);
    return all;
}

std::vector<stockham::device_description> devices_and_h200() {
    auto all = descriptions();
    for (const char* name : {"h200", "gfx90a"}) all.push_back(stockham::named_description(name));
    return all;
}

/// Another choice for every pass, from those that the families declare.
void vary(stockham::internal::plan_decisions& how, const stockham::internal::problem& p,
          const stockham::device_description& device, std::mt19937& g) {
    if (!how.system.empty()) return;
    const auto passes = passes_of(p, how.sequence, places_of(p)).passes;
    for (std::size_t k = 0; k < passes.size(); ++k) {
        const auto choices = pass_choices(passes[k], device);
        how.choices[k] = choices[g() % choices.size()];
        for (auto times = g() % 3; times > 0; --times) {
            const auto others = variations(how.choices[k], device);
            how.choices[k] = others[g() % others.size()];
        }
    }
}

stockham::internal::candidate built(const char* problem, const char* how, const char* device = "h200") {
    return built_by(stockham::internal::make_problem(stockham::parse_transform(problem)),
                    stockham::named_description(device), how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_plan_string_leads_back_to_the_plan) {
    for (const auto& device : devices_and_h200())
        for (const char* text :
             {"c2c f32 1", "c2c f32 64 b100", "c2c f32 1048576", "c2c f64 4194304 in", "c2c f32 64x64",
              "c2c f32 256x256 in", "c2c f32 512x512", "c2c f32 128x128x128 b2", "c2c f64 32x32x32 in",
              "c2c f32 1024x1024 algorithm=row_transpose", "c2c f32 8192x4 in algorithm=row_transpose",
              "c2c f32 4096 b3 algorithm=split_half", "c2c f32 32x64x16 in algorithm=split_half",
              "c2c f32 128x16x64 algorithm=five_step", "c2c f32 1x64 is=64,2 id=999 b3", "c2c f32 400x600",
              "c2c f64 5040 b9", "c2c f32 4099 b5"}) {
            const auto p = stockham::internal::make_problem(stockham::parse_transform(text));
            for (const auto& c : cheapest_plans(p, device, 4)) {
                const auto written = to_string(c.how);
                BOOST_TEST_CONTEXT(text << " for " << device.name << ": " << written) {
                    const auto again = built_by(p, device, written);
                    BOOST_TEST(to_string(again.plan) == to_string(c.plan));
                    BOOST_TEST(sources(again.plan, device) == sources(c.plan, device));
                    BOOST_TEST(to_string(again.how) == written);
                    BOOST_TEST(std::abs(again.cost - c.cost) <= 0.04 * c.cost);  // minus the cost of a workspace
                }
            }
        }
}

BOOST_AUTO_TEST_CASE(whatever_can_be_built_is_right) {
    const unsigned seed = test_seed();
    std::mt19937 g(seed);
    const auto devices = devices_and_h200();
    int right = 0;
    constexpr int problems = built_slow ? 60 : 300;
    for (int count = 0; count < problems; ++count) {
        const auto t = random_problem(g, 1 << 12);
        const auto& device = devices[g() % devices.size()];
        const auto p = stockham::internal::make_problem(t);
        const auto plans = cheapest_plans(p, device, 12);
        auto how = plans[g() % plans.size()].how;
        vary(how, p, device, g);
        stockham::internal::candidate c;
        try {
            c = build_plan(p, device, how);
        } catch (const stockham::unsupported_error&) {  // more than the work-groups of this device hold
            continue;
        }
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", " << count << ": " << to_string(how))
        check_interpreted(t, device, c.plan);
        ++right;
    }
    BOOST_TEST(right > problems / 2);
}

// Chains given by the user. Their codelets may be larger than any that a search would choose.
BOOST_AUTO_TEST_CASE(given_chains) {
    struct chain_case {
        const char *problem, *how;
        std::vector<unsigned> radices;  // of the stages of all passes, in order
    };
    for (const auto& device : devices_and_h200())
        for (const chain_case& c :
             {chain_case{"c2c f32 64 b40", "64 : 0.0 chain=2.4.8", {2, 4, 8}},
              chain_case{"c2c f32 64 b40", "64 : 0.0 chain=64", {64}},
              chain_case{"c2c f64 60 b3", "60 : 0.0 chain=5.12", {5, 12}},
              chain_case{"c2c f32 16x16 b9", "16 x 16 : 0.0+1.0 chain=0:4.1:16.0:4", {4, 16, 4}},
              chain_case{"c2c f32 4096 b2", "64*64 : 0.0 chain=64 ; 0.1 chain=8.8", {64, 8, 8}},
              chain_case{"c2c f32 128x256", "128 x 256 : 1.0 chain=256 ; 0.0 chain=128", {256, 128}}})
            BOOST_TEST_CONTEXT(c.problem << " by " << c.how << " for " << device.name) {
                const auto t = stockham::parse_transform(c.problem);
                stockham::internal::candidate made;
                try {
                    made = built_by(stockham::internal::make_problem(t), device, c.how);
                } catch (const stockham::unsupported_error&) {  // more than this device holds
                    continue;
                }
                BOOST_TEST(to_string(made.how) == c.how);
                std::vector<unsigned> radices;
                for (const auto& step : made.plan.steps)
                    for (const auto& g : std::get<stockham::internal::pass_step>(step).stages)
                        if (g.radix > 1) radices.push_back(g.radix);  // others copy
                BOOST_TEST(radices == c.radices);
                check_interpreted(t, device, made.plan);
            }
}

// A plan string with all options makes the same kernels.
BOOST_AUTO_TEST_CASE(spelled_out_it_is_the_same_plan) {
    for (const auto& device : devices_and_h200())
        for (const char* text :
             {"c2c f32 64 b100", "c2c f32 8 b7", "c2c f64 1000 b3", "c2c f32 1048576", "c2c f32 400x600 in",
              "c2c f32 4099 b5", "c2c f32 257 b9", "r2c f32 480x640", "c2r f64 30x50",
              "c2c f32 1024x1024 algorithm=row_transpose", "c2c f32 4096 b3 algorithm=split_half",
              "c2c f32 4096 b3 algorithm=constant_geometry"}) {
            const auto p = stockham::internal::make_problem(stockham::parse_transform(text));
            for (const auto& c : cheapest_plans(p, device, 3)) {
                const auto how = spelled_out(c);
                BOOST_TEST_CONTEXT(text << " for " << device.name << ": " << to_string(how)) {
                    const auto again = built_by(p, device, to_string(how));
                    BOOST_TEST(sources(again.plan, device) == sources(c.plan, device));
                    BOOST_TEST(to_string(again.plan) == to_string(c.plan));
                    BOOST_TEST(to_string(spelled_out(again)) == to_string(how));
                }
            }
        }
}

// Paired real lines, also of neighbouring transforms and an odd number of them.
BOOST_AUTO_TEST_CASE(real_lines_in_pairs) {
    const auto device = stockham::named_description("h200");
    for (const auto& [problem, how, passes] :
         {std::tuple{"r2c f32 1024", "32*32 : 0.0 points=8 width=4 paired ; 0.1 width=4", 1},
          {"c2r f32 1024", "32*32 : 0.0 width=4 ; 0.1 points=8 width=4 paired", 1},
          {"r2c f64 900 b3 in", "30*30~ : 0.0 width=2 paired ; 0.1 width=2", 1},
          {"c2r f64 900 b3 in", "30*30 : 0.0 width=2 ; 0.1 width=2 paired", 1},
          {"r2c f32 2310", "15*14*11 : 0.0 width=2 min_items=4 paired ; 0.1 ; 0.2", 1},
          {"r2c f32 12x15 b3", "12 x 15 : 1.0 min_items=8 paired ; 0.0", 1},
          {"r2c f32 12x15 b3", "12 x 15 : 1.0 min_items=1 points=4 paired ; 0.0", 1},
          {"r2c f32 8x15 b3 of=planar", "8 x 15 : 1.0 min_items=8 paired ; 0.0", 1},
          {"c2r f32 10x21 b2", "10 x 21 : 0.0 ; 1.0 min_items=8 paired", 1},
          {"r2c f32 24x32", "8*3 x 32 : 1.0+0.0 min_items=4 ; 0.1", 0},
          {"r2c f32 16x32", "4*4 x 32 : 1.0+0.0 min_items=4 paired ; 0.1", 1},
          {"r2c f64 16x9x20 scale=3", "4*4 x 9 x 20 : 2.0+0.0 min_items=4 paired ; 0.1+1.0", 1},
          {"r2c f32 4x6x8x10 b2", "4 x 6 x 8 x 10 : 3.0+2.0 min_items=4 paired ; 1.0 ; 0.0", 1},
          {"r2c f32 64 b8", "64 : 0.0 min_items=4 paired", 1},
          {"r2c f32 15 b7", "15 : 0.0 min_items=2 paired", 1},
          {"c2r f32 15 b7", "15 : 0.0 min_items=2 paired", 1},
          {"r2c f64 29 b5 in", "29 : 0.0 min_items=1 paired", 1},
          {"c2r f64 29 b5 in", "29 : 0.0 min_items=1 paired", 1},
          {"r2c f32 9x64 b3", "9 x 64 : 1.0 min_items=16 paired ; 0.0", 1},
          {"r2c f32 315", "15*21 : 0.0 width=4 min_items=4 paired ; 0.1 width=4", 1},
          {"r2c f32 8x64 b2 nonzero=8x16", "8 x 64 : 1.0 paired ; 0.0", 1},
          {"c2r f32 8x64 b2 wanted=8x16", "8 x 64 : 0.0 ; 1.0 paired", 1},
          {"r2c f32 37 b5", "37 : 0.0 min_items=1 paired", 1},          // by Rader's algorithm
          {"c2r f32 37 b4 scale=3", "37 : 0.0 min_items=2 paired", 1},  // and back
          {"c2r f32 37x3 b2", "37 x 3 : 0.0 min_items=2 ; 1.0 min_items=2 paired", 1},
          {"r2c f32 74 b5", "2*37 : 0.0+0.1 min_items=2 paired", 1},
          {"c2r f32 111 b5 in", "3*37 : 0.0+0.1 min_items=2 paired", 1},
          {"r2c f32 111 b6 wanted=30", "3*37 : 0.0+0.1 min_items=2 paired", 1},
          {"r2c f32 3x37 b3", "3 x 37 : 1.0 min_items=2 paired ; 0.0", 1},
          {"r2c f32 47 b5", "100 : 0.0^ min_items=1 paired", 1},  // by Bluestein's algorithm
          {"r2c f32 94 b3 wanted=9", "192 : 0.0^ min_items=2 paired", 1},
          {"c2r f32 47 b5 scale=3", "96 : 0.0^ min_items=1 paired", 1},
          {"c2r f32 94 b3", "192 : 0.0^ min_items=2 paired", 1}})
        BOOST_TEST_CONTEXT(problem << " by " << how) {
            const auto t = stockham::parse_transform(problem);
            auto made = built(problem, how);
            check_interpreted(t, device, made.plan);
            int with_pairs = 0;
            for (const auto& step : made.plan.steps)
                with_pairs += std::get<stockham::internal::pass_step>(step).paired.has_value();
            BOOST_TEST(with_pairs == passes);
        }
    for (const auto& [problem, how] : {std::pair{"c2c f32 64x64", "64 x 64 : 1.0 paired ; 0.0"},
                                       {"r2c f32 64x64", "64 x 64 : 1.0 ; 0.0 paired"},
                                       {"r2c f32 64", "64 : 0.0 paired"},
                                       {"r2c f32 47 b5", "72 : 0.0^ paired"},  // too short for the whole spectrum
                                       {"r2c f32 8x64", "8 x 64 : 1.0 exchange=separate paired ; 0.0"},
                                       {"dct2 f32 8x64", "8 x 128 : 1.0 paired ; 0.0"},
                                       {"c2r f32 8x64", "8 x 64 : 0.0 paired ; 1.0"}})
        BOOST_TEST_CONTEXT(problem << " by " << how)
    expect_unsupported_error(
        "plan string", [problem = problem, how = how] { built(problem, how); }, "");
}

// More work-items than have work, so that two passes have equal numbers and may share a launch.
BOOST_AUTO_TEST_CASE(given_work_items) {
    const auto device = stockham::named_description("h200");
    const auto t = stockham::parse_transform("c2c f32 40x60");
    const auto built = [&](const std::string& how) {
        return built_by(stockham::internal::make_problem(t), device, how);
    };
    const auto made = built("40 x 60 : 1.0 points=8 items=200 ; 0.0 width=8 points=8 items=200 ; one_launch");
    for (const auto& step : made.plan.steps)
        BOOST_TEST(std::get<stockham::internal::pass_step>(step).work_items == 200U);
    BOOST_TEST(made.plan.one_launch);
    check_interpreted(t, device, made.plan);
    BOOST_CHECK_THROW(built("40 x 60 : 1.0 points=8 items=3 ; 0.0 width=8 points=8"), stockham::unsupported_error);
    BOOST_CHECK_THROW(built("40 x 60 : 1.0 points=8 items=1025 ; 0.0 width=8 points=8"), stockham::unsupported_error);
}

// Every pass brings its own digit into order.
BOOST_AUTO_TEST_CASE(stockham_indexed_passes) {
    for (const auto& device : devices_and_h200())
        for (const auto& [problem, how] :
             {std::pair{"c2c f32 4096 b3",
                        "2*2*2*2*2*2*2*2*2*2*2*2' : 0.0 ; 0.1 ; 0.2 ; 0.3 ; 0.4 ; 0.5 ; 0.6 ; 0.7 ; 0.8 "
                        "; 0.9 ; 0.10 ; 0.11"},
              {"c2c f64 720 in inv", "12*5*12' : 0.0 ; 0.1 ; 0.2"},
              {"c2c f32 64x96 b2 in", "4*2*8' x 3*32' : 1.0 ; 1.1+0.0 ; 0.1 ; 0.2"},
              {"c2c f32 37x64 is=70,1 os=1,40", "37 x 8*8' : 0.0 ; 1.0 ; 1.1"},
              {"r2c f32 12x240", "12 x 4*6*10' : 1.0 ; 1.1 ; 1.2 ; 0.0"},
              {"c2r f64 240 b3", "5*6*8' : 0.0 ; 0.1 ; 0.2"},
              {"c2c f32 1024x256", "row_transpose 4*16*16' x 16*16' : 1.0 ; 1.1 ; 0.0 ; 0.1 ; 0.2"}})
            BOOST_TEST_CONTEXT(problem << " by " << how << " for " << device.name) {
                const auto t = stockham::parse_transform(problem);
                auto written = stockham::internal::parse_plan_string(how, stockham::internal::default_family(device));
                BOOST_TEST(to_string(written) == how);
                for (auto& choice : written.choices)
                    if (auto* own = choice.as<stockham::internal::work_group_choice>()) own->width = own->points = 4;
                stockham::internal::candidate made;
                try {
                    made = build_plan(stockham::internal::make_problem(t), device, written);
                } catch (const stockham::unsupported_error& e) {
                    BOOST_TEST(device.name.find("16 KB") != std::string::npos, e.what());
                    continue;
                }
                check_interpreted(t, device, made.plan);
            }
}

// The page of plan strings lists each option and no other.
BOOST_AUTO_TEST_CASE(every_option_is_documented) {
    std::ifstream page(source_folder() + "/docs/plan_strings.md");
    std::set<std::string> documented;
    bool options = false;
    for (std::string line; std::getline(page, line);) {
        options = options || line == "## Options of a pass";
        if (!options || line.compare(0, 3, "| `") != 0) continue;
        const auto cell = line.substr(2, line.find('|', 1) - 2);
        std::string name;  // of `layout=plain`, also for other values in the cell: `swizzle`
        for (std::size_t at = cell.find('`'); at != cell.npos; at = cell.find('`', at + 1)) {
            const auto end = cell.find('`', at + 1);
            auto word = name + cell.substr(at + 1, end - at - 1);
            at = end;
            // `width=N` and `chain=16.8` are examples for any number.
            const auto equals = word.find('=');
            if (equals != word.npos) name = word.substr(0, equals + 1);
            if (equals != word.npos && (word[equals + 1] == 'N' || word[equals + 1] == '1')) word.resize(equals + 1);
            BOOST_TEST(documented.insert(word).second, word);
        }
    }
    std::set<std::string> words;
    for (const auto* family : stockham::internal::kernel_families())
        for (const auto& o : family->options()) words.emplace(o.word);
    BOOST_TEST(documented == words, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
