// Prints rows as a table.
#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "problem.hpp"
#include "report/launch_api.hpp"
#include "report/results.hpp"
#include "report/summary.hpp"
#include "report/text.hpp"

namespace bench {

namespace {

using json = nlohmann::ordered_json;

/// All rows of one case and placement.
struct line {
    std::string name, placement;
    problem what;
    std::map<std::string, const json*> by_library;

    const json* row(const std::string& library) const {
        const auto found = by_library.find(library);
        return found == by_library.end() ? nullptr : found->second;
    }
    double median(const std::string& library) const {
        const json* r = row(library);
        return r && r->contains("time_us") ? (*r)["time_us"]["median"].get<double>() : std::nan("");
    }
};

bool before(const line& a, const line& b) {
    const auto key = [](const line& l) {
        return std::make_tuple(l.what.transform.kind, l.what.is_double(), l.what.transform.lengths.size(),
                               l.what.transform.batch == 1, l.what.length(), l.what.points(), l.name, l.placement);
    };
    return key(a) < key(b);
}

std::vector<line> lines_of(const json_rows& rows) {
    std::vector<line> lines;
    std::map<std::string, std::size_t> place;
    for (const auto& r : rows) {
        const auto name = r.value("case", ""), placement = r.value("placement", "");
        if (!begins_with_kind(name)) continue;  // a transpose, in a file assembled from several
        const auto [at, fresh] = place.try_emplace(name + '|' + placement, lines.size());
        if (fresh) lines.push_back({name, placement, parse_problem(name), {}});
        lines[at->second].by_library[r.value("library", "")] = &r;
    }
    std::sort(lines.begin(), lines.end(), before);
    return lines;
}

/// A rival's column, below the name of its API.
struct column {
    std::string library, api;
    std::size_t width() const { return std::max<std::size_t>(11, library.size()); }
};

std::string api_of(const json& r) {
    const auto told = r.value("api", "");
    return told.empty() ? report::api_of_library(r.value("library", "")) : told;
}

/// Collects the columns of other libraries that were measured at least once, by API with ours first, and the libraries
/// that were never measured.
void sort_out(const json_rows& rows, std::vector<column>& shown, std::map<std::string, std::string>& missing) {
    for (const auto& r : rows) {
        const auto library = r.value("library", "");
        if (library == "stockham" || library == "copy-kernel") continue;
        const bool known =
            std::any_of(shown.begin(), shown.end(), [&](const column& c) { return c.library == library; });
        if (r.value("status", "") == "missing")
            missing[library] = r.value("message", "");
        else if (!known)
            shown.push_back({library, api_of(r)});
    }
    std::vector<std::string> apis{"opencl"};
    for (const auto& c : shown) apis.push_back(c.api);
    const auto rank = [&](const column& c) { return std::find(apis.begin(), apis.end(), c.api) - apis.begin(); };
    std::stable_sort(shown.begin(), shown.end(), [&](const column& a, const column& b) { return rank(a) < rank(b); });
}

/// A ratio, or the status if there is none.
std::string cell(const line& l, const std::string& library) {
    const json* r = l.row(library);
    if (!r) return "-";
    const auto status = r->value("status", "");
    const double ours = l.median("stockham"), theirs = l.median(library);
    if (status != "ok") return status;
    return std::isnan(ours) ? fmt::format("{:.4g} us", theirs) : fmt::format("{:.2f}", theirs / ours);
}

std::string ours(const line& l) {
    const json* r = l.row("stockham");
    if (!r) return "-";
    return r->value("status", "") == "ok" ? fmt::format("{:.4g}", l.median("stockham")) : r->value("status", "");
}

/// Prints one line of cells, with a bar between APIs.
template <class Text>
void print_rivals(std::FILE* out, const std::vector<column>& shown, const Text& text) {
    for (std::size_t k = 0; k < shown.size(); ++k)
        fmt::print(out, "{} {:>{}}", k > 0 && shown[k].api != shown[k - 1].api ? " |" : "", text(shown[k]),
                   shown[k].width());
    fmt::print(out, "\n");
}

void print_head(std::FILE* out, const std::vector<column>& shown, std::size_t width) {
    const auto ours = fmt::format("{:<{}}  {:<3} {:>10} {:>8} {:>10} {:>11} {:>8} {:>9}", "case", width, "", "set",
                                  "launches", "copy us", "stockham us", "/ copy", "error");
    std::string last;
    fmt::print(out, "{:<{}}", "", ours.size());
    print_rivals(out, shown, [&](const column& c) {
        const bool begins = c.api != last;
        last = c.api;
        return begins ? report::api_title(c.api) : std::string();
    });
    fmt::print(out, "{}", ours);
    print_rivals(out, shown, [](const column& c) { return c.library; });
}

void print_ours(std::FILE* out, const line& l, std::size_t width) {
    const double copy = l.median("copy-kernel"), mine = l.median("stockham");
    const json* r = l.row("stockham");
    const bool judged = r && r->contains("error") && (*r)["error"].contains("l2");
    const bool counted = r && r->contains("launches");
    fmt::print(out, "{:<{}}  {:<3} {:>10} {:>8} {:>10} {:>11} {:>8} {:>9}", l.name, width, l.placement,
               report::bytes_text(l.what.traffic() / 2), counted ? (*r)["launches"].dump() : "-",
               std::isnan(copy) ? "-" : fmt::format("{:.4g}", copy), ours(l),
               std::isnan(copy / mine) ? "-" : fmt::format("{:.2f}", mine / copy),
               judged ? fmt::format("{:.2g}", (*r)["error"]["l2"].get<double>()) : "-");
}

/// Prints how ours compares with the best rival of each case, through the same API and through others.
void print_summary(std::FILE* out, const std::vector<line>& lines) {
    std::string text;
    for (const auto& l : lines)
        for (const auto& [library, r] : l.by_library)
            text += r->dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
    if (text.empty()) return;
    for (const auto& device : report::group_by_device({report::parse_results(text, "the results")}))
        for (const auto& said : report::summary_lines(report::summarise(report::cases_of(device))))
            fmt::print(out, "{}.\n", said);
}

}  // namespace

void print_table(std::FILE* out, const json_rows& rows) {
    std::vector<column> shown;
    std::map<std::string, std::string> missing;
    sort_out(rows, shown, missing);
    const auto lines = lines_of(rows);
    std::size_t width = 4;
    for (const auto& l : lines) width = std::max(width, l.name.size());
    print_head(out, shown, width);
    for (const auto& l : lines) {
        print_ours(out, l, width);
        print_rivals(out, shown, [&](const column& c) { return cell(l, c.library); });
    }
    fmt::print(out,
               "set: bytes of one side. Columns of other libraries: their time / ours (above 1: ours is faster).\n");
    print_summary(out, lines);
    for (const auto& [name, why] : missing) fmt::print(out, "missing: {}: {}\n", name, why);
}

namespace {

std::string kind_of(const stockham::transform& t) {
    bool two = true, small = true;
    for (auto n : t.lengths) {
        two = two && (n & (n - 1)) == 0;
        for (std::size_t p : {2U, 3U, 5U, 7U})
            while (n % p == 0) n /= p;
        small = small && n == 1;
    }
    return two ? "powerof2" : small ? "radix357" : "oddshape";
}

/// One line in gearshifft's order: identity, then fourteen values. Like gearshifft, writes 0 for unknown values.
std::string csv_line(const json& r, std::size_t id) {
    const problem p = parse_problem(r.value("case", ""));
    const auto& n = p.transform.lengths;
    const auto axis = [&](std::size_t k) { return k < n.size() ? n[k] : 0; };
    const auto ms = [&](const char* field) { return r.contains(field) ? r[field].get<double>() * 1e-3 : 0.0; };
    const double fft = r["time_us"]["median"].get<double>() * 1e-3, up = ms("upload_us"), down = ms("download_us");
    const double plan = r.contains("plan_ms") ? r["plan_ms"]["disk"].get<double>() : 0.0;
    const bool forward = p.transform.direction == stockham::direction::forward;
    const bool judged = r.contains("error") && r["error"].contains("rmse");
    const std::size_t in = p.input_bytes(),
                      buffers = r.value("placement", "") == "in" ? p.bytes() : in + p.output_bytes();
    return fmt::format(
        "\"{}\",\"{}\",\"{}\",\"{}\",{},\"{}\",{},{},{},0,{},\"{}\",0,{},{},{},{},{},{},0,{},{},{},{},{},0,{}\n",
        r.value("library", ""), r.value("placement", "") == "in" ? "Inplace" : "Outplace",
        p.is_real() ? "Real" : "Complex", p.is_double() ? "double" : "float", n.size(), kind_of(p.transform), axis(0),
        axis(1), axis(2), id, r.value("status", "") == "ok" ? "Success" : r.value("status", ""), forward ? plan : 0,
        forward ? 0 : plan, up, forward ? fft : 0, forward ? 0 : fft, down, up + fft + down, buffers,
        r.value("workspace_bytes", std::size_t{0}), in, judged ? r["error"]["rmse"].get<double>() : 0,
        p.transform.batch);
}

}  // namespace

void write_csv(const std::string& path, const json_rows& rows) {
    std::FILE* out = std::fopen(path.c_str(), "w");
    if (!out) throw stockham::argument_error("csv", "cannot write " + path);
    const std::string device = rows.empty() ? "" : rows.front().value("device", "");
    fmt::print(out, "; \"{}\"\n", device);
    fmt::print(out,
               "\"library\",\"inplace\",\"complex\",\"precision\",\"dim\",\"kind\",\"nx\",\"ny\",\"nz\",\"run\",\"id\","
               "\"success\",\"Time_Allocation [ms]\",\"Time_PlanInitFwd [ms]\",\"Time_PlanInitInv [ms]\","
               "\"Time_Upload [ms]\",\"Time_FFT [ms]\",\"Time_iFFT [ms]\",\"Time_Download [ms]\","
               "\"Time_PlanDestroy [ms]\",\"Time_Total [ms]\",\"Size_DeviceBuffer [bytes]\","
               "\"Size_DevicePlan [bytes]\",\"Size_DeviceTransfer [bytes]\",\"Error_StandardDeviation\","
               "\"Error_Mismatches\",\"batch\"\n");
    std::size_t id = 0;
    for (const auto& r : rows)
        if (r.contains("time_us")) fmt::print(out, "{}", csv_line(r, id++));
    std::fclose(out);
}

}  // namespace bench
