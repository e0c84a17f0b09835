// The text of references, and the rules by which PoCL reads its switch.
#include "runtime/programs/pocl_cache.hpp"

namespace stockham::internal {

namespace {

constexpr const char* reference_text = "PoCL's own cache has the machine code of the kernel ";

}  // namespace

bool is_pocl(const device_description& d) {
    return d.platform.find("Portable Computing Language") != std::string::npos;
}

bool pocl_keeps_programs(const char* switched) {
    return !switched || *switched != '0';
}

std::string pocl_reference(const std::string& kernel) {
    return reference_text + kernel;
}

}  // namespace stockham::internal
