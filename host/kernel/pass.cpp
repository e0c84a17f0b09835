// Passes as launches: the source of their kernels, and its arguments.
#include <algorithm>
#include <vector>

#include "kernel/callback_text.hpp"
#include "kernel/launches.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"
#include "launch/kernel_text.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

namespace {

using pass_index::pass_numbers;

argument scale_argument(const pass_step& s) {
    return s.precision == precision::f32 ? value_argument(static_cast<float>(s.scale)) : value_argument(s.scale);
}

constexpr std::size_t numbers_argument = 2;  // behind the two buffers

/// Of launch `which` of the step's.
pass_numbers numbers_of(const pass_step& s, std::uint64_t which = 0) {
    pass_numbers n{};
    n.in_offset = s.in.offset + s.offset_of(which, &iodim::is);
    n.out_offset = s.out.offset + s.offset_of(which, &iodim::os);
    for (std::size_t k = 0; k < LOOP_RANK; ++k) n.loop_n[k] = 1;
    for (std::size_t k = 0; k < s.loops.size(); ++k) {
        n.loop_n[k] = static_cast<std::uint32_t>(s.loops[k].n);
        n.loop_in[k] = s.loops[k].is;
        n.loop_out[k] = s.loops[k].os;
    }
    for (std::size_t g = 0; g < s.guards.size(); ++g) n.guard_extent[g] = s.guards[g].extent;
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r) {
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            n.twiddle_loop[r * LOOP_RANK + k] = s.inter_pass_twiddles[r].loop[k];
    }
    return n;
}

/// The user's functions, above everything of the library's.
void add_callbacks(kernel_text& text, const pass_step& s, double_support fp64) {
    const auto add = [&](const char* name, const memory_form& form) {
        if (!form.callback.empty()) text.add_numbered_lines(enclosed_callback(name, form.callback, s.precision, fp64));
    };
    add("on_load", s.in.form);
    add("on_store", s.out.form);
}

void add_pieces(kernel_text& text, const pass_text& pass) {
    for (const auto& piece : pass.pieces)
        piece.is_file ? text.add_file(piece.text, piece.radix) : text.add_lines(piece.text);
}

/// The buffers as parameters.
std::string buffer_parameters(const pass_step& s) {
    return "global const " + type_name(s.in.form) + "* in_base, global " + type_name(s.out.form) + "* out_base";
}

constexpr const char* begins = "kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void ";

/// Whether matrix units may have to be emulated, which takes local memory.
bool multiplies_by_units(const pass_step& s) {
    return s.units() != matrix_units::none;
}

/// What work-items exchange through, in a function that is given local memory for the largest of a kernel's passes.
std::string given_local_memory(const pass_step& s) {
    if (multiplies_by_units(s) || !s.local_elements()) return "";
    return "    EXCHANGE_SPACE EXCHANGED* const exchanged = (EXCHANGE_SPACE EXCHANGED*)shared;\n";
}

/// Where scratch of emulated matrix units comes first.
std::string scratch_lines(const pass_step& s) {
    if (!s.split_half()) return "";
    if (!multiplies_by_units(s)) return "    local float* const scratch = 0;\n";
    const std::string scratch = "    local float* const scratch = (local float*)shared;\n";
    if (!s.exchanges()) return scratch;
    return scratch + "    EXCHANGE_SPACE EXCHANGED* const exchanged =\n"
                     "        (EXCHANGE_SPACE EXCHANGED*)((local uchar*)shared + SCRATCH_BYTES);\n";
}

}  // namespace

launch to_launch(const pass_step& s, double_support fp64) {
    launch l;
    l.kernel = "pass";
    const auto pass = text_of(s, fp64);
    kernel_text text(library_kernels());
    add_callbacks(text, s, fp64);
    text.add_lines(pass.constants);
    add_pieces(text, pass);
    std::string parameters = buffer_parameters(s) + ", const struct pass_numbers of_pass";
    l.arguments.emplace_back(s.in.where);
    l.arguments.emplace_back(s.out.where);
    l.arguments.push_back(value_argument(numbers_of(s)));
    if (s.scale != 1) {
        parameters += ", const REAL scale";
        l.arguments.push_back(scale_argument(s));
    }
    // Only a kernel's own parameters are `restrict`: Oclgrind does not know what an inlined function's become.
    for (auto& p : parameters_of(s)) {
        parameters += ", " + p.type + " restrict " + p.name;
        l.arguments.push_back(std::move(p.value));
    }
    text.add_lines("\n" + std::string(begins) + "pass(\n    " + parameters + ") {\n" + pass.local_memory +
                   scratch_lines(s) +
                   "    const struct pass_numbers* const numbers = &of_pass;\n"
                   "    const uint group = get_group_id(0)" +
                   (s.prefetch() ? ", groups = get_num_groups(0)" : "") + ";\n" + pass.body + "}\n");
    l.source = text.take();
    l.groups = s.groups();
    l.work_items = s.work_items;
    l.local_bytes = s.local_bytes();
    l.min_groups = s.min_groups;
    return l;
}

namespace {

/// Takes back every definition of a text.
std::string undefinitions(const std::string& definitions) {
    const std::string define = "#define ";
    std::string text;
    for (std::size_t at = 0; (at = definitions.find(define, at)) != std::string::npos; at += define.size()) {
        const auto name = at + define.size();
        text += "#undef " + definitions.substr(name, definitions.find_first_of(" (\n", name) - name) + "\n";
    }
    return text;
}

/// The functions of a pass have names of their own, where a kernel has two passes: "#define" lines that say so.
std::string renamed_functions(const pass_text& pass, const std::string& suffix) {
    const std::string begin = "INLINE ";
    std::string all;
    for (const auto& piece : pass.pieces) {
        const auto text =
            "\n" + (piece.is_file ? for_radix(file_text(library_kernels(), piece.text), piece.radix) : piece.text);
        if (text.find("#pragma once") != text.npos) continue;  // one text for both passes
        for (std::size_t at = 0; (at = text.find("\n" + begin, at)) != text.npos; ++at) {
            const auto bracket = text.find('(', at), name = text.find_last_of(" *\n", bracket) + 1;
            const auto function = text.substr(name, bracket - name);
            all += "#define " + function + " " + function + suffix + "\n";
        }
    }
    return all;
}

/// Pass number k of a kernel as a function of its own. Returns what is given to it beside the tables.
void add_pass_function(kernel_text& text, const pass_step& s, double_support fp64, const std::string& number) {
    const auto pass = text_of(s, fp64);
    const auto definitions = renamed_functions(pass, "_" + number) + pass.constants;
    text.add_lines(definitions);
    add_pieces(text, pass);
    std::string tables;
    for (const auto& p : parameters_of(s)) tables += ", " + p.type + " " + p.name;
    text.add_lines(
        "\nINLINE void pass_" + number + "(" + buffer_parameters(s) +
        ", const struct pass_numbers* numbers,\n    local void* shared, uint group, uint groups, REAL scale" + tables +
        ") {\n" + given_local_memory(s) + scratch_lines(s) + pass.body + "}\n" + undefinitions(definitions));
}

}  // namespace

launch to_one_launch(const pass_step& a, const pass_step& b, double_support fp64) {
    const pass_step* const both[] = {&a, &b};
    constexpr const char* names[] = {"input", "output", "workspace"};
    const auto name_of = [&](buffer which) { return names[static_cast<int>(which)]; };
    launch l;
    l.kernel = "passes";
    kernel_text text(library_kernels());
    std::string constants, tables;
    std::vector<argument> table_arguments;
    std::uint64_t local = 0;
    for (int k = 0; k < 2; ++k) {
        const auto& s = *both[k];
        const auto number = std::to_string(k);
        add_pass_function(text, s, fp64, number);
        constants += "#define GROUPS_" + number + " " + std::to_string(s.groups()) + "\n#define SOURCE_" + number +
                     " (global " + type_name(s.in.form) + "*)" + name_of(s.in.where) + "\n#define TARGET_" + number +
                     " (global " + type_name(s.out.form) + "*)" + name_of(s.out.where) + "\n#define TABLE_NAMES_" +
                     number;
        for (auto& p : parameters_of(s)) {
            const auto own_name = p.name + "_of_" + number;
            constants += " , " + own_name;
            tables += " , " + p.type + " restrict " + own_name;
            table_arguments.push_back(std::move(p.value));
        }
        constants += "\n";
        local = std::max(local, s.local_bytes());
    }
    const auto elements =
        std::max<std::uint64_t>(1, (local + element_size(a.precision) - 1) / element_size(a.precision));
    const bool scaled = b.scale != 1;
    constants += "#define REAL " + std::string(a.precision == precision::f64 ? "double" : "float") +
                 "\n#define WORK_ITEMS " + std::to_string(a.work_items) + "\n#define SHARED_ELEMENTS " +
                 std::to_string(elements) + "\n#define SCALE_PARAMETER " + (scaled ? ", const REAL scale" : "") +
                 "\n#define SCALE_ARGUMENT " + (scaled ? "scale" : "1") + "\n#define BOTH_TABLES" + tables +
                 "\n#define BUFFERS";
    const char* comma = " ";
    for (auto which : {buffer::input, buffer::output, buffer::workspace})
        if (a.in.where == which || a.out.where == which || b.in.where == which || b.out.where == which) {
            constants += std::string(comma) + "global element* " + name_of(which);
            comma = ", ";
            l.arguments.emplace_back(which);
        }
    text.add_lines(constants + "\n");
    text.add_file("cl/common/two_passes.cl");
    l.source = text.take();
    l.arguments.push_back(value_argument(numbers_of(a)));
    l.arguments.push_back(value_argument(numbers_of(b)));
    l.arguments.emplace_back(pass_counters{});
    l.arguments.emplace_back(counter_turn{});
    if (scaled) l.arguments.push_back(scale_argument(b));
    for (auto& table : table_arguments) l.arguments.push_back(std::move(table));
    l.groups = a.groups() + b.groups();
    l.work_items = a.work_items;
    l.local_bytes = elements * element_size(a.precision);
    l.min_groups = std::min(a.min_groups, b.min_groups);
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
    if (plan.one_launch && in_order) {
        launches.push_back(
            to_one_launch(std::get<pass_step>(plan.steps[0]), std::get<pass_step>(plan.steps[1]), device.fp64));
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
