// The manual page and the completions have every command and option, and shells complete with them.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <CLI/CLI.hpp>

#include "command/command.hpp"
#include "command/examples.hpp"
#include "manual/facts.hpp"
#include "support.hpp"
#include "support/folders.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string in_roff(std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != text.npos; at += 2) text.replace(at, 1, "\\-");
    return text;
}

/// Every long option and command of the parser, except options that the help does not show.
void each_name(CLI::App& app, const std::string& path, std::set<std::string>& options, std::set<std::string>& paths) {
    if (!path.empty()) paths.insert(path);
    for (auto* option : app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
        for (const auto& name : option->get_lnames()) options.insert("--" + name);
    for (auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
        each_name(*command, path + "/" + command->get_name(), options, paths);
}

std::vector<std::string> sorted_lines(const std::string& text) {
    std::istringstream lines(text);
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) found.push_back(line);
    std::sort(found.begin(), found.end());
    return found;
}

/// The completions of bash for a line whose last word is incomplete; sorted.
std::vector<std::string> offered(const std::vector<std::string>& words) {
    const scratch_folder folder;
    {
        std::ofstream script(folder / "complete.bash");
        script << bash_completion(all_commands()) << "COMP_WORDS=(";
        for (const auto& word : words) script << " '" << word << "'";
        script << ")\nCOMP_CWORD=" << words.size() - 1 << "\n_stockham\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
    }
    const auto printed = run(folder, "bash --norc complete.bash");
    BOOST_TEST(printed.code == 0);
    return sorted_lines(printed.out);
}

/// For an interactive zsh, which completes only at a terminal: writes the offered words to a file.
constexpr const char* zsh_settings = R"(PROMPT= RPROMPT=
fpath=($scripts $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
    local -a offered
    if (( ${argv[(I)-[OAD]]} )); then builtin compadd "$@"; return; fi
    builtin compadd -O offered "$@"
    (( $#offered )) && print -rl -- $offered >>$scripts/offered
    builtin compadd "$@"
}
finish() { : >$scripts/finished }
comppostfuncs=(finish)
: >$scripts/ready
)";

/// Types a line and a tab at the terminal of such a shell.
constexpr const char* zsh_typist = R"(zmodload zsh/zpty
export scripts=$1
await() {
    local printed end=$((SECONDS + 120))
    until [[ -e $scripts/$1 ]]; do
        (( SECONDS < end )) || { print -u2 "zsh is not $1"; exit 1 }
        zpty -r -t shell printed || sleep 0.05
    done
}
zpty -b shell zsh -f -i
zpty -w shell 'source $scripts/settings'
await ready
zpty -w -n shell "$2"$'\t'
await finished
zpty -d shell
[[ ! -e $scripts/offered ]] || cat $scripts/offered
)";

/// The completions of zsh at the end of a line, in a folder with a file picture.png; sorted.
std::vector<std::string> offered_by_zsh(const std::string& line) {
    const scratch_folder scripts, folder;
    std::ofstream(scripts / "_stockham") << zsh_completion(all_commands());
    std::ofstream(scripts / "settings") << zsh_settings;
    std::ofstream(scripts / "typist") << zsh_typist;
    std::ofstream(folder / "picture.png").put('x');
    const auto printed =
        run(folder, "TERM=dumb zsh -f '" + scripts / "typist" + "' '" + scripts / "." + "' '" + line + "'");
    BOOST_TEST(printed.code == 0, line << ": " << printed.err);
    return sorted_lines(printed.out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manual)

BOOST_AUTO_TEST_CASE(nothing_is_left_out) {
    CLI::App app;
    add_everything(app);
    std::set<std::string> options, paths;
    each_name(app, "", options, paths);
    BOOST_TEST(options.size() > 40U);
    BOOST_TEST(paths.count("/wisdom/merge") == 1U);
    std::ifstream about(source_folder() + "/tools/manual/about.roff");
    const auto facts = all_commands();
    const auto page = man_page(facts, {std::istreambuf_iterator<char>(about), {}});
    const auto bash = bash_completion(facts), zsh = zsh_completion(facts);
    for (const auto& name : options) {
        BOOST_TEST(has(page, "\\fB" + in_roff(name) + "\\fR"), name << " is not in the manual page");
        BOOST_TEST((has(bash, name + " ") || has(bash, name + "'")), name << " is not in bash's completion");
        BOOST_TEST((has(zsh, name + "'[") || has(zsh, name + "}'[")), name << " is not in zsh's completion");
    }
    for (auto path : paths) {
        BOOST_TEST(has(bash, "'" + path + "') commands="), path << " is not in bash's completion");
        std::replace(path.begin(), path.end(), '/', '_');
        BOOST_TEST(has(zsh, "_stockham" + path + "() {"), path << " is not in zsh's completion");
        std::replace(path.begin(), path.end(), '_', ' ');
        BOOST_TEST(has(page, ".SS stockham" + in_roff(path) + "\n"), path << " is not in the manual page");
    }
    for (const char* part : {".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH ENVIRONMENT", ".SH FILES",
                             ".SH EXIT STATUS", "130 interrupted"})
        BOOST_TEST(has(page, part), part);
}

BOOST_AUTO_TEST_CASE(bash_completes) {
    using words = std::vector<std::string>;
    BOOST_TEST(offered({"stockham", "pl"}) == words{"plan"});
    BOOST_TEST(offered({"stockham", "wisdom", "me"}) == words{"merge"});
    BOOST_TEST(offered({"stockham", "help", "fi"}) == words{"filter"});
    BOOST_TEST(offered({"stockham", "filter", "--low"}) == words{"--low-pass"});
    BOOST_TEST(offered({"stockham", "filter", "--edge", ""}) == (words{"butterworth", "gaussian", "ideal"}));
    BOOST_TEST(offered({"stockham", "filter", "--edge", "g"}) == words{"gaussian"});
    // File names are left to the shell.
    BOOST_TEST(offered({"stockham", "filter", "-o", ""}).empty());
    BOOST_TEST(offered({"stockham", "filter", "pl"}).empty());
    BOOST_TEST(offered({"stockham", ""}).size() == all_commands().commands.size());
}

BOOST_AUTO_TEST_CASE(zsh_completes) {
    if (run(scratch_folder(), "command -v zsh").code != 0) {
        BOOST_TEST_MESSAGE("skipped: zsh is not installed");
        return;
    }
    using words = std::vector<std::string>;
    BOOST_TEST(offered_by_zsh("stockham pl") == words{"plan"});
    BOOST_TEST(offered_by_zsh("stockham wisdom me") == words{"merge"});
    BOOST_TEST(offered_by_zsh("stockham help fi") == words{"filter"});
    BOOST_TEST(offered_by_zsh("stockham filter --low") == words{"--low-pass"});
    BOOST_TEST(offered_by_zsh("stockham filter --edge ") == (words{"butterworth", "gaussian", "ideal"}));
    BOOST_TEST(offered_by_zsh("stockham filter --edge g") == words{"gaussian"});
    BOOST_TEST(offered_by_zsh("stockham filter -o ") == words{"picture.png"});
    BOOST_TEST(offered_by_zsh("stockham filter pl").empty());
    BOOST_TEST(offered_by_zsh("stockham ").size() == all_commands().commands.size());
}

// Each example is understood by the parser, which gets one argument too many, so that nothing runs.
BOOST_AUTO_TEST_CASE(every_command_has_examples_that_are_valid) {
    std::set<std::string> with_example;
    for (const command_example& example : command_examples()) {
        with_example.insert(example.command);
        BOOST_TEST_CONTEXT(example.line) {
            BOOST_TEST(example.line.find("stockham " + example.command) == 0u);
            CLI::App app;
            add_everything(app);
            const std::string line = example.line.substr(0, example.line.find(" > "));
            BOOST_CHECK_EXCEPTION(app.parse(line + " --none-such", true), CLI::ExtrasError, [](const auto& e) {
                return has(e.what(), "argument was not expected: --none-such");
            });
            BOOST_TEST(has(app.help("", CLI::AppFormatMode::All), example.line));
            BOOST_TEST(has(man_page(all_commands(), ""), in_roff(example.line)));
        }
    }
    const auto check = [&](const auto& self, const command_facts& c, const std::string& path) -> void {
        if (c.commands.empty()) BOOST_TEST(with_example.count(path) == 1u, path);
        for (const auto& below : c.commands) self(self, below, path.empty() ? below.name : path + " " + below.name);
    };
    check(check, all_commands(), "");
}

BOOST_AUTO_TEST_SUITE_END()
