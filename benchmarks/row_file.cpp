// Reads existing rows and appends new ones.
#include "row_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <stockham/error.hpp>
#include <stockham/version.hpp>

#include "host.hpp"
#include "row.hpp"
#include "tools/harness/provenance.hpp"

namespace bench {

namespace {

/// The record of a run, which precedes its rows.
nlohmann::ordered_json run_record(const location& where) {
    const char* wisdom = std::getenv("STOCKHAM_WISDOM");
    return {{"schema", "stockham-bench/1"},
            {"run",
             {{"command", harness::command_line()},
              {"commit", harness::commit()},
              {"kernels", harness::kernel_digest()},
              {"wisdom", wisdom != nullptr && *wisdom != '\0' ? wisdom : "standard"},
              {"version", stockham::version()},
              {"date", harness::date_now()},
              {"device", where.device},
              {"platform", where.platform},
              {"driver", where.driver},
              {"host", host_name()}}}};
}

/// Members of a row that it takes from its run's record if it has none of its own.
constexpr const char* of_record[] = {"version", "device", "platform", "driver"};

[[noreturn]] void refuse(const std::string& why) {
    throw stockham::argument_error("output", why);
}

}  // namespace

void row_file::keep(const nlohmann::ordered_json& row) {
    place_[key_of(nlohmann::json(row))] = rows_.size();
    rows_.push_back(row);
}

void row_file::read(const std::string& path) {
    std::ifstream in(path);
    std::size_t good = 0;
    int number = 0;
    auto run = nlohmann::ordered_json::object();
    for (std::string line; std::getline(in, line);) {
        ++number;
        auto row = nlohmann::ordered_json::parse(line, nullptr, false);
        const bool complete = !in.eof() && row.is_object() && (row.contains("run") || row.contains("case"));
        if (!complete && !in.eof() && !line.empty() && in.peek() != EOF)
            refuse(fmt::format("{}, line {}: not a row of stockham-bench/1; nothing was changed", path, number));
        if (!complete) break;
        if (row.contains("run")) {
            run = row["run"];
        } else {
            for (const char* name : of_record)
                if (!row.contains(name) && run.contains(name)) row[name] = run[name];
            keep(row);
        }
        good += line.size() + 1;
    }
    in.close();
    if (good == std::filesystem::file_size(path)) return;
    cut_off_ = true;
    std::filesystem::resize_file(path, good);
}

row_file::row_file(std::string path, bool resume, const location& where) : record_(run_record(where)) {
    if (path.empty()) return;
    if (std::filesystem::exists(path)) {
        if (!resume) refuse(path + " exists; --resume continues it");
        read(path);
    }
    file_ = std::fopen(path.c_str(), "a");
    if (!file_) refuse("cannot write " + path);
}

row_file::~row_file() {
    if (file_) std::fclose(file_);
}

void row_file::add(const nlohmann::ordered_json& row) {
    keep(row);
    if (!file_) return;
    if (!recorded_) write(record_);
    recorded_ = true;
    auto lean = row;
    for (const char* name : of_record)
        if (lean.contains(name) && lean[name] == record_["run"][name]) lean.erase(name);
    write(lean);
}

void row_file::write(const nlohmann::ordered_json& row) {
    const auto line = row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
    if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0)
        throw stockham::error("cannot write the results: the disk may be full");
}

const nlohmann::ordered_json* row_file::find(const std::string& key) const {
    const auto found = place_.find(key);
    return found == place_.end() ? nullptr : &rows_[found->second];
}

}  // namespace bench
