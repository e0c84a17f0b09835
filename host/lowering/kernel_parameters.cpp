// Parameters of a kernel for one execution or for several, and the choice of its pointers.
#include "lowering/kernel_parameters.hpp"

#include <optional>
#include <utility>

namespace stockham::internal {

namespace {

/// The column of the table with the offsets of this buffer's members; none: all members share the buffer.
std::optional<unsigned> column_of(buffer which) {
    switch (which) {
    case buffer::input:
        return 0;
    case buffer::output:
        return 1;
    case buffer::input_imaginary:
        return 2;
    case buffer::output_imaginary:
        return 3;
    default:
        return {};
    }
}

/// The pointer of the member whose number has these low bits, among `count` parameters from `first` on: a tree of
/// choices, as deep as the number has bits.
std::string chosen(const std::string& name, unsigned first, unsigned count) {
    if (count == 1) return name + "_" + std::to_string(first);
    const auto half = count / 2;
    return "(member & " + std::to_string(half) + " ? " + chosen(name, first + half, half) + " : " +
           chosen(name, first, half) + ")";
}

/// The pointer, as many bytes further on. (Pointers to half and void know no arithmetic.)
std::string moved(const std::string& type, const std::string& pointer, const std::string& bytes) {
    const std::string each = type.find("const") == std::string::npos ? "global char*" : "global const char*";
    return "(" + type + ")((" + each + ")" + pointer + " + " + bytes + ")";
}

}  // namespace

kernel_parameters::kernel_parameters(const member_access& members, std::uint64_t workspace_bytes, precision of_row)
    : members_(members), workspace_bytes_(workspace_bytes) {
    if (!members_) return;
    selection_ = "    const uint member = get_group_id(1);\n";
    if (!members_.table) return;
    add("global const ulong* table", member_table{});
    add("const uint first_member", first_member{});
    if (members_.rows) add_row_numbers(of_row);
}

/// The text of a number of the member in the table.
std::string kernel_parameters::number(std::size_t column) const {
    return "table[" + std::to_string(members_.columns()) + " * (first_member + member) + " + std::to_string(column) +
           "]";
}

/// The numbers of a row, as variables with the names that a pass has for the same of all rows.
void kernel_parameters::add_row_numbers(precision p) {
    add("global const element* of_rows", buffer::spectrum);
    const auto declare = [&](const std::string& declaration, const std::string& value) {
        selection_ += "    " + declaration + " = " + value + ";\n";
    };
    auto column = member_offsets;
    declare("const uint row_length", "(uint)" + number(column++));
    for (const auto* name : {"in_chirp", "out_chirp", "spectrum"})
        declare(std::string("global const element* ") + name, "of_rows + " + number(column++));
    declare("const REAL scale",
            p == precision::f64 ? "as_double(" + number(column) + ")" : "as_float((uint)" + number(column) + ")");
}

bool kernel_parameters::is_of_row(const std::string& name) const {
    return members_.rows && (name == "in_chirp" || name == "out_chirp" || name == "spectrum" || name == "scale");
}

void kernel_parameters::add(const std::string& declaration, argument value) {
    declarations_ += (declarations_.empty() ? "" : ", ") + declaration;
    arguments_.push_back(std::move(value));
}

void kernel_parameters::add_pointer(const std::string& type, const std::string& name, argument value, bool restricted) {
    if (is_of_row(name)) return;
    const auto* which = std::get_if<buffer>(&value);
    if (members_ && which && *which == buffer::workspace) return add_workspace(type, name);
    if (members_ && which && column_of(*which)) return add_members(type, name, *which);
    add(type + (restricted ? " restrict " : " ") + name, std::move(value));
}

void kernel_parameters::add_workspace(const std::string& type, const std::string& name) {
    add(type + " " + name + "_of_all", buffer::workspace);
    selection_ += "    " + type + " " + name + " = " +
                  moved(type, name + "_of_all", "member * (ulong)" + std::to_string(workspace_bytes_)) + ";\n";
}

void kernel_parameters::add_members(const std::string& type, const std::string& name, buffer which) {
    for (unsigned m = 0; m < members_.buffers; ++m)
        add(type + " " + name + "_" + std::to_string(m), member_buffer{which, m});
    auto pointer = chosen(name, 0, members_.buffers);
    if (members_.table) pointer = moved(type, pointer, "(long)" + number(*column_of(which)));
    selection_ += "    " + type + " " + name + " = " + pointer + ";\n";
}

}  // namespace stockham::internal
