// The table of kernel families: add new ones here.
#include "families/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/immortal.hpp"
#include "families/constant_geometry/constant_geometry.hpp"
#include "families/lanes/lanes.hpp"
#include "families/split_half/split_half.hpp"
#include "families/work_group/work_group.hpp"

namespace stockham::internal {

const std::vector<const kernel_family*>& kernel_families() {
    static const auto& all = immortal<std::vector<const kernel_family*>>({
        &constant_geometry_family(),
        &lanes_family(),
        &split_half_family(),
        &work_group_family(),
    });
    return all;
}

const kernel_family& family_named(std::string_view name) {
    for (const auto* family : kernel_families())
        if (family->name == name) return *family;
    throw std::logic_error("no kernel family named " + std::string(name));
}

const kernel_family& family_of(const pass_step& s) {
    return family_named(s.family->family());
}

const kernel_family& family_of(const pass_choice& c) {
    return family_named(c->family());
}

const kernel_family& default_family(const device_description& device) {
    const auto& all = kernel_families();
    return **std::find_if(all.begin(), all.end(),
                          [&](const kernel_family* f) { return f->is_default && f->is_default(device); });
}

}  // namespace stockham::internal
