// The families of problems for a sweep.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace internal {

inline bool is_prime(std::size_t n) {
    for (std::size_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return false;
    return n > 1;
}

/// Small transforms in batches, so that errors are pooled.
inline std::string problem(const std::string& kind_and_precision, std::size_t n) {
    const std::size_t batch = n < 64 ? 64 : 3;
    return kind_and_precision + " " + std::to_string(n) + " b" + std::to_string(batch);
}

}  // namespace internal

/// Throws std::invalid_argument for an unknown name.
inline std::vector<std::string> family(const std::string& name) {
    std::vector<std::string> all;
    if (name == "c2c-f32" || name == "c2c-f64") {
        for (std::size_t n = 1; n <= 4200; ++n) all.push_back(internal::problem("c2c " + name.substr(4), n));
        return all;
    }
    for (const char* kind : {"r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"})
        if (name == kind) {
            for (std::size_t n = name == "dct1" ? 2 : 1; n <= 512; ++n)
                all.push_back(internal::problem(name + " f32", n));
            return all;
        }
    if (name == "primes") {
        std::size_t count = 0;
        for (std::size_t n = 2; n <= 8192; ++n)
            if (internal::is_prime(n) && count++ % 5 == 0) all.push_back(internal::problem("c2c f32", n));
        return all;
    }
    if (name == "powers") {
        for (std::size_t power = 4; power <= (1U << 20); power *= 2)
            for (std::size_t n : {power - 1, power + 1})
                for (const char* kind : {"c2c f32", "c2c f64", "r2c f32", "c2r f32"})
                    all.push_back(std::string(kind) + " " + std::to_string(n));
        return all;
    }
    if (name == "shapes") {
        for (const char* sides :
             {"3x5",     "7x11",     "17x19",    "31x1",    "1x37",     "60x90",      "97x101",    "100x128",
              "127x129", "240x135",  "255x257",  "360x640", "480x640",  "601x3",      "1080x1920", "1411x7",
              "3x5x7",   "11x13x17", "30x42x10", "19x8x23", "64x65x63", "100x100x100"})
            for (const char* kind : {"c2c f32", "c2c f64", "r2c f32", "c2r f32", "r2c f64", "dct2 f32"})
                all.push_back(std::string(kind) + " " + sides);
        return all;
    }
    throw std::invalid_argument("no family of problems named '" + name + "'");
}
