// Vendor names.
#include "profile/vendor.hpp"

#include "base/plain_text.hpp"

namespace stockham::internal {

std::string vendor_word(const device_description& d) {
    const auto word = lower(d.vendor.substr(0, d.vendor.find(' ')));
    if (word.compare(0, 5, "intel") == 0) return "intel";  // Intel(R)
    return word == "advanced" ? "amd" : word;
}

bool is_nvidia(const device_description& device) {
    return vendor_word(device) == "nvidia";
}

bool is_amd(const device_description& device) {
    return device.kind != device_kind::cpu && vendor_word(device) == "amd";
}

bool is_intel(const device_description& device) {
    return device.kind == device_kind::gpu && vendor_word(device) == "intel";
}

}  // namespace stockham::internal
