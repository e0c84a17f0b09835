// Tables of chips.
#include "profile/architecture.hpp"

namespace stockham::internal {

namespace {

struct chip {
    const char* name;
    const char* architecture;
};

// Mesa's names, with LLVM's name of the same target.
constexpr chip chips[] = {
    {"polaris10", "gfx803"},
    {"polaris11", "gfx803"},
    {"polaris12", "gfx803"},
    {"vega10", "gfx900"},
    {"raven", "gfx902"},
    {"vega12", "gfx904"},
    {"vega20", "gfx906"},
    {"raven2", "gfx909"},
    {"renoir", "gfx90c"},
    {"navi10", "gfx1010"},
    {"navi12", "gfx1011"},
    {"navi14", "gfx1012"},
    {"navi21", "gfx1030"},
    {"navi22", "gfx1031"},
    {"navi23", "gfx1032"},
    {"vangogh", "gfx1033"},
    {"navi24", "gfx1034"},
    {"rembrandt", "gfx1035"},
    {"raphael_mendocino", "gfx1036"},
    {"navi31", "gfx1100"},
    {"navi32", "gfx1101"},
    {"navi33", "gfx1102"},
    {"phoenix", "gfx1103"},
    {"strix1", "gfx1150"},
    {"FD630", "adreno630"},
};

struct intel_release {
    std::uint32_t version, least, most;
    const char* architecture;
};

// 12.0 to 12.4 are the same Xe-LP architecture in Tiger, Rocket and Alder Lake and in DG1.
constexpr intel_release releases[] = {
    {12, 0, 10, "tgllp"},
    {12, 55, 59, "dg2"},
    {12, 60, 61, "pvc"},
    {20, 1, 2, "bmg"},
};

constexpr std::string_view before_chip = "(radeonsi, ";

}  // namespace

std::string architecture_of_chip(std::string_view name) {
    for (const auto& c : chips)
        if (name == c.name) return c.architecture;
    return std::string(name);
}

std::string architecture_in_name(const std::string& device_name) {
    const auto start = device_name.find(before_chip);
    if (start == device_name.npos) return architecture_of_chip(device_name.substr(0, device_name.find(':')));
    const auto chip = device_name.substr(start + before_chip.size());
    return architecture_of_chip(chip.substr(0, chip.find_first_of(",)")));
}

std::string architecture_of_intel(std::uint32_t ip_version) {
    const auto version = ip_version >> 22, release = ip_version >> 14 & 0xff;
    for (const auto& r : releases)
        if (r.version == version && r.least <= release && release <= r.most) return r.architecture;
    return {};
}

}  // namespace stockham::internal
