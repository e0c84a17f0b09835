// Runs probes on their own buffers, compares the results, and remembers the families found correct.
#include "runtime/first_use/first_use.hpp"

#include <algorithm>
#include <utility>

#include <stockham/error.hpp>

#include "base/bounded_map.hpp"
#include "base/immortal.hpp"
#include "base/messages/switch.hpp"
#include "base/plain_text.hpp"
#include "runtime/execute/executable.hpp"
#include "runtime/programs/program_store.hpp"

namespace stockham::internal {

namespace {

/// Fills buffers with NaNs, which no transform of a probe's input produces.
constexpr unsigned char poison_byte = 0xff;
/// A fault may show only sometimes, so each probe runs this often.
constexpr unsigned repeats = 2;

memory_object buffer_of(cl_context context, const std::vector<std::byte>& bytes) {
    cl_int code = CL_SUCCESS;
    auto* data = const_cast<std::byte*>(bytes.data());
    memory_object memory(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(), data, &code));
    check_cl(code, "clCreateBuffer");
    return memory;
}

std::vector<std::byte> poisoned(std::size_t bytes) {
    return std::vector<std::byte>(std::max<std::size_t>(bytes, 1), std::byte{poison_byte});
}

/// The output of one execution, and whether any byte of it changed.
struct outcome {
    std::vector<std::byte> output;
    bool written = false;
};

outcome run(const probe& p, const executable& kernels, cl_context context, cl_device_id device) {
    const queue_object queue = make_queue(context, device);
    const auto input = buffer_of(context, p.input), workspace = buffer_of(context, poisoned(p.workspace_bytes));
    const auto output = p.in_place ? input : buffer_of(context, poisoned(p.output_bytes));
    const auto read = [&] {
        std::vector<std::byte> found(p.output_bytes);
        check_cl(
            clEnqueueReadBuffer(queue.get(), output.get(), CL_TRUE, 0, found.size(), found.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
        return found;
    };
    const auto before = read();
    kernels.enqueue(queue.get(), execution_buffers(input.get(), output.get(), workspace.get()), 0, nullptr,
                    executable::events::none);
    auto after = read();
    const bool written = after != before;
    return {std::move(after), written};
}

/// The first fault of several runs; empty if all are right.
std::string fault_of(const probe& p, const executable& kernels, cl_context context, cl_device_id device) {
    for (unsigned k = 0; k < repeats; ++k) {
        const auto found = run(p, kernels, context, device);
        const auto error = p.error(found.output);
        if (error <= p.most) continue;  // false for NaN
        return found.written ? error_text(error) : "the kernels were not executed: no byte of the output changed";
    }
    return {};
}

struct question {
    device_description device;
    std::string text;

    std::string key() const { return device.platform + '\n' + device.name + '\n' + device.driver + '\n' + text; }
};

question question_of(context_state& context, cl_device_id device, const checked_family& family) {
    return {context.description(device), "kernels " + family.kernels + " of the family " + family.name + " are right"};
}

bounded_map<std::string, bool>& found_correct() {
    constexpr map_limits most{1024, 0};  // families times devices, drivers and kernel texts
    static auto& right = immortal<bounded_map<std::string, bool>>(most);
    return right;
}

}  // namespace

std::string error_text(double error) {
    return "the output has a relative error of " + number_text(error, 2);
}

bool checks_first_use() {
    return is_switched_on("STOCKHAM_CHECK");
}

double max_error(precision p) {
    return p == precision::f64 ? 1e-13 : 1e-5;
}

void refuse(const device_description& d, const std::string& family, const std::string& what, const std::string& why) {
    throw unsupported_error("check at first use", "'" + d.name + "' (" + d.platform + ", driver " + d.driver +
                                                      ") does not run kernels of the family '" + family +
                                                      "' correctly: in " + what + ", " + why +
                                                      " (STOCKHAM_CHECK=off skips this check)");
}

void examine(context_state& context, cl_device_id device, const checked_family& family) {
    const auto p = family.make();
    const auto description = context.description(device);
    std::string fault;
    try {
        const executable kernels(context, device, p.launches);
        fault = fault_of(p, kernels, context.context(), device);
    } catch (const opencl_error& e) {
        if (is_lack_of_memory(e.code())) throw;
        refuse(description, family.name, p.what, e.what());
    }
    if (!fault.empty()) refuse(description, family.name, p.what, fault);
}

bool is_known_correct(context_state& context, cl_device_id device, const checked_family& family) {
    const auto asked = question_of(context, device, family);
    note_answer(asked.device, asked.text);
    return found_correct().find(asked.key()) || known_answer(asked.device, asked.text);
}

void record_correct(context_state& context, cl_device_id device, const checked_family& family) {
    const auto asked = question_of(context, device, family);
    found_correct().get(asked.key(), [&] {
        remembered_answer(asked.device, asked.text, [] { return std::string("yes"); });
        return true;
    });
}

void check_first_use(context_state& context, cl_device_id device, const checked_family& family) {
    const auto asked = question_of(context, device, family);
    found_correct().get(asked.key(), [&] {
        remembered_answer(asked.device, asked.text, [&] {
            examine(context, device, family);
            return std::string("yes");
        });
        return true;
    });
}

}  // namespace stockham::internal
