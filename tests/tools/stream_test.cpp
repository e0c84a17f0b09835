// The streaming engine: every division of a stack gives the same bits, and any failure ends the job.
#include <cstring>
#include <mutex>
#include <type_traits>

#include "array/passes.hpp"
#include "array/stack_io.hpp"
#include "array/stream.hpp"
#include "engine.hpp"
#include "image/convolve.hpp"
#include "image/spectra.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const engine& device() {
    // Never released, because the driver may be gone before statics are destroyed.
    static const engine* e = new engine("");
    return *e;
}

template <class In>
using spectrum_of = std::vector<std::complex<decltype(std::real(In{}))>>;

template <class In>
spectrum_of<In> stream(const stack& s, const std::vector<In>& in, const stream_options& options, stream_report& report,
                       const engine& e = device()) {
    spectrum_of<In> out(in.size());
    std::size_t next_read = 0;
    std::size_t next_write = 0;
    std::size_t shown = 0;
    const auto pieces = [&](const stack_side& side, std::size_t first, std::size_t n, auto copy) {
        for (std::size_t u = 0; u < n; ++u)
            s.for_each_piece(first + u, 0, s.unit_elements(),
                             [&](std::size_t place, std::size_t at, std::size_t count) {
                                 copy(place, u * side.pitch + at * side.element_bytes, count * side.element_bytes);
                             });
    };
    const auto read = [&](std::size_t first, std::size_t n, void* to) {
        BOOST_TEST(first == next_read);
        next_read += n;
        pieces(s.input(), first, n, [&](std::size_t place, std::size_t at, std::size_t bytes) {
            std::memcpy(static_cast<char*>(to) + at, &in[place], bytes);
        });
    };
    const auto write = [&](std::size_t first, std::size_t n, const void* from) {
        BOOST_TEST(first == next_write);
        next_write += n;
        pieces(s.output(), first, n, [&](std::size_t place, std::size_t at, std::size_t bytes) {
            std::memcpy(static_cast<void*>(&out[place]), static_cast<const char*>(from) + at, bytes);
        });
    };
    report = run_stream(e, s, options, {read, write, [&](std::size_t units) { shown = units; }});
    BOOST_TEST(next_read == s.units);
    BOOST_TEST(next_write == s.units);
    BOOST_TEST(shown == s.units);
    return out;
}

// For numbers of this type.
template <class In>
stack_request request(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes) {
    stack_request r;
    r.shape = shape;
    r.axes = axes;
    r.real = std::is_floating_point_v<In>;
    r.precision = sizeof(std::real(In{})) == sizeof(float) ? precision::f32 : precision::f64;
    return r;
}

template <class In>
stack make(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes) {
    return make_stack(request<In>(shape, axes));
}

// The workspace of the smallest unit in bytes, with the plan of the usual unit if possible.
std::size_t least_workspace(stack_request r) {
    r.slabs = has_slabs(r);
    plan_options options;
    options.expert.plan_string = plan(device().context(), device().device(), make_stack(r).unit).plan_string();
    r.most_parts = 1;
    const transform smallest = make_stack(r).unit;
    try {
        return plan(device().context(), device().device(), smallest, options).workspace_size();
    } catch (const unsupported_error&) {
        return plan(device().context(), device().device(), smallest).workspace_size();
    }
}

// Runs on a device with this much memory. Returns the number of passes.
template <class In>
std::size_t pass_by(const stack_request& r, std::size_t memory, const std::vector<In>& in, spectrum_of<In>& out) {
    const engine small("", memory);
    const auto passes = make_passes(small, r);
    out.resize(in.size());
    std::size_t shown = 0, units = 0;
    const auto reports = run_passes(
        small, passes, {},
        {[&](std::size_t first, std::size_t n, void* to) { copy_units(passes.front(), first, n, in.data(), to); },
         [&](std::size_t first, std::size_t n, const void* from) {
             put_units(passes.back(), first, n, from, out.data());
         },
         [&](std::size_t done) { shown = done; }},
        out.data());
    for (const auto& report : reports) BOOST_TEST(report.device_bytes <= memory);
    for (const auto& s : passes) units += s.units;
    BOOST_TEST(shown == units);
    return passes.size();
}

template <class In>
void check_chunks(const std::vector<In>& in, double bound) {
    const std::vector<std::size_t> shape = {23, 16, 64};
    const stack s = make<In>(shape, {1, 2});
    stream_report whole_report;
    const auto whole = stream(s, in, {}, whole_report);
    BOOST_TEST(whole_report.chunks == 1u);
    BOOST_TEST(relative_error(whole, plain_dft(widened(in), shape, {1, 2}, -1)) < bound);
    for (const std::size_t units : {1u, 2u, 5u, 22u})
        for (const bool preload : {false, true}) {
            stream_options options;
            options.chunk = units * s.output().pitch;
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

// The values of the definition, and the same bits in chunks of some units.
template <class In>
void check_axes(const std::vector<In>& in, const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes,
                std::size_t units) {
    const stack s = make<In>(shape, axes);
    stream_report report;
    const auto whole = stream(s, in, {}, report);
    BOOST_TEST(relative_error(whole, plain_dft(widened(in), shape, axes, -1)) < 1e-6, to_string(s.unit));
    stream_options options;
    options.chunk = units * s.output().pitch;
    BOOST_TEST((stream(s, in, options, report) == whole), to_string(s.unit));
    BOOST_TEST(report.chunks == (s.units + units - 1) / units);
}

// Runs a job of 12 chunks whose input or output throws at a unit.
void run_failing(std::size_t read_fails, std::size_t write_fails, bool preload) {
    const stack s = make<std::complex<float>>({12, 512}, {1});
    stream_options options;
    options.chunk = s.output().pitch;
    options.preload = preload;
    run_stream(device(), s, options,
               {[&](std::size_t first, std::size_t n, void* to) {
                    std::memset(to, 0, n * s.input().pitch);
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
    check_chunks(random_complex<float>(23 * 16 * 64, 11), 1e-6);
    check_chunks(random_real<float>(23 * 16 * 64, 12), 1e-6);
}

BOOST_AUTO_TEST_CASE(double_precision_chunks_give_the_same_bits) {
    if (device().description().fp64 == double_support::none) return;
    check_chunks(random_complex<double>(23 * 16 * 64, 11), 1e-14);
    check_chunks(random_real<double>(23 * 16 * 64, 12), 1e-14);
}

BOOST_AUTO_TEST_CASE(memory_is_kept) {
    const stack s = make<std::complex<float>>({64, 16, 16}, {1, 2});
    const auto in = random_complex<float>(64 * 256, 3);
    stream_report report;
    const auto whole = stream(s, in, {}, report);
    for (const std::size_t units : {5u, 8u, 40u}) {
        const engine small("", units * s.output().pitch);
        const auto cut = stream(s, in, {}, report, small);
        BOOST_TEST(report.device_bytes <= small.memory());
        BOOST_TEST(report.chunks > 1u);
        BOOST_TEST((cut == whole));
    }
    expect_job_error([&] { stream(s, in, {}, report, engine("", s.output().pitch)); }, "and the limit is");
}

// A unit of 200 transforms of 64x64 is 4 of them, 128 KiB in each direction. One of them takes 32 KiB in each
// direction, plus the workspace of its plan, which depends on the device.
BOOST_AUTO_TEST_CASE(units_shrink_to_the_memory) {
    const auto check = [](const auto& in, const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes,
                          std::size_t most, std::size_t buffers) {
        using number = typename std::decay_t<decltype(in)>::value_type;
        const stack_request r = request<number>(shape, axes);
        spectrum_of<number> whole, cut;
        const std::size_t least = buffers + least_workspace(r);
        most = std::max(most, least);
        BOOST_TEST(pass_by(r, std::size_t{1} << 30, in, whole) == 1u);
        BOOST_TEST(!unit_shortage(engine("", most), make_stack(r)).empty());
        for (std::size_t memory = most; memory >= least; memory = memory == least ? 0 : std::max(memory / 2, least)) {
            BOOST_TEST(pass_by(r, memory, in, cut) == 1u);
            // Fewer transforms at a time may have another plan: the same numbers, not the same bits.
            BOOST_TEST(relative_error(cut, whole) < 1e-6);
        }
        // One axis at a time sums in another order.
        BOOST_TEST(pass_by(r, least - 1, in, cut) == axes.size());
        BOOST_TEST(relative_error(cut, whole) < 1e-6);
    };
    check(random_complex<float>(200 * 4096, 5), {200, 64, 64}, {1, 2}, 200000, 65536);
    check(random_real<float>(200 * 4096, 5), {200, 64, 64}, {1, 2}, 150000, 49152);
    check(random_complex<float>(12 * 10 * 96 * 8, 5), {12, 10, 96, 8}, {1, 2}, 100000, 2 * 8192);
}

// A cube of 24 points takes 216 KiB with both buffers, a plane 9 KiB: two axes in the first pass, one in the second.
BOOST_AUTO_TEST_CASE(as_many_axes_as_fit) {
    const auto in = random_complex<float>(24 * 24 * 24, 8);
    const stack_request r = request<std::complex<float>>({24, 24, 24}, {0, 1, 2});
    spectrum_of<std::complex<float>> whole, cut;
    BOOST_TEST(pass_by(r, std::size_t{1} << 30, in, whole) == 1u);
    BOOST_TEST(pass_by(r, 100000, in, cut) == 2u);
    BOOST_TEST(relative_error(cut, whole) < 1e-6);
}

BOOST_AUTO_TEST_CASE(the_smallest_need_is_said) {
    const auto in = random_complex<float>(37 * 64 * 600, 6);
    const stack_request r = request<std::complex<float>>({37, 64, 600}, {1, 2});
    spectrum_of<std::complex<float>> out;
    // A line of 600 points fills 8 KiB of a buffer.
    expect_job_error([&] { pass_by(r, 16383, in, out); }, "needs 16 KiB on the device and the limit is 16.0 KiB");
    expect_job_error([&] { pass_by(r, 10000, in, out); },
                     "c2c f32 600 needs 16 KiB on the device and the limit is 9.8");
    BOOST_TEST(pass_by(r, 16384, in, out) == 2u);
}

BOOST_AUTO_TEST_CASE(planes_go_through_a_small_device_in_parts) {
    const engine small("", 10000);
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{17, 60}, {32, 30}, {2, 450}}) {
        real_plane p(width, height, 3);
        p.values = random_real<float>(p.values.size(), 7);
        BOOST_TEST(!small.shortage("", {p.values.size() * sizeof(float)}).empty());
        const plane half = half_spectra(device(), p);
        BOOST_TEST(relative_error(half_spectra(small, p).values, half.values) < 1e-6);
        BOOST_TEST(relative_error(from_half_spectra(small, half, width).values, p.values) < 1e-6);
        real_plane one(width, height);
        std::copy_n(p.values.begin(), one.values.size(), one.values.begin());
        const plane spectrum = full_spectrum(device(), one);
        BOOST_TEST(relative_error(full_spectrum(small, one).values, spectrum.values) < 1e-6);
        BOOST_TEST(relative_error(full_spectrum(small, spectrum).values, full_spectrum(device(), spectrum).values) <
                   1e-6);
        real_plane weights(1, 5);
        weights.values = random_real<float>(5, 8);
        for (const bool correlate : {false, true})
            BOOST_TEST(relative_error(convolve(small, p, weights, correlate, boundary::constant).values,
                                      convolve(device(), p, weights, correlate, boundary::constant).values) < 1e-6);
    }
}

BOOST_AUTO_TEST_CASE(what_is_too_large_for_the_device_is_refused_before) {
    transform t;
    t.lengths = {1000, 1000};
    std::vector<std::complex<float>> values(1000000);
    expect_job_error([&] { run_transform(engine("", 1000000), t, values.data()); },
                     "c2c f32 1000x1000 needs 15.3 MiB on the device and the limit is 977 KiB");
    const std::size_t most = device().description().max_allocation;
    if (most < device().memory()) BOOST_TEST(device().shortage("it", {1, most}).empty());
    BOOST_TEST(device().shortage("it", {1, most + 1}).find("it needs a buffer of") == 0u);
}

BOOST_AUTO_TEST_CASE(real_chunks_take_less_memory) {
    const auto whole_bytes = [](auto in) {
        const stack s = make<typename decltype(in)::value_type>({64, 256}, {1});
        stream_report report;
        stream(s, in, {}, report);
        return report.device_bytes;
    };
    const std::size_t complex_bytes = 64 * 256 * sizeof(std::complex<float>);
    BOOST_TEST(whole_bytes(random_complex<float>(64 * 256, 3)) - whole_bytes(random_real<float>(64 * 256, 3)) ==
               complex_bytes / 2);
}

BOOST_AUTO_TEST_CASE(strided_units_are_transformed) {
    const std::vector<std::size_t> shape = {8, 16, 22};
    for (const std::vector<std::size_t>& axes : {std::vector<std::size_t>{0}, {0, 1}}) {
        const stack s = make<std::complex<float>>(shape, axes);
        BOOST_TEST(s.units > 1u);
        check_axes(random_complex<float>(s.total_elements, 4), shape, axes, 1);
        check_axes(random_real<float>(s.total_elements, 4), shape, axes, 1);
    }
}

BOOST_AUTO_TEST_CASE(units_of_any_length_are_transformed) {
    const std::vector<std::size_t> shape = {9, 61, 35};
    for (const std::vector<std::size_t>& axes : {std::vector<std::size_t>{0}, {1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}}) {
        check_axes(random_complex<float>(9 * 61 * 35, 5), shape, axes, 2);
        check_axes(random_real<float>(9 * 61 * 35, 5), shape, axes, 2);
    }
}

BOOST_AUTO_TEST_CASE(real_axes_may_be_of_length_1) {
    check_axes(random_real<float>(1, 6), {1}, {0}, 1);
    check_axes(random_real<float>(37, 6), {37}, {0}, 1);
    check_axes(random_real<float>(9 * 7, 6), {9, 1, 7}, {1}, 1);
    check_axes(random_real<float>(9 * 7, 6), {9, 7, 1}, {1, 2}, 1);
    check_axes(random_real<float>(9 * 7, 6), {1, 9, 7}, {0, 1}, 1);
}

BOOST_AUTO_TEST_CASE(a_failure_ends_the_job) {
    for (const bool preload : {false, true})
        for (const std::size_t at : {0u, 5u, 11u}) {
            expect_job_error([&] { run_failing(at, 99, preload); }, "reading fails");
            expect_job_error([&] { run_failing(99, at, preload); }, "writing fails");
        }
}

BOOST_AUTO_TEST_SUITE_END()
