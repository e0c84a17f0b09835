// The input pictures of a command and the outputs that belong to them: one file, or many files and an output folder.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stockham::tools {

/// The files of a command as they were given.
struct file_options {
    std::vector<std::string> inputs;
    std::string output;
    bool resume = false;
    bool stack = false;  ///< the inputs are the pages of one stack
};

struct file_pair {
    std::string input;
    std::string output;
    bool by_pattern = false;          ///< the input matched a pattern of the command
    std::vector<std::string> frames;  ///< of a stack, with `input` the first; empty: the input is one file
};

/// The files that the arguments name. A pattern with * ? or [ ] is expanded by the command, unless a file has that
/// name.
struct file_list {
    std::vector<file_pair> pairs;
    std::string folder;  ///< of the outputs; empty: the output is a file, and there is one input

    bool is_many() const noexcept { return !folder.empty(); }
};

/// True if an argument is a pattern with * ? or [ ], and no file has that name.
bool is_pattern(const std::string& argument);

/// The files that arguments and patterns name, in the order of the numbers in their names: frame2 before frame10.
/// Throws usage_error for a pattern that matches nothing, and as check_match().
std::vector<std::string> list_frames(const std::vector<std::string>& arguments);

/// With `stack`, all inputs make one pair. Otherwise several inputs, a pattern, or an output that is a folder or ends
/// in a slash make a list of many. `extension` returns the extension of an input's output, such as ".tif". Throws
/// usage_error for a pattern that matches nothing, several inputs without an output folder, a stack with one, two
/// inputs with one output, an output that is an input, and inputs that are in the output folder or would be at the next
/// run. Links count as the files that they lead to.
file_list list_files(const file_options&, const std::function<std::string(const std::string& input)>& extension);

/// Throws job_error if a pattern matched a named pipe, a device or a socket: opening it may wait for another program.
void check_match(const file_pair&);

/// True if the output is a regular file that was changed later than the input. Outputs appear when they are complete.
bool is_up_to_date(const file_pair&);

}  // namespace stockham::tools
