// Specialise: a pass's numbers become "#define" lines above cl/common/pass.cl, and its arguments.
#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "kernel/callback_text.hpp"
#include "kernel/launches.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "launch/kernel_text.hpp"
#include "plan/step.hpp"

namespace stockham {

namespace {

using pass_index::pass_numbers;

std::string stage_text(const stage& s) {
    return std::to_string(s.dim) + "," + std::to_string(s.radix) + "," + std::to_string(s.span) + "," +
           std::to_string(s.fast);
}

/// Which exchange follows stage k: one that leaves the order of memory for a permuted dimension's own, one that goes
/// back to it, or one that keeps it.
std::string exchange_word(const pass_step& s, std::size_t k) {
    if (s.copied() && k == 0) return "EXCHANGE_IN";
    return s.copied() && k + 2 == s.stages.size() ? "EXCHANGE_OUT" : "EXCHANGE";
}

/// The PASS line: what the kernel does, in order.
std::string chain_text(const pass_step& s) {
    const auto& stages = s.stages;
    const auto first = stage_text(stages.front()), last = stage_text(stages.back());
    std::size_t exchange = 0;
    std::string text = s.in.packed ? "PACK(" + first + ")" : "LOAD(" + first + ") FETCH_AHEAD(" + first + ")";
    exchange += s.in.packed;
    for (std::size_t k = 0; k < stages.size(); ++k) {
        text += " STAGE(" + std::to_string(k) + "," + stage_text(stages[k]) + ")";
        if (s.factor && s.factor->after == k) text += " MULTIPLY(" + stage_text(stages[k]) + ")";
        if (k + 1 < stages.size())
            text += " " + exchange_word(s, k) + "(" + std::to_string(exchange++) + "," + stage_text(stages[k]) + "," +
                    stage_text(stages[k + 1]) + ")";
    }
    const auto out_of_local = std::to_string(exchange) + "," + last;
    if (s.untwins()) return text + " UNTWIN(" + out_of_local + "," + std::to_string(half_dim(s)) + ")";
    return text + (s.out.packed ? " UNPACK(" + out_of_local + ")" : " STORE(" + last + ")");
}

/// A dimension named by a transposed access, counted as the kernel's macros want it.
void define_lanes(std::ostream& out, const pass_step& s) {
    out << "#define LANE_DIM " << s.lane_dim << "\n#define LOAD_LANES " << static_cast<int>(s.load)
        << "\n#define STORE_LANES " << static_cast<int>(s.store) << "\n#define TRANSPOSED_LOAD_DIM " << s.load_dim
        << "\n#define TRANSPOSED_STORE_DIM " << s.store_dim << "\n#define STAGE_COUNT " << s.stages.size()
        << "\n#define BUFFERS " << s.buffers << "\n#define MULTIPLIED " << (s.factor ? s.factor->after : 0) << "\n";
}

/// What cl/systems/constant_geometry/exchange_constant.cl and cl/systems/constant_geometry/word_group.cl want.
void define_word_groups(std::ostream& out, const pass_step& s) {
    const auto& w = *s.word_groups;
    out << "#define SCHEDULE " << static_cast<int>(w.schedule) << "\n#define CONVENTIONAL " << w.conventional
        << "\n#define MEETING " << w.meeting << "\n#define GLOBAL_TWIDDLES " << w.global_twiddles
        << "\n#define TWIDDLES " << w.twiddles() << "\n#define TWIDDLE_ORDER " << w.order << "\n#define STAGE_COUNT "
        << s.stages.size() << "\n#define FOLDED_POINTS " << s.folded_points() << "\n#define REVERSED_DIMS(R)";
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].transformed && !w.bit_reversed) out << " R(" << d << ")";
    out << "\n";
}

/// The kernel file that has the butterfly of a radix; none for a copy.
std::string butterfly_file(unsigned radix) {
    if (radix == 1) return "";
    const bool power_of_two = (radix & (radix - 1)) == 0;
    if (!power_of_two) return "cl/butterflies/radix_" + std::to_string(radix) + ".cl";
    return radix > 32 ? "cl/butterflies/large.cl" : "cl/butterflies/powers_of_two.cl";
}

/// butterfly(x, radix) for the radices of these stages.
void add_butterflies(kernel_text& text, const std::set<unsigned>& radices) {
    text.add_file("cl/common/complex.cl");
    std::string choice = "INLINE void butterfly(complex* x, uint radix) {\n";
    for (auto radix : radices) {
        if (radix == 1) continue;
        text.add_file(butterfly_file(radix));
        constexpr const char* by_pointers[] = {"x, x + 1", "x, x + 1, x + 2, x + 3"};
        const auto number = std::to_string(radix);
        choice += "    if (radix == " + number + ") butterfly" + number + "(" +
                  (radix == 2 || radix == 4 ? by_pointers[radix / 4] : "x") + ");\n";
    }
    text.add_lines(choice + "}\n");
}

/// What the passes of a kernel are written in.
void add_words(kernel_text& text, const std::vector<const pass_step*>& passes) {
    std::set<unsigned> radices;
    const auto any = [&](auto has) {
        return std::any_of(passes.begin(), passes.end(), [&](auto* s) { return has(*s); });
    };
    for (const auto* s : passes)
        for (const auto& g : s->stages) radices.insert(g.radix);
    add_butterflies(text, radices);
    const auto& s = *passes.front();
    if (any([](auto& p) { return p.halves > 0; })) text.add_file("cl/systems/split_half/butterfly_halves.cl");
    if (any([](auto& p) { return p.in.mapped || p.out.mapped; })) text.add_file("cl/common/axis_map.h");
    text.add_file("cl/common/words.cl");
    if (any([](auto& p) { return p.factor.has_value(); })) text.add_file("cl/common/spectrum_factor.cl");
    text.add_file("cl/common/access.cl");
    text.add_file(s.word_groups ? "cl/systems/constant_geometry/exchange_constant.cl"
                  : s.lanes > 1 ? "cl/lanes/exchange_lanes.cl"
                                : "cl/work_group/exchange_local.cl");
    if (any([](auto& p) { return p.in.packed || p.out.packed || p.untwins(); }))
        text.add_file("cl/work_group/real_lines.cl");
}

/// The numbers of struct tile_layout.
std::string layout_text(const pass_step& s) {
    const auto list = [](auto number) {
        std::string text = "{";
        for (std::size_t d = 0; d < TILE_RANK; ++d) text += (d ? ", " : "") + std::to_string(number(d));
        return text + "}";
    };
    const auto stride = [&](std::uint64_t iodim::*which) {
        return list([&](std::size_t d) { return d < s.tile.size() ? s.tile[d].points.*which : 0; });
    };
    const auto growth = [&](std::size_t r) {
        return list([&](std::size_t d) { return r < s.rotations.size() ? s.rotations[r].tile[d] : 0; });
    };
    return "{" + stride(&iodim::is) + ", " + stride(&iodim::os) + ", {" + growth(0) + ", " + growth(1) + "}}";
}

/// What all passes of a kernel have in common.
std::string common_definitions(const pass_step& s, double_support fp64, matrix_units units) {
    std::ostringstream out;
    const bool is_double = s.precision == precision::f64;
    out << "#define FP64_EXTENSION " << (is_double ? fp64 == double_support::amd ? 2 : 1 : 0) << "\n#define REAL "
        << (is_double ? "double" : "float") << "\n#define LANES " << s.lanes << "\n#define WIDE " << s.wide()
        << "\n#define UNITS " << static_cast<int>(units) << "\n";
    if (s.lanes > 1) define_lanes(out, s);
    return out.str();
}

/// The names that a stage mentions but never reads: a dimension of one stage has no table, a rotation no lanes, and
/// none has one where the factors are sines.
void define_absent_tables(std::ostream& out, const pass_step& s) {
    const bool tables = s.twiddles == twiddle_source::tables;
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].radices.size() <= 1 || !tables) out << "#define chain_" << d << " no_table\n";
    for (std::size_t r = 0; r < s.rotations.size(); ++r) {
        if (!tables) out << "#define coarse_" << r << " no_table\n#define fine_" << r << " no_table\n";
        const bool legs = legs_order(s, s.rotations[r]);
        if (!lane_growth(s, s.rotations[r])) out << "#define lanes_" << r << " coarse_" << r << "\n";
        if (!legs) out << "#define legs_" << r << " coarse_" << r << "\n";
        out << "#define LEGS_" << r << " " << legs << "\n";
    }
}

/// What is a pass's own.
std::string definitions(const pass_step& s, const std::string& function) {
    std::ostringstream out;
    out << "#define PASS_FUNCTION " << function << "\n#define WORK_ITEMS " << s.work_items << "\n#define POINTS "
        << s.points << "\n#define HALVES " << s.halves << "\n#define FETCHES " << (s.ahead > 0) << "\n#define AHEAD "
        << s.ahead << "\n";
    for (unsigned d = 0; d < TILE_RANK; ++d) {
        auto n = d < s.tile.size() ? s.tile[d].points.n : 1;
        if (s.lanes > 1 && d == s.lane_dim) n /= s.lanes;
        out << "#define N" << d << " " << n << "\n";
    }
    out << "#define LAYOUT " << layout_text(s) << "\n#define LOOPS " << s.loops.size() << "\n#define SCALED "
        << (s.scale != 1) << "\n#define IN_PLACE " << (s.in.where == s.out.where) << "\n#define GUARDS "
        << s.guards.size() << "\n";
    for (std::size_t g = 0; g < s.guards.size(); ++g)
        out << "#define GUARD_DIM_" << g << " " << s.guards[g].dim << "\n#define GUARD_LOOP_" << g << " "
            << s.guards[g].loop << "\n#define GUARD_SIZE_" << g << " " << s.lines_along(s.guards[g].dim) << "\n";
    if (s.word_groups) define_word_groups(out, s);
    out << "#define FACTORS " << static_cast<int>(s.twiddles) << "\n#define SPLIT_EXCHANGE "
        << static_cast<int>(s.exchange) << "\n#define LOCAL_LAYOUT " << static_cast<int>(s.layout)
        << "\n#define STREAMS " << s.streams << "\n#define LOCAL_PAD " << s.pad << "\n#define LOCAL_WEAVE "
        << s.weave[0] << ", " << s.weave[1] << "\n#define LOCAL_SIZE " << s.local_elements() << "\n#define CONJUGATED "
        << (s.factor && s.factor->conjugated) << "\n#define DECLARE_MAPS" << maps_text(s) << "\n#define CONVOLVED "
        << convolved_way(s) << "\n#define CONVOLVED_DIM " << (s.convolved ? s.convolved->dim : 0)
        << "\n#define CONVOLVED_POINTS " << (s.convolved ? s.convolved->points : 0) << "\n";
    if (!s.permuted()) out << "#define powers ((global const uint*)0)\n";
    define_sides(out, s);
    // Only a kernel's own parameters are `restrict`: Oclgrind does not know what an inlined function's become.
    out << "#define TABLES";
    for (const auto& p : parameters_of(s)) out << " , " << p.type << " " << p.name;
    out << "\n#define KERNEL_TABLES";
    for (const auto& p : parameters_of(s)) out << " , " << p.type << " restrict " << p.name;
    out << "\n#define TABLE_NAMES";
    for (const auto& p : parameters_of(s)) out << " , " << p.name;
    out << "\n";
    define_absent_tables(out, s);
    for (bool on_load : {true, false}) {
        out << (on_load ? "#define LOAD_ROTATIONS(R)" : "\n#define ROTATIONS(R)");
        for (std::size_t r = 0; r < s.rotations.size(); ++r)
            if (s.rotations[r].on_load == on_load)
                out << " R(" << r << "," << s.rotations[r].dim << "," << lane_growth(s, s.rotations[r]) << ")";
    }
    for (std::size_t r = 0; r < s.rotations.size(); ++r)
        out << "\n#define SPLIT_" << r << " " << split_of(s.rotations[r].order) << "\n#define ORDER_" << r << " "
            << s.rotations[r].order;
    out << "\n#define PASS " << chain_text(s) << "\n";
    return out.str();
}

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
    for (std::size_t r = 0; r < s.rotations.size(); ++r) {
        for (std::size_t k = 0; k < LOOP_RANK; ++k) n.rotation_loop[r * LOOP_RANK + k] = s.rotations[r].loop[k];
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

}  // namespace

launch to_launch(const pass_step& s, double_support fp64) {
    launch l;
    kernel_text text(library_kernels());
    add_callbacks(text, s, fp64);
    text.add_lines(common_definitions(s, fp64, s.units) + definitions(s, "one_pass"));
    add_words(text, {&s});
    text.add_file("cl/common/pass.cl");
    text.add_file("cl/common/pass_kernel.cl");
    l.source = text.take();
    l.kernel = "pass";
    l.arguments.emplace_back(s.in.where);
    l.arguments.emplace_back(s.out.where);
    l.arguments.push_back(value_argument(numbers_of(s)));
    if (s.scale != 1) l.arguments.push_back(scale_argument(s));
    for (auto& p : parameters_of(s)) l.arguments.push_back(std::move(p.value));
    l.groups = s.groups();
    l.work_items = s.work_items;
    l.local_bytes = s.local_bytes();
    l.resident = s.resident;
    return l;
}

launch to_one_launch(const pass_step& a, const pass_step& b, double_support fp64) {
    const pass_step* const both[] = {&a, &b};
    constexpr const char* names[] = {"input", "output", "workspace"};
    const auto name_of = [&](buffer which) { return names[static_cast<int>(which)]; };
    launch l;
    kernel_text text(library_kernels());
    text.add_lines(common_definitions(a, fp64, std::max(a.units, b.units)));
    std::ostringstream kernel;
    std::string tables;
    std::vector<argument> table_arguments;
    std::uint64_t local = 0;
    for (int k = 0; k < 2; ++k) {
        const auto& s = *both[k];
        const auto number = std::to_string(k);
        const auto own = definitions(s, "pass_" + number);
        // The words need PASTE and the like only; what they say of a pass is read where they are used.
        text.add_lines(own);
        if (k == 0) add_words(text, {&a, &b});
        text.add_file("cl/common/pass.cl");
        text.add_lines(undefinitions(own));
        kernel << "#define GROUPS_" << k << " " << s.groups() << "\n#define SOURCE_" << k << " (global "
               << type_name(s.in.form) << "*)" << name_of(s.in.where) << "\n#define TARGET_" << k << " (global "
               << type_name(s.out.form) << "*)" << name_of(s.out.where) << "\n#define TABLE_NAMES_" << k;
        for (auto& p : parameters_of(s)) {
            const auto own_name = p.name + "_of_" + number;
            kernel << " , " << own_name;
            tables += " , " + p.type + " restrict " + own_name;
            table_arguments.push_back(std::move(p.value));
        }
        kernel << "\n";
        local = std::max(local, s.local_bytes());
    }
    const auto elements =
        std::max<std::uint64_t>(1, (local + element_size(a.precision) - 1) / element_size(a.precision));
    kernel << "#define WORK_ITEMS " << a.work_items << "\n#define SHARED_ELEMENTS " << elements
           << "\n#define SCALE_PARAMETER " << (b.scale != 1 ? ", const REAL scale" : "") << "\n#define SCALE_ARGUMENT "
           << (b.scale != 1 ? "scale" : "1") << "\n#define BOTH_TABLES" << tables << "\n#define BUFFERS";
    const char* comma = " ";
    for (auto which : {buffer::input, buffer::output, buffer::workspace})
        if (a.in.where == which || a.out.where == which || b.in.where == which || b.out.where == which) {
            kernel << comma << "global element* " << name_of(which);
            comma = ", ";
            l.arguments.emplace_back(which);
        }
    kernel << "\n";
    text.add_lines(kernel.str());
    text.add_file("cl/common/two_passes.cl");
    l.source = text.take();
    l.kernel = "passes";
    l.arguments.push_back(value_argument(numbers_of(a)));
    l.arguments.push_back(value_argument(numbers_of(b)));
    l.arguments.emplace_back(ticket_counters{});
    if (b.scale != 1) l.arguments.push_back(scale_argument(b));
    for (auto& table : table_arguments) l.arguments.push_back(std::move(table));
    l.groups = a.groups() + b.groups();
    l.work_items = a.work_items;
    l.local_bytes = elements * element_size(a.precision) + sizeof(std::uint32_t);
    l.resident = std::min(a.resident, b.resident);
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

}  // namespace stockham
