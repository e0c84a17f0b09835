// A header that forward-declares the library's classes, and a program that uses it.
#include <stockham/fwd.hpp>

namespace {

struct holder {
    const stockham::plan* plan;
    const stockham::transform* described;
};

}  // namespace

#include <stockham/stockham.hpp>

int main() {
    const stockham::transform t = stockham::parse_transform("c2c f32 8");
    const holder held{nullptr, &t};
    return to_string(*held.described) == "c2c f32 8" ? 0 : 1;
}
