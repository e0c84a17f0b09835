// The program cache with many users at once: threads, contexts, processes.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <thread>

#include "runtime/programs/compilation.hpp"
#include "runtime/programs/pocl_cache.hpp"
#include "support/cached_run.hpp"
#include "support/message_recorder.hpp"
#include "support/test_subprocess.hpp"

BOOST_AUTO_TEST_SUITE(program_cache_sharing_test)

namespace fs = std::filesystem;

namespace {

/// Runs work(0), .. in threads and returns all errors.
std::string in_threads(unsigned count, const std::function<void(unsigned)>& work) {
    std::vector<std::string> errors(count);
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < count; ++k)
        threads.emplace_back([&, k] {
            try {
                work(k);
            } catch (const std::exception& e) {
                errors[k] = e.what();
            }
        });
    for (auto& thread : threads) thread.join();
    std::string all;
    for (const auto& e : errors) all += e;
    return all;
}

constexpr unsigned thread_count = 4, rounds = 10;

}  // namespace

BOOST_AUTO_TEST_CASE(threads_in_one_context) {
    const pocls_cache off(false);
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const auto context = make_context();
    const auto wrong = in_threads(thread_count, [&](unsigned k) {
        job first(context.get(), problems[0]), second(context.get(), problems[k % 2]);
        for (unsigned round = 0; round < rounds; ++round)
            if (!(first.run(leaving::meanwhile) <= 1) ||
                !(second.run(k < 2 ? leaving::meanwhile : leaving::after) <= 1))
                throw std::runtime_error("wrong numbers\n");
    });
    BOOST_TEST(wrong.empty(), wrong);
    for (const char* text : {problems[0], problems[1]}) of_a_run(text);  // in case the last processes ended too early
    BOOST_TEST(sound_entries(folder) == 4U);
}

BOOST_AUTO_TEST_CASE(threads_in_contexts_of_their_own) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const auto wrong = in_threads(thread_count, [&](unsigned) {
        for (unsigned round = 0; round < rounds; ++round) {
            const auto context = make_context();
            job one(context.get(), problems[round % 2]);
            if (!(one.run(leaving::meanwhile) <= 1) || !(one.run() <= 1)) throw std::runtime_error("wrong numbers\n");
        }
    });
    BOOST_TEST(wrong.empty(), wrong);
    BOOST_TEST(sound_entries(folder) == 4U);
}

// The tests below run this in separate processes: STOCKHAM_TEST_TURNS plans, chosen by STOCKHAM_TEST_WORKER.
BOOST_AUTO_TEST_CASE(worker, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    const message_recorder listener;
    stockham::internal::note_limit() = 1e9;  // seconds: sends no note however slow the compiler is
    const auto context = make_context();
    std::mt19937 g(static_cast<unsigned>(std::stoul(std::getenv("STOCKHAM_TEST_WORKER"))));
    const int turns = std::stoi(std::getenv("STOCKHAM_TEST_TURNS"));
    std::vector<std::string> mine;
    for (int turn = 0; turn < turns; ++turn) mine.emplace_back(problems[static_cast<std::size_t>(turn) % 6]);
    std::shuffle(mine.begin(), mine.end(), g);
    for (const auto& text : mine) BOOST_TEST(job(context.get(), text).run() <= 1, text);
    const auto texts = message_recorder::texts();
    for (const auto& text : texts) std::cout << text << "\n";
    std::cout << "compiled " << stockham::internal::count_programs().compiled << "\nloaded "
              << stockham::internal::count_programs().loaded << "\nmessages " << texts.size() << "\nmegabytes "
              << (stockham::current_program_cache().most_bytes >> 20) << "\n";
}

BOOST_AUTO_TEST_CASE(what_the_environment_says) {
    const temporary_folder folder;
    const auto run_with = [&](const std::string& cache, const std::string& xdg, const std::string& megabytes) {
        return std::make_unique<test_subprocess>(
            "worker", std::map<std::string, std::string>{{"STOCKHAM_CACHE", cache},
                                                         {"XDG_CACHE_HOME", xdg},
                                                         {"POCL_CACHE_DIR", (folder.path() / "pocl").string()},
                                                         {"STOCKHAM_CACHE_MB", megabytes},
                                                         {"STOCKHAM_TEST_TURNS", "1"},
                                                         {"STOCKHAM_TEST_WORKER", "0"}});
    };
    const auto named = folder.path() / "named", xdg = folder.path() / "xdg";
    const auto first = run_with(named, xdg, "");
    BOOST_TEST(first->wait() == 0, first->output());
    BOOST_TEST(sound_entries(named) == 2U);
    BOOST_TEST(first->number_after("megabytes") == 256);
    BOOST_TEST(!fs::exists(xdg));
    const auto again = run_with(named, xdg, "7");
    BOOST_TEST(again->number_after("compiled") == 0, again->output());
    BOOST_TEST(again->number_after("megabytes") == 7);
    const auto off = run_with("off", xdg, "");
    BOOST_TEST(off->number_after("compiled") == 1, off->output());
    BOOST_TEST(!fs::exists(xdg));
    const auto usual = run_with("", xdg, "");
    BOOST_TEST(usual->number_after("compiled") == 1, usual->output());
    BOOST_TEST(sound_entries(xdg / "stockham") == 2U);
    const auto tiny = run_with(folder.path() / "tiny", xdg, "0");
    BOOST_TEST(tiny->wait() == 0, tiny->output());
    BOOST_TEST(tiny->number_after("messages") == 1, tiny->output());  // that no entry fits
    for (auto* run : {first.get(), again.get(), off.get(), usual.get()}) BOOST_TEST(run->number_after("messages") == 0);
}

namespace {

/// A plan that stays alive after its executions.
class living_plan {
  public:
    explicit living_plan(const char* text)
        : context_(make_context()), t_(stockham::parse_transform(text)),
          plan_(context_.get(), test_device::get().device, t_),
          queue_(stockham::harness::make_queue(context_.get(), test_device::get().device)),
          in_(stockham::harness::make_buffer(context_.get(), std::max(input_bytes(t_), output_bytes(t_)))),
          out_(stockham::harness::make_buffer(context_.get(), std::max(input_bytes(t_), output_bytes(t_)))) {}
    void run() { finish(plan_.enqueue(queue_.get(), in_.get(), out_.get())); }

  private:
    stockham::internal::context_object context_;
    stockham::transform t_;
    stockham::plan plan_;
    stockham::internal::queue_object queue_;
    stockham::internal::memory_object in_, out_;
};

}  // namespace

// Other processes do not wait for the end of the plan, nor compile its programs again.
BOOST_AUTO_TEST_CASE(a_plan_that_lives_on_is_saved) {
    const pocls_cache off(false);
    const temporary_folder folder;
    const scoped_cache cache(folder);
    living_plan lives(problem);
    lives.run();
    lives.run();
    BOOST_TEST(sound_entries(folder) == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
}

// A program may wait for other processes at any time between two calls of the library, so those must not wait for it.
BOOST_AUTO_TEST_CASE(nothing_waits_for_a_plan_between_calls) {
    constexpr std::chrono::seconds a_wait{8};  // less than any limit of a wait; compiling takes half a second
    for (const bool on : {true, false}) BOOST_TEST_CONTEXT("PoCL's own cache is " << (on ? "on" : "off")) {
            const pocls_cache set(on);
            const temporary_folder folder;
            const scoped_cache cache(folder);
            living_plan lives(problem);
            BOOST_TEST(sound_entries(folder) <= 2U);  // and no claim
            const auto start = std::chrono::steady_clock::now();
            test_subprocess other("worker", {{"STOCKHAM_CACHE", folder.path().string()},
                                             {"STOCKHAM_TEST_TURNS", "1"},
                                             {"STOCKHAM_TEST_WORKER", "0"}});
            BOOST_TEST(other.wait() == 0, other.output());
            BOOST_TEST((std::chrono::steady_clock::now() - start < a_wait));
            lives.run();
            BOOST_TEST(sound_entries(folder) == 2U);
        }
}

BOOST_AUTO_TEST_CASE(four_cold_starts_compile_once) {
    const temporary_folder folder;
    std::deque<test_subprocess> workers;
    for (int k = 0; k < 4; ++k)
        workers.emplace_back("worker",
                             std::map<std::string, std::string>{{"STOCKHAM_CACHE", (folder.path() / "cache").string()},
                                                                {"POCL_CACHE_DIR", (folder.path() / "pocl").string()},
                                                                {"STOCKHAM_TEST_TURNS", "1"},
                                                                {"STOCKHAM_TEST_WORKER", "0"}});
    long compiled = 0, loaded = 0;
    for (auto& worker : workers) {
        BOOST_TEST(worker.wait() == 0, worker.output());
        compiled += worker.number_after("compiled");
        loaded += worker.number_after("loaded");
    }
    BOOST_TEST(compiled == 1);
    BOOST_TEST(loaded == 3);
    BOOST_TEST(sound_entries(folder.path() / "cache") == 2U);
}

// PoCL compiles machine code for the work-group size of a run, and for any size if it is asked for a binary.
BOOST_AUTO_TEST_CASE(pocl_compiles_a_kernel_once) {
    if (!stockham::internal::is_pocl(stockham::describe(test_device::get().device))) return;
    const temporary_folder folder;
    const auto compiled_by_pocl = [&] {
        std::size_t count = 0;
        for (const auto& file : fs::recursive_directory_iterator(folder.path() / "pocl"))
            count += file.path().extension() == ".so";
        return count;
    };
    for (int start = 0; start < 2; ++start) {
        test_subprocess run("worker", {{"STOCKHAM_CACHE", (folder.path() / "cache").string()},
                                       {"POCL_CACHE_DIR", (folder.path() / "pocl").string()},
                                       {"STOCKHAM_TEST_TURNS", "1"},
                                       {"STOCKHAM_TEST_WORKER", "0"}});
        BOOST_TEST(run.number_after("compiled") == 1 - start, run.output());
        BOOST_TEST(compiled_by_pocl() == 1U);
    }
}

// Fills PoCL's own cache first, so that the time of a program does not depend on the load of the machine.
BOOST_AUTO_TEST_CASE(sixteen_processes) {
    const temporary_folder folder;
    const auto cache = folder.path() / "made" / "by" / "all";
    const auto variables = [&](const fs::path& stockham_cache, const char* turns, int seed) {
        return std::map<std::string, std::string>{{"STOCKHAM_CACHE", stockham_cache},
                                                  {"POCL_CACHE_DIR", folder.path() / "pocl"},
                                                  {"STOCKHAM_TEST_TURNS", turns},
                                                  {"STOCKHAM_TEST_WORKER", std::to_string(seed)}};
    };
    test_subprocess first("worker", variables(folder.path() / "another", "6", 0));
    BOOST_TEST(first.number_after("compiled") == 6, first.output());
    std::deque<test_subprocess> workers;
    for (int k = 0; k < 16; ++k) workers.emplace_back("worker", variables(cache, "50", k));
    long compiled = 0, loaded = 0;
    for (auto& worker : workers) {
        BOOST_TEST(worker.wait() == 0, worker.output());
        BOOST_TEST(worker.number_after("messages") == 0, worker.output());
        compiled += worker.number_after("compiled");
        loaded += worker.number_after("loaded");
    }
    BOOST_TEST_MESSAGE(compiled << " compiled, " << loaded << " loaded");
    BOOST_TEST(sound_entries(cache) == 12U);
    BOOST_TEST(compiled >= 6);
    BOOST_TEST(compiled <= 3 * 6);
    BOOST_TEST(compiled + loaded >= 16 * 6);
}

BOOST_AUTO_TEST_SUITE_END()
