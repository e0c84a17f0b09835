// Compilations: one program for many batches of lanes, and notes on those that take long.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "runtime/programs/compilation.hpp"
#include "runtime/programs/program_store.hpp"
#include "support/message_recorder.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(compilation_test)

namespace {

std::size_t programs_so_far() {
    const auto counts = stockham::internal::count_programs();
    return counts.compiled + counts.loaded;
}

/// Another least time of noted compilations until the end of the scope.
class scoped_note_limit {
  public:
    explicit scoped_note_limit(double seconds) : before_(stockham::internal::note_limit().exchange(seconds)) {}
    ~scoped_note_limit() { stockham::internal::note_limit() = before_; }
    scoped_note_limit(const scoped_note_limit&) = delete;
    scoped_note_limit& operator=(const scoped_note_limit&) = delete;

  private:
    const double before_;
};

/// Waits for notes, because PoCL reports the states of an event from a thread of its own.
std::vector<std::string> notes_after(std::chrono::milliseconds most) {
    std::vector<std::string> notes;
    const auto end = std::chrono::steady_clock::now() + most;
    while (notes.empty() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        notes = message_recorder::texts();
    }
    return notes;
}

void run_once(const std::string& problem, cl_context context) {
    const auto t = stockham::parse_transform(problem);
    const stockham::session on(context);
    const std::vector<unsigned char> zeros(1 << 16);
    std::vector<unsigned char> result(zeros.size());
    on.run(*on.plan(t), zeros.data(), result.data());
}

}  // namespace

BOOST_AUTO_TEST_CASE(batches_of_lanes_share_a_program) {
    const auto context = make_context();
    const auto& device = test_device::get();
    if (!stockham::describe(device.device).vector_bytes) return;
    stockham::plan_options options;
    options.expert.plan_string = "40 : 0.0";
    const auto before = programs_so_far();
    std::vector<stockham::plan> plans;
    for (const char* batch : {"32", "7", "100", "1000"})
        plans.emplace_back(context.get(), device.device, stockham::parse_transform("c2c f32 40 b" + std::string(batch)),
                           options);
    BOOST_TEST(programs_so_far() == before + 1);
}

BOOST_AUTO_TEST_CASE(a_long_compilation_is_noted_once) {
    const scoped_note_limit all(0);
    const message_recorder listener;
    const auto context = make_context();
    const std::string problem = "c2c f32 24 b3", note = "note: compiling a kernel of '" + problem + "' took ";
    run_once(problem, context.get());
    const auto notes = notes_after(std::chrono::seconds(20));
    BOOST_REQUIRE(!notes.empty());
    BOOST_TEST(std::all_of(notes.begin(), notes.end(), [&](const auto& text) { return text.rfind(note, 0) == 0; }),
               notes.front());
}

BOOST_AUTO_TEST_CASE(a_short_compilation_is_not_noted) {
    const scoped_note_limit none(1e9);
    const message_recorder listener;
    const auto context = make_context();
    run_once("c2c f32 24 b3", context.get());
    BOOST_TEST(notes_after(std::chrono::milliseconds(50)).empty());
}

BOOST_AUTO_TEST_SUITE_END()
