// `stockham plan`: the passes of a transform, planned for an OpenCL device or for a device description.
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "output.hpp"
#include "preprocessor.hpp"
#include "tools/harness/problem_text.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct plan_arguments {
    std::vector<std::string> words;
    std::string device;
    std::string description;
    std::string kernels;
    bool preprocessed = false;
    std::string algorithm;
    std::string plan_string;
    bool why = false;
    bool cost = false;
    bool host = false, files = false;
    memory_limits memory{};
};

std::string with_newline(std::string text) {
    if (text.empty() || text.back() != '\n') text += '\n';
    return text;
}

void make_folder(const std::string& folder) {
    std::error_code why;
    std::filesystem::create_directories(folder, why);
    if (!why && !std::filesystem::is_directory(folder, why)) why = std::make_error_code(std::errc::not_a_directory);
    if (why) throw job_error(fmt::format("cannot write kernels to {}: {}", folder, why.message()));
}

void write_kernels(const std::vector<std::string>& sources, const plan_arguments& o, const device_description& device) {
    std::set<std::string> written;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!written.insert(sources[i]).second) continue;
        const auto path = std::filesystem::path(o.kernels) / fmt::format("launch_{}.cl", i + 1);
        output_file file(path.string());
        file.write(sources[i].data(), sources[i].size());
        file.commit();
        print_result(path.string() + "\n");
        if (!o.preprocessed) continue;
        const auto preprocessed = std::filesystem::path(path).replace_extension(".preprocessed.cl");
        preprocess(path.string(), compiler_macros(device), preprocessed.string());
        print_result(preprocessed.string() + "\n");
    }
}

transform problem_of(const plan_arguments& o) {
    auto words = o.words;
    if (!o.algorithm.empty()) words.push_back("algorithm=" + o.algorithm);
    return from_command_line("PROBLEM", [&] { return harness::parse_problem(words); });
}

std::string text_on(const engine& e, const transform& t, const std::string& plan_string) {
    plan_options how;
    how.expert.plan_string = plan_string;
    return plan_text(e.context(), e.device(), t, how);
}

/// One line with the cost of one execution.
std::string cost_text(const plan_estimate& e) {
    return fmt::format("{}: {} launch{}, {} of workspace, {} moved, {:.4g} us\n", e.measured ? "measured" : "estimate",
                       e.launches, e.launches == 1 ? "" : "es", bytes_text(e.workspace_size),
                       bytes_text(static_cast<std::size_t>(e.bytes_moved)), e.seconds * 1e6);
}

/// One line with the profile that estimates come from, which may be never measured.
std::string profile_text(const device_description& d) {
    return fmt::format("profile: {}\n", internal::printable(d.profile.title()));
}

/// A table of the terms of the predicted time.
std::string terms_text(const plan_estimate& e) {
    std::string text = "terms of the predicted time in us:\n";
    double sum = 0;
    std::string part;
    const auto row = [&](const std::string& of, const std::string& name, double seconds) {
        text += fmt::format("  {:<12}  {:<24}  {:>12.3f}\n", of, name, seconds * 1e6);
    };
    for (const auto& term : e.terms) {
        row(term.part == part ? "" : term.part, term.name, term.seconds);
        part = term.part;
        sum += term.seconds;
    }
    row("sum", "", sum);
    return text;
}

/// One line per pass: whether its time was measured, and how much it differs from that of the cost model alone.
std::string sources_text(const plan_estimate& e) {
    struct sums {
        double all = 0, added = 0;
        std::string source = "model";
    };
    std::vector<std::pair<std::string, sums>> parts;
    for (const auto& term : e.terms) {
        if (term.part.compare(0, 4, "pass") != 0) continue;
        if (parts.empty() || parts.back().first != term.part) parts.emplace_back(term.part, sums{});
        auto& own = parts.back().second;
        const bool is_measured = term.name == "measured";
        if (is_measured || term.name == "as measured choices") {
            own.added = term.seconds;
            own.source = is_measured ? "measured" : "model, corrected by measurements of other choices";
        } else if (term.name.rfind("launch", 0) != 0 && term.name.rfind("waiting for the host", 0) != 0) {
            own.all += term.seconds;
        }
    }
    std::string text;
    for (const auto& [part, own] : parts)
        text += fmt::format("{}: {}{}\n", part, own.source,
                            own.added != 0 && own.all > 0
                                ? fmt::format(", {:.3f} of the time by the model", 1 + own.added / own.all)
                                : std::string());
    return text;
}

std::string cost_of(const device_description& device, const transform& t, const plan_arguments& o) {
    plan_options how;
    how.expert.plan_string = o.plan_string;
    const auto e = estimate(device, t, how);
    return cost_text(e) + profile_text(device) + (o.cost ? terms_text(e) + sources_text(e) : "");
}

/// One paragraph per rule: what it proposed, what that costs, and why it was rejected.
std::string why_text(const device_description& device, const transform& t) {
    std::string text = "rules of the planner, without wisdom:\n";
    for (const auto& r : explain_plan(device, t)) {
        if (r.plans == 0) {
            text += fmt::format("  {}\n    no plan: {}\n", r.rule, r.rejected);
            continue;
        }
        const auto verdict = r.rejected.empty() ? std::string("chosen") : "rejected: " + r.rejected;
        text += fmt::format("  {}\n    {} plan{}, the cheapest takes {:.4g} us: {}\n    {}\n", r.rule, r.plans,
                            r.plans == 1 ? "" : "s", r.seconds * 1e6, r.plan_string, verdict);
    }
    return text;
}

/// The trips of an array in host memory or in a file, one line each.
std::string trips_text(const out_of_core_estimate& e, bool files) {
    std::string text;
    std::uint64_t disk = 0;
    for (std::size_t k = 0; k < e.trips.size(); ++k) {
        const auto& t = e.trips[k];
        text += fmt::format("trip {}: {} of {}\n", k + 1, count_text(t.units, "unit", "units"), t.unit);
        text +=
            fmt::format("  reads {} in rows of {}, writes {} in rows of {}; {:.4g} s on the device, {:.4g} s on the "
                        "link\n",
                        bytes_text(static_cast<std::size_t>(t.read_bytes)), bytes_text(t.read_row),
                        bytes_text(static_cast<std::size_t>(t.written_bytes)), bytes_text(t.written_row),
                        t.device_seconds, t.link_seconds);
        disk += t.read_bytes + t.written_bytes;
    }
    text += fmt::format(
        "link: {}; {}device memory: {}; host memory: {}{}\n", bytes_text(static_cast<std::size_t>(e.link_bytes)),
        files ? fmt::format("disk: {}; ", bytes_text(static_cast<std::size_t>(disk))) : "", bytes_text(e.device_memory),
        bytes_text(e.host_memory), files ? " besides the page cache" : " besides the arrays");
    if (e.scratch_bytes)
        text += fmt::format("between trips: {} {}\n", bytes_text(static_cast<std::size_t>(e.scratch_bytes)),
                            files ? "in a file" : "of host memory");
    return text + fmt::format("estimate: {:.4g} s{}\n", e.seconds, files ? " without the disk" : " from pinned memory");
}

void run_host_plan(const plan_arguments& o, const transform& t) {
    out_of_core_options how;
    how.device_memory = o.memory[0];
    how.host_memory = o.memory[1];
    const auto d = o.description.empty() ? engine(o.device).description()
                                         : from_command_line("--for", [&] { return named_description(o.description); });
    print_result(from_command_line("PROBLEM", [&] {
        const auto e = o.files ? estimate_out_of_core_storage(d, t, how) : estimate_out_of_core(d, t, how);
        return trips_text(e, o.files) + profile_text(d);
    }));
}

void run_plan(const plan_arguments& o) {
    const transform t = problem_of(o);
    if (o.host || o.files) return run_host_plan(o, t);
    const std::optional<engine> e = o.description.empty() ? std::make_optional<engine>(o.device) : std::nullopt;
    const device_description description =
        e ? e->description() : from_command_line("--for", [&] { return named_description(o.description); });
    const auto [text, kernels] = from_command_line(o.plan_string.empty() ? "PROBLEM" : "--plan", [&] {
        std::string printed = e ? text_on(*e, t, o.plan_string) : plan_text(t, description, o.plan_string);
        auto sources = o.kernels.empty() ? std::vector<std::string>() : plan_kernels(t, description, o.plan_string);
        return std::make_pair(std::move(printed), std::move(sources));
    });
    if (!o.kernels.empty()) make_folder(o.kernels);
    print_result(with_newline(text) + cost_of(description, t, o));
    if (o.why) print_result(why_text(description, t));
    write_kernels(kernels, o, description);
}

}  // namespace

void add_plan(CLI::App& app) {
    CLI::App* command = app.add_subcommand("plan", "Print how a transform is computed, pass by pass");
    auto o = std::make_shared<plan_arguments>();
    command->add_option("PROBLEM", o->words, "Problem string, such as 1024x1024 or c2c f64 64x64x64 b8 inv")
        ->required();
    add_device_option(*command, o->device);
    command
        ->add_option("--for", o->description,
                     fmt::format("Plan for a device description; no device is needed: {}",
                                 fmt::join(stockham::description_names(), ", ")))
        ->type_name("NAME")
        ->excludes("--device");
    command
        ->add_option("--algorithm", o->algorithm,
                     fmt::format("Published algorithm to use (default: automatic): {}",
                                 fmt::join(stockham::algorithm_names(), ", ")))
        ->type_name("ALGORITHM")
        ->transform(one_of(stockham::algorithm_names()));
    command
        ->add_option("--plan", o->plan_string,
                     "Plan to use: a plan string as printed by this command, or a formula such as {d(64,64,64,I,S), "
                     "d(64,1,1,S,O)}")
        ->type_name("TEXT");
    command->add_flag("--why", o->why,
                      "Print what each rule of the planner proposes, what it would cost, and why it is rejected");
    command->add_flag("--cost", o->cost,
                      "Print the terms of the time that the cost model predicts, part by part, and their sum");
    CLI::Option* kernels =
        command
            ->add_option("--kernels", o->kernels,
                         "Write the source of each distinct kernel to this folder, which is created if it is missing")
            ->type_name("FOLDER");
    command
        ->add_flag("--preprocessed", o->preprocessed,
                   "Also write each kernel with its macros expanded, by cc, clang or gcc")
        ->needs(kernels);
    CLI::Option* host = command->add_flag(
        "--host", o->host, "Print the trips of an array in host memory, which need not fit the device, and their time");
    CLI::Option* files =
        command->add_flag("--files", o->files, "The same for arrays in files, which need not fit the host's memory");
    host->excludes(files);
    for (CLI::Option* trips : {host, files})
        for (const char* other : {"--plan", "--why", "--cost", "--kernels"}) trips->excludes(other);
    CLI::Option* memory = add_memory_option(*command, o->memory);
    command->callback([o, memory] {
        if (memory->count() > 0 && !o->host && !o->files) throw usage_error("--memory: needs --host or --files");
        run_plan(*o);
    });
}

}  // namespace stockham::tools
