// Code that the fuzz targets of texts share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <stockham/error.hpp>

inline void must_be_equal(const std::string& a, const std::string& b) {
    if (a == b) return;
    std::fprintf(stderr, "not the same text:\n%s\n%s\n", a.c_str(), b.c_str());
    std::abort();
}
