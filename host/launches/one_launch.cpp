// Kernels with several passes. Either work-groups of the second pass wait for those of the first
// (cl/common/two_passes.cl), or each work-item with lanes runs all passes of its part in sequence.
#include <algorithm>
#include <string>
#include <vector>

#include "families/table.hpp"
#include "kernel/pass_sides.hpp"
#include "launches/launches.hpp"
#include "launches/pass_source.hpp"

namespace stockham::internal {

namespace {

/// An "#undef" line for every "#define" of the text.
std::string undefinitions(const std::string& definitions) {
    const std::string define = "#define ";
    std::string text;
    for (std::size_t at = 0; (at = definitions.find(define, at)) != std::string::npos; at += define.size()) {
        const auto name = at + define.size();
        text += "#undef " + definitions.substr(name, definitions.find_first_of(" (\n", name) - name) + "\n";
    }
    return text;
}

/// Appends "#define" lines that add the suffix to the names of a text's functions and those of the files it includes.
/// Files with "#pragma once" are shared by all passes and keep their names.
void rename_functions(const std::string& text, const std::string& suffix, std::string& definitions) {
    const std::string begin = "\nINLINE ", include = "\n#include \"";
    if (text.find("#pragma once\n") != text.npos) return;
    for (std::size_t at = 0; (at = text.find(include, at)) != text.npos;) {
        at += include.size();
        rename_functions("\n" + file_text(library_kernels(), text.substr(at, text.find('"', at) - at)), suffix,
                         definitions);
    }
    for (std::size_t at = 0; (at = text.find(begin, at)) != text.npos; ++at) {
        const auto bracket = text.find('(', at), name = text.find_last_of(" *\n", bracket) + 1;
        const auto function = text.substr(name, bracket - name);
        const auto line = "#define " + function + " " + function + suffix + "\n";
        if (definitions.find(line) == definitions.npos) definitions += line;
    }
}

std::string renamed_functions(const pass_text& pass, const std::string& suffix) {
    std::string all;
    for (const auto& piece : pass.pieces)
        rename_functions(
            "\n" + (piece.is_file ? for_radix(file_text(library_kernels(), piece.text), piece.radix) : piece.text),
            suffix, all);
    return all;
}

/// Adds the pass as a function with this number.
void add_pass_function(kernel_text& text, const pass_step& s, const pass_text& pass, const std::string& number) {
    const auto definitions = renamed_functions(pass, "_" + number) + pass.constants;
    text.next_pass();
    text.add_lines(definitions);
    add_pieces(text, pass);
    std::string tables;
    for (const auto& p : pass.parameters) tables += ", " + p.type + " " + p.name;
    text.add_lines(
        "\nINLINE void pass_" + number + "(" + buffer_parameters(s) +
        ", const struct pass_numbers* numbers,\n    local void* shared, uint group, uint groups, REAL scale" + tables +
        ") {\n" + pass.shared_memory + pass.scratch + pass.body + "}\n" + undefinitions(definitions));
}

/// A kernel of several passes under construction.
struct several_passes {
    launch made;
    kernel_text text{library_kernels()};
    std::string constants;               ///< SOURCE_k, TARGET_k, GROUPS_k, TABLE_NAMES_k
    std::string tables;                  ///< parameters of all passes, with types, a comma before each
    std::vector<argument> table_values;  ///< arguments for `tables`
    std::vector<const pass_step*> steps;

    several_passes(const step_plan& plan, double_support fp64, std::uint64_t parts) {
        for (const auto& each : plan.steps) add(std::get<pass_step>(each), fp64, parts);
    }

    void add(const pass_step& s, double_support fp64, std::uint64_t parts) {
        const auto number = std::to_string(steps.size());
        steps.push_back(&s);
        auto pass = family_of(s).text(s, fp64);
        add_pass_function(text, s, pass, number);
        constants += "#define GROUPS_" + number + " " + std::to_string(s.groups() / parts) + "\n#define SOURCE_" +
                     number + " (global " + type_name(s.in.form) + "*)" + name_of(s.in.where) + "\n#define TARGET_" +
                     number + " (global " + type_name(s.out.form) + "*)" + name_of(s.out.where) +
                     "\n#define TABLE_NAMES_" + number;
        for (auto& p : pass.parameters) {
            const auto own_name = p.name + "_of_" + number;
            constants += " , " + own_name;
            tables += " , " + p.type + " restrict " + own_name;
            table_values.push_back(std::move(p.value));
        }
        constants += "\n";
        made.local_bytes = std::max(made.local_bytes, s.local_bytes());
    }

    const pass_step& last() const { return *steps.back(); }
    bool is_scaled() const { return last().scale != 1; }

    /// Adds the buffers to the launch's arguments and returns their parameters. Call the add_ functions in this order:
    /// it is that of the kernel's arguments.
    std::string add_buffers() {
        std::string parameters;
        for (auto which : {buffer::input, buffer::output, buffer::workspace})
            if (std::any_of(steps.begin(), steps.end(),
                            [&](const pass_step* s) { return s->in.where == which || s->out.where == which; })) {
                parameters += std::string(parameters.empty() ? "" : ", ") + "global element* " + name_of(which);
                made.arguments.emplace_back(which);
            }
        return parameters;
    }
    void add_numbers() {
        for (const auto* s : steps) made.arguments.push_back(value_argument(numbers_of(*s)));
    }
    void add_scale_and_tables() {
        if (is_scaled()) made.arguments.push_back(scale_argument(last()));
        for (auto& table : table_values) made.arguments.push_back(std::move(table));
    }

    static const char* name_of(buffer which) {
        constexpr const char* names[] = {"input", "output", "workspace"};
        return names[static_cast<int>(which)];
    }
};

std::string real_name(const pass_step& s) {
    return s.precision == precision::f64 ? "double" : "float";
}

launch with_waiting_groups(const step_plan& plan, double_support fp64) {
    several_passes all(plan, fp64, 1);
    const auto &a = *all.steps[0], &b = *all.steps[1];
    auto& l = all.made;
    l.kernel = "passes";
    const auto each = element_size(a.precision);
    const auto elements = std::max<std::uint64_t>(1, (l.local_bytes + each - 1) / each);
    const auto buffers = all.add_buffers();
    all.text.add_lines(all.constants + "#define REAL " + real_name(a) + "\n#define WORK_ITEMS " +
                       std::to_string(a.work_items) + "\n#define SHARED_ELEMENTS " + std::to_string(elements) +
                       "\n#define SCALE_PARAMETER " + (all.is_scaled() ? ", const REAL scale" : "") +
                       "\n#define SCALE_ARGUMENT " + (all.is_scaled() ? "scale" : "1") + "\n#define BOTH_TABLES" +
                       all.tables + "\n#define BUFFERS " + buffers + "\n");
    all.text.add_file("cl/common/two_passes.cl");
    l.source = all.text.take();
    all.add_numbers();
    l.arguments.emplace_back(pass_counters{});
    l.arguments.emplace_back(counter_turn{});
    all.add_scale_and_tables();
    l.groups = a.groups() + b.groups();
    l.work_items = a.work_items;
    l.local_bytes = elements * each;
    l.min_groups = std::min(a.min_groups, b.min_groups);
    return std::move(l);
}

/// Each work-group, a single work-item, processes its part in all passes.
launch by_parts(const step_plan& plan, double_support fp64) {
    several_passes all(plan, fp64, plan.parts);
    auto& l = all.made;
    l.kernel = "passes";
    std::string parameters = all.add_buffers(), body;
    for (std::size_t k = 0; k < all.steps.size(); ++k) {
        const auto number = std::to_string(k);
        parameters += ", const struct pass_numbers numbers_" + number;
        body += "    for (uint k = 0; k < GROUPS_" + number + "; ++k)\n        pass_" + number + "(SOURCE_" + number +
                ", TARGET_" + number + ", &numbers_" + number + ", shared, part * GROUPS_" + number + " + k, GROUPS_" +
                number + ", " + (k + 1 == all.steps.size() && all.is_scaled() ? "scale" : "1") + " TABLE_NAMES_" +
                number + ");\n";
    }
    if (all.is_scaled()) parameters += ", const REAL scale";
    const auto& s = all.last();
    const auto each = element_size(s.precision) * s.lane_count();
    all.text.add_lines(all.constants + "#define REAL " + real_name(s) +
                       "\n\nkernel __attribute__((reqd_work_group_size(1, 1, 1))) void passes(\n    " + parameters +
                       all.tables + ") {\n    local complex shared[" +
                       std::to_string(std::max<std::uint64_t>(1, (l.local_bytes + each - 1) / each)) +
                       "];\n    const uint part = get_group_id(0);\n" + body + "}\n");
    l.source = all.text.take();
    all.add_numbers();
    all.add_scale_and_tables();
    l.groups = plan.parts;
    l.work_items = 1;
    return std::move(l);
}

}  // namespace

launch to_one_launch(const step_plan& plan, double_support fp64) {
    return plan.waits() ? with_waiting_groups(plan, fp64) : by_parts(plan, fp64);
}

}  // namespace stockham::internal
