// Launches of passes: kernel source and arguments.
#include <string>
#include <vector>

#include "families/table.hpp"
#include "kernel/callback_text.hpp"
#include "launch/kernel_text.hpp"
#include "launches/launches.hpp"
#include "launches/pass_source.hpp"
#include "model/step.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t numbers_argument = 2;  // after the two buffers

/// Adds the user's functions, before the library's code.
void add_callbacks(kernel_text& text, const pass_step& s, double_support fp64) {
    const auto add = [&](const char* name, const memory_form& form) {
        if (!form.callback.empty()) text.add_numbered_lines(enclosed_callback(name, form.callback, s.precision, fp64));
    };
    add("on_load", s.in.form);
    add("on_store", s.out.form);
}

}  // namespace

launch to_launch(const pass_step& s, double_support fp64) {
    launch l;
    l.kernel = "pass";
    auto pass = family_of(s).text(s, fp64, {});
    kernel_text text(library_kernels());
    add_callbacks(text, s, fp64);
    text.add_lines(definitions(pass.constants));
    add_files(text, pass);
    std::string parameters = buffer_parameters(s) + ", const struct pass_numbers of_pass";
    l.arguments.emplace_back(s.in.where);
    l.arguments.emplace_back(s.out.where);
    l.arguments.push_back(value_argument(numbers_of(s)));
    if (s.scale != 1) {
        parameters += ", const REAL scale";
        l.arguments.push_back(scale_argument(s));
    }
    // Only the kernel's parameters are `restrict`: Oclgrind mishandles those of inlined functions.
    for (auto& p : pass.parameters) {
        parameters += ", " + p.type + " restrict " + p.name;
        l.arguments.push_back(std::move(p.value));
    }
    text.add_lines("\n" + kernel_start("WORK_ITEMS", pass.sub_group) + "pass(\n    " + parameters + ") {\n" +
                   pass.local_memory + pass.scratch +
                   "    const struct pass_numbers* const numbers = &of_pass;\n"
                   "    const uint group = get_group_id(0)" +
                   (pass.numbers_groups ? ", groups = get_num_groups(0)" : "") + ";\n" + pass.body + "}\n");
    l.source = text.take();
    l.groups = s.groups();
    l.work_items = s.work_items;
    l.local_bytes = s.local_bytes();
    l.min_groups = s.min_groups;
    return l;
}

std::vector<launch> to_launches(const pass_step& s, double_support fp64) {
    std::vector<launch> launches(static_cast<std::size_t>(s.launches()), to_launch(s, fp64));
    for (std::size_t which = 1; which < launches.size(); ++which)
        launches[which].arguments[numbers_argument] = value_argument(numbers_of(s, which));
    return launches;
}

std::vector<launch> to_launches(const step_plan& plan, const device_description& device, bool in_order) {
    std::vector<launch> launches;
    if (plan.one_launch && (in_order || !plan.waits())) {
        launches.push_back(to_one_launch(plan, device.fp64));
        return launches;
    }
    for (const auto& each : plan.steps) {
        if (const auto* pass = std::get_if<pass_step>(&each))
            for (auto& l : to_launches(*pass, device.fp64)) launches.push_back(std::move(l));
        else
            launches.push_back(to_launch(std::get<tile_transpose>(each), device));
    }
    return launches;
}

}  // namespace stockham::internal
