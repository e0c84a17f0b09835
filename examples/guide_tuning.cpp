// Tuning: a search with a time limit and a progress line, the program's own wisdom, and a plan without a search.
#include <cstdio>
#include <string>

#include "setup.hpp"

namespace {

// Returns wisdom's plan if there is one, else the cost model's. `was_known` tells which.
stockham::plan fast_start(const setup& cl, const stockham::transform& what, stockham::wisdom& known, bool& was_known) {
    stockham::plan_options options;
    options.wisdom = &known;
    options.rigor = stockham::rigor::wisdom_only;
    try {
        was_known = true;
        return {cl.context.get(), cl.device, what, options};
    } catch (const stockham::unsupported_error& refusal) {
        if (refusal.rule() != "wisdom") throw;
        was_known = false;
    }
    options.rigor = stockham::rigor::estimate;
    return {cl.context.get(), cl.device, what, options};
}

}  // namespace

int main() try {
    const setup cl;
    const stockham::transform what = stockham::parse_transform("c2c f32 256 b32");
    const std::string file = "guide-wisdom.json";
    std::remove(file.c_str());

    // [search]
    stockham::wisdom known;  // empty: nothing of this machine's own files
    stockham::plan_options options;
    options.rigor = stockham::rigor::measure;
    options.time_limit = 3;  // seconds, for all candidates together
    options.progress = [](const stockham::tuning_progress& so_far) {
        std::fprintf(stderr, "\r%zu of %zu candidates", so_far.done, so_far.total);
        return true;  // false ends the search, as the limit does
    };
    options.wisdom = &known;
    const stockham::plan tuned(cl.context.get(), cl.device, what, options);
    std::fputs("\n", stderr);
    known.merge_into_file(file);  // safe beside other processes that do the same
    // [search]

    stockham::wisdom shipped;
    shipped.merge_file(file);
    for (const stockham::wisdom_entry& entry : shipped.entries()) {
        std::printf("%s on %s: %s, %.1f us\n", entry.problem.c_str(), entry.device.c_str(), entry.plan.c_str(),
                    1e6 * entry.seconds);
    }

    bool was_known = false, other_was_known = true;
    const stockham::plan again = fast_start(cl, what, shipped, was_known);
    const stockham::plan other = fast_start(cl, stockham::parse_transform("c2c f32 60 b9"), shipped, other_was_known);
    return was_known && !other_was_known && again.plan_string() == tuned.plan_string() ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
