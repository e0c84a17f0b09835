// Many transforms in few launches: pictures in buffers of their own, and rows of different lengths in one buffer.
#include <complex>
#include <cstdio>
#include <vector>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

/// Point 0 of a transform of ones is their number.
bool is_sum(element x, std::size_t points) {
    return std::abs(x - element(static_cast<float>(points), 0)) < 1e-3F * static_cast<float>(points);
}

bool pictures(const setup& on) {
    const std::vector<element> ones(64 * 64, 1);
    std::vector<stockham::owned_buffer> in, out;
    for (int k = 0; k < 20; ++k) {
        in.push_back(on.upload(ones));
        out.push_back(on.make_buffer(ones.size() * sizeof(element)));
    }
    // [pictures]
    const stockham::plan plan(on.context.get(), on.device, stockham::parse_transform("c2c f32 64x64"));
    std::vector<stockham::batch_item> items;
    for (std::size_t k = 0; k < in.size(); ++k) items.push_back({in[k].get(), out[k].get()});
    plan.execute_many(on.queue.get(), items);
    // [pictures]
    bool good = true;
    for (const auto& each : out) good = good && is_sum(on.download<element>(each, 1)[0], ones.size());
    return good;
}

bool rows(const setup& on) {
    const std::vector<std::size_t> lengths{100, 101, 640, 977};
    std::size_t points = 0;
    for (const auto n : lengths) points += n;
    const auto in = on.upload(std::vector<element>(points, 1));
    const auto out = on.make_buffer(points * sizeof(element));
    std::vector<stockham::transform> what;
    std::vector<stockham::batch_item> items;
    std::size_t at = 0;  // rows follow each other in both buffers
    for (const auto n : lengths) {
        stockham::transform row;
        row.lengths = {n};
        what.push_back(row);
        items.push_back({in.get(), out.get(), at, at});
        at += n * sizeof(element);
    }
    const stockham::batch batch(on.context.get(), on.device, what);  // once
    batch.execute(on.queue.get(), items);                            // as often as needed
    const auto results = on.download<element>(out, points);
    bool good = true;
    for (std::size_t k = 0; k < lengths.size(); ++k)
        good = good && is_sum(results[items[k].output_offset / sizeof(element)], lengths[k]);
    return good;
}

}  // namespace

int main() {
    const setup on;
    if (!pictures(on) || !rows(on)) return std::puts("wrong results"), 1;
    std::puts("20 pictures and 4 rows have the right sums");
    return 0;
}
