// Convolution kernels by name and as text.
#include "image/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

using kernel = planes_of<double>;

// A kernel that no picture is large enough for is refused before memory is taken for it.
constexpr double longest_side = 32768;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

double read_number(const std::string& kernel, const std::string& word) {
    const auto value = internal::read_number(word);
    if (!value || !std::isfinite(*value))
        throw usage_error(
            fmt::format("KERNEL: {} in {} is not a number", internal::in_quotes(word), internal::in_quotes(kernel)));
    return *value;
}

kernel kernel_of_text(const std::string& text) {
    kernel k;
    for (const std::string& row : split(text, ';')) {
        std::string spaced = row;
        std::replace(spaced.begin(), spaced.end(), ',', ' ');
        std::istringstream words(spaced);
        std::size_t width = 0;
        for (std::string word; words >> word; ++width) k.values.push_back(read_number(text, word));
        if (width == 0 || (k.height > 0 && width != k.width))
            throw usage_error(
                fmt::format("KERNEL: the rows of {} must have equally many numbers", internal::in_quotes(text)));
        k.width = width;
        ++k.height;
    }
    return k;
}

kernel gaussian(double sigma) {
    const auto reach = static_cast<std::size_t>(4 * sigma + 0.5);
    kernel k(2 * reach + 1, 2 * reach + 1);
    std::vector<double> line(k.width);
    double sum = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const double distance = static_cast<double>(i) - static_cast<double>(reach);
        line[i] = std::exp(-distance * distance / (2 * sigma * sigma));
        sum += line[i];
    }
    for (double& v : line) v /= sum;
    for (std::size_t y = 0; y < k.height; ++y)
        for (std::size_t x = 0; x < k.width; ++x) k.values[y * k.width + x] = line[y] * line[x];
    return k;
}

kernel unsharp(double sigma, double amount) {
    kernel k = gaussian(sigma);
    for (double& v : k.values) v *= -amount;
    k.values[k.values.size() / 2] += 1 + amount;
    return k;
}

kernel box(double side) {
    const auto n = static_cast<std::size_t>(side);
    kernel k(n, n);
    std::fill(k.values.begin(), k.values.end(), 1 / (side * side));
    return k;
}

struct named_kernel {
    const char* name;
    const char* text;  // of a fixed kernel; a convolution flips it
};

const named_kernel fixed_kernels[] = {
    {"laplacian", "0 1 0; 1 -4 1; 0 1 0"},   {"sharpen", "0 -1 0; -1 5 -1; 0 -1 0"},
    {"sobel-x", "1 0 -1; 2 0 -2; 1 0 -1"},   {"sobel-y", "1 2 1; 0 0 0; -1 -2 -1"},
    {"prewitt-x", "1 0 -1; 1 0 -1; 1 0 -1"}, {"prewitt-y", "1 1 1; 0 0 0; -1 -1 -1"},
};

const char* const gradients[] = {"sobel", "prewitt"};

void check(bool holds, const std::string& word, const std::string& must) {
    if (!holds) throw usage_error(fmt::format("KERNEL: {} must be {}", internal::in_quotes(word), must));
}

}  // namespace

const std::vector<std::string>& kernel_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = {"gaussian:SIGMA", "box:SIDE", "unsharp:SIGMA:AMOUNT"};
        for (const named_kernel& fixed : fixed_kernels) all.emplace_back(fixed.name);
        all.insert(all.end(), std::begin(gradients), std::end(gradients));
        return all;
    }();
    return names;
}

std::optional<planes_of<double>> kernel_of_word(const std::string& word) {
    for (const std::string gradient : gradients)
        if (word == gradient) {
            auto both = kernel_of_word(word + "-x"), down = kernel_of_word(word + "-y");
            both->values.insert(both->values.end(), down->values.begin(), down->values.end());
            both->count = 2;
            return both;
        }
    for (const named_kernel& fixed : fixed_kernels)
        if (word == fixed.name) return kernel_of_text(fixed.text);
    const std::vector<std::string> parts = split(word, ':');
    if (parts[0] == "gaussian" || parts[0] == "unsharp") {
        const bool sharpens = parts[0] == "unsharp";
        check(parts.size() == (sharpens ? 3u : 2u), word, sharpens ? "unsharp:SIGMA:AMOUNT" : "gaussian:SIGMA");
        const double sigma = read_number(word, parts[1]);
        check(sigma > 0 && 8 * sigma < longest_side, word, "of a SIGMA above 0 and below 4096");
        return sharpens ? unsharp(sigma, read_number(word, parts[2])) : gaussian(sigma);
    }
    if (parts[0] == "box") {
        check(parts.size() == 2, word, "box:SIDE");
        const double side = read_number(word, parts[1]);
        check(side >= 1 && side <= longest_side && side == std::floor(side), word,
              "of a SIDE that is a whole number from 1 to 32768");
        return box(side);
    }
    // A text of one number could also be the name of a file.
    if (word.find_first_of("; ,") == word.npos || word.find_first_not_of("0123456789.+-eE;, ") != word.npos)
        return std::nullopt;
    return kernel_of_text(word);
}

}  // namespace stockham::tools
