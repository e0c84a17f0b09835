// Equal bits: a plan string gives the same bits in every run and on every queue, and a transform the
// same whatever surrounds it in its batch (docs/guide.md, section Equal bits).
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/queued_trial.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(same_bits_test)

using stockham::plan;
using stockham::transform;

namespace {

constexpr std::size_t batch = 7, middle = 3;

// Powers of two, mixed radices, Rader's and Bluestein's algorithms, two and three passes, real and planar data. With
// `id=1` the transforms of a batch are interleaved.
constexpr const char* lengths[] = {"c2c f32 64 b7",
                                   "c2c f64 60 b7",
                                   "c2c f32 4096 b7",
                                   "c2c f32 64 b7 is=7 id=1 os=7 od=1",
                                   "c2c f32 41 b7",
                                   "c2c f32 211 b7 inv",
                                   "c2c f64 97 b7 in",
                                   "c2c f32 16x24 b7",
                                   "c2c f32 64x64 b7",
                                   "c2c f32 20000 b7",
                                   "r2c f32 128 b7",
                                   "r2c f64 45 b7",
                                   "c2r f32 96 b7",
                                   "c2r f32 16x20 b7",
                                   "dct2 f32 64 b7",
                                   "c2c f32 48 b7 if=planar of=planar",
                                   "r2c f32 8 b7 is=7 id=1 os=7 od=1"};

/// Reals in a buffer of `size` bytes, uniform in [-1, 1].
bytes random_numbers(std::size_t size, stockham::precision p, std::mt19937& generator) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    bytes data(size);
    const auto each = real_size(p);
    for (std::size_t at = 0; at + each <= size; at += each) {
        const double x = uniform(generator);
        const auto single = static_cast<float>(x);
        std::memcpy(&data[at], each == sizeof single ? static_cast<const void*>(&single) : &x, each);
    }
    return data;
}

bytes not_numbers(std::size_t size, stockham::precision p) {
    bytes data(size);
    const auto each = real_size(p);
    const double x = std::numeric_limits<double>::quiet_NaN();
    const float single = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t at = 0; at + each <= size; at += each)
        std::memcpy(&data[at], each == sizeof single ? static_cast<const void*>(&single) : &x, each);
    return data;
}

/// One side of a batch, and which bytes belong to its transform in the middle. Elements are `element` bytes.
struct side {
    std::size_t size, element;
    bool interleaved;

    bool is_middle(std::size_t at) const {
        return interleaved ? at / element % batch == middle : at / (size / batch) == middle;
    }
    bytes middle_of(const bytes& data) const {
        bytes own;
        for (std::size_t at = 0; at < size; ++at)
            if (is_middle(at)) own.push_back(data[at]);
        return own;
    }
    void copy_middle(const bytes& from, bytes& to) const {
        for (std::size_t at = 0; at < size; ++at)
            if (is_middle(at)) to[at] = from[at];
    }
};

side side_of(const transform& t, bool input) {
    const auto& layout = input ? t.input : t.output;
    const bool real = input ? is_real_input(t.kind) : is_real_output(t.kind);
    const bool numbers = real || layout.form == stockham::storage::planar;
    return {input ? input_bytes(t) : output_bytes(t), numbers ? real_size(t.precision) : element_size(t.precision),
            layout.distance == 1};
}

/// The output of an execution; planar data has its real parts first.
bytes result_of(const plan& p, const bytes& input) {
    const auto& t = p.problem();
    const auto queue = make_queue();
    const bool planar = t.input.form == stockham::storage::planar,
               out = t.placement == stockham::placement::out_of_place;
    const auto size = output_bytes(t);
    const bytes poison(size, 0xa5);
    const device_buffer from(input.size(), input.data()), also_from(input.size(), input.data()),
        into(size, poison.data()), also_into(size, poison.data());
    stockham::buffers all;
    all.input = from.get();
    if (planar) all.input_imaginary = also_from.get();
    if (out) all.output = into.get();
    if (planar && out) all.output_imaginary = also_into.get();
    p.execute(queue.get(), all);
    must(clFinish(queue.get()));
    return (out ? into : from).read();
}

/// Two real lines as one complex line, and products of halves with a common scale: rounding depends on the neighbours.
bool mixes_transforms(const plan& p) {
    const auto text = p.plan_string();
    return text.find("paired") != text.npos || text.find("split_half") != text.npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_bits_of_a_plan_string_are_always_the_same) {
    const auto seed = test_seed();
    std::mt19937 generator(seed);
    std::size_t turn = 0, compared = 0;
    for (const char* text : lengths) {
        const auto t = stockham::parse_transform(text);
        if (!can_run(t)) continue;
        const auto from = side_of(t, true), into = side_of(t, false);
        const auto input = random_numbers(from.size, t.precision, generator);
        auto others = random_numbers(from.size, t.precision, generator), none = not_numbers(from.size, t.precision);
        from.copy_middle(input, others);
        from.copy_middle(input, none);
        for (const auto& limits : in_turn(everyone(), turn++)) {
            stockham::plan_options options;
            options.expert.plan_for = &limits;
            const plan p(test_device::get().context, test_device::get().device, t, options);
            BOOST_TEST_CONTEXT(text << " for " << limits.name << ": " << p.plan_string() << ", seed " << seed) {
                const auto wanted = result_of(p, input);
                BOOST_TEST((result_of(p, input) == wanted), "a second run");
                options.expert.plan_string = p.plan_string();
                const plan again(test_device::get().context, test_device::get().device, t, options);
                BOOST_TEST((result_of(again, input) == wanted), "another plan of the same plan string");
                if (mixes_transforms(p)) continue;
                ++compared;
                const auto own = into.middle_of(wanted);
                BOOST_TEST((into.middle_of(result_of(p, others)) == own), "other neighbours");
                BOOST_TEST((into.middle_of(result_of(p, none)) == own), "neighbours that are NaN");
            }
        }
    }
    BOOST_TEST(compared > std::size(lengths) / 2);
}

BOOST_AUTO_TEST_SUITE_END()
