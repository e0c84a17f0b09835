// Prints the largest difference of two pictures in levels. The exit code is 0 for at most one level.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "image/picture_file.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: compare_pictures A.png B.png\n", stderr);
        return 2;
    }
    try {
        const auto a = stockham::tools::read_picture(argv[1]);
        const auto b = stockham::tools::read_picture(argv[2]);
        if (a.width != b.width || a.height != b.height || a.channels != b.channels || a.type != b.type) {
            std::fputs("compare_pictures: the shapes differ\n", stderr);
            return 1;
        }
        int most = 0;
        for (std::size_t i = 0; i < a.samples(); ++i)
            most = std::max(most, std::abs(static_cast<int>(a.at(i)) - static_cast<int>(b.at(i))));
        std::printf("%d\n", most);
        return most <= 1 ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "compare_pictures: %s\n", e.what());
        return 1;
    }
}
