// The program cache with a device: what it saves, what it survives, and who shares it.
#define BOOST_TEST_MODULE program_cache
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <thread>

#include "runtime/program_store.hpp"
#include "support/another_run.hpp"
#include "support/heard.hpp"
#include "support/on_device.hpp"
#include "support/store_files.hpp"

using stockham::plan;
namespace fs = std::filesystem;

namespace {

constexpr const char* problem = "c2c f32 8 b64";
constexpr const char* problems[] = {
    problem, "c2c f32 16 b32", "c2c f32 4x4 b16", "c2c f32 8 b64 inv", "c2c f32 32 b16 in", "c2c f32 2x8 b20 od=17"};

/// Another folder for the program cache, to the end of the scope.
class scoped_cache {
  public:
    explicit scoped_cache(const fs::path& folder) : before_(stockham::current_program_cache()) {
        stockham::use_program_cache({folder.string(), plenty});
    }
    ~scoped_cache() { stockham::use_program_cache(before_); }
    scoped_cache(const scoped_cache&) = delete;
    scoped_cache& operator=(const scoped_cache&) = delete;

  private:
    stockham::program_cache before_;
};

/// When a plan goes: after its execution, or while that may still be under way.
enum class leaving { after, meanwhile };

/// A problem's data on the device: `run` plans, executes, and gives the relative error over what it may be.
class job {
  public:
    job(cl_context context, const std::string& text) : context_(context), t_(stockham::parse_transform(text)) {
        cl_int code = CL_SUCCESS;
        queue_ = stockham::queue_object(clCreateCommandQueue(context, test_device::get().device, 0, &code));
        if (code != CL_SUCCESS) throw std::runtime_error("no queue");
        std::mt19937 generator(5);
        input_ = reference::uniform(input_extent(t_), t_.precision, generator);
        const auto output = reference::uniform(output_extent(t_), t_.precision, generator);
        wanted_ = reference::transform(t_, input_, in_place() ? input_ : output);
        in_ = buffer_of(input_);
        if (!in_place()) out_ = buffer_of(output);
    }

    double run(leaving when = leaving::after) {
        auto p = std::make_unique<plan>(context_, test_device::get().device, t_);
        const cl_event done = p->enqueue(queue_.get(), in_.get(), out_.get());
        if (when == leaving::meanwhile) p.reset();
        finish(done);
        p.reset();
        std::vector<unsigned char> bytes(wanted_.size() * element_size(t_.precision));
        const cl_mem result = in_place() ? in_.get() : out_.get();
        if (clEnqueueReadBuffer(queue_.get(), result, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr))
            throw std::runtime_error("no download");
        if (in_place()) in_ = buffer_of(input_);
        return reference::relative_error(from_bytes(bytes, t_.precision), wanted_, reference::places(t_, false)) /
               reference::gate(t_);
    }

  private:
    bool in_place() const { return t_.placement == stockham::placement::in_place; }
    stockham::memory_object buffer_of(const std::vector<reference::number>& numbers) const {
        auto bytes = to_bytes(numbers, t_.precision);
        cl_int code = CL_SUCCESS;
        stockham::memory_object memory(
            clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &code));
        if (code != CL_SUCCESS) throw std::runtime_error("no buffer");
        return memory;
    }

    cl_context context_;
    stockham::transform t_;
    stockham::queue_object queue_;
    std::vector<reference::number> input_, wanted_;
    stockham::memory_object in_, out_;
};

/// Programs compiled and loaded by one run in a new context, whose results must be right.
struct programs {
    std::size_t compiled = 0, loaded = 0;
};
bool operator==(const programs& a, const programs& b) {
    return a.compiled == b.compiled && a.loaded == b.loaded;
}
std::ostream& operator<<(std::ostream& out, const programs& p) {
    return out << p.compiled << " compiled, " << p.loaded << " loaded";
}
constexpr programs one_compiled{1, 0}, one_loaded{0, 1};

programs of_a_run(const std::string& text = problem) {
    const auto before = stockham::count_programs();
    const auto context = make_context();
    BOOST_TEST(job(context.get(), text).run() <= 1, text);
    const auto after = stockham::count_programs();
    return {after.compiled - before.compiled, after.loaded - before.loaded};
}

/// The entry that holds a program: the larger one by far.
fs::path program_in(const fs::path& folder) {
    fs::path largest;
    for (const auto& file : fs::directory_iterator(folder))
        if (largest.empty() || file.file_size() > fs::file_size(largest)) largest = file.path();
    return largest;
}

/// An entry's file with another payload, under digests that fit.
std::string forged(const std::string& entry, const std::string& payload) {
    const auto front = entry.substr(0, 16) + little_endian(payload.size()) + entry.substr(24, 32);
    return front + stockham::sha256().add(front + payload).digest() + payload;
}

/// Only entries are there, and all of them are whole: each is found by a copy of the store's own rules.
std::size_t sound_entries(const fs::path& folder) {
    std::size_t sound = 0;
    for (const auto& name : names(folder)) {
        const auto bytes = read_file(folder / name);
        BOOST_TEST(name.find(".program") != name.npos, name << " was left");
        BOOST_REQUIRE(bytes.size() >= header_bytes);
        BOOST_TEST((forged(bytes, bytes.substr(header_bytes)) == bytes), name << " is damaged");
        ++sound;
    }
    return sound;
}

/// PoCL's binary with an empty program in it: PoCL 3.1 aborts when it sees one. Other runtimes': nothing.
std::string without_bitcode(std::string binary) {
    const std::string name = "/program.bc";
    const auto at = binary.find(name);
    if (at == binary.npos) return {};
    std::uint32_t bytes = 0;  // lowest byte first, as PoCL writes it
    for (std::size_t k = 4; k-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(binary.at(at + name.size() + k));
    return binary.replace(at + name.size(), 4 + bytes, std::string(4, '\0'));
}

/// Runs work(0), .. in threads; returns what went wrong in any of them.
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

BOOST_AUTO_TEST_CASE(a_second_start_compiles_nothing) {
    const temporary_folder folder;
    const auto made = folder.path() / "made" / "for it";
    const scoped_cache cache(made);
    const heard listener;
    BOOST_TEST(of_a_run() == one_compiled);
    const auto entries = names(made);
    BOOST_TEST(entries.size() == 2U);  // the estimate's plan, and its program
    BOOST_TEST(stockham::measure_program_cache().entries == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(names(made) == entries, boost::test_tools::per_element());
    BOOST_TEST(sound_entries(made) == 2U);
    BOOST_TEST(stockham::clear_program_cache().entries == 2U);
    BOOST_TEST(names(made).empty());
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(heard::texts().empty());
}

BOOST_AUTO_TEST_CASE(no_cache) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    of_a_run();
    const auto entries = names(folder);
    const scoped_cache off("");
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(stockham::measure_program_cache().entries == 0U);
    BOOST_TEST(stockham::clear_program_cache().entries == 0U);
    BOOST_TEST(names(folder) == entries, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(damaged_entries) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const heard listener;
    of_a_run();
    std::size_t damages = 0;
    for (const auto& name : names(folder)) {
        const auto path = folder.path() / name;
        const auto whole = read_file(path);
        std::vector<std::string> bad;
        for (std::size_t bytes : {std::size_t{0}, std::size_t{40}, std::size_t{header_bytes}, whole.size() - 1})
            bad.push_back(whole.substr(0, bytes));
        for (std::size_t at : {std::size_t{3}, std::size_t{12}, std::size_t{20}, std::size_t{60}, std::size_t{88},
                               whole.size() / 2, whole.size() - 1}) {
            bad.push_back(whole);
            bad.back().at(at) = static_cast<char>(bad.back().at(at) ^ 4);
        }
        bad.push_back(whole + "more");
        for (const auto& bytes : bad) {
            write_file(path, bytes);
            of_a_run();
            BOOST_TEST((read_file(path) != bytes), name << " was not replaced");
            ++damages;
        }
        BOOST_TEST(of_a_run() == one_loaded);
    }
    BOOST_TEST(damages == 24U);
}

BOOST_AUTO_TEST_CASE(damage_is_told_once) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const heard listener;
    of_a_run();
    for (int repeat = 0; repeat < 2; ++repeat) {
        write_file(program_in(folder), "damage");
        BOOST_TEST(of_a_run() == one_compiled);
    }
    BOOST_TEST(heard::texts() == std::vector<std::string>{"the cache in " + folder.path().string() +
                                                          " had entries that were damaged or too large, now removed"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(another_kernels_entry) {
    const temporary_folder folder, other;
    {
        const scoped_cache cache(other);
        of_a_run(problems[1]);
    }
    const scoped_cache cache(folder);
    const heard listener;
    of_a_run();
    const auto mine = program_in(folder);
    fs::copy_file(program_in(other), mine, fs::copy_options::overwrite_existing);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(heard::texts().size() == 1U);
    BOOST_TEST((read_file(mine) != read_file(program_in(other))));
    BOOST_TEST(of_a_run() == one_loaded);
}

// Under digests that fit: its kernel has another name, which is looked for before the runtime sees it.
BOOST_AUTO_TEST_CASE(another_kernels_binary) {
    const temporary_folder folder, other;
    {
        const scoped_cache cache(other);
        of_a_run(problems[1]);
    }
    const scoped_cache cache(folder);
    const heard listener;
    of_a_run();
    const auto mine = program_in(folder);
    const auto theirs = read_file(program_in(other)).substr(header_bytes);
    const auto poisoned = forged(read_file(mine), theirs);
    write_file(mine, poisoned);
    BOOST_TEST(of_a_run() == one_compiled);
    BOOST_TEST(heard::texts().size() == 1U);
    BOOST_TEST((read_file(mine) != poisoned));
    BOOST_TEST(of_a_run() == one_loaded);
}

// Under digests that fit: what somebody put there, or a driver that changed without a new version.
BOOST_AUTO_TEST_CASE(what_is_no_program_at_all) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const heard listener;
    of_a_run();
    const auto path = program_in(folder);
    const auto whole = read_file(path);
    for (const auto& payload : {std::string(), std::string(1, 'x'), std::string("kernel void pass() {}"),
                                std::string(5000, '\0'), std::string(5000, '\xff'), read_file("/proc/self/exe"),
                                "poclbin" + std::string(5000, '\xff'), without_bitcode(whole.substr(header_bytes))}) {
        write_file(path, forged(whole, payload));
        BOOST_TEST(of_a_run() == one_compiled, payload.size() << " bytes were taken");
        BOOST_TEST((read_file(path) != forged(whole, payload)));
    }
    BOOST_TEST(of_a_run() == one_loaded);
    BOOST_TEST(heard::texts() ==
                   std::vector<std::string>{"the cache in " + folder.path().string() +
                                            " had programs that OpenCL does not take; they are compiled anew"},
               boost::test_tools::per_element());
}

// An estimate that is kept is a plan in writing: of no use, it is found anew.
BOOST_AUTO_TEST_CASE(an_estimate_that_is_none) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    of_a_run();
    fs::path estimate;
    for (const auto& name : names(folder))
        if (folder.path() / name != program_in(folder)) estimate = folder.path() / name;
    const auto whole = read_file(estimate);
    for (const char* plan :
         {"", "nonsense", "16 : 0.0", "8*8 : 0.0 ; 0.1", "8 : 0.0 lane_line=77", "8 x 64 : 0.0+1.0"}) {
        write_file(estimate, forged(whole, plan));
        BOOST_TEST_CONTEXT("'" << plan << "'") BOOST_TEST(of_a_run() == one_loaded);
    }
}

BOOST_AUTO_TEST_CASE(folders_that_cannot_be_used) {
    const temporary_folder folder;
    write_file(folder.path() / "file", "text");
    fs::create_directory(folder.path() / "everybody's");
    fs::permissions(folder.path() / "everybody's", fs::perms::all);
    for (const char* name : {"file", "file/below", "everybody's"}) BOOST_TEST_CONTEXT(name) {
            const scoped_cache cache(folder.path() / name);
            const heard listener;
            for (int repeat = 0; repeat < 2; ++repeat) BOOST_TEST(of_a_run() == one_compiled);
            const auto texts = heard::texts();
            BOOST_REQUIRE(texts.size() == 1U);
            BOOST_TEST(texts.front().find("the cache in " + (folder.path() / name).string()) == 0U, texts.front());
        }
    BOOST_TEST(names(folder.path() / "everybody's").empty());
    BOOST_TEST(read_file(folder.path() / "file") == "text");
}

// A plan that was never run has nothing worth keeping where machine code is made at the first run, and a plan that is
// gone before its execution is over leaves it alone: neither may leave something that is not whole.
BOOST_AUTO_TEST_CASE(plans_that_do_not_run) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    const auto context = make_context();
    {
        const plan idle(context.get(), test_device::get().device, stockham::parse_transform(problem));
        const plan twin(context.get(), test_device::get().device, stockham::parse_transform("c2c f32 8 b64 scale=1"));
    }
    BOOST_TEST(sound_entries(folder) <= 2U);
    of_a_run();
    BOOST_TEST(sound_entries(folder) == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
}

// The first is made by one context and never run; another context runs the same program. What it saves must be of use.
BOOST_AUTO_TEST_CASE(two_contexts_with_one_program) {
    const temporary_folder folder;
    const scoped_cache cache(folder);
    {
        const auto context = make_context();
        const plan idle(context.get(), test_device::get().device, stockham::parse_transform(problem));
        of_a_run();
        of_a_run();
    }
    BOOST_TEST(sound_entries(folder) == 2U);
    BOOST_TEST(of_a_run() == one_loaded);
}

BOOST_AUTO_TEST_CASE(threads_in_one_context) {
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
    for (const char* text : {problems[0], problems[1]}) of_a_run(text);  // should the last ones have left too early
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

// Run by others below, in processes of their own: STOCKHAM_TEST_TURNS plans, chosen by STOCKHAM_TEST_WORKER.
BOOST_AUTO_TEST_CASE(worker, *boost::unit_test::disabled()) {
    const heard listener;
    const auto context = make_context();
    std::mt19937 g(static_cast<unsigned>(std::stoul(std::getenv("STOCKHAM_TEST_WORKER"))));
    const int turns = std::stoi(std::getenv("STOCKHAM_TEST_TURNS"));
    std::vector<std::string> mine;
    for (int turn = 0; turn < turns; ++turn) mine.emplace_back(problems[static_cast<std::size_t>(turn) % 6]);
    std::shuffle(mine.begin(), mine.end(), g);
    for (const auto& text : mine) BOOST_TEST(job(context.get(), text).run() <= 1, text);
    const auto texts = heard::texts();
    for (const auto& text : texts) std::cout << text << "\n";
    std::cout << "compiled " << stockham::count_programs().compiled << "\nloaded " << stockham::count_programs().loaded
              << "\nmessages " << texts.size() << "\nmegabytes " << (stockham::current_program_cache().most_bytes >> 20)
              << "\n";
}

BOOST_AUTO_TEST_CASE(what_the_environment_says) {
    const temporary_folder folder;
    const auto run_with = [&](const std::string& cache, const std::string& xdg, const std::string& megabytes) {
        return std::make_unique<another_run>(
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
    BOOST_TEST(first->number_behind("megabytes") == 256);
    BOOST_TEST(!fs::exists(xdg));
    const auto again = run_with(named, xdg, "7");
    BOOST_TEST(again->number_behind("compiled") == 0, again->output());
    BOOST_TEST(again->number_behind("megabytes") == 7);
    const auto off = run_with("off", xdg, "");
    BOOST_TEST(off->number_behind("compiled") == 1, off->output());
    BOOST_TEST(!fs::exists(xdg));
    const auto usual = run_with("", xdg, "");
    BOOST_TEST(usual->number_behind("compiled") == 1, usual->output());
    BOOST_TEST(sound_entries(xdg / "stockham") == 2U);
    const auto tiny = run_with(folder.path() / "tiny", xdg, "0");
    BOOST_TEST(tiny->wait() == 0, tiny->output());
    BOOST_TEST(tiny->number_behind("messages") == 1, tiny->output());  // that not one entry fits
    for (auto* run : {first.get(), again.get(), off.get(), usual.get()})
        BOOST_TEST(run->number_behind("messages") == 0);
}

// PoCL's own cache is filled before, so that the time that a program takes does not depend on what else the machine has
// to do.
BOOST_AUTO_TEST_CASE(sixteen_processes) {
    const temporary_folder folder;
    const auto cache = folder.path() / "made" / "by" / "all";
    const auto variables = [&](const fs::path& stockham_cache, const char* turns, int seed) {
        return std::map<std::string, std::string>{{"STOCKHAM_CACHE", stockham_cache},
                                                  {"POCL_CACHE_DIR", folder.path() / "pocl"},
                                                  {"STOCKHAM_TEST_TURNS", turns},
                                                  {"STOCKHAM_TEST_WORKER", std::to_string(seed)}};
    };
    another_run first("worker", variables(folder.path() / "another", "6", 0));
    BOOST_TEST(first.number_behind("compiled") == 6, first.output());
    std::deque<another_run> workers;
    for (int k = 0; k < 16; ++k) workers.emplace_back("worker", variables(cache, "50", k));
    long compiled = 0, loaded = 0;
    for (auto& worker : workers) {
        BOOST_TEST(worker.wait() == 0, worker.output());
        BOOST_TEST(worker.number_behind("messages") == 0, worker.output());
        compiled += worker.number_behind("compiled");
        loaded += worker.number_behind("loaded");
    }
    BOOST_TEST_MESSAGE(compiled << " compiled, " << loaded << " loaded");
    BOOST_TEST(sound_entries(cache) == 12U);
    BOOST_TEST(compiled >= 6);
    BOOST_TEST(compiled <= 3 * 6);
    BOOST_TEST(compiled + loaded >= 16 * 6);
}
