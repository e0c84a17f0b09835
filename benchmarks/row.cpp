// Converts rows to JSON, without absent values.
#include "row.hpp"

#include <cmath>

namespace bench {

namespace {

using json = nlohmann::ordered_json;

/// Rounds to six digits, more than any timing is accurate to: keeps files small and differences readable.
double rounded(double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return std::strtod(text, nullptr);
}

/// JSON has no NaN: such errors are omitted, and the status is `wrong`.
json error_json(const row& r) {
    const auto& e = *r.error;
    json j = json::object();
    const std::pair<const char*, double> figures[] = {
        {"l2", e.l2}, {"max", e.max}, {"rmse", e.rmse}, {"mean_abs", e.mean_abs}};
    for (const auto& [name, value] : figures)
        if (std::isfinite(value)) j[name] = rounded(value);
    j["gate"] = rounded(accuracy_gate(r.what, r.half_storage));
    j["oracle"] = r.oracle;
    return j;
}

}  // namespace

json to_json(const spread& s) {
    return {{"median", rounded(s.median)}, {"q1", rounded(s.q1)}, {"q3", rounded(s.q3)}};
}

json to_json(const row& r) {
    json j{{"suite", r.suite}, {"case", r.what.name()}, {"library", r.library}};
    if (!r.version.empty()) j["version"] = r.version;
    j["status"] = to_string(r.status);
    if (!r.message.empty()) j["message"] = r.message;
    if (!r.where.device.empty()) j["device"] = r.where.device;
    if (!r.where.platform.empty()) j["platform"] = r.where.platform;
    if (!r.where.driver.empty()) j["driver"] = r.where.driver;
    if (!r.where.api.empty()) j["api"] = r.where.api;
    j["placement"] = r.what.placement();
    j["bytes"] = r.what.traffic() / (r.half_storage ? 2 : 1);
    if (r.plan)
        j["plan_ms"] = {
            {"cold", rounded(r.plan->cold)}, {"disk", rounded(r.plan->disk)}, {"warm", rounded(r.plan->warm)}};
    if (r.time_us) j["time_us"] = to_json(*r.time_us);
    if (r.launches) j["launches"] = *r.launches;
    if (r.workspace_bytes) j["workspace_bytes"] = *r.workspace_bytes;
    if (r.error) j["error"] = error_json(r);
    if (r.upload_us) j["upload_us"] = rounded(*r.upload_us);
    if (r.download_us) j["download_us"] = rounded(*r.download_us);
    return j;
}

std::string key_of(const nlohmann::json& j) {
    return j.value("suite", "") + '|' + j.value("case", "") + '|' + j.value("placement", "") + '|' +
           j.value("library", "");
}

std::string key_of(const row& r) {
    return r.suite + '|' + r.what.name() + '|' + r.what.placement() + '|' + r.library;
}

}  // namespace bench
