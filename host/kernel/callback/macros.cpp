// The macros of a callback's text. Expansion follows the C standard, with a set of hidden names for each token as in
// Prosser's algorithm.
#include "kernel/callback/macros.hpp"

#include <algorithm>
#include <iterator>

namespace stockham::internal {

namespace {

constexpr std::size_t most_tokens = 100000;
constexpr unsigned deepest = 100;  // nested arguments

/// The index of the parameter; the number of parameters if the token is not one.
std::size_t place_of(const std::vector<std::string>& parameters, const token& t) {
    return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), t.text) - parameters.begin());
}

void append(std::vector<token>& to, const std::vector<token>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

void macro_table::define(const std::vector<token>& line) {
    if (line.size() < 3 || !is_name(line[2])) refuse_callback(callback_, line[1].line, "#define without a name");
    const auto& name = line[2].text;
    macro m;
    std::size_t k = 3;
    bool variadic = false;
    if (k < line.size() && line[k].text == "(" && !line[k].spaced) {
        m.has_parameters = true;
        for (++k; k < line.size() && line[k].text != ")"; ++k) {
            variadic = variadic || line[k].text == "...";
            if (is_name(line[k])) m.parameters.push_back(line[k].text);
        }
        if (k == line.size()) refuse_callback(callback_, line[2].line, "unterminated parameters of " + name);
        ++k;
    }
    m.body.assign(line.begin() + static_cast<std::ptrdiff_t>(k), line.end());
    for (const auto& t : m.body)
        if (is_name(t)) mentions_[name].insert(t.text);
    if (!m.body.empty() && (m.body.front().text == "##" || m.body.back().text == "##"))
        refuse_callback(callback_, line[2].line, "## without two operands in " + name);
    mentions_[name];
    if (variadic) depends_.insert(name);
    macros_[name] = std::move(m);
}

void macro_table::undefine(const std::vector<token>& line) {
    if (line.size() < 3 || !is_name(line[2])) refuse_callback(callback_, line[1].line, "#undef without a name");
    macros_.erase(line[2].text);
    undefined_.insert(line[2].text);
}

std::optional<bool> macro_table::defines(const std::string& name) const {
    if (left_.count(name)) return {};
    if (macros_.count(name)) return true;
    if (undefined_.count(name)) return false;
    return {};
}

std::set<std::string> macro_table::names() const {
    auto all = undefined_;
    for (const auto& each : mentions_) all.insert(each.first);
    return all;
}

std::set<std::string> macro_table::to_leave() const {
    auto all = left_;
    all.insert(depends_.begin(), depends_.end());
    auto users = pastes_unknown_;
    std::size_t before = 0;
    do {
        before = all.size() + users.size();
        for (const auto& [name, words] : mentions_) {
            const auto mentioned = [&words = words](const auto& each) { return words.count(each) > 0; };
            // A paste needs its arguments as the compiler knows them, so the compiler must expand everything up to it.
            if (std::any_of(users.begin(), users.end(), mentioned)) users.insert(name);
            // The compiler does not know macros that are expanded here, so it needs those that this one uses.
            if (all.count(name))
                for (const auto& word : words)
                    if (mentions_.count(word)) all.insert(word);
        }
        all.insert(users.begin(), users.end());
    } while (all.size() + users.size() != before);
    return all;
}

const macro_table::macro* macro_table::macro_of(const token& t) const {
    if (!is_name(t) || left_.count(t.text) || t.hidden.count(t.text)) return nullptr;
    const auto found = macros_.find(t.text);
    return found == macros_.end() ? nullptr : &found->second;
}

std::vector<token> macro_table::expanded(const std::vector<token>& all) {
    return expanded(all, 0);
}

std::vector<token> macro_table::expanded(std::vector<token> rest, unsigned depth) {
    std::vector<token> done;
    std::reverse(rest.begin(), rest.end());
    while (!rest.empty()) {
        const token t = std::move(rest.back());
        rest.pop_back();
        const auto* m = macro_of(t);
        if (!m || (m->has_parameters && (rest.empty() || rest.back().text != "("))) {
            done.push_back(t);
            continue;
        }
        if (depth > deepest) refuse_callback(callback_, t.line, "more than 100 nested macro arguments");
        auto hidden = t.hidden;
        arguments given;
        if (m->has_parameters) given = read_arguments(t, *m, rest, hidden);
        hidden.insert(t.text);
        auto made = substituted(t, *m, given, hidden, depth);
        made_ += made.size() + 1;
        if (made_ > most_tokens) refuse_callback(callback_, t.line, "macros make more than 100000 tokens");
        // Keeps tokens of a macro separate from those around it.
        if (!rest.empty()) rest.back().spaced = true;
        if (!made.empty()) made.front().spaced = true;
        rest.insert(rest.end(), std::make_move_iterator(made.rbegin()), std::make_move_iterator(made.rend()));
    }
    return done;
}

macro_table::arguments macro_table::read_arguments(const token& name, const macro& m, std::vector<token>& rest,
                                                   names_set& hidden) const {
    arguments all(1);
    std::size_t brackets = 0;
    for (;;) {
        if (rest.empty()) refuse_callback(callback_, name.line, "unterminated arguments of " + name.text);
        auto t = std::move(rest.back());
        rest.pop_back();
        if (t.text == "(" && brackets++ == 0) continue;
        if (t.text == ")" && --brackets == 0) {
            names_set both;
            std::set_intersection(hidden.begin(), hidden.end(), t.hidden.begin(), t.hidden.end(),
                                  std::inserter(both, both.end()));
            hidden = std::move(both);
            break;
        }
        if (t.text == "," && brackets == 1)
            all.emplace_back();
        else
            all.back().push_back(std::move(t));
    }
    if (m.parameters.empty() && all.size() == 1 && all[0].empty()) all.clear();
    if (all.size() != m.parameters.size())
        refuse_callback(callback_, name.line,
                        name.text + " takes " + std::to_string(m.parameters.size()) + " arguments, not " +
                            std::to_string(all.size()));
    return all;
}

std::vector<token> macro_table::substituted(const token& name, const macro& m, const arguments& given,
                                            const names_set& hidden, unsigned depth) {
    std::vector<token> made;
    bool after_argument = false;
    for (std::size_t k = 0; k < m.body.size();) {
        const auto place = m.has_parameters ? place_of(m.parameters, m.body[k]) : m.parameters.size();
        const bool pasted = k + 1 < m.body.size() && m.body[k + 1].text == "##";
        if (place < m.parameters.size() && !pasted) {
            auto argument = expanded(given[place], depth + 1);
            if (!argument.empty()) argument.front().spaced = true;
            append(made, argument);
            after_argument = true;
            ++k;
            continue;
        }
        auto left = operand(name, m, given, k);
        while (k < m.body.size() && m.body[k].text == "##") {
            ++k;
            paste(name, left, operand(name, m, given, k));
        }
        if (after_argument && !left.empty()) left.front().spaced = true;
        after_argument = false;
        append(made, left);
    }
    for (auto& t : made) {
        t.line = name.line;
        t.begins_line = false;
        t.hidden.insert(hidden.begin(), hidden.end());
    }
    return made;
}

std::vector<token> macro_table::operand(const token& name, const macro& m, const arguments& given, std::size_t& at) {
    const auto& t = m.body[at++];
    if (!m.has_parameters) return {t};
    if (t.text == "#" && at < m.body.size()) {
        const auto place = place_of(m.parameters, m.body[at]);
        if (place < m.parameters.size()) {
            ++at;
            need_known(name, given[place]);
            return {quoted(t, given[place])};
        }
    }
    const auto place = place_of(m.parameters, t);
    if (place == m.parameters.size()) return {t};
    need_known(name, given[place]);
    return given[place];
}

/// Notes that a macro pastes a name that only the compiler can replace: such a paste is left to the compiler.
void macro_table::need_known(const token& name, const std::vector<token>& argument) {
    for (const auto& t : argument)
        if (is_name(t) && (left_.count(t.text) || t.text.compare(0, 2, "__") == 0)) pastes_unknown_.insert(name.text);
}

void macro_table::paste(const token& name, std::vector<token>& left, const std::vector<token>& right) const {
    if (right.empty()) return;
    if (left.empty()) {
        left = right;
        return;
    }
    auto& last = left.back();
    const auto both = last.text + right.front().text;
    const auto made = tokens_of(callback_, both);
    if (made.size() != 1 || made[0].text.size() != both.size())
        refuse_callback(callback_, name.line,
                        "## does not form a token from " + last.text + " and " + right.front().text);
    last.text = both;
    append(left, {right.begin() + 1, right.end()});
}

token macro_table::quoted(const token& at, const std::vector<token>& argument) const {
    token t = at;
    t.text = "\"";
    for (const auto& each : argument) {
        if (each.spaced && t.text.size() > 1) t.text += ' ';
        const bool literal = each.text[0] == '"' || each.text[0] == '\'';
        for (const char c : each.text) {
            if (literal && (c == '"' || c == '\\')) t.text += '\\';
            t.text += c;
        }
    }
    t.text += '"';
    return t;
}

}  // namespace stockham::internal
