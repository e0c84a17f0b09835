// Draws the lengths of a sweep.
#include "tools/harness/sweep.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

namespace stockham::harness {

namespace {

constexpr std::uint64_t largest_small_prime = 13;
constexpr std::uint64_t most_mib = 1 << 20;

struct class_row {
    length_class of;
    const char *suite, *title;
};
constexpr class_row classes[] = {
    {length_class::smooth, "every-smooth", "random lengths without a prime factor above 13"},
    {length_class::one_large_factor, "every-one-large", "random lengths with one prime factor above 13"},
    {length_class::prime, "every-prime", "random primes above 13"},
    {length_class::two_large_factors, "every-two-large", "random lengths with two prime factors above 13"},
};

/// The prime factors above 13 of n, with multiplicity, and whether n is a prime itself.
struct large_factors {
    unsigned count = 0;
    bool alone = false;
};

large_factors large_factors_of(std::uint64_t n) {
    large_factors found;
    std::uint64_t left = n;
    for (std::uint64_t p = 2; p * p <= left; ++p)
        for (; left % p == 0; left /= p) found.count += p > largest_small_prime;
    found.count += left > largest_small_prime;
    found.alone = n > largest_small_prime && left == n;
    return found;
}

std::optional<length_class> known_class(std::uint64_t n) {
    if (n == 0) return {};
    const auto large = large_factors_of(n);
    if (large.alone) return length_class::prime;
    if (large.count == 0) return length_class::smooth;
    if (large.count == 1) return length_class::one_large_factor;
    if (large.count == 2) return length_class::two_large_factors;
    return {};
}

/// Draws lengths of a class.
class length_source {
  public:
    length_source(std::uint64_t seed, std::uint64_t longest) : random_(seed), longest_(longest) {}

    std::vector<std::uint64_t> draw(length_class wanted, std::size_t count) {
        std::set<std::uint64_t> drawn;
        while (drawn.size() < count) drawn.insert(nearest(wanted, log_uniform()));
        return {drawn.begin(), drawn.end()};
    }

  private:
    /// Computed from the generator's bits alone, because distributions of the standard library differ.
    std::uint64_t log_uniform() {
        const double unit = static_cast<double>(random_() >> 11) / 9007199254740992.0;  // 2^53
        const double n = 2 * std::pow(static_cast<double>(longest_) / 2, unit);
        return static_cast<std::uint64_t>(std::llround(n));
    }

    std::uint64_t nearest(length_class wanted, std::uint64_t n) const {
        for (std::uint64_t away = 0;; ++away) {
            if (n >= 2 + away && known_class(n - away) == wanted) return n - away;
            if (n + away <= longest_ && known_class(n + away) == wanted) return n + away;
        }
    }

    std::mt19937_64 random_;
    std::uint64_t longest_;
};

[[noreturn]] void refuse_sweep(const std::string& word) {
    throw suite_error(
        "'" + word +
        "' is no sweep: it must be every:SEED or every:SEED:MIB, with a number from 0 on and one from 1 to " +
        std::to_string(most_mib));
}

std::uint64_t number_in(const std::string& word, std::string_view text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t n = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (fault != std::errc{} || end != text.data() + text.size() || n < least || n > most) refuse_sweep(word);
    return n;
}

}  // namespace

std::optional<sweep_options> parse_sweep(const std::string& word) {
    constexpr std::string_view name = "every";
    if (word.compare(0, name.size(), name) != 0 || (word.size() > name.size() && word[name.size()] != ':')) return {};
    if (word.size() == name.size()) refuse_sweep(word);
    const std::string_view numbers = std::string_view(word).substr(name.size() + 1);
    const auto colon = std::min(numbers.find(':'), numbers.size());
    sweep_options o;
    o.seed = number_in(word, numbers.substr(0, colon), 0, std::numeric_limits<std::uint64_t>::max());
    if (colon < numbers.size()) o.bytes = number_in(word, numbers.substr(colon + 1), 1, most_mib) << 20;
    return o;
}

length_class class_of(std::uint64_t n) {
    if (const auto known = known_class(n)) return *known;
    throw suite_error("length " + std::to_string(n) + " has no class: it is 0, or has three prime factors above 13");
}

std::vector<suite> random_sweep(const sweep_options& o) {
    length_source source(o.seed, o.longest);
    std::vector<suite> all;
    for (const auto& row : classes) {
        suite s;
        s.name = row.suite;
        s.title = row.title;
        for (const char* kind : {"c2c", "r2c"})
            for (const char* precision : {"f32", "f64"})
                for (const auto n : source.draw(row.of, o.lengths)) {
                    const std::uint64_t number = precision[1] == '3' ? 4 : 8,
                                        point = kind[0] == 'c' ? 2 * number : number;
                    const auto batch = std::max<std::uint64_t>(1, o.bytes / (n * point));
                    const auto text =
                        std::string(kind) + ' ' + precision + ' ' + std::to_string(n) + " b" + std::to_string(batch);
                    s.cases.push_back({parse_transform(text), s.name, false, 1, {}, {}, 0});
                }
        all.push_back(std::move(s));
    }
    return all;
}

}  // namespace stockham::harness
