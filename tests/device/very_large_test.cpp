// Long lines and large arrays without an oracle: impulses, sums of waves, and some outputs by the definition. The
// signals are made and judged on the device (support/long_signals.hpp). STOCKHAM_TEST_LARGE=N allows up to 2^N points;
// `ctest -C large -L large` runs 2^31. Without it the test runs the same checks on small transforms.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <random>

#include "support/long_signals.hpp"

BOOST_AUTO_TEST_SUITE(very_large_test)

using signals::long_signal;
using signals::long_transform;
using signals::place;
using signals::root_at;

namespace {

constexpr unsigned usual_log2 = 16, longest_log2 = 32;

unsigned most_log2() {
    const char* chosen = std::getenv("STOCKHAM_TEST_LARGE");
    return chosen ? static_cast<unsigned>(std::atoi(chosen)) : usual_log2;
}

std::string power(unsigned log2) {
    return std::to_string(std::uint64_t{1} << log2);
}

/// Every other power of two from 2^27 on and the largest allowed one.
std::vector<unsigned> lines_up_to(unsigned most) {
    constexpr unsigned first = 27;
    std::vector<unsigned> all;
    for (auto log2 = first; log2 < std::min(most, longest_log2); log2 += 2) all.push_back(log2);
    all.push_back(std::min(most, longest_log2));
    return all;
}

bool has_memory(const long_transform& of) {
    const auto described = stockham::describe(test_device::get().device);
    const auto workspace = estimate(described, of.t).workspace_size;
    const auto bytes =
        input_bytes(of.t) + workspace + (of.t.placement == stockham::placement::out_of_place ? output_bytes(of.t) : 0);
    return static_cast<double>(bytes) < 0.95 * static_cast<double>(described.global_memory);
}

class check_of_one {
  public:
    check_of_one(const long_transform& of, const stockham::plan& plan) : of_(of), plan_(plan), signal_(of) {}

    void impulses() {
        const double tolerance = 32 * of_.eps();
        for (const auto at : {std::uint64_t{1}, of_.points / 3, of_.points - 1}) {
            signal_.fill_with_zeros();
            signal_.set(of_.which * of_.points + at, 1);
            execute();
            BOOST_TEST(signal_.off_circle(2 * tolerance) == 0, "impulse at " << at);
            auto outputs = random_outputs(16);
            for (const auto k : {std::uint64_t{0}, of_.outputs - 1, of_.outputs / 2}) outputs.push_back(k);
            for (const auto k : outputs) {
                const auto wanted = root_at(of_, input_place(at), output_place(k));
                const auto off = std::abs(std::complex<long double>(signal_.output_at(k)) - wanted);
                BOOST_TEST(off <= tolerance, "impulse at " << at << ", output " << k << " is off by " << off);
            }
        }
    }

    /// The waves themselves are rounded, too: by one or two units.
    void waves() {
        std::array<place, 3> frequencies;
        std::array<std::uint64_t, 3> peaks;
        const auto places = random_outputs(frequencies.size());
        for (std::size_t k = 0; k < places.size(); ++k) {
            peaks[k] = of_.real ? 1 + places[k] % (of_.outputs - 2) : places[k];
            frequencies[k] = output_place(peaks[k]);
        }
        signal_.fill_with_waves(frequencies);
        execute();
        double wanted = 0, off = signal_.energy_besides(peaks);
        for (std::size_t k = 0; k < peaks.size(); ++k) {
            const double size = std::ldexp(static_cast<double>(of_.points), -static_cast<int>(k)) / (of_.real ? 2 : 1);
            wanted += size * size;
            off += std::norm(signal_.output_at(peaks[k]) - size);
        }
        const auto error = std::sqrt(off / wanted);
        BOOST_TEST_MESSAGE("  waves: relative error " << error << ", gate " << reference::gate(of_.t));
        BOOST_TEST(error <= reference::gate(of_.t) + 2 * of_.eps());
    }

    /// The error of a few outputs is a sample of the whole error.
    void sums() {
        constexpr std::uint64_t long_sums = std::uint64_t{1} << 28;
        constexpr double sampling = 1.5;
        const auto outputs = random_outputs(of_.points <= long_sums ? 16 : 4);
        std::vector<place> frequencies;
        for (const auto k : outputs) frequencies.push_back(output_place(k));
        signal_.fill_with_noise();
        execute();
        const auto wanted = signals::sums_of_noise(of_, frequencies);
        long double off = 0;
        for (std::size_t k = 0; k < outputs.size(); ++k)
            off += std::norm(std::complex<long double>(signal_.output_at(outputs[k])) - wanted[k]);
        const auto parts = of_.real ? 1. : 2.;  // uniform in [-1, 1), so the mean square is 1/3
        const auto usual = static_cast<double>(of_.points) * parts / 3 * static_cast<double>(outputs.size());
        const auto error = std::sqrt(static_cast<double>(off) / usual);
        BOOST_TEST_MESSAGE("  sums: relative error " << error << ", gate " << reference::gate(of_.t));
        BOOST_TEST(error <= sampling * reference::gate(of_.t));
    }

  private:
    void execute() { finish(plan_.enqueue(test_device::get().queue, signal_.input(), signal_.output())); }

    place input_place(std::uint64_t at) const { return {at / of_.columns, at % of_.columns}; }
    place output_place(std::uint64_t at) const {
        const auto columns = of_.outputs / of_.rows;
        return {at / columns, at % columns};
    }
    std::vector<std::uint64_t> random_outputs(std::size_t count) {
        std::vector<std::uint64_t> all;
        while (all.size() < count) all.push_back(generator_() % of_.outputs);
        return all;
    }

    const long_transform& of_;
    const stockham::plan& plan_;
    long_signal signal_;
    std::mt19937_64 generator_{5};
};

void check_large(const std::string& problem) {
    const long_transform of(problem);
    if (!can_run(of.t)) return;
    if (!has_memory(of)) {
        BOOST_TEST_MESSAGE(problem << ": skipped, because the device has too little memory");
        return;
    }
    BOOST_TEST_MESSAGE(problem);
    BOOST_TEST_CONTEXT(problem) {
        const auto& d = test_device::get();
        const stockham::plan plan(d.context, d.device, of.t);
        BOOST_TEST_MESSAGE("  " << plan.plan_string());
        check_of_one check(of, plan);
        check.impulses();
        check.waves();
        check.sums();
    }
}

bool can_judge() {
    if (!test_device::get().has_double) BOOST_TEST_MESSAGE("skipped: the signals need double precision");
    return test_device::get().has_double;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lines_in_place) {
    if (!can_judge()) return;
    const auto all = lines_up_to(most_log2());
    check_large("c2c f64 " + power(all.front()) + " inv in");
    if (most_log2() == usual_log2) return;  // each further transform costs CI seconds of compilation
    for (const char* precision : {"f32 ", "f64 "})
        for (const auto log2 : all) check_large(std::string("c2c ") + precision + power(log2) + " in");
    check_large("c2c f32 " + power(all.back()) + " inv in");
}

BOOST_AUTO_TEST_CASE(real_lines) {
    if (!can_judge()) return;
    const auto all = lines_up_to(most_log2());
    check_large("r2c f32 " + power(all.front()));
    if (most_log2() == usual_log2) return;
    check_large("r2c f32 " + power(all.back()));
    check_large("r2c f64 " + power(all.back()));
}

BOOST_AUTO_TEST_CASE(lengths_that_are_no_powers_of_two) {
    if (!can_judge()) return;
    const auto most = most_log2();
    if (most >= 29) check_large("c2c f32 300000000 in");
    if (most >= 31) check_large("c2c f32 1162261467 in");
    check_large(most < 27 ? "c2c f32 10007 in" : "c2c f32 33554467 in");  // primes
}

BOOST_AUTO_TEST_CASE(squares_and_batches) {
    if (!can_judge()) return;
    const auto most = most_log2();
    if (most < 32) {
        check_large("c2c f32 " + power(most / 2) + "x" + power(most - most / 2) + " in");
        if (most > usual_log2) check_large("c2c f32 " + power(most - 2) + " b4 in");
        return;
    }
    check_large("c2c f32 65536x65536 in");
    check_large("c2c f32 1073741824 b4 in");
    if (most < 33) return;
    check_large("c2c f32 65536x131072 in");
    check_large("c2c f32 2147483648 b4 in");
}

BOOST_AUTO_TEST_SUITE_END()
