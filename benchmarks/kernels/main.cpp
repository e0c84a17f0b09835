// stockham-kernels: prints the resources that each launch of the library's plans uses, for developers.
#include <exception>
#include <fstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/error.hpp>

#include "cases.hpp"
#include "kernel_table.hpp"
#include "tools/harness/provenance.hpp"

namespace {

struct kernels_options {
    std::vector<std::string> what;
    std::string described, placement, output;
};

int fail(const std::string& why) {
    fmt::print(stderr, "stockham-kernels: {}\n", why);
    return 2;
}

void write_text(const std::string& file, const std::string& text) {
    if (file.empty()) {
        fmt::print("{}", text);
        return;
    }
    std::ofstream out(file, std::ios::trunc);
    if (!(out << text << std::flush)) throw stockham::argument_error("output", file + " cannot be written");
}

void run(const kernels_options& o) {
    const auto cases = bench::cases_of(o.what, o.placement);
    const auto target = bench::choose_target(o.described);
    const auto list = bench::list_kernels(cases, target.device);
    if (!o.output.empty() && !std::ofstream(o.output, std::ios::app))
        throw stockham::argument_error("output", o.output + " cannot be written");
    std::vector<bench::kernel_usage> usages;
    if (target.compiler) usages = bench::compile_all(*target.compiler, list.kernels);
    write_text(o.output, bench::table_text(list, usages, target, stockham::harness::run_comment()));
}

}  // namespace

int main(int argc, char** argv) {
    stockham::harness::remember_command(argc, argv);
    kernels_options o;
    CLI::App app(
        "Prints registers, local memory, scratch, occupancy and bytes moved for each launch of the library's plans",
        "stockham-kernels");
    app.add_option("what", o.what, "Suites, .txt files of problem strings, or problem strings")->required();
    app.add_option("--for", o.described,
                   "gfx90a, gfx1030 or h200 (default: the connected device that STOCKHAM_DEVICE chooses)");
    app.add_option("--placement", o.placement, "out, in or both, instead of the suite's placement")
        ->check(CLI::IsMember({"out", "in", "both"}));
    app.add_option("--output,-o", o.output, "Write the table to this file");
    try {
        app.parse(argc, argv);
        run(o);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : fail(e.what());
    } catch (const std::exception& e) {
        return fail(e.what());
    }
    return 0;
}
