// Specialise: a pass's numbers become "#define" lines above cl/pass.cl, and its arguments.
#include <sstream>

#include "planner/step.hpp"

namespace stockham {

namespace {

using pass_index::pass_numbers;

unsigned log2_of(std::uint64_t n) {
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < n) ++bits;
    return bits;
}

/// Splits the indices below `order` into halves of about the same size: entries of the coarse and the fine table.
unsigned split_of(std::uint64_t order) {
    return (log2_of(order) + 1) / 2;
}

std::string stage_text(const stage& s) {
    return std::to_string(s.dim) + "," + std::to_string(s.radix) + "," + std::to_string(s.span) + "," +
           std::to_string(s.fast);
}

/// The PASS line: what the kernel does, in order.
std::string chain_text(const std::vector<stage>& stages) {
    std::string text = "LOAD(" + stage_text(stages.front()) + ") FETCH_AHEAD(" + stage_text(stages.front()) + ")";
    for (std::size_t k = 0; k < stages.size(); ++k) {
        text += " STAGE(" + std::to_string(k) + "," + stage_text(stages[k]) + ")";
        if (k + 1 < stages.size())
            text +=
                " EXCHANGE(" + std::to_string(k) + "," + stage_text(stages[k]) + "," + stage_text(stages[k + 1]) + ")";
    }
    return text + " STORE(" + stage_text(stages.back()) + ")";
}

std::uint32_t lane_growth(const pass_step& s, const rotation& r) {
    return s.lanes > 1 ? r.tile[s.lane_dim] : 0;
}

/// The order of the root whose powers the legs of a rotated butterfly differ by, if a table of them all is small enough
/// to stay in a cache; else 0.
std::uint64_t legs_order(const pass_step& s, const rotation& r) {
    constexpr std::uint64_t most = 1 << 14;
    const auto& last = s.stages.back();
    const auto order = r.order / last.span;
    return s.lanes == 1 && last.dim == r.dim && last.radix > 1 && order <= most ? order : 0;
}

/// What a rotation's tables are called in the kernel, with the tables, in the order of the kernel's arguments.
std::vector<std::pair<std::string, twiddle_table>> tables_of(const pass_step& s) {
    std::vector<std::pair<std::string, twiddle_table>> tables;
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].radices.size() > 1)
            tables.push_back({"chain_" + std::to_string(d), twiddle_table::chain(s.precision, s.tile[d].radices)});
    for (std::size_t r = 0; r < s.rotations.size(); ++r) {
        const auto& rotation = s.rotations[r];
        const auto number = std::to_string(r);
        const auto split = split_of(rotation.order);
        tables.push_back({"coarse_" + number, twiddle_table::coarse(s.precision, rotation.order, split)});
        tables.push_back({"fine_" + number, twiddle_table::fine(s.precision, rotation.order, split)});
        if (const auto order = legs_order(s, rotation))
            tables.push_back({"legs_" + number, twiddle_table::fine(s.precision, order, log2_of(order))});
        if (const auto growth = lane_growth(s, rotation))
            tables.push_back({"lanes_" + number,
                              twiddle_table::lanes(s.precision, rotation.order, growth,
                                                   static_cast<unsigned>(s.tile[rotation.dim].points.n), s.lanes)});
    }
    return tables;
}

/// A dimension named by a transposed access, counted as the kernel's macros want it.
void define_lanes(std::ostream& out, const pass_step& s) {
    out << "#define LANE_DIM " << s.lane_dim << "\n#define LOAD_LANES " << static_cast<int>(s.load)
        << "\n#define STORE_LANES " << static_cast<int>(s.store) << "\n#define TRANSPOSED_LOAD_DIM " << s.load_dim
        << "\n#define TRANSPOSED_STORE_DIM " << s.store_dim << "\n#define STAGE_COUNT " << s.stages.size()
        << "\n#define BUFFERS " << s.buffers << "\n";
}

std::size_t local_elements(const pass_step& s) {
    const auto points = s.tile_points() / s.lanes;
    if (s.lanes == 1 && s.stages.size() == 1) return 0;
    return s.layout == local_layout::padded ? points + points / s.pad : points;
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
std::string common_definitions(const pass_step& s, double_support fp64) {
    std::ostringstream out;
    const bool is_double = s.precision == precision::f64;
    out << "#define FP64_EXTENSION " << (is_double ? fp64 == double_support::amd ? 2 : 1 : 0) << "\n#define REAL "
        << (is_double ? "double" : "float") << "\n#define LANES " << s.lanes << "\n#define INVERSE " << s.inverse
        << "\n#define WIDE " << s.wide() << "\n";
    if (s.lanes > 1) define_lanes(out, s);
    return out.str();
}

/// The names that a stage mentions but never reads: a dimension of one stage has no table, a rotation no lanes.
void define_absent_tables(std::ostream& out, const pass_step& s) {
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].radices.size() <= 1) out << "#define chain_" << d << " in\n";
    for (std::size_t r = 0; r < s.rotations.size(); ++r) {
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
        << s.points << "\n#define FETCHES " << (s.ahead > 0) << "\n#define AHEAD " << s.ahead << "\n";
    for (unsigned d = 0; d < TILE_RANK; ++d) {
        auto n = d < s.tile.size() ? s.tile[d].points.n : 1;
        if (s.lanes > 1 && d == s.lane_dim) n /= s.lanes;
        out << "#define N" << d << " " << n << "\n";
    }
    const bool guarded = s.guard_dim >= 0;
    out << "#define LAYOUT " << layout_text(s) << "\n#define LOOPS " << s.loops.size() << "\n#define SCALED "
        << (s.scale != 1) << "\n#define IN_PLACE " << (s.src == s.dst) << "\n#define GUARDED " << guarded
        << "\n#define GUARD_DIM " << (guarded ? s.guard_dim : 0) << "\n#define GUARD_LOOP " << s.guard_loop
        << "\n#define GUARD_SIZE " << (guarded ? s.tile[static_cast<std::size_t>(s.guard_dim)].points.n : 1)
        << "\n#define SPLIT_EXCHANGE " << s.split_exchange << "\n#define LOCAL_LAYOUT " << static_cast<int>(s.layout)
        << "\n#define STREAMS " << s.streams << "\n#define LOCAL_PAD " << s.pad << "\n#define LOCAL_SIZE "
        << local_elements(s) << "\n";
    // Only a kernel's own parameters are `restrict`: Oclgrind does not know what an inlined function's become.
    out << "#define TABLES";
    for (const auto& [name, table] : tables_of(s)) out << " , global const element* " << name;
    out << "\n#define KERNEL_TABLES";
    for (const auto& [name, table] : tables_of(s)) out << " , global const element* restrict " << name;
    out << "\n#define TABLE_NAMES";
    for (const auto& [name, table] : tables_of(s)) out << " , " << name;
    out << "\n";
    define_absent_tables(out, s);
    out << "#define ROTATIONS(R)";
    for (std::size_t r = 0; r < s.rotations.size(); ++r)
        out << " R(" << r << "," << s.rotations[r].dim << "," << lane_growth(s, s.rotations[r]) << ")";
    for (std::size_t r = 0; r < s.rotations.size(); ++r)
        out << "\n#define SPLIT_" << r << " " << split_of(s.rotations[r].order);
    out << "\n#define PASS " << chain_text(s.stages) << "\n";
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

pass_numbers numbers_of(const pass_step& s) {
    pass_numbers n{};
    n.in_offset = s.in_offset;
    n.out_offset = s.out_offset;
    for (std::size_t k = 0; k < LOOP_RANK; ++k) n.loop_n[k] = 1;
    for (std::size_t k = 0; k < s.loops.size(); ++k) {
        n.loop_n[k] = static_cast<std::uint32_t>(s.loops[k].n);
        n.loop_in[k] = s.loops[k].is;
        n.loop_out[k] = s.loops[k].os;
    }
    n.guard_extent = s.guard_extent;
    for (std::size_t r = 0; r < s.rotations.size(); ++r) {
        for (std::size_t k = 0; k < LOOP_RANK; ++k) n.rotation_loop[r][k] = s.rotations[r].loop[k];
    }
    return n;
}

}  // namespace

std::size_t pass_step::local_bytes() const {
    const auto each = element_size(precision);
    if (lanes > 1) return buffers * local_elements(*this) * lanes * each;
    return local_elements(*this) * (split_exchange ? each / 2 : each);
}

launch to_launch(const pass_step& s, double_support fp64) {
    launch l;
    l.source = common_definitions(s, fp64) + definitions(s, "one_pass") + kernel_source("cl/words.cl") +
               kernel_source("cl/pass.cl") + kernel_source("cl/pass_kernel.cl");
    l.kernel = "pass";
    l.arguments.emplace_back(s.src);
    l.arguments.emplace_back(s.dst);
    l.arguments.push_back(value_argument(numbers_of(s)));
    if (s.scale != 1) l.arguments.push_back(scale_argument(s));
    for (auto& [name, table] : tables_of(s)) l.arguments.push_back(std::move(table));
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
    l.source = common_definitions(a, fp64);
    std::ostringstream kernel;
    std::string functions, tables;
    std::vector<argument> table_arguments;
    std::size_t local = 0;
    for (int k = 0; k < 2; ++k) {
        const auto& s = *both[k];
        const auto number = std::to_string(k);
        const auto own = definitions(s, "pass_" + number);
        // The words need PASTE and the like only; what they say of a pass is read where they are used.
        functions +=
            own + (k == 0 ? kernel_source("cl/words.cl") : "") + kernel_source("cl/pass.cl") + undefinitions(own);
        kernel << "#define GROUPS_" << k << " " << s.groups() << "\n#define SOURCE_" << k << " " << name_of(s.src)
               << "\n#define TARGET_" << k << " " << name_of(s.dst) << "\n#define TABLE_NAMES_" << k;
        for (auto& [name, table] : tables_of(s)) {
            const auto own_name = name + "_of_" + number;
            kernel << " , " << own_name;
            tables += " , global const element* restrict " + own_name;
            table_arguments.push_back(std::move(table));
        }
        kernel << "\n";
        local = std::max(local, s.local_bytes());
    }
    const auto elements = std::max<std::size_t>(1, (local + element_size(a.precision) - 1) / element_size(a.precision));
    kernel << "#define WORK_ITEMS " << a.work_items << "\n#define SHARED_ELEMENTS " << elements
           << "\n#define SCALE_PARAMETER " << (b.scale != 1 ? ", const REAL scale" : "") << "\n#define SCALE_ARGUMENT "
           << (b.scale != 1 ? "scale" : "1") << "\n#define BOTH_TABLES" << tables << "\n#define BUFFERS";
    const char* comma = " ";
    for (auto which : {buffer::input, buffer::output, buffer::workspace})
        if (a.src == which || a.dst == which || b.src == which || b.dst == which) {
            kernel << comma << "global element* " << name_of(which);
            comma = ", ";
            l.arguments.emplace_back(which);
        }
    kernel << "\n";
    l.source += functions + kernel.str() + kernel_source("cl/tickets.cl");
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

std::vector<launch> to_launches(const step_plan& plan, const device_description& device, bool in_order) {
    std::vector<launch> launches;
    if (plan.one_launch && in_order) {
        launches.push_back(
            to_one_launch(std::get<pass_step>(plan.steps[0]), std::get<pass_step>(plan.steps[1]), device.fp64));
        return launches;
    }
    for (const auto& each : plan.steps)
        launches.push_back(std::holds_alternative<pass_step>(each) ? to_launch(std::get<pass_step>(each), device.fp64)
                                                                   : to_launch(std::get<tile_transpose>(each), device));
    return launches;
}

}  // namespace stockham
