// The header of an NRRD file.
#include "format/nrrd_header.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

std::vector<double> components_of_vector(const std::string& vector) {
    std::vector<double> all;
    if (vector.empty() || vector[0] != '(') return all;
    for (std::size_t at = 1; at < vector.size();) {
        const std::size_t end = std::min(vector.find_first_of(",)", at), vector.size());
        const std::size_t first = std::min(vector.find_first_not_of(' ', at), end);
        all.push_back(internal::read_number(vector.substr(first, end - first)).value_or(0));
        at = end + 1;
    }
    return all;
}

std::size_t end_of_line(const file_bytes& file, std::size_t at) {
    while (at < file.size() && file[at] != '\n') ++at;
    return at;
}

nrrd_header::nrrd_header(const picture_data& data) : name_(data.name) {
    const auto next_line = [&] {
        const std::size_t end = end_of_line(data.bytes, data_offset_);
        if (end == data.bytes.size()) fail("its header does not end in an empty line");
        const auto text = data.bytes.part(data_offset_, end - data_offset_);
        std::string line(text.begin(), text.end());
        data_offset_ += line.size() + 1;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        return line;
    };
    next_line();  // NRRD0004
    for (std::string line = next_line(); !line.empty(); line = next_line()) add_line(line);
}

void nrrd_header::fail(const std::string& why) const {
    throw job_error(fmt::format("{}: broken NRRD: {}", name_, why));
}
void nrrd_header::refuse(const std::string& why) const {
    throw job_error(fmt::format("{}: {}", name_, why));
}

std::string nrrd_header::get(const std::string& field) const {
    const auto found = fields_.find(field);
    return found != fields_.end() ? found->second : "";
}

std::vector<std::string> nrrd_header::list(const std::string& field) const {
    std::vector<std::string> all;
    const std::string text = get(field);
    for (std::size_t at = 0; at < text.size();) {
        const char first = text[at];
        if (internal::is_space(first)) {
            ++at;
            continue;
        }
        std::size_t end = text.find_first_of(first == '"' ? "\"" : first == '(' ? ")" : " \t", at + 1);
        end = std::min(end, text.size());
        if (first == '"')
            all.push_back(text.substr(at + 1, end - at - 1));
        else
            all.push_back(text.substr(at, end - at + (first == '(' ? 1 : 0)));
        at = end + 1;
    }
    return all;
}

std::int64_t nrrd_header::whole(const std::string& field, std::int64_t missing) const {
    const std::string text = get(field);
    return text.empty() ? missing : number_of(text, field);
}

std::int64_t nrrd_header::number_of(const std::string& word, const std::string& field) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
        fail(fmt::format("its field \"{}\" has {}, which is no whole number", field, word.substr(0, 40)));
    return value;
}

left_out_list nrrd_header::left_out() const {
    static const char* known[] = {"type",      "dimension", "sizes",           "encoding",   "endian",      "spacings",
                                  "units",     "kinds",     "labels",          "centerings", "space units", "line skip",
                                  "byte skip", "space",     "space dimension", "min",        "max",         "old min",
                                  "old max",   "number",    "block size"};
    left_out_list list;
    for (const auto& [field, ignored] : fields_)
        if (std::find(std::begin(known), std::end(known), field) == std::end(known) &&
            (field != "space directions" || !is_along_axes()))
            list.push_back(field);
    if (keys_ > 0) list.push_back(count_text(keys_, "key with a value", "keys with values"));
    return list;
}

void nrrd_header::add_line(const std::string& line) {
    static const std::map<std::string, std::string> other_names = {
        {"datafile", "data file"}, {"centers", "centerings"},   {"lineskip", "line skip"},
        {"byteskip", "byte skip"}, {"blocksize", "block size"}, {"axismins", "axis mins"},
        {"axismaxs", "axis maxs"}, {"oldmin", "old min"},       {"oldmax", "old max"}};
    if (line[0] == '#') return;
    const std::size_t colon = line.find(':');
    if (colon == line.npos) fail(fmt::format("the line {} of its header has no colon", line.substr(0, 40)));
    if (line.compare(colon, 2, ":=") == 0) {
        ++keys_;
        return;
    }
    std::string field = internal::lower(line.substr(0, colon));
    if (const auto other = other_names.find(field); other != other_names.end()) field = other->second;
    const std::size_t first = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
    const std::size_t last = line.find_last_not_of(" \t");
    if (!fields_.emplace(field, first < line.size() ? line.substr(first, last + 1 - first) : "").second)
        fail(fmt::format("its header has the field \"{}\" twice", field.substr(0, 40)));
}

// True if the axes of the file are those of space, in their order and direction.
bool nrrd_header::is_along_axes() const {
    std::size_t place = 0;
    for (const std::string& vector : list("space directions")) {
        const std::vector<double> components = components_of_vector(vector);
        for (std::size_t k = 0; k < components.size(); ++k)
            if (k == place ? components[k] < 0 : components[k] != 0) return false;
        if (!components.empty()) ++place;
    }
    return true;
}

}  // namespace stockham::tools
