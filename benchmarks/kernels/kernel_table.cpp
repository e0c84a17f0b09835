// Formats the table of each launch's resources.
#include "kernel_table.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

namespace bench {

namespace {

template <class T>
std::string or_dash(const std::optional<T>& number) {
    return number ? fmt::format("{}", *number) : "-";
}

/// A launch and the known resources of its kernel.
struct filled_row {
    const kernel_row* row;
    std::optional<kernel_usage> usage;
    std::size_t local_bytes;
    std::optional<group_fit> fit;
    std::optional<double> occupancy;
};

filled_row fill(const kernel_row& row, const kernel_list& list, const std::vector<kernel_usage>& usages,
                const compute_unit* unit) {
    filled_row f{&row, {}, list.kernels[row.kernel].launch.local_bytes, {}, {}};
    if (!usages.empty()) {
        f.usage = usages[row.kernel];
        f.local_bytes = f.usage->local_bytes;
    }
    if (!unit) return f;
    group_needs needs{row.work_items, {}, f.local_bytes};
    if (f.usage) needs.registers = f.usage->registers;
    f.fit = fit_of(*unit, needs);
    if (const auto groups = f.fit->groups()) f.occupancy = occupancy_percent(*unit, *groups, row.work_items);
    return f;
}

constexpr const char* heads[] = {"problem", "pass",    "items",    "points", "turns",    "regs",      "sregs", "local",
                                 "scratch", "by regs", "by local", "groups", "occupied", "MiB moved", "step"};
constexpr std::size_t columns = std::size(heads);
using cells = std::vector<std::string>;

cells cells_of(const filled_row& f) {
    const auto& row = *f.row;
    std::optional<unsigned> registers, scalars, by_registers, by_local, groups;
    std::optional<std::size_t> scratch;
    if (f.usage) {
        registers = f.usage->registers;
        scalars = f.usage->scalar_registers;
        scratch = f.usage->scratch_bytes;
    }
    if (f.fit) {
        by_registers = f.fit->by_registers;
        by_local = f.fit->by_local;
        groups = f.fit->groups();
    }
    return {row.problem,
            row.passes,
            std::to_string(row.work_items),
            row.points,
            row.turns,
            or_dash(registers),
            or_dash(scalars),
            std::to_string(f.local_bytes),
            or_dash(scratch),
            or_dash(by_registers),
            or_dash(by_local),
            or_dash(groups),
            f.occupancy ? fmt::format("{:.1f} %", *f.occupancy) : "-",
            fmt::format("{:.2f}", static_cast<double>(row.bytes) / 1048576),
            row.step};
}

/// The first and the last column are aligned left, the others right.
std::string lines_text(const std::vector<cells>& lines) {
    std::vector<std::size_t> widths(columns, 0);
    for (const auto& line : lines)
        for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], line[c].size());
    std::string text;
    for (const auto& line : lines) {
        text += fmt::format("{:<{}}", line[0], widths[0]);
        for (std::size_t c = 1; c + 1 < columns; ++c) text += fmt::format("  {:>{}}", line[c], widths[c]);
        text += "  " + line[columns - 1] + "\n";
    }
    return text;
}

constexpr const char* legend = R"(
# items: work-items per work-group; points: in the registers of a work-item; turns: average cycles of an access to local
# memory (1: no bank conflicts) with 32 banks of 4 bytes and wavefronts of 32; regs: registers per work-item;
# sregs: scalar registers per wavefront; local: bytes per work-group; scratch: bytes per work-item;
# by regs, by local: work-groups that fit by registers, by local memory; groups: the smaller of the two;
# occupied: share of a compute unit's work-item slots; MiB moved: data read and written;
# step: I->O from the input to the output (W: workspace), d(n,is,os) a transform along a dimension, t(..) one with
# twiddle factors applied on store, v(..) independent lines

)";

std::string head_text(const kernel_target& t, const std::string& origin) {
    auto text = origin + (t.compiler ? "# " + t.compiler->version() + "\n" : "") + "# " + t.remark;
    if (t.unit) text += fmt::format("\n# {}", t.unit->text());
    return text + legend;
}

std::string summary_text(const std::vector<filled_row>& rows, std::size_t kernels) {
    std::set<std::string> problems;
    std::size_t scratch = 0;
    std::vector<const filled_row*> known;
    for (const auto& r : rows) {
        problems.insert(r.row->problem);
        scratch += r.usage ? r.usage->scratch_bytes : 0;
        if (r.occupancy) known.push_back(&r);
    }
    auto text = fmt::format("\n# plans: {}; launches: {}; distinct kernels: {}", problems.size(), rows.size(), kernels);
    if (!rows.empty() && rows.front().usage) text += fmt::format("; scratch: {} bytes in all", scratch);
    if (known.empty()) return text + "\n";
    std::stable_sort(known.begin(), known.end(),
                     [](const auto* a, const auto* b) { return *a->occupancy < *b->occupancy; });
    const auto& least = *known.front();
    return text + fmt::format("; occupied: least {:.1f} % ({}, pass {}), median {:.1f} %\n", *least.occupancy,
                              least.row->problem, least.row->passes, *known[known.size() / 2]->occupancy);
}

}  // namespace

std::string table_text(const kernel_list& list, const std::vector<kernel_usage>& usages, const kernel_target& target,
                       const std::string& origin) {
    std::vector<filled_row> rows;
    std::vector<cells> lines{cells(std::begin(heads), std::end(heads))};
    for (const auto& row : list.rows) {
        rows.push_back(fill(row, list, usages, target.unit));
        lines.push_back(cells_of(rows.back()));
    }
    auto text = head_text(target, origin) + lines_text(lines) + summary_text(rows, list.kernels.size());
    for (const auto& refusal : list.refusals) text += "# no plan: " + refusal + "\n";
    return text;
}

}  // namespace bench
