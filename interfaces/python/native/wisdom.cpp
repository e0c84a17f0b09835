// Wisdom and the program cache.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "process.hpp"

namespace {

using stockham::wisdom;

using entry_dict = nb::typed<nb::dict, nb::str, nb::object>;
using usage_dict = nb::typed<nb::dict, nb::str, nb::int_>;

entry_dict entry_of(const stockham::wisdom_entry& entry) {
    entry_dict all;
    all["problem"] = entry.problem;
    all["plan"] = entry.plan;
    all["device"] = entry.device;
    all["architecture"] = entry.architecture;
    all["vendor"] = entry.vendor;
    all["driver"] = entry.driver;
    all["library"] = entry.library;
    all["rigor"] = stockham::to_string(entry.how);
    all["seconds"] = entry.seconds;
    all["spread"] = entry.spread;
    all["estimate_seconds"] = entry.estimate_seconds;
    all["current"] = wisdom::is_current(entry);
    return all;
}

nb::typed<nb::list, entry_dict> entries_of(const wisdom& self) {
    nb::typed<nb::list, entry_dict> all;
    for (const auto& each : self.entries()) all.append(entry_of(each));
    return all;
}

usage_dict usage_of(const stockham::program_cache_usage& usage) {
    usage_dict all;
    all["entries"] = usage.entries;
    all["bytes"] = usage.bytes;
    return all;
}

usage_dict export_programs(cl_integer device, const std::vector<std::string>& problems, const std::string& path) {
    check_process();
    stockham::program_cache_usage made;
    {
        interpreter_unlocked unlocked;
        std::vector<stockham::transform> transforms;
        for (const auto& each : problems) transforms.push_back(stockham::parse_transform(each));
        made = stockham::export_programs(as<cl_device_id>(device), transforms, path);
    }
    return usage_of(made);
}

usage_dict export_used_programs(cl_integer device, const nb::object& work, const std::string& path) {
    check_process();
    stockham::program_cache_usage made;
    {
        interpreter_unlocked unlocked;
        const auto call = [&] {
            const interpreter_locked locked;
            call_python(work);
        };
        made = stockham::export_used_programs(as<cl_device_id>(device), call, path);
    }
    return usage_of(made);
}

usage_dict import_programs(cl_integer device, const std::string& path) {
    check_process();
    stockham::program_cache_usage added;
    {
        interpreter_unlocked unlocked;
        added = stockham::import_programs(as<cl_device_id>(device), path);
    }
    return usage_of(added);
}

void use_cache(const std::string& folder, std::uint64_t most_bytes) {
    stockham::program_cache cache;
    cache.folder = folder;
    cache.most_bytes = most_bytes;
    stockham::use_program_cache(cache);
}

}  // namespace

void add_wisdom(nb::module_& m) {
    nb::class_<wisdom>(m, "Wisdom")
        .def(nb::init<>())
        .def("entries", &entries_of)
        .def("text", &wisdom::text)
        .def(
            "merge_text", [](wisdom& self, const std::string& text) { self.merge_text(text); }, nb::arg("json"))
        .def("merge_file", &wisdom::merge_file, nb::arg("path"))
        .def("merge_into_file", &wisdom::merge_into_file, nb::arg("path"), nb::call_guard<interpreter_unlocked>())
        .def("write_file", &wisdom::write_file, nb::arg("path"), nb::call_guard<interpreter_unlocked>())
        .def(
            "forget",
            [](wisdom& self, const std::string& problem, const std::string& device) {
                return self.forget(problem, device);
            },
            nb::arg("problem"), nb::arg("device") = "");
    m.def("standard_wisdom", &wisdom::standard, nb::rv_policy::reference);
    m.def("wisdom_user_file", &wisdom::user_file);
    m.def("use_cache", &use_cache, nb::arg("folder"), nb::arg("most_bytes"));
    m.def("cache_folder", [] { return stockham::current_program_cache().folder; });
    m.def("cache_usage", [] { return usage_of(stockham::measure_program_cache()); });
    m.def("clear_cache", [] { return usage_of(stockham::clear_program_cache()); });
    m.def("export_used_programs", &export_used_programs, nb::arg("device"), nb::arg("work"), nb::arg("path"));
    m.def("export_programs", &export_programs, nb::arg("device"), nb::arg("problems"), nb::arg("path"));
    m.def("import_programs", &import_programs, nb::arg("device"), nb::arg("path"));
}
