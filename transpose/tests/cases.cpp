// Problems for the tests.
#include "cases.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

namespace stockham::internal::testing {

std::vector<device_description> made_up_devices() {
    std::vector<device_description> devices;
    for (const char* name : {"cpu", "gfx90a", "h200"}) devices.push_back(named_description(name));
    device_description small = named_description("evergreen");
    small.name = "small";
    small.local_memory = 16384;
    small.max_work_group = 64;
    devices.push_back(small);
    return devices;
}

std::mt19937 seeded(const char* test) {
    const char* set = std::getenv("STOCKHAM_TEST_SEED");
    const unsigned long seed = set ? std::strtoul(set, nullptr, 10) : 20140215UL;
    std::cout << test << ": STOCKHAM_TEST_SEED=" << seed << std::endl;
    return std::mt19937(static_cast<std::mt19937::result_type>(seed));
}

namespace {

std::size_t random_between(std::mt19937& random, std::size_t least, std::size_t most) {
    return least + random() % (most - least + 1);
}

}  // namespace

permutation random_permutation(std::mt19937& random, std::size_t rank, std::size_t most) {
    permutation p;
    p.batch = random() % 3 ? 1 : random_between(random, 2, 5);
    std::size_t left = std::max<std::size_t>(most / p.batch, 1);
    for (std::size_t axis = 0; axis < rank; ++axis) {
        // Mostly short axes, sometimes one as long as possible.
        const std::size_t limit = random() % 4 ? std::min<std::size_t>(left, 40) : left;
        p.lengths.push_back(random_between(random, 1, limit));
        left = std::max<std::size_t>(left / p.lengths.back(), 1);
    }
    std::shuffle(p.lengths.begin(), p.lengths.end(), random);
    p.order.resize(rank);
    std::iota(p.order.begin(), p.order.end(), std::size_t{0});
    std::shuffle(p.order.begin(), p.order.end(), random);
    p.element = elements[random() % 4];
    return p;
}

std::string text_of(const permutation& p) {
    std::string text = "element " + std::to_string(static_cast<int>(p.element)) + " lengths";
    for (const auto n : p.lengths) text += " " + std::to_string(n);
    text += " order";
    for (const auto axis : p.order) text += " " + std::to_string(axis);
    text += " batch " + std::to_string(p.batch);
    if (p.plain) text += " plain";
    if (p.placement == placement::in_place) text += " in place";
    return text;
}

void for_each_element(const permutation& p, const std::function<void(std::uint64_t, std::uint64_t)>& visit) {
    const std::size_t rank = p.lengths.size();
    std::vector<std::size_t> index(rank);
    std::uint64_t size = 1;
    for (const auto n : p.lengths) size *= n;
    for (std::uint64_t batch = 0; batch < p.batch; ++batch)
        for (std::uint64_t source = 0; source < size; ++source) {
            std::uint64_t rest = source, target = 0;
            for (std::size_t axis = rank; axis-- > 0; rest /= p.lengths[axis]) index[axis] = rest % p.lengths[axis];
            for (const auto axis : p.order) target = target * p.lengths[axis] + index[axis];
            visit(batch * size + source, batch * size + target);
        }
}

}  // namespace stockham::internal::testing
