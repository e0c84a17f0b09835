// The parameters of a kernel, with the launch's arguments for them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch.hpp"

namespace stockham::internal {

/// Collects declarations and arguments together. For a launch with members it also writes the lines that select a
/// member's memory, so that a kernel's body is the same with and without members.
class kernel_parameters {
  public:
    /// `workspace_bytes`: of one member. `of_row`: the precision, if members are rows.
    kernel_parameters(const member_access&, std::uint64_t workspace_bytes, precision of_row = precision::f32);

    /// A parameter that is the same for all members.
    void add(const std::string& declaration, argument);
    /// A pointer of this type. If each member has its own, `name` becomes a variable.
    void add_pointer(const std::string& type, const std::string& name, argument, bool restricted = false);

    const std::string& declarations() const { return declarations_; }
    /// Lines for the start of the kernel's body.
    const std::string& selection() const { return selection_; }
    std::vector<argument> take_arguments() { return std::move(arguments_); }
    std::size_t count() const { return arguments_.size(); }

  private:
    std::string number(std::size_t column) const;
    void add_row_numbers(precision);
    bool is_of_row(const std::string& name) const;
    void add_workspace(const std::string& type, const std::string& name);
    void add_members(const std::string& type, const std::string& name, buffer);

    member_access members_;
    std::uint64_t workspace_bytes_;
    std::string declarations_, selection_;
    std::vector<argument> arguments_;
};

}  // namespace stockham::internal
