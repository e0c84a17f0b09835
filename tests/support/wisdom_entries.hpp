// Entries of wisdom for described devices, as a search would make them, and changes for tests.
#pragma once

#include <string>

#include <stockham/version.hpp>
#include <stockham/wisdom.hpp>

#include "plan/fingerprint.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "systems/planning.hpp"

/// The `rank`-th cheapest plan of the problem for the device, as if it had been measured there today.
inline stockham::wisdom_entry measured_entry(const std::string& problem, const stockham::device_description& device,
                                             std::size_t rank = 0) {
    const auto t = stockham::parse_transform(problem);
    const auto how = cheapest_plans(stockham::internal::make_problem(t), device, rank + 1).at(rank).how;
    stockham::wisdom_entry e;
    e.problem = stockham::internal::wisdom_problem(t);
    e.plan = to_string(how);
    e.device = device.name;
    e.architecture = device.architecture;
    e.vendor = stockham::internal::vendor_word(device);
    e.driver = device.driver;
    e.library = stockham::version();
    e.kernels = stockham::internal::kernel_fingerprint(how);
    e.how = stockham::rigor::measure;
    e.seconds = 12.5e-6;
    e.spread = 0.0125;
    e.estimate_seconds = 14e-6;
    return e;
}

/// The same entry from another device of the architecture, of the vendor, or of any vendor.
inline stockham::wisdom_entry elsewhere(stockham::wisdom_entry e, const std::string& device,
                                        const std::string& architecture, const std::string& vendor) {
    e.device = device;
    e.architecture = architecture;
    e.vendor = vendor;
    return e;
}

/// Measured with kernels that have changed since.
inline stockham::wisdom_entry stale(stockham::wisdom_entry e) {
    e.kernels = "0123456789abcdef";
    return e;
}

/// A wisdom file with these lines between its brackets.
inline std::string wisdom_of_lines(const std::string& lines) {
    return "{\"format\": \"stockham wisdom\", \"version\": 1, \"entries\": [\n" + lines + "\n]}\n";
}
