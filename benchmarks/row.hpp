// A result: one row of a JSON Lines file (schema stockham-bench/1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "adapter.hpp"
#include "cases.hpp"
#include "reference.hpp"
#include "statistics.hpp"

namespace bench {

struct plan_times {
    double cold = 0, disk = 0, warm = 0;  ///< milliseconds
};

struct row {
    std::string suite;
    problem what;
    std::string library, version;
    bench::status status = bench::status::ok;
    std::string message;
    location where;
    bool half_storage = false;
    std::optional<plan_times> plan;
    std::optional<spread> time_us;
    std::optional<std::size_t> launches, workspace_bytes;
    std::optional<transform_error> error;
    std::string oracle;
    std::optional<double> upload_us, download_us;
};

nlohmann::ordered_json to_json(const spread&);
nlohmann::ordered_json to_json(const row&);

/// Identifies a row in a file: suite, case, placement and library.
std::string key_of(const nlohmann::json&);
std::string key_of(const row&);

}  // namespace bench
