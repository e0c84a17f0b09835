// Runs plans with a program cache of the test's own, and checks the contents of its folder.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "runtime/programs/program_store.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/store_files.hpp"

constexpr const char* problem = "c2c f32 8 b64";
constexpr const char* problems[] = {
    problem, "c2c f32 16 b32", "c2c f32 4x4 b16", "c2c f32 8 b64 inv", "c2c f32 32 b16 in", "c2c f32 2x8 b20 od=17"};

/// Uses another folder for the program cache until the end of the scope.
class scoped_cache {
  public:
    explicit scoped_cache(const std::filesystem::path& folder) : before_(stockham::current_program_cache()) {
        stockham::use_program_cache({folder.string(), plenty});
    }
    ~scoped_cache() { stockham::use_program_cache(before_); }
    scoped_cache(const scoped_cache&) = delete;
    scoped_cache& operator=(const scoped_cache&) = delete;

  private:
    stockham::program_cache before_;
};

/// When the plan is destroyed: after its execution, or possibly during it.
enum class leaving { after, meanwhile };

/// Without PoCL's own cache, the program cache saves a program of PoCL after a run, and otherwise before. This is a
/// value of the variable that switches PoCL's cache, until the end of the scope. PoCL must have read the variable
/// already: if its cache were off, the tests would take minutes.
class pocls_cache {
  public:
    explicit pocls_cache(bool on) : device_(test_device::get()), variable_("POCL_KERNEL_CACHE", on ? "1" : "0") {}

  private:
    const test_device& device_;
    scoped_variable variable_;
};

/// The data of a problem on the device. `run` plans, executes and returns the relative error over the allowed error.
class job {
  public:
    job(cl_context context, const std::string& text)
        : context_(context), t_(stockham::parse_transform(text)),
          queue_(stockham::harness::make_queue(context, test_device::get().device)) {
        std::mt19937 generator(5);
        input_ = reference::uniform(input_extent(t_), t_.precision, generator);
        const auto output = reference::uniform(output_extent(t_), t_.precision, generator);
        wanted_ = reference::transform(t_, input_, in_place() ? input_ : output);
        in_ = buffer_of(input_);
        if (!in_place()) out_ = buffer_of(output);
    }

    double run(leaving when = leaving::after) {
        auto p = std::make_unique<stockham::plan>(context_, test_device::get().device, t_);
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
    stockham::internal::memory_object buffer_of(const std::vector<reference::number>& numbers) const {
        const auto bytes = to_bytes(numbers, t_.precision);
        return stockham::harness::make_buffer(context_, bytes.size(), CL_MEM_READ_WRITE, bytes.data());
    }

    cl_context context_;
    stockham::transform t_;
    stockham::internal::queue_object queue_;
    std::vector<reference::number> input_, wanted_;
    stockham::internal::memory_object in_, out_;
};

/// Counts the programs that one run in a new context compiles and loads. The results must be right.
struct programs {
    std::size_t compiled = 0, loaded = 0;
};
inline bool operator==(const programs& a, const programs& b) {
    return a.compiled == b.compiled && a.loaded == b.loaded;
}
inline std::ostream& operator<<(std::ostream& out, const programs& p) {
    return out << p.compiled << " compiled, " << p.loaded << " loaded";
}
constexpr programs one_compiled{1, 0}, one_loaded{0, 1};

inline programs of_a_run(const std::string& text = problem) {
    const auto before = stockham::internal::count_programs();
    const auto context = make_context();
    BOOST_TEST(job(context.get(), text).run() <= 1, text);
    const auto after = stockham::internal::count_programs();
    return {after.compiled - before.compiled, after.loaded - before.loaded};
}

/// The entry that holds a program: by far the larger one.
inline std::filesystem::path program_in(const std::filesystem::path& folder) {
    std::filesystem::path largest;
    for (const auto& file : std::filesystem::directory_iterator(folder))
        if (largest.empty() || file.file_size() > std::filesystem::file_size(largest)) largest = file.path();
    return largest;
}

/// Replaces the payload of an entry's file, with matching digests.
inline std::string forged(const std::string& entry, const std::string& payload) {
    const auto front = entry.substr(0, 16) + little_endian(payload.size()) + entry.substr(24, 32);
    return front + stockham::internal::sha256().add(front + payload).digest() + payload;
}

/// Checks that the folder has only entries and that all are complete. A copy of the store's own rules must find each.
inline std::size_t sound_entries(const std::filesystem::path& folder) {
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
