// The streaming engine: every way of cutting a stack gives the same bits, and a failure anywhere ends the job.
#include <cstring>
#include <mutex>

#include "engine.hpp"
#include "stream.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const engine& device() {
    static const engine* e = new engine("");  // never released: the driver may be gone before statics are
    return *e;
}

template <class T>
std::vector<std::complex<T>> stream(const stack& s, const std::vector<std::complex<T>>& in,
                                    const stream_options& options, stream_report& report) {
    std::vector<std::complex<T>> out(in.size());
    std::size_t next_read = 0;
    std::size_t next_write = 0;
    std::size_t shown = 0;
    const auto pieces = [&](std::size_t first, std::size_t n, auto copy) {
        for (std::size_t u = 0; u < n; ++u)
            s.for_each_piece(first + u, 0, s.unit_elements(),
                             [&](std::size_t place, std::size_t at, std::size_t count) {
                                 copy(place, u * s.unit_pitch() + at * s.element_bytes(), count * s.element_bytes());
                             });
    };
    const auto read = [&](std::size_t first, std::size_t n, void* to) {
        BOOST_TEST(first == next_read);
        next_read += n;
        pieces(first, n, [&](std::size_t place, std::size_t at, std::size_t bytes) {
            std::memcpy(static_cast<char*>(to) + at, &in[place], bytes);
        });
    };
    const auto write = [&](std::size_t first, std::size_t n, const void* from) {
        BOOST_TEST(first == next_write);
        next_write += n;
        pieces(first, n, [&](std::size_t place, std::size_t at, std::size_t bytes) {
            std::memcpy(static_cast<void*>(&out[place]), static_cast<const char*>(from) + at, bytes);
        });
    };
    report = run_stream(device(), s, options, {read, write, [&](std::size_t units) { shown = units; }});
    BOOST_TEST(next_read == s.units);
    BOOST_TEST(next_write == s.units);
    BOOST_TEST(shown == s.units);
    return out;
}

stack make(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes, precision p) {
    stack_request r;
    r.shape = shape;
    r.axes = axes;
    r.precision = p;
    return make_stack(r);
}

template <class T>
void check_chunks(precision p, double bound) {
    const std::vector<std::size_t> shape = {23, 16, 32};
    const stack s = make(shape, {1, 2}, p);
    const auto in = random_complex<T>(23 * 16 * 32, 11);
    stream_report whole_report;
    const auto whole = stream(s, in, {}, whole_report);
    BOOST_TEST(whole_report.chunks == 1u);
    const std::vector<std::complex<double>> wide(in.begin(), in.end());
    BOOST_TEST(relative_error(whole, plain_dft(wide, shape, {1, 2}, -1)) < bound);
    for (const std::size_t units : {1u, 2u, 5u, 22u})
        for (const bool preload : {false, true}) {
            stream_options options;
            options.chunk = units * s.unit_pitch();
            options.preload = preload;
            stream_report report;
            const auto cut = stream(s, in, options, report);
            BOOST_TEST(report.chunks == (23 + units - 1) / units);
            BOOST_TEST(std::memcmp(cut.data(), whole.data(), whole.size() * sizeof whole[0]) == 0,
                       "chunks of " << units << (preload ? ", preloaded" : ""));
            BOOST_TEST(report.upload > 0);
            BOOST_TEST(report.download > 0);
            BOOST_TEST((report.device > 0) == preload);
        }
}

// Runs a job of 12 chunks whose ends throw at a unit.
void run_failing(std::size_t read_fails, std::size_t write_fails, bool preload) {
    const stack s = make({12, 512}, {1}, precision::f32);
    stream_options options;
    options.chunk = s.unit_pitch();
    options.preload = preload;
    run_stream(device(), s, options,
               {[&](std::size_t first, std::size_t n, void* to) {
                    std::memset(to, 0, n * s.unit_pitch());
                    if (first == read_fails) throw job_error("reading fails");
                },
                [&](std::size_t first, std::size_t, const void*) {
                    if (first == write_fails) throw job_error("writing fails");
                },
                [](std::size_t) {}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(streams)

BOOST_AUTO_TEST_CASE(single_precision_chunks_give_the_same_bits) {
    check_chunks<float>(precision::f32, 1e-6);
}

BOOST_AUTO_TEST_CASE(double_precision_chunks_give_the_same_bits) {
    if (device().description().fp64 == double_support::none) return;
    check_chunks<double>(precision::f64, 1e-14);
}

BOOST_AUTO_TEST_CASE(memory_is_kept) {
    const stack s = make({64, 16, 16}, {1, 2}, precision::f32);
    const auto in = random_complex<float>(64 * 256, 3);
    stream_report report;
    const auto whole = stream(s, in, {}, report);
    for (const std::size_t units : {5u, 8u, 40u}) {
        stream_options options;
        options.memory = units * s.unit_pitch();
        const auto cut = stream(s, in, options, report);
        BOOST_TEST(report.device_bytes <= options.memory);
        BOOST_TEST(report.chunks > 1u);
        BOOST_TEST((cut == whole));
    }
    stream_options options;
    options.memory = s.unit_pitch();
    expect_job_error([&] { stream(s, in, options, report); }, "on the device and the limit is");
}

BOOST_AUTO_TEST_CASE(strided_units_are_transformed) {
    const std::vector<std::size_t> shape = {8, 16, 22};
    for (const std::vector<std::size_t>& axes : {std::vector<std::size_t>{0}, {0, 1}}) {
        const stack s = make(shape, axes, precision::f32);
        BOOST_TEST(s.permutation.empty());
        BOOST_TEST(s.units > 1u);
        const auto in = random_complex<float>(s.total_elements, 4);
        stream_report report;
        const auto whole = stream(s, in, {}, report);
        const std::vector<std::complex<double>> wide(in.begin(), in.end());
        BOOST_TEST(relative_error(whole, plain_dft(wide, shape, axes, -1)) < 1e-6);
        stream_options options;
        options.chunk = s.unit_pitch();
        BOOST_TEST((stream(s, in, options, report) == whole));
        BOOST_TEST(report.chunks == s.units);
    }
}

BOOST_AUTO_TEST_CASE(units_of_any_length_are_transformed) {
    const std::vector<std::size_t> shape = {9, 61, 35};
    for (const std::vector<std::size_t>& axes : {std::vector<std::size_t>{0}, {1}, {2}, {1, 2}}) {
        const stack s = make(shape, axes, precision::f32);
        const auto in = random_complex<float>(s.total_elements, 5);
        stream_report report;
        const auto whole = stream(s, in, {}, report);
        const std::vector<std::complex<double>> wide(in.begin(), in.end());
        BOOST_TEST(relative_error(whole, plain_dft(wide, shape, axes, -1)) < 1e-6);
        stream_options options;
        options.chunk = 2 * s.unit_pitch();
        BOOST_TEST((stream(s, in, options, report) == whole));
    }
}

BOOST_AUTO_TEST_CASE(a_failure_ends_the_job) {
    for (const bool preload : {false, true})
        for (const std::size_t at : {0u, 5u, 11u}) {
            expect_job_error([&] { run_failing(at, 99, preload); }, "reading fails");
            expect_job_error([&] { run_failing(99, at, preload); }, "writing fails");
        }
}

BOOST_AUTO_TEST_SUITE_END()
