// Generates shell completions of commands, options and the words that an option accepts; otherwise of file names.
#include <fmt/format.h>

#include "manual/facts.hpp"

namespace stockham::tools {

namespace {

std::vector<std::string> option_names(const command_facts& c) {
    std::vector<std::string> names;
    for (const auto& o : c.options)
        if (!o.positional) names.insert(names.end(), o.names.begin(), o.names.end());
    return names;
}

/// The words other than options: commands, and the values of positionals.
std::vector<std::string> bare_words(const command_facts& c) {
    std::vector<std::string> words;
    for (const auto& below : c.commands) words.push_back(below.name);
    for (const auto& o : c.options)
        if (o.positional) words.insert(words.end(), o.words.begin(), o.words.end());
    return words;
}

/// Calls `use` with each command and its path, such as "/wisdom/merge"; the path of `stockham` itself is empty.
template <class Use>
void each_command(const command_facts& c, const std::string& path, const Use& use) {
    use(c, path);
    for (const auto& below : c.commands) each_command(below, path + "/" + below.name, use);
}

/// "'/filter --shape' | '/filter -s'".
std::string bash_patterns(const std::string& path, const std::vector<std::string>& names) {
    std::string patterns;
    for (const auto& name : names) patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", path, name);
    return patterns;
}

/// Escapes text for a quoted argument of zsh's _arguments.
std::string in_zsh(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

std::string zsh_value(const option_facts& o) {
    if (o.value.empty()) return {};
    const auto action = o.words.empty() ? std::string("_files") : fmt::format("({})", fmt::join(o.words, " "));
    return fmt::format(":{}:{}", in_zsh(o.value), action);
}

std::string zsh_argument(const option_facts& o) {
    if (o.positional) {
        const auto action = o.words.empty() ? std::string("_files") : fmt::format("({})", fmt::join(o.words, " "));
        return fmt::format("'*:{}:{}'", in_zsh(o.names.front()), action);
    }
    const auto tail = fmt::format("'[{}]{}'", in_zsh(o.description), zsh_value(o));
    if (o.names.size() == 1) return o.names.front() + tail;
    return fmt::format("'({})'{{{}}}{}", fmt::join(o.names, " "), fmt::join(o.names, ","), tail);
}

std::string zsh_function(const std::string& path) {
    std::string name = "_stockham" + path;
    for (auto& c : name)
        if (c == '/') c = '_';
    return name;
}

}  // namespace

std::string bash_completion(const command_facts& all) {
    std::string known, values, offers;
    each_command(all, "", [&](const command_facts& c, const std::string& path) {
        if (!path.empty()) known += (known.empty() ? "" : " | ") + path;
        std::vector<std::string> free;  // options with any value: files are offered
        for (const auto& o : c.options) {
            if (o.positional || o.value.empty()) continue;
            if (o.words.empty())
                free.insert(free.end(), o.names.begin(), o.names.end());
            else
                values += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n",
                                      bash_patterns(path, o.names), fmt::join(o.words, " "));
        }
        if (!free.empty()) values += fmt::format("    {}) return ;;\n", bash_patterns(path, free));
        offers += fmt::format("    '{}') commands='{}' options='{}' ;;\n", path, fmt::join(bare_words(c), " "),
                              fmt::join(option_names(c), " "));
    });
    return fmt::format(R"(# Completion of stockham for bash, generated from the options of the command itself.
_stockham() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path= commands= options= word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $path/$word in
        {}) path+=/$word ;;
        esac
    done
    COMPREPLY=()
    case "$path $before" in
{}    esac
    case $path in
{}    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ $commands ]]; then
        COMPREPLY=($(compgen -W "$commands" -- "$current"))
    fi
}}
complete -o default -F _stockham stockham
)",
                       known, values, offers);
}

std::string zsh_completion(const command_facts& all) {
    std::string functions;
    each_command(all, "", [&](const command_facts& c, const std::string& path) {
        functions += fmt::format("{}() {{\n", zsh_function(path));
        std::string arguments;
        for (const auto& o : c.options) arguments += " \\\n        " + zsh_argument(o);
        if (c.commands.empty()) {
            functions += "    _arguments" + arguments + "\n}\n\n";
            return;
        }
        functions += "    local curcontext=$curcontext state line\n    local -a commands=(\n";
        for (const auto& below : c.commands)
            functions += fmt::format("        '{}:{}'\n", below.name, in_zsh(below.description));
        functions += fmt::format("    )\n    _arguments -C{} \\\n        '1: :->command' '*:: :->rest'\n"
                                 "    case $state in\n    command) _describe command commands ;;\n"
                                 "    rest) (( $+functions[{}_$line[1]] )) && {}_$line[1] ;;\n    esac\n}}\n\n",
                                 arguments, zsh_function(path), zsh_function(path));
    });
    return "#compdef stockham\n# Completion of stockham for zsh, generated from the options of the command "
           "itself.\n\n" +
           functions + "_stockham \"$@\"\n";
}

}  // namespace stockham::tools
