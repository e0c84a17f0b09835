// Kernel files by name from tables of embedded ones, or from a developer's folder, with their includes resolved.
#include "kernel/embedded.hpp"
#include "messages/printable.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include <stockham/error.hpp>

namespace stockham {

namespace {

std::string embedded_text(const embedded_tables& tables, const std::string& name) {
    std::string text;
    bool there = false;
    for (const embedded_file* table : tables)
        for (; table->name; ++table)
            if (name == table->name) {
                text += table->text;
                there = true;
            }
    if (!there) throw argument_error("kernel", "no kernel file named " + in_quotes(name));
    return text;
}

std::string file_text(const embedded_tables& tables, const std::string& name) {
    const char* folder = std::getenv("STOCKHAM_KERNEL_DIR");
    if (!folder || !*folder) return embedded_text(tables, name);
    std::ifstream file(std::string(folder) + "/" + name);
    if (!file) throw argument_error("STOCKHAM_KERNEL_DIR", "cannot read kernel file " + in_quotes(name) + " there");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string embedded_source(const embedded_tables& tables, const std::string& name) {
    const std::string include = "#include \"";
    std::istringstream lines(file_text(tables, name));
    std::string text, line;
    while (std::getline(lines, line)) {
        const bool included = line.compare(0, include.size(), include) == 0;
        text += included ? embedded_source(tables, line.substr(include.size(), line.rfind('"') - include.size()))
                         : line + "\n";
    }
    return text;
}

}  // namespace stockham
