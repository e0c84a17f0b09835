// The engine, and the work of a call on it: arrays, transforms, sums and ranges.
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <stockham/device.hpp>
#include <stockham/imaging.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/tests/shared_engine.hpp"

namespace imaging = stockham::imaging;
using imaging_tests::shared_engine;
using stockham::imaging_internal::device_array;
using stockham::imaging_internal::device_work;
using stockham::imaging_internal::real_argument;
using stockham::imaging_internal::structure;

BOOST_AUTO_TEST_SUITE(engine_test)

BOOST_AUTO_TEST_CASE(transforms_there_and_back) {
    const std::size_t height = 6, width = 10;
    std::vector<float> values(height * width), back(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<float>(i * i));
    device_work work(shared_engine(), stockham::precision::f32);
    const device_array real = work.upload(imaging::view_of(values, {height, width}));
    const device_array spectrum = work.make_spectrum(real.shape);
    BOOST_TEST(spectrum.shape.back() == width / 2 + 1);
    work.forward(real, spectrum);
    std::vector<std::complex<float>> bins(spectrum.size());
    work.download(spectrum, imaging::view_of(bins, spectrum.shape));
    float sum = 0;
    for (const float each : values) sum += each;
    BOOST_TEST(std::abs(bins[0] - sum) < 1e-4f);
    const device_array again = work.make(real.shape);
    work.inverse(spectrum, again);
    work.download(again, imaging::view_of(back, real.shape));
    for (std::size_t i = 0; i < values.size(); ++i) BOOST_TEST(std::abs(back[i] - values[i]) < 1e-5f);
}

BOOST_AUTO_TEST_CASE(sums_and_ranges) {
    std::vector<double> values(10001);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) - 17;
    device_work work(shared_engine(), stockham::precision::f64);
    device_array real = work.upload(imaging::view_of(values, {values.size()}));
    BOOST_TEST(work.sum(real) == 10000 * 10001 / 2.0 - 17 * 10001.0);
    BOOST_TEST(work.range(real).least == -17);
    BOOST_TEST(work.range(real).most == 9983);
    BOOST_TEST(work.range(real).finite);
    values[77] = std::numeric_limits<double>::quiet_NaN();
    real = work.upload(imaging::view_of(values, {values.size()}));
    BOOST_TEST(!work.range(real).finite);
}

// The compiler of the host lays out the same structure.
template <class Real>
bool is_laid_out_by_the_compiler() {
    const struct {
        cl_uint4 n;
        cl_ulong points;
        cl_uint side;
        cl_int beyond;
        Real scale, shift, least, most;
    } plain{{{1, 2, 3, 4}}, 1ULL << 40, 5, -6, Real(0.1), Real(-7), 0, 1};
    const auto bytes = structure(plain.n, plain.points, plain.side, plain.beyond, real_argument{0.1}, real_argument{-7},
                                 real_argument{0}, real_argument{1})
                           .template bytes<Real>();
    return bytes.size() == sizeof plain && std::memcmp(bytes.data(), &plain, sizeof plain) == 0;
}

BOOST_AUTO_TEST_CASE(structures_of_kernels) {
    BOOST_TEST(is_laid_out_by_the_compiler<float>());
    BOOST_TEST(is_laid_out_by_the_compiler<double>());
    const structure inside(cl_uint{1}, cl_ulong{2});
    const structure at_the_end(cl_ulong{2}, real_argument{1});
    BOOST_TEST(inside.size_of<float>() == 0u);
    BOOST_TEST(at_the_end.size_of<float>() == 0u);
    BOOST_TEST(at_the_end.size_of<double>() == 16u);
}

BOOST_AUTO_TEST_CASE(too_little_memory) {
    imaging::engine_options options;
    options.memory = 1000;
    const imaging::engine small(shared_engine().context(), shared_engine().device(), options);
    device_work work(small, stockham::precision::f32);
    BOOST_CHECK_EXCEPTION(work.make({100, 200}), imaging::memory_error, [](const imaging::memory_error& e) {
        return e.needed() == 80000 && e.available() == 1000 &&
               std::string(e.what()) == "an array of 100 x 200 points needs 80 KB on the device and the limit is 1 KB";
    });
}

// The limit is that of the session, for all arrays together.
BOOST_AUTO_TEST_CASE(arrays_count_together) {
    imaging::engine_options options;
    options.memory = 100000;
    const imaging::engine small(shared_engine().context(), shared_engine().device(), options);
    device_work work(small, stockham::precision::f32);
    const device_array first = work.make({120, 120});
    BOOST_CHECK_EXCEPTION(work.make({130, 120}), imaging::memory_error, [](const imaging::memory_error& e) {
        return e.needed() == 62400 && e.available() == 100000;
    });
    BOOST_CHECK_NO_THROW(work.make({60, 120}));
}

BOOST_AUTO_TEST_CASE(stands_on_a_session) {
    const stockham::session on(shared_engine().context(), shared_engine().device());
    const imaging::engine engine(on);
    BOOST_TEST(engine.context() == on.context());
    BOOST_TEST(engine.device() == on.device());
    BOOST_TEST(engine.memory() == on.usable_memory());
    device_work work(engine, stockham::precision::f32);
    BOOST_TEST(work.queue() == on.queue());
    work.make({100, 100});  // released at once
    BOOST_TEST(on.idle_bytes() >= 40000u);
}

BOOST_AUTO_TEST_CASE(null_arguments) {
    BOOST_CHECK_THROW(imaging::engine(static_cast<cl_device_id>(nullptr)), stockham::argument_error);
    BOOST_CHECK_THROW(imaging::engine(nullptr, shared_engine().device()), stockham::argument_error);
    BOOST_TEST(imaging::engine(shared_engine().context(), nullptr).device() == shared_engine().device());
}

BOOST_AUTO_TEST_SUITE_END()
