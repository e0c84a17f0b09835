// Generates the manual page.
#include <sstream>

#include <fmt/format.h>
#include <stockham/version.hpp>

#include "base/plain_text.hpp"
#include "fault.hpp"
#include "manual/facts.hpp"

namespace stockham::tools {

namespace {

/// Escapes text for roff, so that it contains no escapes and no requests.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool begins_line = out.empty() || out.back() == '\n';
        if (begins_line && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '`')
            out += "\\(ga";
        else
            out += c;
    }
    return out;
}

std::string value_of(const option_facts& o) {
    return o.value.empty() ? "" : fmt::format(" \\fI{}\\fR", plain(o.value));
}

/// `-o, --output OUT.png`, or the name of a positional.
std::string heading_of(const option_facts& o) {
    if (o.positional) return fmt::format("\\fI{}\\fR", plain(o.names.front()));
    std::string text;
    for (const auto& name : o.names) text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", plain(name));
    return text + value_of(o);
}

std::string synopsis_of(const command_facts& c, const std::string& path) {
    std::string text = fmt::format("\\fB{}\\fR", plain(path));
    if (!c.commands.empty()) text += " \\fICOMMAND\\fR";
    text += " [\\fIOPTION\\fR..]";
    for (const auto& o : c.options) {
        if (!o.positional) continue;
        const auto dots = o.repeated ? ".." : "";
        text += o.required ? fmt::format(" \\fI{}\\fR{}", plain(o.names.front()), dots)
                           : fmt::format(" [\\fI{}\\fR{}]", plain(o.names.front()), dots);
    }
    return text;
}

/// Removes the exit codes at the end of a command's help; the page has a section for them.
std::string without_exit_codes(std::string footer) {
    const auto at = footer.find(exit_codes_text);
    if (at != footer.npos) footer.erase(at);
    while (!footer.empty() && internal::is_space(footer.back())) footer.pop_back();
    return footer;
}

void append_options(std::string& page, const command_facts& c) {
    for (const auto& o : c.options) {
        const auto words = o.words.empty() ? std::string() : fmt::format(" ({})", fmt::join(o.words, ", "));
        const bool lists_words = !o.words.empty() && o.description.find(o.words.back()) != std::string::npos;
        page += ".TP\n" + heading_of(o) + "\n" + plain(o.description + (lists_words ? "" : words)) +
                (o.required && !o.positional ? " (required)" : "") + "\n";
    }
}

void append_lines(std::string& page, const std::string& footer) {
    if (footer.empty()) return;
    page += ".PP\n";
    std::istringstream lines(plain(footer));
    for (std::string line; std::getline(lines, line);) page += line.empty() ? ".PP\n" : line + "\n.br\n";
}

void append_command(std::string& page, const command_facts& c, const std::string& path) {
    page += fmt::format(".SS {}\n{}.\n.PP\n{}\n", plain(path), plain(c.description), synopsis_of(c, path));
    append_options(page, c);
    append_lines(page, without_exit_codes(c.footer));
    for (const auto& below : c.commands) append_command(page, below, path + " " + below.name);
}

}  // namespace

std::string man_page(const command_facts& c, const std::string& about) {
    std::string page =
        fmt::format(".\\\" Generated from the options of the command itself.\n"
                    ".TH STOCKHAM 1 \"\" \"stockham {}\" \"User Commands\"\n"
                    ".SH NAME\nstockham \\- fast Fourier transforms of pictures and arrays on OpenCL devices\n"
                    ".SH SYNOPSIS\n{}\n",
                    version(), synopsis_of(c, c.name));
    page += about + ".SH OPTIONS\n";
    append_options(page, c);
    page += ".SH COMMANDS\n";
    for (const auto& below : c.commands) append_command(page, below, c.name + " " + below.name);
    return page + ".SH EXIT STATUS\n" + plain(exit_codes_text) + "\n";
}

}  // namespace stockham::tools
