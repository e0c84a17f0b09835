// The commit and kernel digest of the build, and the command line.
#include "tools/harness/provenance.hpp"

#include <chrono>
#include <cstdlib>
#include <ctime>

#include <stockham/version.hpp>

#include "provenance_of_build.hpp"

namespace stockham::harness {

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

}  // namespace

void remember_command(int argc, const char* const* argv) {
    std::string& text = remembered();
    const std::string program = argv[0];
    text = program.substr(program.find_last_of('/') + 1);
    // Results may be published: only the name of a file that the command writes or locks is recorded, not its folder.
    bool names_file = false;
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        text += " " + quoted(names_file ? word.substr(word.find_last_of('/') + 1) : word);
        names_file = word == "-o" || word == "--output" || word == "--csv" || word == "--turns";
    }
}

const std::string& command_line() {
    return remembered();
}

std::string commit() {
    return STOCKHAM_COMMIT;
}

std::string kernel_digest() {
    const char* folder = std::getenv("STOCKHAM_KERNEL_DIR");
    return folder != nullptr && *folder != '\0' ? "those of STOCKHAM_KERNEL_DIR" : STOCKHAM_KERNELS;
}

std::string date_now() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

std::string run_comment() {
    return "# " + command_line() + "\n# " + date_now() + ", stockham " + version() + ", commit " + commit() +
           ", kernels " + kernel_digest() + "\n";
}

}  // namespace stockham::harness
