// Writes the file before each step and removes it after each case.
#include "journal.hpp"

#include <filesystem>
#include <fstream>

namespace bench {

journal::journal(const std::string& results) : path_(results.empty() ? results : results + ".now") {
    std::ifstream in(path_);
    entry e;
    if (!path_.empty() && std::getline(in, e.where) && std::getline(in, e.step)) left_over_ = e;
}

journal::~journal() {
    end();
}

void journal::begin(const std::string& where) {
    now_ = {where, "begin"};
    write();
}

void journal::step(const std::string& what) {
    if (now_.where.empty()) return;
    now_.step = what;
    write();
}

void journal::end() {
    now_ = {};
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

void journal::write() const {
    if (!path_.empty()) std::ofstream(path_) << now_.where << '\n' << now_.step << '\n';
}

}  // namespace bench
