// Reads and writes profiles with one table of fields.
#include "profile/profile_json.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <stockham/error.hpp>

#include "base/json/json_value.hpp"
#include "base/messages/printable.hpp"
#include "base/sha256.hpp"

namespace stockham::internal {

namespace {

constexpr const char* format_name = "stockham device profile";
constexpr int format_version = 1;

/// The bounds of a number. With `or_none` it may also be 0, which means unknown.
struct range {
    double least, most;
    bool or_none = false;
};
constexpr range seconds{0, 1e9};                                 // in micro- or nanoseconds
constexpr range rate{1e-6, 1e9}, rate_or_none{1e-6, 1e9, true};  // GB/s
constexpr range bytes{0, 1e15}, some_bytes{1, 1e15};
constexpr range share{-1, 1e6};  // negative: a gain
constexpr range cost{0, 1e6};
constexpr range factor{1e-3, 1e6};  // on a time

/// Calls the visitor with every field: text(name, member), number(group, name, member, unit, range),
/// count(group, name, member, range) and points(group, name, curve, unit, range of x, range of y).
template <class Profile, class Visitor>
void each_field(Profile& p, Visitor& v) {
    v.text("device", p.device);
    v.text("architecture", p.architecture);
    v.text("platform", p.platform);
    v.text("vendor", p.vendor);
    v.text("origin", p.origin);
    v.points("memory", "copy_gb_per_s", p.copy, 1e9, some_bytes, rate);
    v.number("memory", "unit_gb_per_s", p.unit_rate, 1e9, rate_or_none);
    v.number("memory", "cached_bytes", p.cached_bytes, 1, bytes);
    const auto costs = [&](const char* group, auto& m) {
        v.points(group, "runs", m.runs, 1, bytes, factor);
        v.points(group, "strides", m.strides, 1, bytes, cost);
        v.number(group, "non_temporal", m.non_temporal, 1, factor);
        v.number(group, "wait_us", m.wait, 1e-6, seconds);
    };
    costs("beyond_cache", p.beyond);
    costs("in_cache", p.cached);
    auto& c = p.in_cache;
    v.number("in_cache", "gb_per_s", c.rate, 1e9, rate_or_none);
    v.number("in_cache", "stage_us", c.stage, 1e-6, seconds);
    v.number("in_cache", "parts_us", c.parts, 1e-6, seconds);
    v.number("in_cache", "twiddles_us", c.twiddles, 1e-6, seconds);
    v.number("in_cache", "scattered_us", c.scattered, 1e-6, seconds);
    v.number("in_cache", "packed_us", c.packed, 1e-6, seconds);
    v.number("in_cache", "paired_us", c.paired, 1e-6, seconds);
    v.number("in_cache", "exchange", c.exchange, 1, cost);
    v.number("in_cache", "exchange_alone", c.exchange_alone, 1, cost);
    v.number("in_cache", "wide_radix", c.wide_radix, 1, cost);
    v.number("in_cache", "last_round", c.last_round, 1, cost);
    auto& l = p.launches;
    v.number("launches", "every_us", l.every, 1e-6, seconds);
    v.number("launches", "gap_us", l.gap, 1e-6, seconds);
    v.number("launches", "handover_us", l.handover, 1e-6, seconds);
    v.number("launches", "shared_bytes", l.shared_bytes, 1, bytes);
    auto& w = p.work;
    v.number("work", "exchange_of_one", w.exchange[0], 1, share);
    v.number("work", "exchange_of_two", w.exchange[1], 1, share);
    v.number("work", "exchange_of_more", w.exchange[2], 1, share);
    v.number("work", "few_items", w.few_items, 1, cost);
    v.number("work", "parts_once", w.parts_once, 1, share);
    v.number("work", "parts", w.parts, 1, share);
    v.number("work", "few_points", w.few_points, 1, share);
    v.number("work", "effort", w.effort, 1, share);
    v.number("work", "sparse", w.sparse, 1, share);
    v.number("work", "packed", w.packed, 1, share);
    v.number("work", "paired", w.paired, 1, share);
    v.number("work", "ahead", w.ahead, 1, share);
    v.number("work", "unhidden", w.unhidden, 1, share);
    v.number("work", "twiddles", w.twiddles, 1, share);
    v.number("work", "narrow_twiddles", w.narrow_twiddles, 1, share);
    v.number("work", "scattered", w.scattered, 1, share);
    v.number("work", "spectrum", w.spectrum, 1, share);
    v.number("work", "spectrum_alone", w.spectrum_alone, 1, share);
    v.number("work", "instructions", w.instructions, 1, range{1, 1e6});
    auto& u = p.unit;
    v.count("unit", "registers", u.registers, range{1024, 1e9});
    v.count("unit", "granule", u.granule, range{1, 1024});
    v.count("unit", "item", u.item, range{16, 1e6});
    v.count("unit", "work_items", u.work_items, range{16, 1e6});
    v.count("unit", "taken", u.taken, bytes);
    v.number("lanes", "stage_ns", p.lane.stage, 1e-9, seconds);
    v.number("lanes", "gather_ns", p.lane.gather, 1e-9, seconds);
    v.number("lanes", "crowded", p.lane.crowded, 1, cost);
}

/// Rounds to five digits.
double rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", value);
    return std::strtod(text, nullptr);
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

    void number(const char* group, const char* name, double& to, double unit, const range& may_be) const {
        if (const auto* at = field(group, name)) to = value(*at, group, name, may_be) * unit;
    }

    void count(const char* group, const char* name, std::uint64_t& to, const range& may_be) const {
        const auto* at = field(group, name);
        if (!at) return;
        const auto number = value(*at, group, name, may_be);
        if (number != std::floor(number)) refuse(in_full(group, name) + " is not an integer");
        to = static_cast<std::uint64_t>(number);
    }

    void points(const char* group, const char* name, curve& to, double unit, const range& x, const range& y) const {
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

    double value(const json_value& at, const char* group, const char* name, const range& may_be) const {
        if (!at.is_number()) refuse(in_full(group, name) + " is not a number");
        const auto number = at.number;
        if (may_be.or_none && number == 0) return number;
        if (!(number >= may_be.least && number <= may_be.most))
            refuse(in_full(group, name) + " is out of range: " + text_of(number) + " is not from " +
                   text_of(may_be.least) + " to " + text_of(may_be.most) + (may_be.or_none ? ", or 0" : ""));
        return number;
    }

    static std::string text_of(double number) {
        char text[32];
        std::snprintf(text, sizeof text, "%g", number);
        return text;
    }

    const json_value& document_;
    const std::string& where_;
};

/// One line per text and per group. The fields of a group must come one after another.
class writer {
  public:
    void text(const char* name, const std::string& from) { line(name, json_text(from)); }
    void number(const char* group, const char* name, double from, double unit, const range&) {
        field(group, name, json_number(rounded(from / unit)));
    }
    void count(const char* group, const char* name, std::uint64_t from, const range&) {
        field(group, name, std::to_string(from));
    }
    void points(const char* group, const char* name, const curve& from, double unit, const range&, const range&) {
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
