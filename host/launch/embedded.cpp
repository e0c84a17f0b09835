// Kernel files by name from tables of embedded ones, or from a developer's folder, with their includes resolved.
#include "launch/embedded.hpp"
#include "base/messages/printable.hpp"

#include <cstdlib>
#include <sstream>
#include <utility>

#include <stockham/error.hpp>

#include "base/files/settings_file.hpp"

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
    auto file = read_settings(std::string(folder) + "/" + name);
    if (!file.fault.empty())
        throw argument_error("STOCKHAM_KERNEL_DIR",
                             "cannot read kernel file " + in_quotes(name) + " there: " + file.fault);
    return std::move(file.text);
}

/// `depth` includes lead here: a developer's files may include each other in a circle.
std::string source_text(const embedded_tables& tables, const std::string& name, int depth) {
    constexpr int deepest = 20;
    if (depth > deepest)
        throw argument_error("STOCKHAM_KERNEL_DIR", "kernel file " + in_quotes(name) + " includes itself");
    const std::string include = "#include \"";
    std::istringstream lines(file_text(tables, name));
    std::string text, line;
    while (std::getline(lines, line)) {
        const bool included = line.compare(0, include.size(), include) == 0;
        text += included ? source_text(tables, line.substr(include.size(), line.rfind('"') - include.size()), depth + 1)
                         : line + "\n";
    }
    return text;
}

}  // namespace

std::string embedded_source(const embedded_tables& tables, const std::string& name) {
    return source_text(tables, name, 0);
}

}  // namespace stockham
