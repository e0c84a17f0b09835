// What a context caches: a second plan of a problem costs almost nothing, as long as a plan or a session lives.
#include <boost/test/unit_test.hpp>

#include <chrono>

#include "lowering/lowering.hpp"
#include "problem/problem.hpp"
#include "runtime/programs/context_state.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(session_test)

using stockham::plan;
using stockham::session;

namespace {

constexpr const char* problems[] = {"c2c f32 1024x1024", "c2c f32 64x64 algorithm=row_transpose", "c2c f32 65536 in"};

plan plan_of(const stockham::internal::context_object& context, const char* text) {
    return {context.get(), test_device::get().device, stockham::parse_transform(text)};
}

template <class Call>
double milliseconds(const Call& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The shortest of many times, because other programs may run.
template <class Call>
double shortest(const Call& call) {
    double best = 1e9;
    for (int repeat = 0; repeat < 30; ++repeat) best = std::min(best, milliseconds(call));
    return best;
}

/// The programs of a plan of this device, from the cache of the context, which compiles missing ones.
std::vector<stockham::internal::program_object> programs_of(const stockham::internal::context_object& context,
                                                            const char* text) {
    const auto device = test_device::get().device;
    const auto description = stockham::describe(device);
    const auto steps = make_plan(stockham::internal::make_problem(stockham::parse_transform(text)), description);
    std::vector<stockham::internal::program_object> programs;
    for (const auto& launch : to_launches(steps, description))
        programs.push_back(stockham::internal::context_state::of(context.get())->program(device, launch).program);
    return programs;
}

bool same(const std::vector<stockham::internal::program_object>& a,
          const std::vector<stockham::internal::program_object>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.get() == y.get(); });
}

void works(const plan& p) {
    const auto& t = p.problem();
    std::mt19937 generator(1);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const auto wanted = reference::transform(t, input, input);
    BOOST_TEST(reference::relative_error(run(p, input, input).output, wanted, reference::places(t, false)) <=
               reference::gate(t));
}

}  // namespace

BOOST_AUTO_TEST_CASE(while_the_first_plan_lives) {
    for (const char* text : problems) BOOST_TEST_CONTEXT(text) {
            const auto context = make_context();
            std::unique_ptr<plan> first;
            const double cold = milliseconds([&] { first = std::make_unique<plan>(plan_of(context, text)); });
            const auto before = programs_of(context, text);
            const double warm = shortest([&] { plan_of(context, text); });
            BOOST_TEST(same(programs_of(context, text), before), "compiled again");
            BOOST_TEST_MESSAGE(text << ": first plan " << cold << " ms, second " << warm << " ms");
            BOOST_TEST(warm < 1);
        }
}

BOOST_AUTO_TEST_CASE(while_a_session_lives) {
    for (const char* text : problems) BOOST_TEST_CONTEXT(text) {
            const auto context = make_context();
            auto kept = std::make_unique<session>(context.get());
            const session copy = *kept;
            kept.reset();  // the copy keeps everything
            const double cold = milliseconds([&] { plan_of(context, text); });
            const auto before = programs_of(context, text);
            const double warm = shortest([&] { plan_of(context, text); });
            BOOST_TEST(same(programs_of(context, text), before), "compiled again");
            BOOST_TEST_MESSAGE(text << ": first plan " << cold << " ms, next " << warm << " ms");
            BOOST_TEST(warm < 1);
            const auto p = plan_of(context, text);
            BOOST_TEST(p.to_string() == plan_of(context, text).to_string());
        }
}

// A second plan needs neither kernel files nor the compiler. The files are removed here.
BOOST_AUTO_TEST_CASE(without_the_kernel_files) {
    const auto& d = test_device::get();
    const session kept(d.context);
    auto folder = std::make_unique<kernel_folder>();
    const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder->path());
    const auto make = [&](const char* text) { return plan(d.context, d.device, stockham::parse_transform(text)); };
    make(problems[1]);
    folder.reset();
    works(make(problems[1]));
    BOOST_CHECK_THROW(make("c2c f32 2 b3"), stockham::argument_error);  // a new plan needs them
}

// When the last plan and session are gone, programs, tables and the context itself are released.
BOOST_AUTO_TEST_CASE(nothing_is_kept_for_ever) {
    const auto context = make_context();
    const auto references = [&] {
        return stockham::internal::query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT,
                                                  "clGetContextInfo");
    };
    const auto before = references();
    {
        const session kept(context.get());
        plan_of(context, problems[1]);
        BOOST_TEST(references() > before);
    }
    BOOST_TEST(references() == before);
    plan_of(context, problems[1]);
    BOOST_TEST(references() == before);
}

BOOST_AUTO_TEST_CASE(plans_outlive_the_users_context) {
    auto context = make_context();
    auto first = std::make_unique<plan>(plan_of(context, problems[1]));
    const plan moved = std::move(*first);
    first.reset();
    const cl_context handle = context.get();
    context = {};
    const plan again(handle, test_device::get().device, stockham::parse_transform(problems[1]));
    BOOST_TEST(again.to_string() == moved.to_string());
}

// Any difference makes another plan.
BOOST_AUTO_TEST_CASE(nothing_is_mixed_up) {
    const auto& d = test_device::get();
    const session kept(d.context);
    for (const char* text :
         {"c2c f32 64 b4", "c2c f32 64 b4 inv", "c2c f32 64 b4 in", "c2c f32 64 b4 scale=2", "c2c f32 64 b4 scale=3",
          "c2c f32 64 b4 id=65", "c2c f32 64 b4 io=1", "c2c f32 64 b4 oo=2", "c2c f32 64 b4 os=2", "c2c f32 64 b5",
          "c2c f32 8x8 b4", "c2c f32 8x8 b4 algorithm=row_transpose"})
        check_on_device(stockham::parse_transform(text), 7);
}

BOOST_AUTO_TEST_CASE(descriptions_are_not_mixed_up) {
    const auto& d = test_device::get();
    const session kept(d.context);
    const auto t = stockham::parse_transform(d.has_double ? "c2c f64 256x64" : "c2c f32 256x64");
    const auto first = stockham::named_description("evergreen");
    auto others = std::vector<stockham::device_description>(7, first);
    others[0].compute_units = 2;
    others[1].local_memory /= 2;
    others[2].max_work_group = 64;
    others[3].vector_bytes = 64;
    others[4].name = "another";
    others[5].wavefront = 32;
    others[6].wavefront = 32;
    others[6].vendor = "Intel";
    const auto text_for = [&](const stockham::device_description& description) {
        stockham::plan_options options;
        options.expert.plan_for = &description;
        return plan(d.context, d.device, t, options).to_string();
    };
    text_for(first);
    for (const auto& other : others) BOOST_TEST(text_for(other) == plan_text(t, other));
}

BOOST_AUTO_TEST_SUITE_END()
