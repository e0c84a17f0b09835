// Joins and splits rows, and removes names and paths from messages.
#include "report/rows.hpp"

#include <cstdlib>
#include <string_view>

#include <pwd.h>
#include <unistd.h>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"

namespace stockham::tools::report {

namespace {

constexpr std::size_t most_bytes = 400;

bool is_in_name(char c) {
    return internal::is_letter(c) || internal::is_digit(c) || c == '_' || c == '-';
}

/// The names of the user and of the host. Shorter ones than three characters would spoil other words.
std::vector<std::string> personal_names() {
    std::vector<std::string> names;
    const auto add = [&](const char* name) {
        if (name != nullptr && std::string_view(name).size() >= 3) names.emplace_back(name);
    };
    char host[256] = {};
    if (::gethostname(host, sizeof host - 1) == 0) add(host);
    if (const auto* user = ::getpwuid(::getuid())) add(user->pw_name);
    for (const char* variable : {"USER", "LOGNAME"}) add(std::getenv(variable));
    return names;
}

void remove_word(std::string& text, const std::string& word) {
    for (std::size_t at = 0; (at = text.find(word, at)) != text.npos;) {
        const std::size_t end = at + word.size();
        const bool alone = (at == 0 || !is_in_name(text[at - 1])) && (end == text.size() || !is_in_name(text[end]));
        if (alone) text.replace(at, word.size(), "(name)");
        at = alone ? at + 6 : end;
    }
}

/// An absolute path begins with a slash before a name; a slash after a name, as in 4/8, belongs to something else.
void remove_paths(std::string& text) {
    for (std::size_t at = 0; (at = text.find('/', at)) != text.npos; ++at) {
        const bool starts = at == 0 || (!is_in_name(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != ')');
        if (!starts || at + 1 == text.size() || !is_in_name(text[at + 1])) continue;
        const std::size_t end = std::min(text.find_first_of(" \t'\",;:)", at), text.size());
        text.replace(at, end - at, "(path)");
        at += 5;
    }
}

}  // namespace

std::string line_of(const row& fields) {
    std::string line;
    for (const auto& field : fields) line += (line.empty() ? "" : "\t") + internal::printable(field, field.size());
    return line + '\n';
}

row fields_of(const std::string& line) {
    row fields;
    std::size_t at = 0;
    for (std::size_t tab; (tab = line.find('\t', at)) != line.npos; at = tab + 1)
        fields.push_back(line.substr(at, tab - at));
    fields.push_back(line.substr(at));
    return fields;
}

std::string impersonal(std::string message) {
    for (char& c : message)
        if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    remove_paths(message);
    for (const auto& name : personal_names()) remove_word(message, name);
    return internal::printable(message, most_bytes);
}

}  // namespace stockham::tools::report
