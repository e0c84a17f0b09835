// Tests the interpreter: it must report each fault of a broken step.
#include <boost/test/unit_test.hpp>

#include "families/work_group/work_group.hpp"
#include "interpreter/interpreter.hpp"
#include "problem/problem.hpp"
#include "support/descriptions.hpp"
#include "systems/planning.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(broken_step_test)

using stockham::internal::pass_step;
using stockham::internal::step_plan;
using stockham::internal::tile_transpose;

namespace {

/// A plan that a test breaks and then runs on buffers of the problem's size.
struct experiment {
    explicit experiment(const char* text, stockham::device_description d = made_up(16, 64))
        : t(stockham::parse_transform(text)), device(std::move(d)),
          plan(make_plan(stockham::internal::make_problem(t), device)) {}

    pass_step& pass(std::size_t k) { return std::get<pass_step>(plan.steps.at(k)); }
    pass_step& last() { return pass(plan.steps.size() - 1); }

    std::vector<reference::number> run() const {
        std::mt19937 generator(1);
        stockham::internal::host_buffers buffers;
        buffers.input = reference::uniform(input_extent(t), t.precision, generator);
        buffers.output = reference::uniform(output_extent(t), t.precision, generator);
        buffers.workspace.resize(plan.workspace_bytes / element_size(t.precision));
        interpret(plan, device, buffers);
        return buffers.output;
    }

    stockham::transform t;
    stockham::device_description device;
    step_plan plan;
};

void refuses(const experiment& e, const std::string& why) {
    BOOST_CHECK_EXCEPTION(e.run(), stockham::internal::interpreter_error,
                          [&](const stockham::internal::interpreter_error& error) {
                              BOOST_TEST(std::string(error.what()).find(why) == 0U, error.what() << ", not: " << why);
                              return true;
                          });
}

/// A batch in one pass of several tiles, an image in two passes, and one axis in two passes, as the planner makes
/// them.
const char* const batch = "c2c f32 64 b64";
const char* const image = "c2c f32 128x128";
const char* const axis = "c2c f32 8192";

}  // namespace

BOOST_AUTO_TEST_CASE(what_the_planner_made_is_accepted) {
    for (const char* text : {batch, image, axis})
        for (const auto& device : descriptions()) BOOST_CHECK_NO_THROW(experiment(text, device).run());
    BOOST_TEST(experiment(batch).plan.steps.size() == 1U);
    BOOST_TEST(experiment(image).plan.steps.size() == 2U);
    BOOST_TEST(experiment(axis).plan.steps.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_double_write) {
    for (const char* text : {batch, image, axis}) {
        experiment tiles(text), within(text);
        BOOST_REQUIRE(!tiles.last().loops.empty());
        tiles.last().loops.front().os = 0;
        refuses(tiles, "writes twice");
        within.last().tile.front().points.os = 0;
        refuses(within, "writes twice");
    }
}

BOOST_AUTO_TEST_CASE(a_double_read) {
    experiment e(batch);
    e.pass(0).loops.front().is = 0;
    refuses(e, "reads twice");
}

BOOST_AUTO_TEST_CASE(outside_the_buffers) {
    experiment below(batch), above(batch), stray(batch);
    below.pass(0).in.offset = 1;
    refuses(below, "reads outside its buffer");
    above.pass(0).out.offset = 1;
    refuses(above, "writes outside its buffer");
    stray.pass(0).loops.front().os *= 2;
    refuses(stray, "writes outside its buffer");
}

BOOST_AUTO_TEST_CASE(a_missing_tile) {
    experiment first(image), second(image);
    first.pass(0).loops.front().n -= 1;
    refuses(first, "reads other elements than the step before has written");
    second.pass(1).loops.front().n -= 1;
    refuses(second, "reads other elements than the step before has written");
}

// The only step has no predecessor. The elements that it does not write reveal the fault.
BOOST_AUTO_TEST_CASE(a_missing_tile_of_the_only_step) {
    experiment whole(batch), part(batch);
    part.pass(0).loops.front().n -= 1;
    const auto wanted = whole.run(), got = part.run();
    std::size_t different = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) different += got[k] != wanted[k];
    BOOST_TEST(different == whole.pass(0).tile_points());
}

BOOST_AUTO_TEST_CASE(a_missing_write) {
    experiment e(batch);  // twelve points in, eight out
    auto& s = e.pass(0);
    for (auto& d : s.tile)
        if (!d.radices.empty()) d.points.n = 12;
    const auto dim = s.stages.front().dim;
    s.stages = {{dim, 4, 1, dim}, {dim, 8, 1, dim}};
    s.family.as<stockham::internal::work_group_pass>()->layout = stockham::internal::local_layout::plain;
    refuses(e, "reads and writes different numbers of elements");
}

BOOST_AUTO_TEST_CASE(a_guard_in_the_wrong_place) {
    experiment e("c2c f32 64 b37");
    BOOST_REQUIRE(!e.pass(0).guards.empty());
    e.pass(0).guards[0].extent += 1;
    refuses(e, "reads outside its buffer");
}

BOOST_AUTO_TEST_CASE(in_place_but_a_tile_writes_elsewhere) {
    experiment e("c2c f32 64 b64 in");
    auto& s = e.pass(0);
    auto& tiles = s.loops.front();
    BOOST_REQUIRE(tiles.n >= 4);
    // Two loops in place of one, in another order on store. Every element is still read and written once.
    const stockham::internal::iodim slow{tiles.n / 2, 2 * tiles.is, tiles.os};
    tiles = {2, tiles.is, tiles.n / 2 * tiles.os};
    s.loops.push_back(slow);
    refuses(e, "writes what other tiles read");
}

BOOST_AUTO_TEST_CASE(in_one_buffer_at_two_offsets_that_meet) {
    experiment e("c2c f32 64 b64 in");
    e.t = stockham::parse_transform("c2c f32 64 b65 in");
    e.pass(0).out.offset = 64;
    refuses(e, "writes what other tiles read");
}

BOOST_AUTO_TEST_CASE(a_step_that_reads_another_buffer) {
    experiment e(image);
    e.pass(1).in.where = stockham::internal::buffer::input;
    refuses(e, "reads other elements than the step before has written");
}

BOOST_AUTO_TEST_CASE(a_rotation_outside_its_table) {
    for (const auto& device : {made_up(16, 64), made_up_cpu(64)}) {
        experiment phases("c2c f32 65536", device), order("c2c f32 65536", device);
        auto& twiddle = phases.pass(0).inter_pass_twiddles.at(0);
        for (auto& growth : twiddle.tile) growth *= 2;
        for (auto& growth : twiddle.loop) growth *= 2;
        refuses(phases, "twiddle index outside its table");
        order.pass(0).inter_pass_twiddles.at(0).order /= 2;
        refuses(order, "twiddle index outside its table");
    }
}

BOOST_AUTO_TEST_CASE(two_points_in_one_place_of_local_memory) {
    experiment e(batch);
    auto& s = e.pass(0);
    BOOST_REQUIRE(s.tile.size() > 1);
    s.stages.front().span = 3;  // its last butterflies write beyond their line
    refuses(e, "two points in one place of local memory");
}

BOOST_AUTO_TEST_CASE(outside_local_memory) {
    experiment e("c2c f32 64");
    e.pass(0).stages.front().span = 3;
    e.pass(0).tile.resize(1);
    refuses(e, "outside local memory");
}

BOOST_AUTO_TEST_CASE(a_place_of_local_memory_that_holds_nothing) {
    experiment e(axis);
    auto& s = e.pass(0);
    const auto dim = s.stages.front().dim;
    for (auto& d : s.tile)
        if (!d.radices.empty()) d.points.n = 12;
    s.stages = {{dim, 8, 1, dim}, {dim, 4, 1, dim}};  // puts eight of the twelve points, gets all
    refuses(e, "reads a place of local memory that holds nothing");
}

BOOST_AUTO_TEST_CASE(wrong_numbers_are_seen_in_the_result) {
    const auto wanted = experiment(axis).run();
    experiment phase(axis), order(axis), inverse(axis), chain(axis);
    phase.pass(0).inter_pass_twiddles.at(0).loop.at(0) -= 1;
    order.pass(0).inter_pass_twiddles.at(0).order *= 2;
    inverse.pass(1).in.swapped = inverse.pass(1).out.swapped = true;
    for (auto& d : chain.pass(0).tile)
        if (d.radices.size() > 1) std::swap(d.radices.front(), d.radices.back());
    for (const auto* e : {&phase, &order, &inverse, &chain}) {
        const auto got = e->run();
        BOOST_TEST(reference::relative_error(got, wanted, reference::places(e->t, false)) > 1e-3);
    }
}

BOOST_AUTO_TEST_SUITE(transposes)

namespace {

/// The plan's transpose that reads the output buffer.
tile_transpose& transpose_of(experiment& e) {
    for (auto& step : e.plan.steps)
        if (auto* t = std::get_if<tile_transpose>(&step)) return *t;
    throw std::logic_error("no transpose in this plan");
}

constexpr const char* turned = "c2c f32 32x16 b3 algorithm=row_transpose";

}  // namespace

BOOST_AUTO_TEST_CASE(are_accepted_as_they_are) {
    BOOST_CHECK_NO_THROW(experiment(turned).run());
}

BOOST_AUTO_TEST_CASE(two_elements_to_one_place) {
    experiment e(turned);
    transpose_of(e).rows.os = 0;
    refuses(e, "writes twice");
}

BOOST_AUTO_TEST_CASE(an_element_left_behind) {
    experiment e(turned);
    transpose_of(e).columns.n -= 1;
    refuses(e, "reads other elements than the step before has written");
}

BOOST_AUTO_TEST_CASE(in_place) {
    experiment e(turned);
    transpose_of(e).dst = transpose_of(e).src;
    refuses(e, "a transpose in place");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
