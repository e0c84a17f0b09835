// Vendor names.
#include "profile/vendor.hpp"

#include <algorithm>
#include <cctype>

namespace stockham::internal {

std::string vendor_word(const device_description& d) {
    auto word = d.vendor.substr(0, d.vendor.find(' '));
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word.compare(0, 5, "intel") == 0) return "intel";  // Intel(R)
    return word == "advanced" ? "amd" : word;
}

bool is_nvidia(const device_description& device) {
    return vendor_word(device) == "nvidia";
}

bool is_amd(const device_description& device) {
    return device.kind != device_kind::cpu && vendor_word(device) == "amd";
}

}  // namespace stockham::internal
