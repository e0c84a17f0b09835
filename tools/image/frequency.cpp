// The frequencies of a transform's points.
#include "image/frequency.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

// The circular distance of index k of n points from the zero frequency.
std::uint64_t distance(std::size_t k, std::size_t n) {
    return std::min(k, n - k);
}

}  // namespace

double frequency(std::size_t k, std::size_t n) {
    const double part = 2 * k > n ? -static_cast<double>(n - k) : static_cast<double>(k);
    return part / static_cast<double>(n);
}

frequency_rings::frequency_rings(std::size_t width, std::size_t height)
    : width_(width), height_(height), shorter_(std::min(width, height)), longer_(std::max(width, height)) {
    constexpr std::size_t most = std::size_t{1} << 31;
    if (width > most / height)
        throw job_error(fmt::format("{} x {} points: frequency rings are limited to {} points", width, height, most));
}

// In bins of the longer side, L points, the radius of (y, x) is R = sqrt((dx / w)^2 + (dy / h)^2) L. The shorter side's
// S points make 2 R S = sqrt(P) with the integer P = 4 ((dx h)^2 + (dy w)^2), because S L = w h. Ring r begins where
// (2 r - 1) S <= sqrt(P).
std::size_t frequency_rings::ring(std::size_t y, std::size_t x) const {
    const std::uint64_t across = distance(x, width_) * height_;
    const std::uint64_t down = distance(y, height_) * width_;
    const std::uint64_t p = 4 * (across * across + down * down);
    const auto reached = [&](std::uint64_t r) { return (2 * r - 1) * shorter_ * ((2 * r - 1) * shorter_) <= p; };
    auto r = static_cast<std::uint64_t>(
        std::lround(std::sqrt(static_cast<double>(p)) / (2 * static_cast<double>(shorter_))));
    while (r > 0 && !reached(r)) --r;  // the estimate is off by at most one
    while (reached(r + 1)) ++r;
    return r;
}

}  // namespace stockham::tools
