// Writes the manual page and the shell completions: stockham_manual ABOUT FOLDER.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "manual/facts.hpp"

namespace {

std::string read(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text << std::flush;
    if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 3) throw std::runtime_error("usage: stockham_manual ABOUT FOLDER");
    const std::string folder = argv[2];
    const auto commands = stockham::tools::all_commands();
    write(folder + "/stockham.1", man_page(commands, read(argv[1])));
    write(folder + "/stockham.bash", bash_completion(commands));
    write(folder + "/_stockham", zsh_completion(commands));
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
