// The installed imaging library: a function without a device, and an exception that crosses it.
#include <cstdio>
#include <vector>

#include <stockham/imaging.hpp>

namespace imaging = stockham::imaging;

int main() {
    const std::vector<float> picture(20), part(6);
    const auto in = imaging::view_of(picture, {4, 5}), of = imaging::view_of(part, {2, 3});
    if (imaging::match_shape(in, of) != std::vector<std::size_t>{3, 3}) return 1;
    try {
        imaging::match_shape(of, in);
    } catch (const stockham::argument_error& e) {
        std::puts(e.what());
        return e.field() == "template" ? 0 : 1;
    }
    return 1;
}
