// Kernels that fill and judge long signals, and sums on the host.
#include "support/long_signals.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

#include "base/tables/table.hpp"
#include "base/uint128.hpp"

namespace signals {

namespace harness = stockham::harness;

namespace {

constexpr std::size_t items = std::size_t{1} << 16;

// clEnqueueFillBuffer does not work beyond 2^32 bytes on NVIDIA (large_test.cpp).
constexpr const char* kernels = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define EACH(at) for (ulong at = get_global_id(0); at < count; at += get_global_size(0))

kernel void zeros(global REAL* to, ulong first, ulong count, global ulong* unused, double number) {
    EACH(at) for (uint k = 0; k < PARTS; ++k) to[PARTS * at + k] = 0;
}

kernel void noise(global REAL* to, ulong first, ulong count, global ulong* unused, double number) {
    EACH(at) {
        ulong z = (at + 1) * 0x9E3779B97F4A7C15UL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9UL;
        z ^= z >> 27;
        to[PARTS * at] = (REAL)((z & 0xffffff) / 8388608. - 1);
        if (PARTS == 2) to[PARTS * at + 1] = (REAL)((z >> 40) / 8388608. - 1);
    }
}

// exp(2 pi i p / n), from an angle of at most an eighth of a turn, which rounds less.
double2 root(ulong p, ulong n) {
    ulong quarter = 4 * p / n;
    long rest = (long)(4 * p - quarter * n);
    if (2 * rest > (long)n) {
        rest -= (long)n;
        ++quarter;
    }
    const double x = 0.5 * (double)rest / (double)n, c = cospi(x), s = sinpi(x);
    switch (quarter & 3) {
    case 0: return (double2)(c, s);
    case 1: return (double2)(-s, c);
    case 2: return (double2)(-c, -s);
    default: return (double2)(s, -c);
    }
}

kernel void waves(global REAL* to, ulong first, ulong count, global ulong* frequencies, double sign) {
    EACH(at) {
        const ulong column = at % COLUMNS, row = at / COLUMNS % ROWS;
        double2 sum = (double2)(0, 0);
        for (uint k = 0; k < 3; ++k) {
            const double2 a = root(frequencies[2 * k] * row % ROWS, ROWS);
            const double2 b = root(frequencies[2 * k + 1] * column % COLUMNS, COLUMNS);
            sum += (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x) / (double)(1 << k);
        }
        to[PARTS * at] = (REAL)sum.x;
        if (PARTS == 2) to[PARTS * at + 1] = (REAL)(-sign * sum.y);
    }
}

#define SQUARE(at) ((double)from[2 * (first + at)] * from[2 * (first + at)] + \
                    (double)from[2 * (first + at) + 1] * from[2 * (first + at) + 1])

kernel void off_circle(global const REAL* from, ulong first, ulong count, global ulong* places_and_sums, double tolerance) {
    ulong found = 0;
    EACH(at) if (!(fabs(SQUARE(at) - 1) <= tolerance)) ++found;
    ((global double*)places_and_sums)[3 + get_global_id(0)] = found;
}

kernel void energy(global const REAL* from, ulong first, ulong count, global ulong* places_and_sums, double unused) {
    const ulong a = places_and_sums[0], b = places_and_sums[1], c = places_and_sums[2];
    double sum = 0;
    EACH(at) if (at != a && at != b && at != c) sum += SQUARE(at);
    ((global double*)places_and_sums)[3 + get_global_id(0)] = sum;
}
)";

void must(cl_int code, const char* call) {
    stockham::internal::check_cl(code, call);
}

template <class T>
void set_argument(cl_kernel kernel, cl_uint index, const T& value) {
    must(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

std::string definitions(const long_transform& of) {
    return std::string("#define REAL ") + (of.t.precision == stockham::precision::f64 ? "double" : "float") +
           "\n#define PARTS " + (of.real ? "1" : "2") + "\n#define ROWS " + std::to_string(of.rows) +
           "UL\n#define COLUMNS " + std::to_string(of.columns) + "UL\n";
}

cl_command_queue queue() {
    return test_device::get().queue;
}

}  // namespace

long_transform::long_transform(const std::string& problem) : t(stockham::parse_transform(problem)) {
    columns = t.lengths.back();
    if (t.lengths.size() == 2) rows = t.lengths.front();
    BOOST_REQUIRE(t.lengths.size() <= 2);
    real = t.kind == stockham::kind::r2c;
    points = rows * columns;
    outputs = rows * (real ? columns / 2 + 1 : columns);
    which = t.batch - 1;
}

double long_transform::eps() const {
    return std::ldexp(1., t.precision == stockham::precision::f64 ? -53 : -24);
}

long_signal::long_signal(const long_transform& of) : of_(of) {
    const auto& d = test_device::get();
    const auto number = element_size(of.t.precision) / 2;
    element_bytes_ = number * (of.real ? 1 : 2);
    result_bytes_ = 2 * number;
    input_ = harness::make_buffer(d.context, of.t.batch * of.points * element_bytes_);
    if (of.t.placement == stockham::placement::out_of_place)
        output_ = harness::make_buffer(d.context, of.t.batch * of.outputs * result_bytes_);
    program_ = harness::make_program(d.context, d.device, definitions(of) + kernels);
}

void long_signal::run(const char* name, cl_mem buffer, std::uint64_t first, std::uint64_t count, cl_mem more,
                      double number) const {
    const auto kernel = harness::make_kernel(program_.get(), name);
    set_argument(kernel.get(), 0, buffer);
    set_argument(kernel.get(), 1, static_cast<cl_ulong>(first));
    set_argument(kernel.get(), 2, static_cast<cl_ulong>(count));
    set_argument(kernel.get(), 3, more);
    set_argument(kernel.get(), 4, static_cast<cl_double>(number));
    must(clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
    must(clFinish(queue()), "clFinish");
}

void long_signal::fill_with_zeros() const {
    run("zeros", input(), 0, of_.t.batch * of_.points);
}

void long_signal::set(std::uint64_t element, double value) const {
    const float single = static_cast<float>(value);
    const bool f64 = of_.t.precision == stockham::precision::f64;
    const void* data = f64 ? static_cast<const void*>(&value) : &single;
    must(clEnqueueWriteBuffer(queue(), input(), CL_TRUE, element * element_bytes_, f64 ? sizeof value : sizeof single,
                              data, 0, nullptr, nullptr),
         "clEnqueueWriteBuffer");
}

void long_signal::fill_with_noise() const {
    run("noise", input(), 0, of_.t.batch * of_.points);
}

void long_signal::fill_with_waves(const std::array<place, 3>& frequencies) const {
    const device_buffer numbers(sizeof frequencies, &frequencies);
    run("waves", input(), 0, of_.t.batch * of_.points, numbers.get(), of_.sign());
}

std::complex<double> long_signal::output_at(std::uint64_t at) const {
    std::vector<unsigned char> bytes(result_bytes_);
    must(clEnqueueReadBuffer(queue(), result(), CL_TRUE, (of_.which * of_.outputs + at) * result_bytes_, bytes.size(),
                             bytes.data(), 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
    return std::complex<double>(from_bytes(bytes, of_.t.precision).front());
}

double long_signal::summed(const char* kernel, const std::array<std::uint64_t, 3>& places, double number) const {
    std::vector<double> sums(places.size() + items);
    std::memcpy(sums.data(), places.data(), sizeof places);
    const device_buffer memory(sums.size() * sizeof sums[0], sums.data());
    run(kernel, result(), of_.which * of_.outputs, of_.outputs, memory.get(), number);
    const auto bytes = memory.read();
    std::memcpy(sums.data(), bytes.data(), bytes.size());
    double sum = 0;
    for (std::size_t k = places.size(); k < sums.size(); ++k) sum += sums[k];
    return sum;
}

double long_signal::off_circle(double tolerance) const {
    return summed("off_circle", {}, tolerance);
}

double long_signal::energy_besides(const std::array<std::uint64_t, 3>& places) const {
    return summed("energy", places, 0);
}

std::complex<double> noise_at(std::uint64_t at) {
    std::uint64_t z = (at + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z ^= z >> 27;
    return {static_cast<double>(z & 0xffffff) / 8388608 - 1, static_cast<double>(z >> 40) / 8388608 - 1};
}

namespace {

using number = std::complex<long double>;

number product(number a, number b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// exp(-2 pi i a b / n)
number root(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
    const auto exponent = static_cast<stockham::internal::uint128>(a) * b % n;
    return number(stockham::internal::root_of_unity(static_cast<std::uint64_t>(exponent), n));
}

constexpr std::uint64_t run_length = 1024;  // columns between exact roots

/// Adds columns `first` .. of a row to the sums; `roots` are those of one column.
void add_run(const long_transform& of, std::uint64_t row, std::uint64_t first, const std::vector<place>& frequencies,
             const std::vector<number>& roots, std::vector<number>& sums) {
    const auto last = std::min(first + run_length, of.columns);
    std::vector<number> turned;
    for (const auto& f : frequencies) turned.push_back(root_at(of, {row, first}, f));
    for (auto column = first; column < last; ++column) {
        const number x(noise_at(of.which * of.points + row * of.columns + column));
        for (std::size_t k = 0; k < turned.size(); ++k) {
            sums[k] += of.real ? turned[k] * x.real() : product(turned[k], x);
            turned[k] = product(turned[k], roots[k]);
        }
    }
}

}  // namespace

number root_at(const long_transform& of, const place& a, const place& b) {
    const auto w = product(root(a[0], b[0], of.rows), root(a[1], b[1], of.columns));
    return of.sign() < 0 ? w : std::conj(w);
}

std::vector<number> sums_of_noise(const long_transform& of, const std::vector<place>& frequencies) {
    const std::uint64_t runs_of_row = (of.columns - 1) / run_length + 1, runs = of.rows * runs_of_row;
    const std::uint64_t count = std::clamp(std::thread::hardware_concurrency(), 1U, 32U);
    std::vector<number> roots;
    for (const auto& f : frequencies) roots.push_back(root_at(of, {0, 1}, f));
    std::vector<std::vector<number>> sums(count, std::vector<number>(frequencies.size()));
    std::vector<std::thread> threads;
    for (std::uint64_t which = 0; which < count; ++which)
        threads.emplace_back([&, which] {
            for (auto run = runs * which / count; run < runs * (which + 1) / count; ++run)
                add_run(of, run / runs_of_row, run % runs_of_row * run_length, frequencies, roots, sums[which]);
        });
    for (auto& thread : threads) thread.join();
    for (std::uint64_t which = 1; which < count; ++which)
        for (std::size_t k = 0; k < frequencies.size(); ++k) sums[0][k] += sums[which][k];
    return sums[0];
}

}  // namespace signals
