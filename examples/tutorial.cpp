// The later steps of docs/tutorial.md: a batch, its cost, the inverse, a workspace, a search.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

float deviation(const std::vector<element>& a, const std::vector<element>& b) {
    float worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::fmax(worst, std::abs(a[i] - b[i]));
    return worst;
}

}  // namespace

int main() try {
    const setup cl;

    // [batch]
    stockham::transform what;
    what.lengths = {1000};  // any length: 1000 = 2 * 2 * 2 * 5 * 5 * 5
    what.batch = 64;        // 64 lines, one behind the other
    // [batch]

    std::vector<element> lines(1000 * 64);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = {static_cast<float>(i % 37), static_cast<float>(i % 11)};

    // [estimate]
    const stockham::plan_estimate cost = stockham::estimate(cl.device, what);
    std::printf("%zu launches, %zu bytes of workspace, %llu bytes moved\n", cost.launches, cost.workspace_size,
                static_cast<unsigned long long>(cost.bytes_moved));
    // [estimate]

    // [back]
    const stockham::plan forward(cl.context.get(), cl.device, what);
    what.direction = stockham::direction::inverse;
    what.scale = 1.0 / 1000;  // neither direction is normalised unless you say so
    const stockham::plan inverse(cl.context.get(), cl.device, what);

    const stockham::owned_buffer signal = cl.upload(lines), spectrum = cl.make_buffer(output_bytes(what));
    const stockham::event transformed = enqueue(forward, cl.queue.get(), {signal.get(), spectrum.get()});
    const stockham::event restored = enqueue(inverse, cl.queue.get(), {spectrum.get(), signal.get()}, {transformed});
    wait(restored);
    // [back]
    const float error = deviation(cl.download<element>(signal, lines.size()), lines);

    // [print]
    std::printf("%s", forward.to_string().c_str());
    // [print]

    // [workspace]
    stockham::owned_buffer workspace;
    if (forward.workspace_size() > 0) workspace = cl.make_buffer(forward.workspace_size());
    for (int repeat = 0; repeat < 3; ++repeat) {
        forward.execute(cl.queue.get(), {signal.get(), spectrum.get(), workspace.get()});
    }
    clFinish(cl.queue.get());
    // [workspace]

    // [search]
    stockham::wisdom learnt;
    stockham::plan_options options;
    options.rigor = stockham::rigor::measure;
    options.time_limit = 2;  // seconds
    options.wisdom = &learnt;
    const stockham::plan tuned(cl.context.get(), cl.device, forward.problem(), options);
    learnt.merge_into_file("tutorial-wisdom.json");
    // [search]

    stockham::wisdom known;
    known.merge_file("tutorial-wisdom.json");
    options.wisdom = &known;
    options.rigor = stockham::rigor::wisdom_only;  // at once, or an error
    const stockham::plan again(cl.context.get(), cl.device, forward.problem(), options);

    std::printf("round trip: %.1e; tuned plan: %s\n", static_cast<double>(error), again.plan_string().c_str());
    return error < 1e-4F && again.plan_string() == tuned.plan_string() ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
