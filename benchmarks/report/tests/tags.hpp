// A strict scanner for the report's markup: every "<" opens a tag and every attribute is quoted.
#pragma once

#include <cctype>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench::report::tests {

struct tag {
    std::string name;
    bool closing = false;       // </p>
    bool self_closing = false;  // <path />
    std::vector<std::pair<std::string, std::string>> attributes;
};

// Parses the text of a tag between "<" and ">".
class tag_scanner {
  public:
    tag_scanner(const std::string& html, std::size_t begin) : html_(html), at_(begin) {}

    tag scan() {
        tag found;
        found.closing = take('/');
        found.name = word();
        while (true) {
            while (take(' ')) continue;
            if (take('/')) found.self_closing = true;
            if (take('>')) return found;
            std::string name = word();
            if (!take('=') || !take('"')) fail();
            const std::size_t end = html_.find('"', at_);
            if (end == std::string::npos) fail();
            found.attributes.emplace_back(std::move(name), html_.substr(at_, end - at_));
            if (found.attributes.back().second.find('<') != std::string::npos) fail();
            at_ = end + 1;
        }
    }

    std::size_t position() const { return at_; }

  private:
    bool take(char c) {
        const bool there = at_ < html_.size() && html_[at_] == c;
        at_ += there ? 1 : 0;
        return there;
    }

    std::string word() {
        const std::size_t begin = at_;
        while (at_ < html_.size() && (std::isalnum(static_cast<unsigned char>(html_[at_])) != 0 || html_[at_] == '-'))
            ++at_;
        if (at_ == begin) fail();
        return html_.substr(begin, at_ - begin);
    }

    [[noreturn]] void fail() const {
        throw std::runtime_error("malformed markup: " + html_.substr(at_ < 30 ? 0 : at_ - 30, 60));
    }

    const std::string& html_;
    std::size_t at_;
};

// All tags in order; throws std::runtime_error for malformed markup.
inline std::vector<tag> tags_of(const std::string& html) {
    const std::string doctype = "<!DOCTYPE html>";
    std::vector<tag> tags;
    std::size_t at = html.compare(0, doctype.size(), doctype) == 0 ? doctype.size() : 0;
    while ((at = html.find('<', at)) != std::string::npos) {
        tag_scanner scanner(html, at + 1);
        tags.push_back(scanner.scan());
        at = scanner.position();
    }
    return tags;
}

// Empty if all tags are closed in order; otherwise describes the first fault.
inline std::string imbalance(const std::string& html) try {
    std::vector<std::string> open;
    for (const tag& t : tags_of(html)) {
        if (t.self_closing) continue;
        if (!t.closing) {
            open.push_back(t.name);
        } else if (open.empty() || open.back() != t.name) {
            return "</" + t.name + "> closes " + (open.empty() ? "nothing" : open.back());
        } else {
            open.pop_back();
        }
    }
    return open.empty() ? "" : open.back() + " is not closed";
} catch (const std::runtime_error& problem) {
    return problem.what();
}

}  // namespace bench::report::tests
