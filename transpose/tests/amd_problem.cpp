// amd_problem DEVICE PROBLEM FOLDER: runs a transpose planned for a device description and writes the expected result,
// for the interpreter of AMD machine code (tests/amd/). Problems look like `transpose complex_f32 35x19 order=1,0 b2
// in`; the word `plain` chooses the kernel without local memory.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "cases.hpp"
#include "runtime/execute/execution.hpp"
#include "runtime/opencl/opencl.hpp"
#include "runtime/programs/context_state.hpp"
#include "transpose/numbers.hpp"
#include "transpose/permutation.hpp"

using namespace stockham;
using namespace stockham::internal;

namespace {

std::vector<std::size_t> numbers_in(std::string text) {
    for (char& c : text)
        if (c < '0' || c > '9') c = ' ';
    std::istringstream words(text);
    return {std::istream_iterator<std::size_t>(words), {}};
}

permutation parse(const std::string& text) {
    permutation p;
    std::istringstream words(text);
    std::string word;
    words >> word >> word;
    for (const element e : testing::elements)
        if (element_name(e) == word) p.element = e;
    while (words >> word) {
        if (word.rfind("order=", 0) == 0) p.order = numbers_in(word);
        if (word[0] == 'b') p.batch = numbers_in(word).at(0);
        if (word == "in") p.placement = placement::in_place;
        if (word == "plain") p.plain = true;
        if (word[0] >= '1' && word[0] <= '9') p.lengths = numbers_in(word);
    }
    return p;
}

template <class Number>
void run(const permutation& p, const device_description& card, const std::string& folder) {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    check_cl(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int code = CL_SUCCESS;
    const context_object context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    const queue_object queue(clCreateCommandQueue(context.get(), device, 0, &code));
    check_cl(code, "clCreateCommandQueue");

    const std::size_t each = element_bytes(p.element) / sizeof(Number);
    std::vector<Number> numbers(element_count(p) * each);
    std::iota(numbers.begin(), numbers.end(), Number(1));
    std::vector<long double> expected(numbers.size());
    testing::for_each_element(p, [&](std::uint64_t source, std::uint64_t target) {
        for (std::size_t k = 0; k < each; ++k) expected[target * each + k] = numbers[source * each + k];
    });
    const auto buffer = [&](std::size_t bytes, void* data) {
        memory_object made(
            clCreateBuffer(context.get(), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0U), bytes, data, &code));
        check_cl(code, "clCreateBuffer");
        return made;
    };
    const transpose_plan plan = plan_permutation(p, card);
    const executable made(*context_state::of(context.get()), device, plan.launches);
    const auto in = buffer(numbers.size() * sizeof(Number), numbers.data());
    const auto out = buffer(numbers.size() * sizeof(Number), nullptr);
    const auto workspace = buffer(std::max<std::size_t>(plan.workspace_bytes, 16), nullptr);
    made.enqueue(queue.get(), execution_buffers(in.get(), out.get(), workspace.get()), 0, nullptr);
    check_cl(clFinish(queue.get()), "clFinish");

    std::ofstream(folder + "/expected.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(expected.data()), std::streamsize(expected.size() * sizeof(long double)));
    std::ofstream(folder + "/marks.bin", std::ios::binary) << std::string(expected.size(), '\2');
    const cl_mem result = p.placement == placement::in_place ? in.get() : out.get();
    std::ofstream(folder + "/problem.json") << "{\"outputs\": [" << reinterpret_cast<std::uintptr_t>(result)
                                            << "], \"number_bytes\": " << sizeof(Number) << ", \"gate\": 0}\n";
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count != 4) throw std::runtime_error("usage: amd_problem DEVICE PROBLEM FOLDER");
        const permutation p = parse(arguments[2]);
        const bool is_double = p.element == element::real_f64 || p.element == element::complex_f64;
        (is_double ? run<double> : run<float>)(p, named_description(arguments[1]), arguments[3]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
