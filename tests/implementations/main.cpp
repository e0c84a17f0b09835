// Runs small kernels that show faults of OpenCL implementations, on the device that STOCKHAM_DEVICE names:
//
//   implementation-faults [FILE.cl..]       (default: all files of this folder)
//
// Comments in a file describe the launch and the right result. Numbers are unsigned 32-bit words:
//
//   // launch: GLOBAL LOCAL          work-items of the launch and of a work-group
//   // in: WORDS                     the first argument: a buffer with 0, 1, 2, ..
//   // by value: WORD..              the next argument: a structure of these words by value
//   // right: WORD..                 the last argument: a buffer, and its contents after the kernel `it`
//
// Each file runs in a separate process, because some kernels end it. It prints one line per file: the name, then
// `right`, `WRONG` with the first wrong word, `REFUSED` with an error, `CRASHED` or `HANGS`. The exit code is the
// number of files that are not right.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <signal.h>
#include <stockham/stockham.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using words = std::vector<cl_uint>;

constexpr unsigned seconds_to_run = 60;

struct experiment {
    std::string source;
    std::size_t global = 1, local = 1, in = 0;
    words by_value, right;
};

experiment read_experiment(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read it");
    experiment e;
    for (std::string line; std::getline(file, line); e.source += line + "\n") {
        const auto colon = line.find(": ");
        if (line.rfind("// ", 0) != 0 || colon == line.npos) continue;
        const auto name = line.substr(3, colon - 3);
        std::istringstream numbers(line.substr(colon + 2));
        if (name == "launch") numbers >> e.global >> e.local;
        if (name == "in") numbers >> e.in;
        if (name == "by value" || name == "right")
            for (cl_uint word = 0; numbers >> word;) (name == "right" ? e.right : e.by_value).push_back(word);
    }
    if (e.right.empty()) throw std::runtime_error("it has no `right:` line");
    return e;
}

words counted(std::size_t count) {
    words all(count);
    for (std::size_t k = 0; k < count; ++k) all[k] = static_cast<cl_uint>(k);
    return all;
}

void must(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw std::runtime_error(std::string(call) + " failed: " + std::to_string(code));
}

/// The contents of the last argument after the kernel.
words run(const experiment& e) {
    const cl_device_id device = stockham::choose_device();
    cl_int code = CL_SUCCESS;
    const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    must(code, "clCreateContext");
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    must(code, "clCreateCommandQueue");
    const char* text = e.source.c_str();
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    must(code, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, "-cl-std=CL1.2 -cl-mad-enable", nullptr, nullptr), "clBuildProgram");
    const cl_kernel kernel = clCreateKernel(program, "it", &code);
    must(code, "clCreateKernel");
    cl_uint index = 0;
    const auto buffer = [&](words contents) {
        const cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                             contents.size() * sizeof(cl_uint), contents.data(), &code);
        must(code, "clCreateBuffer");
        must(clSetKernelArg(kernel, index++, sizeof memory, &memory), "clSetKernelArg");
        return memory;
    };
    if (e.in) buffer(counted(e.in));
    if (!e.by_value.empty())
        must(clSetKernelArg(kernel, index++, e.by_value.size() * sizeof(cl_uint), e.by_value.data()), "clSetKernelArg");
    words found(e.right.size(), 0xdeadbeef);
    const cl_mem out = buffer(found);
    must(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &e.global, &e.local, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
    must(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, found.size() * sizeof(cl_uint), found.data(), 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
    return found;
}

/// Runs a file and returns its result as a line. The process may end here.
std::string outcome(const std::string& path) {
    try {
        const auto e = read_experiment(path);
        const auto found = run(e);
        const auto wrong = std::mismatch(found.begin(), found.end(), e.right.begin());
        if (wrong.first == found.end()) return "right";
        return "WRONG: word " + std::to_string(wrong.first - found.begin()) + " is " + std::to_string(*wrong.first) +
               ", not " + std::to_string(*wrong.second);
    } catch (const std::exception& e) {
        return std::string("REFUSED: ") + e.what();
    }
}

/// Runs it in a child process, which returns the line through a pipe.
std::string outcome_of_child(const std::string& path) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
        alarm(seconds_to_run);
        const auto text = outcome(path);
        const bool sent = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        _exit(sent ? 0 : 1);  // some runtimes crash when a process exits
    }
    close(ends[1]);
    std::string text;
    std::array<char, 512> block{};
    for (ssize_t got = 0; (got = read(ends[0], block.data(), block.size())) > 0;)
        text.append(block.data(), static_cast<std::size_t>(got));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (!text.empty()) return text;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "HANGS" : "CRASHED";
}

std::vector<std::string> all_files() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(STOCKHAM_IMPLEMENTATIONS))
        if (entry.path().extension() == ".cl") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

int main(int count, char** paths) {
    const auto files = count > 1 ? std::vector<std::string>(paths + 1, paths + count) : all_files();
    int wrong = 0;
    for (const auto& path : files) {
        const auto text = outcome_of_child(path);
        wrong += text != "right";
        std::printf("%-28s %s\n", std::filesystem::path(path).stem().c_str(), text.c_str());
        std::fflush(stdout);
    }
    return wrong;
}
