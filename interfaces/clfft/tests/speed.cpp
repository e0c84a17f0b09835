// clfft_speed [--bake] [--seconds N] OURS THEIRS PROBLEM..: times complex transforms by two libraries with clFFT's
// interface on the same random data, and prints the relative distance of their results. A problem is a line of a suite,
// such as "c2c f32 1024x1024 b32", optionally with "in". --bake only bakes the plans, which fills the kernel caches.
// --seconds starts no problem after N seconds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "library_under_test.hpp"
#include "opencl_device.hpp"

namespace {

constexpr int rounds = 5;
constexpr double seconds_per_sample = 0.005;
constexpr std::size_t most_repeats = 500;
constexpr double wanted_geometric_mean = 4.5;

using seconds = std::chrono::duration<double>;
double now() {
    return seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct problem {
    std::string name;
    bool f64 = false, in_place = false;
    std::vector<std::size_t> lengths;  // fastest axis first
    std::size_t batch = 1;

    std::size_t points() const {
        std::size_t n = 1;
        for (const auto length : lengths) n *= length;
        return n;
    }
    std::size_t bytes_of_one() const { return points() * (f64 ? 16 : 8); }
    std::size_t bytes() const { return bytes_of_one() * batch; }
};

/// The numbers of a word such as "4x5x6", in reverse order; empty for any other word.
std::vector<std::size_t> numbers_of(const std::string& word) {
    std::vector<std::size_t> numbers;
    std::size_t value = 0;
    char x = 'x';
    std::istringstream text(word);
    while (x == 'x' && text >> value) {
        numbers.insert(numbers.begin(), value);
        if (!text.get(x)) return numbers;
    }
    return {};
}

problem problem_of(const std::string& text) {
    problem p;
    p.name = text;
    std::istringstream words(text);
    std::vector<std::size_t> batch{1};
    for (std::string word; words >> word;) {
        if (word == "f64" || word == "f32")
            p.f64 = word == "f64";
        else if (word == "in" || word == "out")
            p.in_place = word == "in";
        else if (word[0] == 'b')
            batch = numbers_of(word.substr(1));
        else if (word != "c2c")
            p.lengths = numbers_of(word);
    }
    p.batch = batch.size() == 1 ? batch[0] : 0;
    if (p.lengths.empty() || p.lengths.size() > 3 || !p.points() || !p.batch)
        throw std::runtime_error("not a problem of complex transforms: " + text);
    return p;
}

class buffer {
  public:
    buffer(const opencl_device& o, std::size_t bytes) {
        cl_int code = CL_SUCCESS;
        memory_ = clCreateBuffer(o.context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "clCreateBuffer");
    }
    ~buffer() { clReleaseMemObject(memory_); }
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    cl_mem get() const { return memory_; }

  private:
    cl_mem memory_ = nullptr;
};

/// Uniform in [-1, 1], the same on each call; grows to the size of the largest problem.
template <class Real>
const std::vector<Real>& random_numbers(std::size_t n) {
    static std::vector<Real> numbers;
    static std::minstd_rand random(1);
    constexpr auto largest = static_cast<Real>(std::minstd_rand::max());
    numbers.reserve(n);
    while (numbers.size() < n) numbers.push_back(2 * static_cast<Real>(random()) / largest - 1);
    return numbers;
}

void upload_random(const opencl_device& o, const problem& p, cl_mem to) {
    const std::size_t n = 2 * p.points() * p.batch;
    const void* from = p.f64 ? static_cast<const void*>(random_numbers<double>(n).data())
                             : static_cast<const void*>(random_numbers<float>(n).data());
    check(clEnqueueWriteBuffer(o.queue, to, CL_TRUE, 0, p.bytes(), from, 0, nullptr, nullptr), "clEnqueueWriteBuffer");
}

/// A plan of one library. In place the scale is unitary, so that repeated executions do not overflow.
class client {
  public:
    client(const library_under_test& l, const opencl_device& o, const problem& p)
        : l_(l), o_(o), in_place_(p.in_place) {
        const auto dim = static_cast<clfftDim>(p.lengths.size());
        must(l_.CreateDefaultPlan(&handle_, o.context, dim, p.lengths.data()), "clfftCreateDefaultPlan");
        must(l_.SetPlanPrecision(handle_, p.f64 ? CLFFT_DOUBLE : CLFFT_SINGLE), "clfftSetPlanPrecision");
        must(l_.SetPlanBatchSize(handle_, p.batch), "clfftSetPlanBatchSize");
        must(l_.SetResultLocation(handle_, in_place_ ? CLFFT_INPLACE : CLFFT_OUTOFPLACE), "clfftSetResultLocation");
        const auto unitary = static_cast<float>(1 / std::sqrt(static_cast<double>(p.points())));
        if (in_place_) must(l_.SetPlanScale(handle_, CLFFT_FORWARD, unitary), "clfftSetPlanScale");
        auto queue = o_.queue;
        must(l_.BakePlan(handle_, 1, &queue, nullptr, nullptr), "clfftBakePlan");
    }
    ~client() { l_.DestroyPlan(&handle_); }
    client(const client&) = delete;
    client& operator=(const client&) = delete;

    void run(cl_mem in, cl_mem out, std::size_t times = 1) const {
        auto queue = o_.queue;
        for (std::size_t k = 0; k < times; ++k)
            must(l_.EnqueueTransform(handle_, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, in_place_ ? &out : &in,
                                     in_place_ ? nullptr : &out, nullptr),
                 "clfftEnqueueTransform");
    }

  private:
    static void must(clfftStatus status, const char* call) { check(status, call); }

    const library_under_test& l_;
    const opencl_device& o_;
    bool in_place_;
    clfftPlanHandle handle_ = 0;
};

/// The first and the last transform of the batch. Out of place, the output is filled with NaN first.
template <class Real>
std::vector<std::complex<Real>> results_of(const client& c, const opencl_device& o, const problem& p, cl_mem in,
                                           cl_mem out) {
    const auto nan = std::numeric_limits<Real>::quiet_NaN();
    check(p.in_place ? clEnqueueCopyBuffer(o.queue, in, out, 0, 0, p.bytes(), 0, nullptr, nullptr)
                     : clEnqueueFillBuffer(o.queue, out, &nan, sizeof nan, 0, p.bytes(), 0, nullptr, nullptr),
          "filling the output");
    c.run(in, out);
    std::vector<std::complex<Real>> results(2 * p.points());
    const std::size_t one = p.bytes_of_one();
    check(clEnqueueReadBuffer(o.queue, out, CL_TRUE, 0, one, results.data(), 0, nullptr, nullptr), "reading results");
    check(clEnqueueReadBuffer(o.queue, out, CL_TRUE, p.bytes() - one, one, &results[p.points()], 0, nullptr, nullptr),
          "reading results");
    return results;
}

template <class Real>
double distance_of_results(const client& ours, const client& theirs, const opencl_device& o, const problem& p,
                           cl_mem in, cl_mem out) {
    const auto a = results_of<Real>(ours, o, p, in, out), b = results_of<Real>(theirs, o, p, in, out);
    double distance = 0, size = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        distance += static_cast<double>(std::norm(a[k] - b[k]));
        size += static_cast<double>(std::norm(b[k]));
    }
    return std::sqrt(distance / size);
}

double seconds_of_one(const client& c, const opencl_device& o, cl_mem in, cl_mem out, std::size_t repeats) {
    c.run(in, out);
    check(clFinish(o.queue), "clFinish");
    const double begin = now();
    c.run(in, out, repeats);
    check(clFinish(o.queue), "clFinish");
    return (now() - begin) / static_cast<double>(repeats);
}

/// The median time of each library. The libraries take turns in starting a round.
std::pair<double, double> medians_of(const client& ours, const client& theirs, const opencl_device& o, cl_mem in,
                                     cl_mem out) {
    const client* both[] = {&ours, &theirs};
    std::size_t repeats[2];
    std::vector<double> samples[2];
    for (int k = 0; k < 2; ++k) {
        const double one = seconds_of_one(*both[k], o, in, out, 1);
        repeats[k] = std::clamp<std::size_t>(static_cast<std::size_t>(seconds_per_sample / one), 1, most_repeats);
    }
    for (int round = 0; round < rounds; ++round)
        for (int turn = 0; turn < 2; ++turn) {
            const int k = (round + turn) % 2;
            samples[k].push_back(seconds_of_one(*both[k], o, in, out, repeats[k]));
        }
    for (auto& s : samples) std::sort(s.begin(), s.end());
    return {samples[0][rounds / 2], samples[1][rounds / 2]};
}

struct tally {
    double logarithms = 0;
    unsigned measured = 0, faults = 0;
};

void measure(const library_under_test& ours, const library_under_test& theirs, const opencl_device& o, const problem& p,
             bool only_bake, tally& t) try {
    const client a(ours, o, p), b(theirs, o, p);
    if (only_bake) return;
    const buffer in(o, p.bytes()), out(o, p.bytes());
    upload_random(o, p, in.get());
    const double far = p.f64 ? distance_of_results<double>(a, b, o, p, in.get(), out.get())
                             : distance_of_results<float>(a, b, o, p, in.get(), out.get());
    const auto [our_time, their_time] = medians_of(a, b, o, in.get(), out.get());
    const bool same = far < (p.f64 ? 1e-12 : 1e-5);
    std::printf("%-28s %12.2f %12.2f %8.2f %10.1e%s\n", p.name.c_str(), our_time * 1e6, their_time * 1e6,
                their_time / our_time, far, same ? "" : " <- the results differ");
    t.logarithms += std::log(their_time / our_time);
    ++t.measured;
    if (!same) ++t.faults;
} catch (const std::exception& e) {
    std::printf("%-28s %s\n", p.name.c_str(), e.what());
    ++t.faults;
}

int run(std::vector<std::string> words) {
    bool only_bake = false;
    double time_limit = 1e9;
    std::size_t k = 0;
    for (; k < words.size() && words[k][0] == '-'; ++k) {
        if (words[k] == "--bake") only_bake = true;
        if (words[k] == "--seconds" && k + 1 < words.size()) time_limit = std::stod(words[++k]);
    }
    if (words.size() < k + 3) {
        std::fprintf(stderr, "usage: clfft_speed [--bake] [--seconds N] OURS THEIRS PROBLEM..\n");
        return 2;
    }
    const library_under_test ours(words[k]), theirs(words[k + 1]);
    const auto device = open_device();
    for (const auto* each : {&ours, &theirs}) each->Setup(nullptr);
    if (!only_bake) std::printf("%-28s %12s %12s %8s %10s\n", "problem", "ours, us", "clFFT, us", "ratio", "distance");
    tally t;
    unsigned left_out = 0;
    const double begin = now();
    for (k += 2; k < words.size(); ++k) {
        const auto p = problem_of(words[k]);
        if (now() - begin > time_limit)
            ++left_out;
        else
            measure(ours, theirs, device, p, only_bake, t);
        std::fflush(stdout);
    }
    for (const auto* each : {&ours, &theirs}) each->Teardown();
    if (t.measured)
        std::printf("geometric mean of clFFT's time over ours: %.2f (goal: %.1f), %u problems\n",
                    std::exp(t.logarithms / t.measured), wanted_geometric_mean, t.measured);
    if (t.faults || left_out) std::printf("%u faults, %u problems skipped\n", t.faults, left_out);
    return t.faults || left_out ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
}
