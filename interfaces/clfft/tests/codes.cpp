// clfft_codes TABLE OURS [THEIRS]: makes invalid calls and compares their status codes with the table, bad_input.txt.
// The table's second column is this library and its third is clFFT. Where clFFT rejects a
// call, the strict mode must return clFFT's code. Each call runs in a process of its own.
// With "-" for TABLE, prints the table.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <vector>

#include "../source/status_names.hpp"
#include "bad_input.hpp"

namespace {

constexpr unsigned seconds_of_a_row = 60;
constexpr const char* crash = "crash";

/// The code's name without its prefix, or "crash".
std::string answer_of(const char* path, const bad_input& row, bool strict = false) {
    int ends[2];
    if (pipe(ends)) std::abort();
    const pid_t child = fork();
    if (child == 0) {
        alarm(seconds_of_a_row);
        if (strict) setenv("STOCKHAM_CLFFT_STRICT", "1", 1);
        if (!std::freopen("/dev/null", "w", stderr)) _exit(3);  // clFFT's assertions and compilers' messages
        const library_under_test library(path);
        client c{library, open_device()};
        library.Setup(nullptr);
        const int status = row.run(c);
        _exit(write(ends[1], &status, sizeof status) == static_cast<ssize_t>(sizeof status) ? 0 : 3);
    }
    close(ends[1]);
    int status = 0;
    const bool answered = read(ends[0], &status, sizeof status) == static_cast<ssize_t>(sizeof status);
    close(ends[0]);
    int ended = 0;
    waitpid(child, &ended, 0);
    if (!answered || !WIFEXITED(ended)) return crash;
    const std::string name = clfft::status_name(status);
    return name.substr(std::string("CLFFT_").size());
}

struct expected {
    std::string ours, theirs;
};

/// The rows of the file that have codes in backquotes.
std::map<std::string, expected> table_of(const std::string& path) {
    std::ifstream file(path);
    std::map<std::string, expected> rows;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> cells;
        for (std::size_t at = line.find("| "); at != std::string::npos;) {
            const auto next = line.find(" |", at + 1);
            if (next == std::string::npos) break;
            cells.push_back(line.substr(at + 2, next - at - 2));
            at = next + 1;
        }
        const auto is_code = [](const std::string& s) { return s.size() > 2 && s.front() == '`' && s.back() == '`'; };
        if (cells.size() < 3 || !is_code(cells[1]) || !is_code(cells[2])) continue;
        const auto bare = [](const std::string& s) { return s.substr(1, s.size() - 2); };
        rows[cells[0]] = {bare(cells[1]), bare(cells[2])};
    }
    return rows;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3 || argc > 4) {
        std::fprintf(stderr, "usage: clfft_codes TABLE|- OURS [THEIRS]\n");
        return 2;
    }
    const std::string table = argv[1];
    auto rows = table_of(table);
    int wrong = 0;
    const auto fault = [&wrong](const std::string& what) {
        std::cout << what << std::endl;
        ++wrong;
    };
    for (const auto& row : bad_inputs()) {
        const auto ours = answer_of(argv[2], row), theirs = argc == 4 ? answer_of(argv[3], row) : "";
        if (table == "-") {
            std::cout << "| " << row.name << " | `" << ours << "` | `" << theirs << "` |" << std::endl;
            continue;
        }
        const auto found = rows.find(row.name);
        if (found == rows.end()) {
            fault("the table has no row for: " + row.name);
            continue;
        }
        if (ours != found->second.ours) fault(row.name + ": " + ours + ", but the table says " + found->second.ours);
        const auto& said = found->second.theirs;
        const bool undefined = said == "undefined";
        if (!undefined && said != "SUCCESS" && said != crash && said != ours) {
            const auto strict = answer_of(argv[2], row, true);
            if (strict != said) fault(row.name + ": " + strict + " in the strict mode, but clFFT returns " + said);
        }
        if (argc == 4 && !undefined && theirs != said)
            fault(row.name + ": clFFT returns " + theirs + ", but the table says " + said);
        rows.erase(found);
    }
    if (table != "-")
        for (const auto& left : rows) fault("no test for the table's row: " + left.first);
    std::cout << bad_inputs().size() << " rows, " << wrong << " faults" << std::endl;
    return wrong ? 1 : 0;
}
