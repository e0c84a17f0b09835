// The macros that a callback's text defines, and their expansion.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// The macros known at one point of a text. Macros in `left` are not replaced, because only the compiler knows their
/// definition.
class macro_table {
  public:
    macro_table(const std::string& callback, const std::set<std::string>& left) : callback_(callback), left_(left) {}

    /// Reads a line "# define NAME .." or "# undef NAME". Throws callback_error if it is malformed.
    void define(const std::vector<token>& line);
    void undefine(const std::vector<token>& line);

    /// True if a macro has this name; empty if only the compiler knows.
    std::optional<bool> defines(const std::string& name) const;

    /// The tokens with all macros replaced. Throws callback_error if arguments do not match their macro.
    std::vector<token> expanded(const std::vector<token>&);

    /// All macros to leave to the compiler: `left`, those found since, and those that they require.
    std::set<std::string> to_leave() const;
    /// Records a macro whose definition depends on a condition that only the compiler can evaluate.
    void leave(const std::string& name) { depends_.insert(name); }

    /// Names that the text defined or undefined anywhere.
    std::set<std::string> names() const;

  private:
    struct macro {
        bool has_parameters = false;
        std::vector<std::string> parameters;
        std::vector<token> body;
    };
    using arguments = std::vector<std::vector<token>>;
    using names_set = std::set<std::string>;

    const macro* macro_of(const token&) const;
    std::vector<token> expanded(std::vector<token>, unsigned depth);
    arguments read_arguments(const token& name, const macro&, std::vector<token>& rest, names_set& hidden) const;
    std::vector<token> substituted(const token& name, const macro&, const arguments&, const names_set& hidden,
                                   unsigned depth);
    std::vector<token> operand(const token& name, const macro&, const arguments&, std::size_t& at);
    void paste(const token& name, std::vector<token>& left, const std::vector<token>& right) const;
    token quoted(const token& at, const std::vector<token>& argument) const;
    void need_known(const token& name, const std::vector<token>& argument);

    std::string callback_;
    std::set<std::string> left_, depends_, pastes_unknown_;
    std::map<std::string, macro> macros_;
    std::set<std::string> undefined_;
    std::map<std::string, std::set<std::string>> mentions_;  // names in all bodies of a macro
    std::size_t made_ = 0;                                   // tokens made by all expansions
};

}  // namespace stockham::internal
