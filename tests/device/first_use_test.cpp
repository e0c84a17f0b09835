// The check at first use accepts every correct kernel family, and catches broken kernels before a plan with them is
// returned.
#include <boost/test/unit_test.hpp>

#include "families/shape.hpp"
#include "profile/capabilities.hpp"
#include "runtime/first_use/first_use.hpp"
#include "support/cached_run.hpp"
#include "support/environment.hpp"
#include "support/message_recorder.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(first_use_test)

namespace {

stockham::plan plan_of(const std::string& text, const stockham::device_description* planned_for = nullptr,
                       const std::string& plan_string = {}) {
    const auto& d = test_device::get();
    stockham::plan_options options;
    options.expert.plan_for = planned_for;
    options.expert.plan_string = plan_string;
    return {d.context, d.device, stockham::parse_transform(text), options};
}

/// A change of a kernel file, such as a wrong sign or a wrong place.
struct damage {
    const char* file;
    const char* right;
    const char* wrong;
};

/// A plan that uses a kernel family, and the change that breaks it.
struct use {
    std::string family;
    damage done;
    std::string problem;
    const stockham::device_description* planned_for = nullptr;
    std::string plan_string = {};
};

/// With such broken kernels the plan is refused with the reason. Without checks it is made.
void is_caught(const use& u) {
    BOOST_TEST_CONTEXT(u.done.file << ", " << u.problem) {
        const kernel_folder folder;
        folder.replace(u.done.file, u.done.right, u.done.wrong);
        const scoped_variable kernels("STOCKHAM_KERNEL_DIR", folder.path());
        const auto make = [&] { plan_of(u.problem, u.planned_for, u.plan_string); };
        BOOST_CHECK_EXCEPTION(make(), stockham::unsupported_error, [&](const stockham::unsupported_error& e) {
            const std::string what = e.what();
            BOOST_TEST(e.rule() == "check at first use");
            for (const auto& part : {"'" + u.family, stockham::describe(test_device::get().device).driver,
                                     std::string("STOCKHAM_CHECK=off")})
                BOOST_TEST(what.find(part) != what.npos, what << " says nothing of " << part);
            BOOST_TEST_MESSAGE(what);
            return true;
        });
        const scoped_variable off("STOCKHAM_CHECK", "off");
        make();
    }
}

constexpr damage wrong_sum{"cl/common/complex.cl", "a.y + b.y", "a.y - b.y"},
    wrong_word{"cl/constant_geometry/balanced.cl", "sign * w.y", "sign * w.x"},
    wrong_product{"cl/split_half/half_butterfly.cl", "back * (of_hi.y", "-back * (of_hi.y"},
    wrong_unit_product{"cl/split_half/half_butterfly.cl", "d.y * back[", "-d.y * back["},
    wrong_conjugate{"cl/access/input.cl", "e.y = -e.y;", "e.y = e.y;"},
    wrong_conjugate_of_lanes{"cl/lanes/load_lanes.cl", "z.y = -z.y;", "z.y = z.y;"},
    wrong_packing{"cl/lanes/pack_real_lines.cl", "(element)(w.x, -w.y)", "w"},
    wrong_unpacking{"cl/lanes/unpack_real_lines.cl", "odd.y - even.y", "odd.y + even.y"},
    wrong_spectrum{"cl/work_group/multiply.cl", "times(z, w)", "z"},
    wrong_sums{"cl/work_group/multiply_convolved.cl", "complex z = times(sum, w);", "complex z = sum;"},
    wrong_spectrum_of_lanes{"cl/lanes/multiply.cl", "make_complex(w.x, w.y)", "make_complex(w.x, w.x)"},
    wrong_place{"transpose/tile.cl", "target[cell_target(&numbers, &step)] = held[k]",
                "target[cell_target(&numbers, &step)] = held[0]"};

const stockham::device_description& gpu() {
    static const auto description = stockham::named_description("gfx90a");
    return description;
}

/// One plan of each family that this device has.
std::vector<use> uses() {
    const bool has_units = stockham::internal::capabilities_of(stockham::describe(test_device::get().device)).units !=
                           stockham::matrix_units::none;
    std::vector<use> all{{"work-groups, f32 exchange", wrong_sum, "c2c f32 512x512", &gpu()},
                         {"work-groups, f32 exchange exchange=separate", wrong_sum, "c2c f32 1024 b3", &gpu(),
                          "1024 : 0.0 exchange=separate"},
                         {"work-groups, f32 c2r", wrong_conjugate, "c2r f32 1000 b3", &gpu(), "1000 : 0.0"},
                         {"work-groups, f32 convolved", wrong_spectrum, "c2c f32 4099 b3", &gpu()},
                         {"work-groups, f32 by Rader's", wrong_sums, "c2c f32 1009 b3", &gpu()},
                         {"word groups, geometry=4", wrong_word, "c2c f32 1024", nullptr, "1024 : 0.0 geometry=4"},
                         {"products of halves", has_units ? wrong_unit_product : wrong_product, "c2c f32 1024", nullptr,
                          "1024 : 0.0 split_half=2"},
                         {"transposes", wrong_place, "c2c f32 64x96 algorithm=row_transpose", &gpu()}};
    const auto bytes = stockham::describe(test_device::get().device).vector_bytes;
    if (bytes == 0) return all;
    const auto lanes = std::to_string(bytes / 4) + " lanes, f32 ";
    all.push_back({lanes + "of one line", wrong_sum, "c2c f32 24"});
    all.push_back({lanes + "of many lines", wrong_sum, "c2c f32 1000 b1000"});
    all.push_back({"lanes, f32 c2r", wrong_conjugate_of_lanes, "c2r f32 1000 b1000", nullptr, "1000 : 0.0"});
    all.push_back({"lanes, f32 r2c packed", wrong_unpacking, "r2c f32 1000 b1000"});
    all.push_back({"lanes, f32 c2r packed", wrong_packing, "c2r f32 1000 b1000"});
    all.push_back({"lanes, f32 convolved", wrong_spectrum_of_lanes, "c2c f32 4099 b1000"});
    all.push_back({"lanes, f32 by Rader's", wrong_spectrum_of_lanes, "c2c f32 1009 b1000"});
    return all;
}

}  // namespace

// An invalid word leaves the checks on and is reported.
BOOST_AUTO_TEST_CASE(a_word_that_is_neither_on_nor_off) {
    const message_recorder listener;
    const scoped_variable slip("STOCKHAM_CHECK", "of");
    BOOST_TEST(stockham::internal::checks_first_use());
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"STOCKHAM_CHECK is 'of', which is neither on nor off; it is "
                                            "ignored"},
               boost::test_tools::per_element());
    for (const char* word : {"", "on", "off"}) {
        const scoped_variable good("STOCKHAM_CHECK", word);
        BOOST_TEST(stockham::internal::checks_first_use() == (std::string(word) != "off"));
    }
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_CASE(what_is_right_passes) {
    auto all = uses();
    all.push_back({"work-groups, f32 r2c", {}, "r2c f32 1000 b3", &gpu()});
    for (const auto& u : all) {
        const auto text = plan_of(u.problem, u.planned_for, u.plan_string).to_string();
        BOOST_TEST(text.find("right") == text.npos, text);
    }
}

BOOST_AUTO_TEST_CASE(kernels_broken_on_purpose_are_caught) {
    const auto all = uses();
    for (const auto& u : all) is_caught(u);
    BOOST_TEST_MESSAGE(all.size() << " families");
}

// A fault outside the small transforms of the families. The run of the plan itself finds it, also the second time.
BOOST_AUTO_TEST_CASE(a_plan_that_is_wrong_although_its_families_are_right) {
    const kernel_folder folder;
    const temporary_folder kept;
    const scoped_cache cache(kept);  // an earlier run found the families right
    folder.replace("cl/butterflies/radix_7.cl", "(REAL)0, (REAL)0.781", "(REAL)0, (REAL)0.871");
    const scoped_variable kernels("STOCKHAM_KERNEL_DIR", folder.path());
    for (const char* text :
         {"c2c f32 343 b5", "c2c f32 343 b5", "c2c f64 98x49 inv", "r2c f32 28x14", "c2r f32 42 b100"}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_CHECK_EXCEPTION(plan_of(text), stockham::unsupported_error, [](const stockham::unsupported_error& e) {
                BOOST_TEST_MESSAGE(e.what());
                return e.rule() == "check at first use" &&
                       std::string(e.what()).find("the plan itself") != std::string::npos;
            });
        }
    }
    plan_of("c2c f32 64 b5");
}

/// Small transforms in every order, form and layout, with pruned sides and every published algorithm. They share
/// kernels where possible.
std::vector<std::string> right_problems() {
    std::vector<std::string> all;
    for (const auto& system : stockham::algorithm_names())
        for (const char* text : {"c2c f32 16x8 b3", "c2c f32 4x8x16 in inv"})
            all.push_back(std::string(text) + " algorithm=" + system);
    for (const char* text : {"c2c f32 64 b2 in algorithm=constant_geometry_bit_reversed",
                             "c2c f64 32 algorithm=constant_geometry_bit_reversed",
                             "c2c f32 24 b3 is=5 id=130 os=2 od=60 io=7 oo=3",
                             "c2c f32 8x6 is=1,8 os=6,1",
                             "c2c f32 12 loops=5:0:12",
                             "c2c f32 12 loops=5:4:12",
                             "c2c f32 6 loops=3:40,4:6 in",
                             "c2c f32 1",
                             "r2c f32 1 b3",
                             "c2r f32 2x1 b2",
                             "r2c f32 6x10 in",
                             "c2r f32 6x10 in",
                             "r2c f32 9x5 spectrum=full",
                             "c2r f32 6x10 spectrum=full",
                             "c2c f32 24 if=planar of=planar",
                             "c2c f16 20",
                             "dct2 f32 12",
                             "dst1 f32 7x5",
                             "c2c f32 37 scale=1e-30",
                             "c2c f32 37 scale=0",
                             "c2c f32 16x8 b3 wanted=5x8",
                             "c2c f32 16x8 in wanted=16x3",
                             "c2r f32 12x10 wanted=12x4",
                             "c2c f32 16x8 nonzero=4x8",
                             "r2c f32 12x10 nonzero=3x7",
                             "c2c f32 16x8 nonzero=16x8 wanted=16x8",
                             "c2c f32 37 nonzero=9 wanted=5"})
        all.emplace_back(text);
    return all;
}

// The check has no remembered result of any kernel. It runs the plan, or small transforms if it cannot run the plan.
BOOST_AUTO_TEST_CASE(right_plans_pass_with_nothing_remembered) {
    const kernel_folder folder;
    const scoped_variable kernels("STOCKHAM_KERNEL_DIR", folder.path());
    std::size_t made = 0;
    for (const auto& text : right_problems()) {
        // A new file, because earlier results belong to other kernels.
        folder.append("cl/split_half/halves.h", "\n#define CASE_" + std::to_string(made) + "\n");
        BOOST_TEST_CONTEXT(text) {
            try {
                check(stockham::parse_transform(text));
            } catch (const stockham::unsupported_error& e) {  // not every algorithm supports every shape
                BOOST_TEST(e.rule() != "check at first use");
                continue;
            }
            if (!can_run(stockham::parse_transform(text))) continue;
            ++made;
            try {
                plan_of(text);
            } catch (const stockham::error& e) {
                BOOST_ERROR(e.what());
            }
        }
    }
    BOOST_TEST(made > 30U);
}

// Permutations alone.
BOOST_AUTO_TEST_CASE(permutations_broken_on_purpose_are_caught) {
    const auto& d = test_device::get();
    stockham::permutation p;
    p.lengths = {40, 3001};
    p.order = {1, 0};
    const auto make = [&] { stockham::transposition(d.context, d.device, p); };
    make();
    const kernel_folder folder;
    folder.replace(wrong_place.file, wrong_place.right, wrong_place.wrong);
    folder.replace("transpose/block.cl", "STORE_LINE(block[i],", "STORE_LINE(block[0],");  // for CPUs
    const scoped_variable kernels("STOCKHAM_KERNEL_DIR", folder.path());
    BOOST_CHECK_EXCEPTION(make(), stockham::unsupported_error,
                          [](const auto& e) { return e.rule() == "check at first use"; });
    const scoped_variable off("STOCKHAM_CHECK", "off");
    make();
}

// The first process compiles the small transform of the family and remembers the result. The next process reads it
// from disk.
BOOST_AUTO_TEST_CASE(it_is_remembered) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const auto& d = test_device::get();
    const auto context = stockham::internal::context_state::of(d.context);
    const auto count = [&](const char* family, bool right) {
        std::size_t made = 0;
        const auto make = [&] {
            ++made;
            stockham::internal::probe nothing;
            nothing.what = "nothing";
            nothing.input = {std::byte{1}};
            nothing.output_bytes = 1;
            nothing.error = [right](const std::vector<std::byte>&) { return right ? 0. : 1.; };
            return nothing;
        };
        try {
            stockham::internal::check_first_use(*context, d.device, {family, "made up", make});
        } catch (const stockham::unsupported_error&) {
            BOOST_TEST(!right);
        }
        return made;
    };
    BOOST_TEST(count("a right one", true) == 1U);
    BOOST_TEST(count("a right one", true) == 0U);
    BOOST_TEST(names(folder).size() == 1U);
    // A new driver may have fixed the fault, so wrong results are checked again.
    BOOST_TEST(count("a wrong one", false) == 1U);
    BOOST_TEST(count("a wrong one", false) == 1U);
    BOOST_TEST(count("a wrong one", true) == 1U);
    BOOST_TEST(names(folder).size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
