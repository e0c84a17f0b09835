// Launches of passes: kernel source and arguments.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "families/table.hpp"
#include "kernel/callback_text.hpp"
#include "kernel/pass_sides.hpp"
#include "launch/kernel_text.hpp"
#include "lowering/kernel_parameters.hpp"
#include "lowering/lowering.hpp"
#include "lowering/pass_source.hpp"
#include "model/step.hpp"

namespace stockham::internal {

namespace {

/// Adds the user's functions, before the library's code.
void add_callbacks(kernel_text& text, const pass_step& s, double_support fp64) {
    const auto add = [&](const char* name, const memory_form& form) {
        if (!form.callback.empty()) text.add_numbered_lines(enclosed_callback(name, form.callback, s.precision, fp64));
    };
    add("on_load", s.in.form);
    add("on_store", s.out.form);
}

/// The launch, and which of its arguments are the pass's numbers.
struct pass_launch {
    launch made;
    std::size_t numbers;
};

pass_launch made_launch(const pass_step& s, double_support fp64, const member_access& members,
                        std::uint64_t workspace_bytes) {
    launch l;
    l.kernel = "pass";
    const auto any_length_bytes = members.rows ? 0 : s.family->any_length_bytes(s.precision);
    auto pass = family_of(s).text(s, fp64, {{}, {}, members.rows, any_length_bytes > 0});
    kernel_text text(library_kernels());
    add_callbacks(text, s, fp64);
    text.add_lines(definitions(pass.constants));
    add_files(text, pass);
    kernel_parameters parameters(members, workspace_bytes, s.precision);
    parameters.add_pointer("global const " + type_name(s.in.form) + "*", "in_base", s.in.where);
    parameters.add_pointer("global " + type_name(s.out.form) + "*", "out_base", s.out.where);
    const auto numbers = parameters.count();
    parameters.add("const struct pass_numbers of_pass", value_argument(numbers_of(s)));
    std::string pointers;
    for (auto& p : pass.structs) {
        parameters.add("const " + p.type + " value_of_" + p.name, std::move(p.value));
        pointers += "    const " + p.type + "* const " + p.name + " = &value_of_" + p.name + ";\n";
    }
    if (s.scale != 1 && !members.rows) parameters.add("const REAL scale", scale_argument(s));
    // Only the kernel's parameters are `restrict`: Oclgrind mishandles those of inlined functions.
    for (auto& p : pass.parameters) parameters.add_pointer(p.type, p.name, std::move(p.value), true);
    text.add_lines("\n" + kernel_start("WORK_ITEMS", pass.sub_group) + "pass(\n    " + parameters.declarations() +
                   ") {\n" + pointers + pass.local_memory + pass.scratch + parameters.selection() +
                   "    const struct pass_numbers* const numbers = &of_pass;\n"
                   "    const uint group = get_group_id(0)" +
                   (pass.numbers_groups ? ", groups = get_num_groups(0)" : "") + ";\n" + pass.body + "}\n");
    l.arguments = parameters.take_arguments();
    l.source = text.take();
    l.groups = s.groups();
    l.work_items = s.work_items;
    l.local_bytes = any_length_bytes ? any_length_bytes : s.local_bytes();
    l.min_groups = s.min_groups;
    l.members = members;
    return {std::move(l), numbers};
}

/// All launches of a step. Only the offsets in their arguments differ.
std::vector<launch> launches_of(const pass_step& s, double_support fp64, const member_access& members,
                                std::uint64_t workspace_bytes) {
    const auto [first, numbers] = made_launch(s, fp64, members, workspace_bytes);
    std::vector<launch> launches(static_cast<std::size_t>(s.launches()), first);
    for (std::size_t which = 1; which < launches.size(); ++which)
        launches[which].arguments[numbers] = value_argument(numbers_of(s, which));
    return launches;
}

}  // namespace

launch to_launch(const pass_step& s, double_support fp64) {
    return made_launch(s, fp64, {}, 0).made;
}

std::vector<launch> to_launches(const pass_step& s, double_support fp64) {
    return launches_of(s, fp64, {}, 0);
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

std::vector<launch> to_launches(const step_plan& plan, const device_description& device, const member_access& members) {
    std::vector<launch> launches;
    if (plan.one_launch && !plan.waits()) {
        launches.push_back(to_one_launch(plan, device.fp64, members));
        return launches;
    }
    for (const auto& each : plan.steps)
        for (auto& l : launches_of(std::get<pass_step>(each), device.fp64, members, plan.workspace_bytes))
            launches.push_back(std::move(l));
    return launches;
}

bool may_have_members(const step_plan& plan) {
    return std::all_of(plan.steps.begin(), plan.steps.end(),
                       [](const step& each) { return std::holds_alternative<pass_step>(each); });
}

}  // namespace stockham::internal
