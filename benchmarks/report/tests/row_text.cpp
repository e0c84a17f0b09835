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
    json inner = {{"median", time->median}, {"q1", time->q1}, {"q3", time->q3}};
    put(inner, "min", time->min);
    put(inner, "samples", time->samples);
    put(inner, "repeats", time->repeats);
    object[name] = inner;
}

void put_groups(json& object, const result_row& row) {
    json plan = json::object();
    put(plan, "cold", row.plan_ms.cold);
    put(plan, "disk", row.plan_ms.disk);
    put(plan, "warm", row.plan_ms.warm);
    if (!plan.empty()) object["plan_ms"] = plan;
    json error = json::object();
    put(error, "l2", row.error.l2);
    put(error, "max", row.error.max);
    put(error, "rmse", row.error.rmse);
    put(error, "transforms", row.error.transforms);
    put(error, "gate", row.error.gate);
    if (!error.empty()) object["error"] = error;
    for (const stated_value& stated : row.stated)
        object["stated"].push_back(
            {{"source", stated.source}, {"what", stated.what}, {"value", stated.value}, {"unit", stated.unit}});
}

}  // namespace

std::string row_text(const result_row& row) {
    json object = {{"schema", results_schema}};
    put(object, "suite", row.suite);
    put(object, "case", row.problem);
    put(object, "library", row.library);
    put(object, "version", row.version);
    object["status"] = status_name(row.status);
    put(object, "message", row.message);
    put(object, "device", row.device);
    put(object, "platform", row.platform);
    put(object, "driver", row.driver);
    put(object, "api", row.api);
    put(object, "host", row.host);
    put(object, "date", row.date);
    put(object, "placement", row.placement);
    put(object, "points", row.points);
    put(object, "bytes", row.bytes);
    put(object, "time_us", row.time_us);
    put(object, "event_us", row.event_us);
    put(object, "gflops", row.gflops);
    put(object, "gbps", row.gbps);
    put(object, "copy_share", row.copy_share);
    put(object, "launches", row.launches);
    put(object, "workspace_bytes", row.workspace_bytes);
    put(object, "upload_us", row.upload_us);
    put(object, "download_us", row.download_us);
    put_groups(object, row);
    // A driver's build log may contain invalid UTF-8, which must not prevent writing the row.
    return object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace bench::report::tests
