// Executions timed side by side, round by round, by the host's clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "adapter.hpp"

namespace bench {

struct racer {
    std::string name;
    std::unique_ptr<execution> ready = {};
    unsigned repeats = 1;              ///< executions in a sample
    std::vector<double> samples = {};  ///< microseconds of one execution, a round each
};

/// Microseconds of one of n executions that follow one another. A racer of another kind has a run() of its own, and
/// `repeats` and `samples` as well.
inline void run(racer& r, unsigned n) {
    r.ready->run(n);
}
template <class Racer>
double sample(Racer& r, unsigned n) {
    const auto start = std::chrono::steady_clock::now();
    run(r, n);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / n;
}

/// One sample of each a round, of about 3 ms, the first one rotating: what slows a round slows all alike.
template <class Racer>
void run_rounds_of(const std::vector<Racer*>& all, unsigned rounds) {
    for (Racer* r : all) {
        sample(*r, 1);
        r->repeats = static_cast<unsigned>(std::clamp(3000 / sample(*r, 2), 1.0, 1000.0));
    }
    for (unsigned round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < all.size(); ++k) {
            Racer& r = *all[(k + round) % all.size()];
            r.samples.push_back(sample(r, r.repeats));
        }
}

template <class Racer>
void run_rounds(std::vector<Racer>& all, unsigned rounds) {
    std::vector<Racer*> each;
    for (Racer& r : all) each.push_back(&r);
    run_rounds_of(each, rounds);
}

}  // namespace bench
