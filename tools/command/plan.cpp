// `stockham plan`: the passes of a transform, for a device that is here or for the description of another.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "output.hpp"
#include "problem_text.hpp"

namespace stockham::tools {

namespace {

struct options {
    std::vector<std::string> words;
    std::string device;
    std::string description;
    std::string kernels;
    std::string algorithm;
    std::string writing;
};

std::string with_newline(std::string text) {
    if (text.empty() || text.back() != '\n') text += '\n';
    return text;
}

void check_folder(const std::string& folder) {
    if (folder.empty() || std::filesystem::is_directory(folder)) return;
    const int why = std::filesystem::exists(folder) ? ENOTDIR : ENOENT;
    throw job_error(fmt::format("cannot write kernels to {}: {}", folder, std::strerror(why)));
}

void write_kernels(const std::vector<std::string>& sources, const std::string& folder) {
    std::set<std::string> written;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!written.insert(sources[i]).second) continue;
        const auto path = std::filesystem::path(folder) / fmt::format("launch_{}.cl", i + 1);
        output_file file(path.string());
        file.write(sources[i].data(), sources[i].size());
        file.commit();
        print_result(path.string() + "\n");
    }
}

void run(const options& o) {
    check_folder(o.kernels);
    auto words = o.words;
    if (!o.algorithm.empty()) words.push_back("algorithm=" + o.algorithm);
    const transform t = parse_problem(words);
    device_description description;
    if (!o.description.empty()) {
        description = named_description(o.description);
        print_result(with_newline(plan_text(t, description, o.writing)));
    } else {
        const engine e(o.device);
        description = e.description();
        plan_options how;
        how.writing = o.writing;
        print_result(with_newline(plan(e.context(), e.device(), t, how).to_string()));
    }
    if (!o.kernels.empty()) write_kernels(plan_kernels(t, description, o.writing), o.kernels);
}

}  // namespace

void add_plan(CLI::App& app) {
    CLI::App* command = app.add_subcommand("plan", "Print how a transform is computed, pass by pass");
    auto o = std::make_shared<options>();
    command->add_option("PROBLEM", o->words, "A problem string, such as 1024x1024 or c2c f64 64x64x64 b8 inv")
        ->required();
    add_device_option(*command, o->device);
    command
        ->add_option("--for", o->description,
                     "Plan for a description, with no device: gfx906, gfx90a, gfx1030, evergreen, h200, cpu")
        ->type_name("NAME")
        ->excludes("--device");
    command
        ->add_option("--algorithm", o->algorithm,
                     "Demand a published system: row_transpose, five_step, tensor, constant_geometry, "
                     "constant_geometry_bit_reversed, split_half")
        ->type_name("NAME");
    command
        ->add_option(
            "--plan", o->writing,
            "The plan in writing, as this command prints it, or a formula such as {d(64,64,64,I,S), d(64,1,1,S,O)}")
        ->type_name("TEXT");
    command->add_option("--kernels", o->kernels, "Write each distinct kernel's source into this folder")
        ->type_name("FOLDER");
    command->callback([o] { run(*o); });
}

}  // namespace stockham::tools
