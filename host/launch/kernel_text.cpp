// Kernel text from files, with includes resolved, and from lines that the host writes.
#include "launch/kernel_text.hpp"

#include <stockham/error.hpp>

#include "base/environment.hpp"
#include "base/files/settings_file.hpp"
#include "base/messages/printable.hpp"
#include "launch/lines.hpp"

namespace stockham::internal {

namespace {

bool begins_with(std::string_view line, std::string_view what) {
    return line.substr(0, what.size()) == what;
}

}  // namespace

std::string embedded_text(const embedded_tables& tables, const std::string& path) {
    std::string text;
    bool there = false;
    for (const embedded_file* table : tables)
        for (; table->name; ++table)
            if (path == table->name) {
                text += table->text;
                there = true;
            }
    if (!there) throw argument_error("kernel", "no kernel file named " + in_quotes(path));
    return text;
}

std::string file_text(const embedded_tables& tables, const std::string& path) {
    const char* folder = from_environment("STOCKHAM_KERNEL_DIR");
    if (!folder || !*folder) return embedded_text(tables, path);
    auto file = read_settings(std::string(folder) + "/" + path);
    if (!file.fault.empty())
        throw argument_error("STOCKHAM_KERNEL_DIR",
                             "cannot read kernel file " + in_quotes(path) + " in that folder: " + file.fault);
    return std::move(file.text);
}

void kernel_text::add_line(const std::string& file, std::size_t number, std::string_view line) {
    if (file_ != file || number_ != number) {
        if (line.empty()) return;
        text_ += "#line " + std::to_string(number) + " \"" + file + "\"\n";
    }
    text_.append(line) += '\n';
    file_ = file;
    number_ = number + 1;
}

/// `depth` is the number of nested includes: a developer's files may include each other in a circle.
void kernel_text::add_file(const std::string& path, int depth) {
    constexpr int deepest = 20;
    if (depth > deepest)
        throw argument_error("STOCKHAM_KERNEL_DIR", "kernel file " + in_quotes(path) + " includes itself");
    if (once_.count(path)) return;
    constexpr std::string_view include = "#include \"";
    const auto text = file_text(tables_, path);
    std::size_t number = 0;
    each_line(text, [&](std::string_view line) {
        ++number;
        if (line == "#pragma once")
            once_.insert(path);
        else if (begins_with(line, include))
            add_file(std::string(line.substr(include.size(), line.rfind('"') - include.size())), depth + 1);
        else
            add_line(path, number, line);
    });
}

void kernel_text::add_lines(const std::string& lines) {
    each_line(lines, [&](std::string_view line) { add_line("pass", ++written_, line); });
}

void kernel_text::add_numbered_lines(const std::string& lines) {
    text_ += lines;
    file_.clear();
}

}  // namespace stockham::internal
