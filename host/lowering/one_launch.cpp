// Kernels with several passes. Either work-groups of the second pass wait for those of the first
// (cl/common/two_passes.cl), or each work-item with lanes runs all passes of its part in sequence.
#include <algorithm>
#include <string>
#include <vector>

#include "families/table.hpp"
#include "kernel/pass_sides.hpp"
#include "lowering/kernel_parameters.hpp"
#include "lowering/lowering.hpp"
#include "lowering/pass_source.hpp"

namespace stockham::internal {

namespace {

const char* name_of(buffer which) {
    constexpr const char* names[] = {"input", "output", "workspace"};
    return names[static_cast<int>(which)];
}

/// True if each pass may have a kernel for digits of any length. Passes with others share no kernel with these.
bool all_serve_any_length(const step_plan& plan) {
    return std::all_of(plan.steps.begin(), plan.steps.end(), [](const step& each) {
        const auto& s = std::get<pass_step>(each);
        return s.family->any_length_bytes(s.precision) > 0;
    });
}

/// Adds pass number k as a function of its arguments, local memory, the group and the number of groups.
void add_pass_function(kernel_text& text, const pass_text& pass) {
    const auto& suffix = pass.names.suffix;
    text.add_lines(definitions(pass.constants));
    add_files(text, pass);
    std::string members = "    global const IN_TYPE* in_base;\n    global OUT_TYPE* out_base;\n"
                          "    const struct pass_numbers* numbers;\n    REAL scale;\n";
    for (const auto& p : pass.structs) members += "    const " + p.type + "* " + p.name + ";\n";
    for (const auto& p : pass.parameters) members += "    " + p.type + " " + p.name + ";\n";
    text.add_lines("struct arguments" + suffix + " {\n" + members + "};\n\nINLINE void pass" + suffix +
                   "(struct arguments" + suffix + " given, local void* shared, uint group, uint groups) {\n" +
                   pass.shared_memory + pass.scratch + pass.body + "}\n" + undefinitions(pass.constants));
}

/// A kernel of several passes under construction. Its parameters and the launch's arguments grow together.
class several_passes {
  public:
    several_passes(const step_plan& plan, double_support fp64, const member_access& members)
        : parameters_(members, plan.workspace_bytes) {
        const bool any_length = all_serve_any_length(plan);
        for (const auto& each : plan.steps) {
            const auto& s = std::get<pass_step>(each);
            auto pass = family_of(s).text(s, fp64, {"_" + std::to_string(steps_.size()), "given.", false, any_length});
            add_pass_function(text_, pass);
            steps_.push_back(&s);
            structs_of_steps_.push_back(std::move(pass.structs));
            parameters_of_steps_.push_back(std::move(pass.parameters));
            needs_scratch_ |= pass.needs_scratch;
            sub_group_ = std::max(sub_group_, pass.sub_group);
            local_bytes_ =
                std::max(local_bytes_, any_length ? s.family->any_length_bytes(s.precision) : s.local_bytes());
        }
    }

    const pass_step& step(std::size_t k) const { return *steps_[k]; }
    std::size_t count() const { return steps_.size(); }

    void add_file(const std::string& file) { text_.add_file(file); }
    void add_parameter(const std::string& declaration, argument value) {
        parameters_.add(declaration, std::move(value));
    }
    void add_buffers_and_numbers() {
        for (auto which : {buffer::input, buffer::output, buffer::workspace})
            if (std::any_of(steps_.begin(), steps_.end(),
                            [&](const pass_step* s) { return s->in.where == which || s->out.where == which; }))
                parameters_.add_pointer("global element*", name_of(which), which);
        for (std::size_t k = 0; k < steps_.size(); ++k)
            add_parameter("const struct pass_numbers numbers_" + std::to_string(k),
                          value_argument(numbers_of(step(k))));
    }
    void add_scale_and_tables() {
        if (last().scale != 1) add_parameter("const " + real() + " scale", scale_argument(last()));
        for (std::size_t k = 0; k < steps_.size(); ++k) add_tables(k);
    }
    /// A call of pass k for a group.
    std::string call(std::size_t k, const std::string& group, const std::string& groups) const {
        const auto number = std::to_string(k);
        return "pass_" + number + "(of_" + number + ", shared, " + group + ", " + groups + ");\n";
    }
    /// The launch of a kernel with this body, which declares local memory for all passes as elements of a type.
    launch made(const std::string& type, std::uint64_t bytes_of_type, const std::string& body) {
        const auto elements = std::max<std::uint64_t>(1, (local_bytes_ + bytes_of_type - 1) / bytes_of_type);
        const auto scratch = needs_scratch_ ? " + SCRATCH_BYTES / sizeof(" + type + ")" : std::string();
        const auto items = std::to_string(last().work_items);
        text_.add_lines((needs_scratch_ ? definitions({{"WORK_ITEMS", items}}) : "") + "\n" +
                        kernel_start(items, sub_group_) + "passes(\n    " + parameters_.declarations() +
                        ") {\n    local " + type + " shared[" + std::to_string(elements) + scratch + "];\n" +
                        parameters_.selection() + variables_ + body + "}\n");
        launch l;
        l.kernel = "passes";
        l.arguments = parameters_.take_arguments();
        l.source = text_.take();
        l.work_items = last().work_items;
        l.local_bytes = elements * bytes_of_type;
        return l;
    }

  private:
    const pass_step& last() const { return *steps_.back(); }
    std::string real() const { return last().precision == precision::f64 ? "double" : "float"; }

    void add_tables(std::size_t k) {
        const auto& s = step(k);
        const auto number = std::to_string(k);
        variables_ += "    const struct arguments_" + number + " of_" + number + " = {(global const " +
                      type_of(s.in.form) + "*)" + name_of(s.in.where) + ", (global " + type_of(s.out.form) + "*)" +
                      name_of(s.out.where) + ", &numbers_" + number + ", " + (s.scale != 1 ? "scale" : "1");
        for (auto& p : structs_of_steps_[k]) {
            const auto own_name = p.name + "_of_" + number;
            parameters_.add("const " + p.type + " " + own_name, std::move(p.value));
            variables_ += ", &" + own_name;
        }
        for (auto& p : parameters_of_steps_[k]) {
            const auto own_name = p.name + "_of_" + number;
            parameters_.add_pointer(p.type, own_name, std::move(p.value), true);
            variables_ += ", " + own_name;
        }
        variables_ += "};\n";
    }
    std::string type_of(const memory_form& form) const {
        const auto name = type_name(form);
        return name == "REAL" ? real() : name;
    }

    kernel_text text_{library_kernels()};
    std::vector<const pass_step*> steps_;
    std::vector<std::vector<parameter>> structs_of_steps_, parameters_of_steps_;
    kernel_parameters parameters_;
    std::string variables_;
    bool needs_scratch_ = false;
    std::uint64_t local_bytes_ = 0;
    unsigned sub_group_ = 0;  // of the passes that ask for one: all ask for 16
};

launch with_waiting_groups(const step_plan& plan, double_support fp64) {
    several_passes all(plan, fp64, {});
    const auto &a = all.step(0), &b = all.step(1);
    const auto first = std::to_string(a.groups());
    all.add_file("cl/common/two_passes.cl");
    all.add_buffers_and_numbers();
    all.add_parameter("global volatile uint* counters", pass_counters{});
    all.add_parameter("const uint turn", counter_turn{});
    all.add_scale_and_tables();
    // clang-format off: one line of the kernel per line
    auto l = all.made("element", element_size(a.precision),
                      "    const uint group = get_group_id(0);\n"
                      "    if (group < " +
                          first +
                          ") {\n"
                          "        start_first_pass(counters, turn);\n"
                          "        " +
                          all.call(0, "group", first) +
                          "        finish_first_pass(counters, turn);\n"
                          "    } else {\n"
                          "        await_first_pass(counters, turn, " +
                          first +
                          ");\n"
                          "        " +
                          all.call(1, "group - " + first, std::to_string(b.groups())) + "    }\n");
    // clang-format on
    l.groups = a.groups() + b.groups();
    l.min_groups = std::min(a.min_groups, b.min_groups);
    return l;
}

/// Each work-group, a single work-item, processes its part in all passes.
launch by_parts(const step_plan& plan, double_support fp64, const member_access& members) {
    several_passes all(plan, fp64, members);
    all.add_buffers_and_numbers();
    all.add_scale_and_tables();
    std::string body;
    for (std::size_t k = 0; k < all.count(); ++k) {
        const auto groups = "groups_" + std::to_string(k);
        all.add_parameter("const uint " + groups,
                          value_argument(static_cast<std::uint32_t>(all.step(k).groups() / plan.parts)));
        body += "    for (uint k = 0; k < " + groups + "; ++k)\n        " +
                all.call(k, "get_group_id(0) * " + groups + " + k", groups);
    }
    const auto& last = all.step(all.count() - 1);
    auto l = all.made("complex", element_size(last.precision) * last.lane_count(), body);
    l.groups = plan.parts;
    l.members = members;
    l.work_items = 1;
    return l;
}

}  // namespace

launch to_one_launch(const step_plan& plan, double_support fp64, const member_access& members) {
    return plan.waits() ? with_waiting_groups(plan, fp64) : by_parts(plan, fp64, members);
}

}  // namespace stockham::internal
