// The build's commit and digest, and the command line.
#include "provenance.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <stockham/version.hpp>

#include "host.hpp"
#include "provenance_of_build.hpp"

namespace bench {

namespace {

std::string& remembered() {
    static std::string command = "not recorded";
    return command;
}

std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                               "0123456789_-+=.,:/%") == word.npos;
    return plain ? word : "\"" + word + "\"";
}

/// The digest is of the files that were built in; a developer's folder of kernels has none.
std::string kernels() {
    const char* folder = std::getenv("STOCKHAM_KERNEL_DIR");
    return folder != nullptr && *folder != '\0' ? "those of STOCKHAM_KERNEL_DIR" : STOCKHAM_BENCH_KERNELS;
}

std::string wisdom() {
    const char* setting = std::getenv("STOCKHAM_WISDOM");
    return setting != nullptr && *setting != '\0' ? setting : "standard";
}

}  // namespace

void remember_command(int argc, const char* const* argv) {
    std::string& text = remembered();
    const std::string program = argv[0];
    text = program.substr(program.find_last_of('/') + 1);
    // Where the results lie is nobody's business: of their path only the name.
    bool names_output = false;
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        text += " " + quoted(names_output ? word.substr(word.find_last_of('/') + 1) : word);
        names_output = word == "-o" || word == "--output" || word == "--csv";
    }
}

const std::string& command_line() {
    return remembered();
}

nlohmann::ordered_json run_record() {
    return {{"schema", "stockham-bench/1"},
            {"run",
             {{"command", command_line()},
              {"commit", STOCKHAM_BENCH_COMMIT},
              {"kernels", kernels()},
              {"wisdom", wisdom()},
              {"version", stockham::version()},
              {"date", date_now()}}}};
}

std::string run_comment() {
    return fmt::format("# {}\n# {}, stockham {}, commit {}, kernels {}\n", command_line(), date_now(),
                       stockham::version(), STOCKHAM_BENCH_COMMIT, kernels());
}

}  // namespace bench
