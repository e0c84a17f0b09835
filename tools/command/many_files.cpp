// The input pictures of a command and the outputs that belong to them: one file, or many files and an output folder.
#include "command/many_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fnmatch.h>
#include <glob.h>
#include <sys/stat.h>

#include "fault.hpp"
#include "format/format.hpp"
#include "format/gzip.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

bool exists(const std::string& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

// A text that sorts as the name with its numbers as numbers: their length goes before their digits.
std::string natural_key(const std::string& name) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string key;
    for (std::size_t at = 0; at < name.size();) {
        if (!is_digit(name[at])) {
            key += name[at++];
            continue;
        }
        while (at + 1 < name.size() && name[at] == '0' && is_digit(name[at + 1])) ++at;
        const std::size_t first = at;
        while (at < name.size() && is_digit(name[at])) ++at;
        key += '0';
        key += static_cast<char>(std::min<std::size_t>(at - first, 255));
        key += name.substr(first, at - first);
    }
    return key;
}

std::vector<std::string> matches_of(const std::string& argument) {
    const picture_path split = split_path(argument);
    glob_t found{};
    const int code = ::glob(split.file.c_str(), 0, nullptr, &found);
    std::vector<std::string> paths;
    for (std::size_t k = 0; code == 0 && k < found.gl_pathc; ++k) paths.emplace_back(found.gl_pathv[k]);
    ::globfree(&found);
    if (code == GLOB_NOSPACE) throw std::bad_alloc();
    if (paths.empty()) throw usage_error(fmt::format("PICTURE: no file matches {}", split.file));
    if (!split.member.empty())
        for (auto& path : paths) path += ":" + split.member;
    return paths;
}

// The real path of a folder, which need not exist yet, with a slash at its end.
std::string real_folder(const fs::path& folder) {
    std::error_code ignored;
    fs::path real = fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder, ignored), ignored);
    if (real.has_filename()) real /= "";
    return real.string();
}

bool is_within(const std::string& real, const std::string& folder) {
    return real.compare(0, folder.size(), folder) == 0;
}

// Outputs among the inputs would replace inputs, or be inputs of the next run.
void check_folder(const file_options& o, const file_list& list) {
    const std::string out = real_folder(list.folder);
    for (const auto& pair : list.pairs) {
        const fs::path file = split_path(pair.input).file;
        if (is_within(real_folder(file.parent_path()), out))
            throw usage_error(
                fmt::format("--output: {} is in the output folder {}; choose another folder", pair.input, list.folder));
    }
    for (const std::string& argument : o.inputs) {
        if (!is_pattern(argument)) continue;
        const fs::path pattern = split_path(argument).file;
        const std::string folders = real_folder(pattern.parent_path());
        if (::fnmatch(folders.c_str(), out.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0)
            throw usage_error(fmt::format("--output: the pattern {} would also match the outputs in {}; choose another "
                                          "folder",
                                          argument, list.folder));
    }
}

// stem.tif; of a member of a file, stem-member.tif.
std::string output_name_of(const std::string& input, const std::string& extension) {
    const picture_path split = split_path(input);
    std::string member = split.member;
    std::replace(member.begin(), member.end(), '/', '-');
    const std::string link = member.empty() || member.front() == '-' ? "" : "-";
    return fs::path(name_without_gz(split.file)).stem().string() + link + member + extension;
}

// The file that a path leads to; one that does not exist has the path that it would get.
std::string real_file(const std::string& path) {
    std::error_code ignored;
    const fs::path file = split_path(path).file;
    const fs::path real = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
    return (real.empty() ? file : real).string();
}

// Each output is a file of its own, and no input.
void check_outputs(const std::vector<file_pair>& pairs) {
    std::map<std::string, const file_pair*> by_input, by_output;
    for (const auto& pair : pairs) by_input.emplace(real_file(pair.input), &pair);
    for (const auto& pair : pairs) {
        const std::string output = real_file(pair.output);
        const auto [found, is_new] = by_output.emplace(output, &pair);
        if (!is_new)
            throw usage_error(fmt::format("PICTURE: {} and {} would both be written to {}", found->second->input,
                                          pair.input, pair.output));
        if (const auto input = by_input.find(output); input != by_input.end())
            throw usage_error(fmt::format("PICTURE: the output of {}, {}, would replace the input {}", pair.input,
                                          pair.output, input->second->input));
    }
}

}  // namespace

bool is_pattern(const std::string& path) {
    const std::string file = split_path(path).file;
    return path != "-" && file.find_first_of("*?[") != file.npos && !exists(file);
}

std::vector<std::string> list_frames(const std::vector<std::string>& arguments) {
    std::vector<std::string> frames;
    for (const std::string& argument : arguments) {
        const bool by_pattern = is_pattern(argument);
        for (const std::string& path : by_pattern ? matches_of(argument) : std::vector<std::string>{argument}) {
            check_match({path, {}, by_pattern, {}});
            frames.push_back(path);
        }
    }
    std::sort(frames.begin(), frames.end(), [](const std::string& a, const std::string& b) {
        return std::pair(natural_key(a), a) < std::pair(natural_key(b), b);
    });
    return frames;
}

file_list list_files(const file_options& o, const std::function<std::string(const std::string& input)>& extension) {
    std::error_code ignored;
    const bool has_pattern = std::any_of(o.inputs.begin(), o.inputs.end(), is_pattern);
    const bool has_folder = !o.output.empty() && (o.output.back() == '/' || fs::is_directory(o.output, ignored));
    if (o.stack) {
        if (has_folder)
            throw usage_error("--output: --stack makes one file of all inputs; name it, such as -o out.tif");
        const auto frames = list_frames(o.inputs);
        return {{{frames.front(), o.output, false, frames}}, {}};
    }
    if (o.inputs.size() == 1 && !has_pattern && !has_folder) return {{{o.inputs.front(), o.output, false, {}}}, {}};
    if (o.output.empty() || o.output == "-")
        throw usage_error("--output: several pictures need an output folder, such as -o out/");
    if (exists(o.output) && !fs::is_directory(o.output, ignored))
        throw usage_error(
            fmt::format("--output: {} is a file; several pictures need an output folder, such as -o out/", o.output));
    if (!has_folder && fs::path(o.output).has_extension() && format_by_extension(extension_of(o.output)) != nullptr)
        throw usage_error(fmt::format("--output: {} is the name of one picture; several need an output folder, such as "
                                      "-o out/",
                                      o.output));
    file_list list;
    list.folder = o.output;
    for (const std::string& argument : o.inputs) {
        if (argument == "-") throw usage_error("PICTURE: standard input has no name for an output in a folder");
        const bool by_pattern = is_pattern(argument);
        const auto paths = by_pattern ? matches_of(argument) : std::vector<std::string>{argument};
        for (const auto& path : paths)
            list.pairs.push_back(
                {path, (fs::path(o.output) / output_name_of(path, extension(path))).string(), by_pattern, {}});
    }
    check_folder(o, list);
    check_outputs(list.pairs);
    return list;
}

void check_match(const file_pair& pair) {
    const std::string file = split_path(pair.input).file;
    std::error_code ignored;
    const fs::file_type type = fs::status(file, ignored).type();
    const bool waits = type == fs::file_type::fifo || type == fs::file_type::socket ||
                       type == fs::file_type::character || type == fs::file_type::block;
    if (pair.by_pattern && waits)
        throw job_error(
            fmt::format("{}: is a pipe, a device or a socket; to read from it, name it without a pattern", file));
}

bool is_up_to_date(const file_pair& pair) {
    struct stat in {
    }, out{};
    if (::stat(split_path(pair.input).file.c_str(), &in) != 0) return false;
    if (::stat(split_path(pair.output).file.c_str(), &out) != 0 || !S_ISREG(out.st_mode)) return false;
    const auto time = [](const struct stat& about) { return std::pair(about.st_mtim.tv_sec, about.st_mtim.tv_nsec); };
    return time(out) > time(in);
}

}  // namespace stockham::tools
