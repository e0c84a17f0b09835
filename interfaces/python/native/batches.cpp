// Batches of transforms that differ, on handles passed from Python and on arrays in host memory.
#include <algorithm>
#include <cstring>

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "plans.hpp"

namespace {

// A forked child does not release its OpenCL objects.
struct python_batch {
    std::vector<stockham::transform> what;
    std::unique_ptr<stockham::batch> batch;

    python_batch(cl_integer context, cl_integer device, const std::vector<stockham::transform>& all) : what(all) {
        check_process();
        interpreter_unlocked unlocked;
        batch = std::make_unique<stockham::batch>(as<cl_context>(context), as<cl_device_id>(device), all);
    }
    ~python_batch() {
        if (is_forked_child()) static_cast<void>(batch.release());
    }
};

// Returns a new event that the caller owns. The GIL stays locked, as for a plan.
cl_integer enqueue_batch(const python_batch& self, cl_integer queue, const std::vector<memory_argument>& inputs,
                         const std::vector<std::size_t>& input_offsets, const std::vector<memory_argument>& outputs,
                         const std::vector<std::size_t>& output_offsets, const memory_argument& workspace,
                         const std::vector<cl_integer>& wait) {
    check_process();
    std::vector<stockham::batch_item> items;
    items.reserve(inputs.size());
    for (std::size_t k = 0; k < inputs.size(); ++k)
        items.push_back({memory_of(inputs[k]), memory_of(outputs[k]), input_offsets[k], output_offsets[k]});
    stockham::buffers shared;
    shared.workspace = memory_of(workspace);
    const std::vector<cl_event> events = events_of(wait);
    return as_integer(self.batch->enqueue(as<cl_command_queue>(queue), items, shared,
                                          static_cast<cl_uint>(events.size()),
                                          events.empty() ? nullptr : events.data()));
}

// One side of all transforms in one buffer: where each begins, and the bytes of all.
struct joined_side {
    std::vector<std::size_t> begin, bytes;
    std::size_t size = 0;

    void add(std::size_t count) {
        constexpr std::size_t line = 256;
        begin.push_back(size);
        bytes.push_back(count);
        size += (count + line - 1) / line * line;
    }
};

// Takes the arrays' addresses. The caller keeps the arrays alive, which have the sizes of the transforms.
void run_arrays(const python_batch& self, const stockham::session& on, const std::vector<cl_integer>& inputs,
                const std::vector<cl_integer>& outputs) {
    check_process();
    interpreter_unlocked unlocked;
    joined_side in, out;
    for (const auto& t : self.what) {
        in.add(input_bytes(t));
        out.add(output_bytes(t));
    }
    // Arrays of transforms in place are inputs in the buffer of the outputs.
    std::vector<char> staged(in.size), results(out.size);
    std::vector<stockham::batch_item> items;
    bool any_in_place = false;
    const auto from = on.buffer(in.size), to = on.buffer(out.size);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        const bool in_place = self.what[k].placement == stockham::placement::in_place;
        any_in_place = any_in_place || in_place;
        std::memcpy(in_place ? &results[out.begin[k]] : &staged[in.begin[k]], as<const void*>(inputs[k]), in.bytes[k]);
        if (in_place)
            items.push_back({to.get(), nullptr, out.begin[k]});
        else
            items.push_back({from.get(), to.get(), in.begin[k], out.begin[k]});
    }
    on.upload(from.get(), in.size, staged.data());
    if (any_in_place) on.upload(to.get(), out.size, results.data());
    self.batch->execute(on.queue(), items);
    on.download(to.get(), out.size, results.data());
    for (std::size_t k = 0; k < outputs.size(); ++k)
        std::memcpy(as<void*>(outputs[k]), &results[out.begin[k]], out.bytes[k]);
}

}  // namespace

void add_batches(nb::module_& m) {
    nb::class_<python_batch>(m, "Batch")
        .def(nb::init<cl_integer, cl_integer, const std::vector<stockham::transform>&>(), nb::arg("context"),
             nb::arg("device"), nb::arg("what"))
        .def_prop_ro("workspace_size", [](const python_batch& b) { return b.batch->workspace_size(); })
        .def("to_string", [](const python_batch& b) { return b.batch->to_string(); })
        .def("enqueue", &enqueue_batch, nb::arg("queue"), nb::arg("inputs"), nb::arg("input_offsets"),
             nb::arg("outputs"), nb::arg("output_offsets"), nb::arg("workspace"), nb::arg("wait"))
        .def(
            "run",
            [](const python_batch& b, const python_session& s, const std::vector<cl_integer>& inputs,
               const std::vector<cl_integer>& outputs) { run_arrays(b, *s.session, inputs, outputs); },
            nb::arg("session"), nb::arg("inputs"), nb::arg("outputs"));
}
