// Writes a report and judges it.
#include "report/card_report.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <stockham/version.hpp>

#include "tools/harness/provenance.hpp"

namespace stockham::tools::report {

namespace {

const char* kind_of(const device_description& d) {
    return d.kind == device_kind::gpu ? "gpu" : d.kind == device_kind::cpu ? "cpu" : "other";
}

const char* double_of(const device_description& d) {
    return d.fp64 == double_support::none ? "none" : d.fp64 == double_support::khr ? "cl_khr_fp64" : "cl_amd_fp64";
}

/// The fields by which rows are counted.
std::string key_of(const row& r) {
    const std::size_t words = r[0] == "execution" ? 3 : r[0] == "problem" ? 2 : 1;
    std::string key = r[0];
    for (std::size_t k = 1; k < words && k < r.size(); ++k) key += " " + r[k];
    return key;
}

}  // namespace

void card_report::begin(const device_description& d, const row& options) {
    write({title, std::to_string(format_version)});
    write({"version", version(), "commit " + harness::commit(), "kernels " + harness::kernel_digest()});
    write({"date", harness::date_now().substr(0, 10)});
    const std::pair<const char*, std::string> facts[] = {
        {"device", d.name},
        {"vendor", d.vendor},
        {"architecture", d.architecture},
        {"platform", d.platform},
        {"driver", d.driver},
        {"kind", kind_of(d)},
        {"compute_units", std::to_string(d.compute_units)},
        {"clock_mhz", std::to_string(d.clock_mhz)},
        {"wavefront", std::to_string(d.wavefront)},
        {"vector_bytes", std::to_string(d.vector_bytes)},
        {"max_work_group", std::to_string(d.max_work_group)},
        {"local_memory", std::to_string(d.local_memory)},
        {"static_local_memory", std::to_string(d.static_local_memory)},
        {"double", double_of(d)},
        {"memory", std::to_string(d.global_memory)},
        {"largest_buffer", std::to_string(d.max_allocation)},
    };
    for (const auto& [name, value] : facts) write({name, impersonal(value)});
    for (const char* name :
         {"STOCKHAM_CHECK", "STOCKHAM_CACHE", "STOCKHAM_WISDOM", "STOCKHAM_PROFILES", "STOCKHAM_PASSES"})
        if (const char* value = std::getenv(name)) write({"environment", name, impersonal(value)});
    write(options);
}

void card_report::write(const row& r) {
    const auto line = line_of(r);
    file_.write(line.data(), line.size());
    ++lines_;
}

void card_report::add(const row& r) {
    write(r);
    ++counts_[key_of(r)];
}

std::size_t card_report::count(const std::string& what) const {
    const auto found = counts_.find(what);
    return found == counts_.end() ? 0 : found->second;
}

std::string card_report::obstacle() const {
    if (count("execution float no"))
        return "kernels are not executed: the driver accepts a launch, and the kernel's output does not change";
    if (count("execution float wrong")) return "a kernel that stores numbers stores wrong ones";
    if (count("execution float failed")) return "a kernel that stores numbers fails";
    return {};
}

bool card_report::lacks_double() const {
    return count("execution double no") + count("execution double wrong") + count("execution double failed") > 0;
}

std::string card_report::finish(bool interrupted) {
    auto verdict = obstacle();
    if (verdict.empty()) {
        const auto state = [&](const char* word) { return count(std::string("problem ") + word); };
        const auto wrong = state("wrong") + state("unwritten");
        verdict = fmt::format("{} problems: {} right, {} wrong, {} refused, {} failed; {} faults; {} times; {}",
                              state("right") + wrong + state("refused") + state("failed"), state("right"), wrong,
                              state("refused"), state("failed"), count("fault"), count("time"),
                              count("profile") ? "a profile" : "no profile");
        if (lacks_double()) verdict += "; double precision is claimed and does not work";
    }
    write({"verdict", verdict});
    write({"end", interrupted ? "interrupted" : "complete", std::to_string(lines_ + 1)});
    file_.commit();
    return verdict;
}

}  // namespace stockham::tools::report
