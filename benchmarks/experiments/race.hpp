// Times several executions in interleaved rounds by the host's clock.
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
    unsigned repeats = 1;              ///< executions per sample
    std::vector<double> samples = {};  ///< microseconds per execution, one sample per round
};

/// Runs n executions. Other racer types overload run() and also have members `repeats` and `samples`.
inline void run(racer& r, unsigned n) {
    r.ready->run(n);
}
/// Microseconds per execution in a sample of n consecutive ones.
template <class Racer>
double sample(Racer& r, unsigned n) {
    const auto start = std::chrono::steady_clock::now();
    run(r, n);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / n;
}

/// Takes one sample of about 3 ms of each racer per round, so that disturbances affect all alike. Each round begins
/// with another racer.
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
