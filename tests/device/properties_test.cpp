// Properties of every Fourier transform, checked without a reference: linearity, impulses, shifts, energy, round
// trips.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/tables/table.hpp"
#include "problem/problem.hpp"
#include "support/on_device.hpp"
#include "support/shapes.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(properties_test)

using reference::number;
using stockham::transform;

namespace {

using numbers = std::vector<number>;

std::size_t points_of(const transform& t) {
    std::size_t points = 1;
    for (auto n : t.lengths) points *= n;
    return points;
}

/// A transform on this device with packed data, whatever its layouts are.
class packed_transform {
  public:
    packed_transform(const transform& t, const stockham::device_description& planned_for)
        : from_(reference::places(t, true)), to_(reference::places(t, false)), plan_(make(t, planned_for)) {}

    numbers operator()(const numbers& data) const {
        const auto& t = plan_.problem();
        numbers input(input_extent(t)), packed;
        for (std::size_t k = 0; k < from_.size(); ++k) input[from_[k]] = data[k];
        const auto output = run(plan_, input, numbers(output_extent(t))).output;
        for (auto k : to_) packed.push_back(output[k]);
        return packed;
    }

  private:
    static stockham::plan make(const transform& t, const stockham::device_description& planned_for) {
        stockham::plan_options options;
        options.expert.plan_for = &planned_for;
        return {test_device::get().context, test_device::get().device, t, options};
    }

    std::vector<std::size_t> from_, to_;
    stockham::plan plan_;
};

/// Relative L2 distance.
double distance(const numbers& a, const numbers& b) {
    long double difference = 0, size = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        difference += std::norm(a[k] - b[k]);
        size += std::norm(b[k]);
    }
    return static_cast<double>(std::sqrt(difference / size));
}

long double energy(const numbers& a) {
    long double sum = 0;
    for (const auto& z : a) sum += std::norm(z);
    return sum;
}

/// exp(sign 2 pi i (k_0 m_0 / N_0 + ..)) for the packed places k and m of one transform.
number wave(const transform& t, std::size_t k, std::size_t m) {
    number w = 1;
    for (std::size_t axis = t.lengths.size(); axis-- > 0;) {
        const auto n = t.lengths[axis];
        w *= number(stockham::internal::root_of_unity(k % n * (m % n), n));
        k /= n;
        m /= n;
    }
    return t.direction == stockham::direction::forward ? w : std::conj(w);
}

/// The place that is m further along every axis, cyclically.
std::size_t moved(const transform& t, std::size_t place, std::size_t m) {
    std::size_t at = 0, unit = 1;
    for (std::size_t axis = t.lengths.size(); axis-- > 0;) {
        const auto n = t.lengths[axis];
        at += (place + m) % n * unit;
        unit *= n;
        place /= n;
        m /= n;
    }
    return at;
}

long double scale_of(const transform& t) {
    return t.precision == stockham::precision::f32 ? static_cast<float>(t.scale) : t.scale;
}

/// Calls check(t, transform on the device, random data) for the small shapes and two larger ones, with plans for this
/// device and for the AMD cards.
template <class Check>
void each_transform(const Check& check) {
    std::size_t turn = 0;
    const auto with = [&](const transform& t) {
        if (!can_run(t)) return;
        for (const auto& description : in_turn(everyone(), turn++))
            BOOST_TEST_CONTEXT(to_string(t) << " for " << description.name) {
                std::mt19937 generator(31);
                const packed_transform f(t, description);
                check(t, f, reference::uniform(points_of(t) * t.batch, t.precision, generator));
            }
    };
    each_shape(small_shapes, with);
    each_shape({"c2c f64 128x512 in", "c2c f32 65536 b3 is=2 id=140000 os=3 od=200000 oo=11"}, with);
}

}  // namespace

BOOST_AUTO_TEST_CASE(linearity) {
    each_transform([](const transform& t, const packed_transform& f, numbers x) {
        std::mt19937 generator(37);
        auto y = reference::uniform(x.size(), t.precision, generator), sum = x;
        // few digits, so that 3 x - 2 y is exact
        const auto coarse = [](number z) {
            return number(std::round(z.real() * 1024) / 1024, std::round(z.imag() * 1024) / 1024);
        };
        for (std::size_t k = 0; k < x.size(); ++k) {
            x[k] = coarse(x[k]);
            y[k] = coarse(y[k]);
            sum[k] = 3.0L * x[k] - 2.0L * y[k];
        }
        auto combined = f(x);
        const auto fy = f(y);
        for (std::size_t k = 0; k < x.size(); ++k) combined[k] = 3.0L * combined[k] - 2.0L * fy[k];
        BOOST_TEST(distance(f(sum), combined) <= 3 * reference::gate(t));
    });
}

BOOST_AUTO_TEST_CASE(an_impulse_becomes_a_wave) {
    each_transform([](const transform& t, const packed_transform& f, const numbers& x) {
        const auto points = points_of(t);
        numbers impulses(x.size()), waves(x.size());
        for (std::size_t b = 0; b < t.batch; ++b) {
            const auto m = (points * 5 / 7 + 3 * b) % points;
            impulses[b * points + m] = 1;
            for (std::size_t k = 0; k < points; ++k) waves[b * points + k] = scale_of(t) * wave(t, k, m);
        }
        BOOST_TEST(distance(f(impulses), waves) <= reference::gate(t));
    });
}

BOOST_AUTO_TEST_CASE(a_constant_becomes_an_impulse) {
    each_transform([](const transform& t, const packed_transform& f, const numbers& x) {
        const auto points = points_of(t);
        numbers constants(x.size(), number(1, -1)), impulses(x.size());
        for (std::size_t b = 0; b < t.batch; ++b)
            impulses[b * points] = scale_of(t) * number(1, -1) * static_cast<long double>(points);
        BOOST_TEST(distance(f(constants), impulses) <= reference::gate(t));
    });
}

BOOST_AUTO_TEST_CASE(a_shift_becomes_a_phase) {
    each_transform([](const transform& t, const packed_transform& f, const numbers& x) {
        const auto points = points_of(t), m = points * 3 / 7 + 1;
        auto turned = f(x), shifted = x;
        for (std::size_t k = 0; k < x.size(); ++k) {
            const auto first = k / points * points, place = k % points;
            shifted[first + moved(t, place, m)] = x[k];
            turned[k] *= wave(t, place, m);
        }
        BOOST_TEST(distance(f(shifted), turned) <= 2 * reference::gate(t));
    });
}

BOOST_AUTO_TEST_CASE(energy_is_kept) {
    each_transform([](const transform& t, const packed_transform& f, const numbers& x) {
        const auto factor = static_cast<long double>(points_of(t)) * scale_of(t) * scale_of(t);
        BOOST_TEST(std::fabs(static_cast<double>(energy(f(x)) / (factor * energy(x)) - 1)) <= 2 * reference::gate(t));
    });
}

BOOST_AUTO_TEST_CASE(round_trips) {
    each_transform([](const transform& t, const packed_transform& f, const numbers& x) {
        auto back = t;
        back.direction =
            t.direction == stockham::direction::forward ? stockham::direction::inverse : stockham::direction::forward;
        std::swap(back.input, back.output);
        back.scale = 1 / (t.scale * static_cast<double>(points_of(t)));
        const auto description = stockham::describe(test_device::get().device);
        BOOST_TEST(distance(packed_transform(back, description)(f(x)), x) <= 2.5 * reference::gate(t));
    });
}

BOOST_AUTO_TEST_SUITE_END()
