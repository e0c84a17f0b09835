// Reads and writes profiles by the table of fields (profile_fields.hpp).
#include "profile/profile_json.hpp"

#include <cmath>

#include <stockham/error.hpp>

#include "base/json/json_value.hpp"
#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "base/sha256.hpp"
#include "profile/profile_fields.hpp"

namespace stockham::internal {

namespace {

constexpr const char* format_name = "stockham device profile";
constexpr int format_version = 1;

/// Rounds to five digits.
double rounded(double value) {
    constexpr int digits = 5;
    return *read_number(number_text(value, digits));
}

class reader {
  public:
    reader(const json_value& document, const std::string& where) : document_(document), where_(where) {}

    [[noreturn]] void refuse(const std::string& what) const { throw argument_error("profile", where_ + ": " + what); }

    void text(const char* name, std::string& to) const {
        const auto* at = document_.find(name);
        if (!at) return;
        if (at->is != json_value::type::text) refuse(std::string(name) + " is not a text");
        to = at->text;
    }

    void number(const char* group, const char* name, double& to, double unit, const number_range& may_be) const {
        if (const auto* at = field(group, name)) to = value(*at, group, name, may_be) * unit;
    }

    void count(const char* group, const char* name, std::uint64_t& to, const number_range& may_be) const {
        const auto* at = field(group, name);
        if (!at) return;
        const auto number = value(*at, group, name, may_be);
        if (number != std::floor(number)) refuse(in_full(group, name) + " is not an integer");
        to = static_cast<std::uint64_t>(number);
    }

    void power(const char* group, const char* name, std::uint64_t& to, const number_range& may_be) const {
        count(group, name, to, may_be);
        if ((to & (to - 1)) != 0) refuse(in_full(group, name) + " is not a power of two");
    }

    void points(const char* group, const char* name, curve& to, double unit, const number_range& x,
                const number_range& y) const {
        const auto* at = field(group, name);
        if (!at) return;
        if (at->is != json_value::type::list || at->members.empty())
            refuse(in_full(group, name) + " is not a list of points");
        std::vector<curve::point> read;
        for (const auto& member : at->members) {
            const auto& pair = member.value.members;
            if (member.value.is != json_value::type::list || pair.size() != 2)
                refuse(in_full(group, name) + " has a point that is not a pair");
            read.push_back({value(pair[0].value, group, name, x), value(pair[1].value, group, name, y) * unit});
            if (read.size() > 1 && !(read.back().x > read[read.size() - 2].x))
                refuse(in_full(group, name) + " is not in ascending order");
        }
        to = curve(std::move(read));
    }

  private:
    static std::string in_full(const char* group, const char* name) { return std::string(group) + "." + name; }

    const json_value* field(const char* group, const char* name) const {
        const auto* outer = document_.find(group);
        if (!outer) return nullptr;
        if (outer->is != json_value::type::object) refuse(std::string(group) + " is not a group of numbers");
        return outer->find(name);
    }

    double value(const json_value& at, const char* group, const char* name, const number_range& may_be) const {
        if (!at.is_number()) refuse(in_full(group, name) + " is not a number");
        const auto number = at.number;
        if (may_be.or_none && number == 0) return number;
        if (!(number >= may_be.least && number <= may_be.most))
            refuse(in_full(group, name) + " is out of range: " + number_text(number) + " is not from " +
                   number_text(may_be.least) + " to " + number_text(may_be.most) + (may_be.or_none ? ", or 0" : ""));
        return number;
    }

    const json_value& document_;
    const std::string& where_;
};

/// One line per text and per group. The fields of a group must come one after another.
class writer {
  public:
    void text(const char* name, const std::string& from) { line(name, json_text(from)); }
    void number(const char* group, const char* name, double from, double unit, const number_range&) {
        field(group, name, json_number(rounded(from / unit)));
    }
    void count(const char* group, const char* name, std::uint64_t from, const number_range&) {
        field(group, name, std::to_string(from));
    }
    void power(const char* group, const char* name, std::uint64_t from, const number_range& may_be) {
        count(group, name, from, may_be);
    }
    void points(const char* group, const char* name, const curve& from, double unit, const number_range&,
                const number_range&) {
        std::string list;
        for (const auto& p : from.points())
            list +=
                (list.empty() ? "[[" : ",[") + json_number(rounded(p.x)) + "," + json_number(rounded(p.y / unit)) + "]";
        field(group, name, list.empty() ? "[]" : list + "]");
    }
    void line(const std::string& name, const std::string& value) {
        end_group();
        text_ += before_ + json_text(name) + ": " + value;
        before_ = ",\n";
    }
    std::string document() {
        end_group();
        return "{" + text_ + "\n}\n";
    }

  private:
    void field(const std::string& group, const char* name, const std::string& value) {
        if (group == group_)
            text_ += ",";
        else
            line(group, "{");
        group_ = group;
        text_ += json_text(name) + ":" + value;
    }
    void end_group() {
        if (!group_.empty()) text_ += "}";
        group_.clear();
    }

    std::string text_, group_;
    const char* before_ = "\n";
};

constexpr const char* kind_of(bool lanes) {
    return lanes ? "cpu" : "gpu";
}

}  // namespace

profile_data parse_profile(std::string_view text, const std::string& where, const base_numbers& base) {
    const auto parsed = parse_json(text);
    const auto document = parsed.value_or(json_value{});
    const reader read(document, where);
    const auto has_text = [&](const char* name, const char* wanted) {
        const auto* at = document.find(name);
        return at && at->is == json_value::type::text && at->text == wanted;
    };
    if (!has_text("format", format_name)) read.refuse("is not a device profile");
    const auto* version = document.find("version");
    if (!version || !version->is_number() || version->number != format_version)
        read.refuse("has an unsupported version; this library reads version " + std::to_string(format_version));
    const bool lanes = has_text("kind", kind_of(true));
    if (!lanes && !has_text("kind", kind_of(false))) read.refuse("kind is neither gpu nor cpu");
    profile_data p = base(lanes);
    p.lanes = lanes;
    p.device = p.architecture = p.platform = p.vendor = p.origin = "";
    each_field(p, read);
    p.digest = hex(sha256().add(to_json(p)).digest()).substr(0, 16);
    return p;
}

std::string to_json(const profile_data& p) {
    writer write;
    write.line("format", json_text(format_name));
    write.line("version", std::to_string(format_version));
    write.line("kind", json_text(kind_of(p.lanes)));
    each_field(p, write);
    return write.document();
}

}  // namespace stockham::internal
