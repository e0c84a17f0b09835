// Writes rows as in a result file.
#include "row_text.hpp"

#include <nlohmann/json.hpp>

namespace bench::report::tests {

namespace {

using json = nlohmann::ordered_json;

void put(json& object, const char* name, const std::string& text) {
    if (!text.empty()) object[name] = text;
}

template <class T>
void put(json& object, const char* name, const std::optional<T>& value) {
    if (value) object[name] = *value;
}

void put(json& object, const char* name, const std::optional<timing>& time) {
    if (!time) return;
    object[name] = {{"median", time->median}, {"q1", time->q1}, {"q3", time->q3}};
}

}  // namespace

std::string row_text(const result_row& row) {
    json object = json::object();
    put(object, "suite", row.suite);
    put(object, "case", row.problem);
    put(object, "library", row.library);
    put(object, "version", row.version);
    object["status"] = status_name(row.status);
    put(object, "device", row.device);
    put(object, "driver", row.driver);
    put(object, "api", row.api);
    put(object, "date", row.date);
    put(object, "placement", row.placement);
    put(object, "bytes", row.bytes);
    put(object, "time_us", row.time_us);
    put(object, "launches", row.launches);
    json error = json::object();
    put(error, "l2", row.error.l2);
    put(error, "gate", row.error.gate);
    if (!error.empty()) object["error"] = error;
    return object.dump() + "\n";
}

}  // namespace bench::report::tests
