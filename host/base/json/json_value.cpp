// Fills json_value through the SAX interface of nlohmann's parser, which then creates no values of its own.
#include "base/json/json_value.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

namespace stockham::internal {

namespace {

using json = nlohmann::json;
using type = json_value::type;

/// Each function handles one event and returns whether to continue.
class reader final : public nlohmann::json_sax<json> {
  public:
    json_value document;

    bool null() override { return put({}); }
    bool boolean(bool value) override { return put({type::boolean, 0, value ? "true" : "false", {}}); }
    bool number_integer(std::int64_t value) override {
        return put({type::integer, static_cast<double>(value), std::to_string(value), {}});
    }
    bool number_unsigned(std::uint64_t value) override {
        return put({type::integer, static_cast<double>(value), std::to_string(value), {}});
    }
    bool number_float(double value, const std::string& letters) override {
        return put({type::real, value, letters, {}});
    }
    bool string(std::string& value) override { return put({type::text, 0, std::move(value), {}}); }
    bool binary(binary_t&) override { return false; }  // does not occur in JSON text
    bool start_object(std::size_t) override { return open(type::object); }
    bool key(std::string& name) override {
        name_ = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(type::list); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  private:
    /// Stores a value in its parent. The address stays valid until the parent ends.
    json_value* place_of(json_value value) {
        if (open_.empty()) return &(document = std::move(value));
        auto& members = open_.back()->members;
        members.push_back({std::move(name_), std::move(value)});
        name_.clear();
        return &members.back().value;
    }
    bool put(json_value value) {
        if (below_ == 0) place_of(std::move(value));
        return true;
    }
    bool open(type what) {
        if (below_ > 0 || open_.size() == deepest_json_value) {
            if (below_++ == 0) place_of({});
            return true;
        }
        json_value value;
        value.is = what;
        open_.push_back(place_of(std::move(value)));
        return true;
    }
    bool close() {
        below_ > 0 ? static_cast<void>(--below_) : open_.pop_back();
        return true;
    }

    std::vector<json_value*> open_;  // open lists and objects, outermost first
    std::size_t below_ = 0;          // open lists and objects beyond the depth limit
    std::string name_;               // of the next member
};

}  // namespace

const json_value* json_value::find(std::string_view name) const {
    if (is != type::object) return nullptr;
    const auto found =
        std::find_if(members.rbegin(), members.rend(), [&](const json_member& m) { return m.name == name; });
    return found == members.rend() ? nullptr : &found->value;
}

std::optional<json_value> parse_json(std::string_view text) {
    reader read;
    if (!json::sax_parse(text.begin(), text.end(), &read)) return {};
    return std::move(read.document);
}

std::string json_text(const std::string& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string json_number(double number) {
    return json(number).dump();
}

}  // namespace stockham::internal
