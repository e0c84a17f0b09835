// How the library interprets the answers of devices: those of runtimes that are not installed here, and nonsense.
#include "runtime/opencl/device_rules.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>
#include <string>

#include <stockham/stockham.hpp>

#include "plan/planner.hpp"
#include "problem/problem.hpp"
#include "profile/architecture.hpp"
#include "profile/capabilities.hpp"
#include "runtime/programs/leaner_program.hpp"
#include "runtime/programs/pocl_cache.hpp"
#include "support/store_files.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(device_rules_test)

using stockham::device_description;
using stockham::device_kind;

namespace {

device_description device(device_kind kind, unsigned units, unsigned mhz) {
    device_description d;
    d.kind = kind;
    d.compute_units = units;
    d.clock_mhz = mhz;
    return d;
}

using order = std::vector<std::size_t>;

/// Intel's CPU runtime, which reports its second-level cache.
std::string intel_plan(std::size_t cache_of_global_memory) {
    auto d = stockham::named_description("cpu");
    d.name = "Intel's runtime";
    d.local_memory = 256 << 10;
    d.max_work_group = 8192;
    d.core_cache = stockham::internal::core_cache_of(cache_of_global_memory, d.local_memory);
    return stockham::plan_text(stockham::parse_transform("c2c f32 1024x1024"), d);
}

std::size_t passes(const std::string& plan) {
    std::size_t count = 0;
    for (auto at = plan.find("\npass "); at != plan.npos; at = plan.find("\npass ", at + 1)) ++count;
    return count;
}

/// The work-items that fit into the 64 KB of local memory of a compute unit, by the line of a pass.
unsigned long resident_items(const std::string& line) {
    const auto number_before = [&](const char* words) {
        const auto end = line.find(words);
        const auto start = end == line.npos ? end : line.find_last_of(' ', end - 1);
        return start == line.npos ? 0UL : std::stoul(line.substr(start + 1));
    };
    const auto items = number_before(" work-items"), local = number_before(" bytes local");
    BOOST_REQUIRE(items > 0);
    return local ? 65536 / local * items : 1024;
}

}  // namespace

// Mesa's compiler gives a kernel as many registers as the waves that its local memory has room for can share.
BOOST_AUTO_TEST_CASE(passes_for_amd_gpus_leave_room_for_many_waves) {
    for (const char* name : {"gfx803", "gfx906", "gfx1030", "gfx1100", "gfx1201"})
        for (const char* problem : {"c2c f32 4096 b64", "c2c f32 1024x1024", "c2c f32 64x64 b8", "r2c f32 512x512",
                                    "dct2 f32 256x256", "c2c f32 1080x1920"}) {
            const auto plan =
                stockham::plan_text(stockham::parse_transform(problem), stockham::named_description(name));
            std::istringstream lines(plan);
            for (std::string line; std::getline(lines, line);)
                if (line.compare(0, 5, "pass ") == 0) BOOST_TEST(resident_items(line) >= 768U, name << ": " << plan);
        }
}

BOOST_AUTO_TEST_CASE(a_device_of_every_type_is_a_cpu) {
    constexpr cl_device_type cpu = CL_DEVICE_TYPE_CPU, gpu = CL_DEVICE_TYPE_GPU,
                             accelerator = CL_DEVICE_TYPE_ACCELERATOR, first = CL_DEVICE_TYPE_DEFAULT;
    BOOST_TEST((stockham::internal::kind_of(cpu | gpu | accelerator | first) == device_kind::cpu));  // Oclgrind
    BOOST_TEST((stockham::internal::kind_of(gpu | first) == device_kind::gpu));
    BOOST_TEST((stockham::internal::kind_of(cpu) == device_kind::cpu));
    BOOST_TEST((stockham::internal::kind_of(accelerator) == device_kind::other));
}

BOOST_AUTO_TEST_CASE(lanes_fill_the_vectors) {
    const auto lanes = [](unsigned native, const char* platform = "", const char* driver = "") {
        return stockham::internal::vector_bytes_of(native, platform, driver) / 4;
    };
    BOOST_TEST(lanes(0) == 0U);
    BOOST_TEST(lanes(1) == 0U);  // llvmpipe: work-items are the lanes
    BOOST_TEST(lanes(2) == 4U);
    BOOST_TEST(lanes(4) == 4U);
    BOOST_TEST(lanes(6) == 4U);
    BOOST_TEST(lanes(8) == 8U);
    BOOST_TEST(lanes(16) == 16U);
    BOOST_TEST(lanes(32) == 16U);  // OpenCL has no float32
    BOOST_TEST(lanes(16, "Portable Computing Language", "3.0") == 8U);
    BOOST_TEST(lanes(4, "Portable Computing Language", "3.0-rc1") == 4U);
    BOOST_TEST(lanes(16, "Portable Computing Language", "3.1+debian") == 16U);
}

BOOST_AUTO_TEST_CASE(arrays_of_python_can_be_buffers_of_a_cpu) {
    BOOST_TEST(stockham::internal::host_alignment(device_kind::cpu) == 16U);
    BOOST_TEST(stockham::internal::host_alignment(device_kind::gpu) == 128U);
    BOOST_TEST(stockham::internal::host_alignment(device_kind::other) == 128U);
}

BOOST_AUTO_TEST_CASE(a_cores_cache_is_no_cache_of_many_cores) {
    constexpr std::size_t kb = 1024, mb = 1024 * kb;
    BOOST_TEST(stockham::internal::core_cache_of(1 * mb, 256 * kb) == 1 * mb);  // Intel: its second level
    BOOST_TEST(stockham::internal::core_cache_of(260 * mb, 2 * mb) == 2 * mb);  // PoCL: the third level, for all cores
    BOOST_TEST(stockham::internal::core_cache_of(512 * kb, 1 * mb) ==
               1 * mb);  // local memory that does not fit: PoCL's own
    BOOST_TEST(stockham::internal::core_cache_of(0, 32 * kb) == 256 * kb);   // unknown
    BOOST_TEST(stockham::internal::core_cache_of(64, 32 * kb) == 256 * kb);  // a cache line
    BOOST_TEST(stockham::internal::core_cache_of(SIZE_MAX, 64 * kb) == 256 * kb);
}

BOOST_AUTO_TEST_CASE(tiles_are_made_for_the_cache_not_for_local_memory) {
    BOOST_TEST(passes(intel_plan(1 << 20)) == 2U);
    BOOST_TEST(passes(intel_plan(0)) > 2U);
}

BOOST_AUTO_TEST_CASE(gpus_first_and_faster_first) {
    const auto cpu = device_kind::cpu, gpu = device_kind::gpu, other = device_kind::other;
    BOOST_TEST(stockham::internal::ranked({}).empty());
    BOOST_TEST((stockham::internal::ranked({device(other, 9, 9000), device(cpu, 64, 4000), device(gpu, 1, 100)}) ==
                order{2, 1, 0}));
    BOOST_TEST((stockham::internal::ranked({device(gpu, 8, 1000), device(gpu, 80, 1000)}) == order{1, 0}));
    BOOST_TEST((stockham::internal::ranked({device(cpu, 2, 3000), device(cpu, 2, 3000)}) == order{0, 1}));
    const auto most = ~0U;  // units and clock do not overflow together
    BOOST_TEST((stockham::internal::ranked({device(gpu, 1, 1), device(gpu, most, most)}) == order{1, 0}));
}

BOOST_AUTO_TEST_CASE(an_unknown_clock_is_no_slow_clock) {
    const auto cpu = device_kind::cpu;
    // The same CPU in two runtimes, one of which does not report its clock: equal, so the first platform's wins.
    BOOST_TEST((stockham::internal::ranked({device(cpu, 16, 0), device(cpu, 16, 2300)}) == order{0, 1}));
    BOOST_TEST((stockham::internal::ranked({device(cpu, 16, 2300), device(cpu, 16, 0)}) == order{0, 1}));
    BOOST_TEST((stockham::internal::ranked({device(cpu, 2, 2300), device(cpu, 16, 0)}) == order{1, 0}));
    BOOST_TEST((stockham::internal::ranked({device(cpu, 2, 0), device(cpu, 4, 0)}) == order{1, 0}));
    BOOST_TEST((stockham::internal::ranked({device(cpu, 2, 0), device(device_kind::gpu, 1, 1)}) == order{1, 0}));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_used_comes_last) {
    auto busy = device(device_kind::gpu, 100, 2000), deaf = busy;
    busy.available = false;
    deaf.has_compiler = false;
    BOOST_TEST((stockham::internal::ranked({busy, deaf, device(device_kind::cpu, 1, 0)}) == order{2, 0, 1}));
    BOOST_TEST(stockham::internal::objection_to(busy) == "is not available");
    BOOST_TEST(stockham::internal::objection_to(deaf) == "has no compiler");
    BOOST_TEST(stockham::internal::objection_to(device(device_kind::cpu, 1, 0)).empty());
}

BOOST_AUTO_TEST_CASE(architectures_of_chips) {
    using stockham::internal::architecture_in_name;
    BOOST_TEST(architecture_in_name("gfx90a:sramecc+:xnack-") == "gfx90a");
    BOOST_TEST(architecture_in_name("AMD Radeon RX 6800 (radeonsi, navi21, ACO, DRM 3.54, 6.18.44)") == "gfx1030");
    BOOST_TEST(architecture_in_name("AMD Radeon RX 9070 XT (radeonsi, gfx1201, ACO, DRM 3.54)") == "gfx1201");
    BOOST_TEST(architecture_in_name("AMD Unknown (radeonsi, navi99)") == "navi99");
    BOOST_TEST(architecture_in_name("(radeonsi, ") == "");
    BOOST_TEST(architecture_in_name("FD630") == "adreno630");
    BOOST_TEST(architecture_in_name("Some GPU") == "Some GPU");
    using stockham::internal::architecture_of_intel;
    BOOST_TEST(architecture_of_intel(12U << 22) == "tgllp");
    BOOST_TEST(architecture_of_intel(12U << 22 | 3U << 14) == "tgllp");  // Alder Lake
    BOOST_TEST(architecture_of_intel(12U << 22 | 55U << 14 | 8) == "dg2");
    BOOST_TEST(architecture_of_intel(12U << 22 | 60U << 14 | 7) == "pvc");
    BOOST_TEST(architecture_of_intel(20U << 22 | 1U << 14 | 4) == "bmg");
    BOOST_TEST(architecture_of_intel(0) == "");
    BOOST_TEST(architecture_of_intel(~0U) == "");
}

BOOST_AUTO_TEST_CASE(intels_execution_units_share_cores) {
    using stockham::internal::cores_of;
    BOOST_TEST(cores_of(512, 16) == 32U);  // Arc A770
    BOOST_TEST(cores_of(20, 1) == 20U);
    BOOST_TEST(cores_of(20, 0) == 20U);
    BOOST_TEST(cores_of(20, 16) == 20U);
    BOOST_TEST(cores_of(0, 8) == 0U);
}

BOOST_AUTO_TEST_CASE(a_cpu_of_amds_is_none_of_its_cards) {
    auto d = device(device_kind::cpu, 8, 3000);
    d.vendor = "AuthenticAMD";
    BOOST_TEST(!stockham::internal::capabilities_of(d).short_of_local_memory);
    BOOST_TEST(stockham::internal::capabilities_of(stockham::named_description("gfx90a")).short_of_local_memory);
}

// Intel's compiler keeps 32 work-items in a thread even if it then spills their registers.
BOOST_AUTO_TEST_CASE(kernels_for_intel_gpus_ask_for_16_lanes_where_32_would_spill) {
    const auto asks = [](const stockham::device_description& d, const char* problem) {
        const auto sources = stockham::plan_kernels(stockham::parse_transform(problem), d);
        const auto with = std::count_if(sources.begin(), sources.end(), [](const std::string& source) {
            return source.find("1, 1))) __attribute__((intel_reqd_sub_group_size(16))) void ") != source.npos;
        });
        BOOST_TEST_REQUIRE((with == 0 || with == std::ptrdiff_t(sources.size())));  // of these problems
        return with > 0;
    };
    for (const char* name : {"pvc", "bmg"}) {
        auto d = stockham::named_description(name);
        for (const char* problem : {"c2c f32 17 b4096", "c2c f32 31 b4096", "c2c f64 13 b4096", "c2c f64 17 b4096"})
            BOOST_TEST(asks(d, problem), name << ": " << problem);
        BOOST_TEST(!asks(d, "c2c f32 13 b4096"), name);
        d.capabilities->starts_groups_in_order = true;  // both passes in a kernel
        BOOST_TEST(asks(d, "c2c f64 221x221"), name);
    }
    BOOST_TEST(asks(stockham::named_description("bmg"), "c2c f64 1024 b64"));
    BOOST_TEST(!asks(stockham::named_description("pvc"), "c2c f64 1024 b64"));  // 64 registers are enough
    for (const char* name : {"tgllp", "dg2", "gfx906", "gfx1030", "adreno630", "h200", "cpu"})
        BOOST_TEST(!asks(stockham::named_description(name), "c2c f32 31 b4096"), name);
}

// Everything that plans depend on is in the text that distinguishes the cached plans of devices.
BOOST_AUTO_TEST_CASE(registers_by_the_build_log) {
    using stockham::internal::registers_in_log;
    BOOST_TEST(registers_in_log("") == 0U);
    BOOST_TEST(registers_in_log("ptxas info    : Used 40 registers, 33792 bytes smem, 400 bytes cmem[0]\n") == 40U);
    BOOST_TEST(registers_in_log("Used 32 registers\nUsed 168 registers, 8 bytes\nUsed 9 barriers") == 168U);
    BOOST_TEST(registers_in_log("Used  registers, Used") == 0U);
    using stockham::internal::groups_by_registers;
    BOOST_TEST(groups_by_registers(65536, 64, 512) == 2U);
    BOOST_TEST(groups_by_registers(65536, 65, 512) == 1U);
    BOOST_TEST(groups_by_registers(65536, 33, 100) == 12U);  // as 40 of 128 work-items
    BOOST_TEST(groups_by_registers(65536, 255, 1024) == 0U);
}

/// PTX made from the kernels alone, and the same with an extra word.
BOOST_AUTO_TEST_CASE(ptx_programs_are_found_by_source) {
    using stockham::internal::is_found_by_source;
    const auto h200 = stockham::named_description("h200"), gfx90a = stockham::named_description("gfx90a");
    const std::string compiled = ".version 9.0\n.target sm_90\n.entry pass()\n.reqntid 128\n",
                      edited = ".version 9.0\n.target sm_90\n.entry pass()\n.minnctapersm 4\n.reqntid 128\n";
    BOOST_TEST(is_found_by_source(h200, compiled, true));
    BOOST_TEST(!is_found_by_source(h200, compiled, false));
    BOOST_TEST(!is_found_by_source(h200, edited, true));
    BOOST_TEST(!is_found_by_source(h200, "\177ELF", true));
    BOOST_TEST(!is_found_by_source(gfx90a, compiled, true));
}

BOOST_AUTO_TEST_CASE(where_nvidias_driver_keeps_what_it_compiled) {
    using stockham::internal::nvidia_keeps_programs;
    const temporary_folder folder;
    const auto path = folder.path().string();
    BOOST_TEST(nvidia_keeps_programs(nullptr, path.c_str(), nullptr));
    BOOST_TEST(nvidia_keeps_programs("0", path.c_str(), nullptr));
    BOOST_TEST(!nvidia_keeps_programs("1", path.c_str(), nullptr));
    BOOST_TEST(!nvidia_keeps_programs(nullptr, (path + "/none").c_str(), nullptr));
    BOOST_TEST(!nvidia_keeps_programs(nullptr, nullptr, path.c_str()));
    std::filesystem::create_directories(folder.path() / ".nv" / "ComputeCache");
    BOOST_TEST(nvidia_keeps_programs(nullptr, nullptr, path.c_str()));
    BOOST_TEST(!nvidia_keeps_programs(nullptr, nullptr, nullptr));
}

BOOST_AUTO_TEST_CASE(where_pocl_keeps_what_it_compiled) {
    using stockham::internal::pocl_keeps_programs;
    BOOST_TEST(pocl_keeps_programs(nullptr));
    BOOST_TEST(pocl_keeps_programs("1"));
    BOOST_TEST(!pocl_keeps_programs("0"));
}

BOOST_AUTO_TEST_CASE(limits_tell_devices_apart) {
    const auto base = stockham::named_description("cpu");
    auto cache = base, kind = base;
    cache.core_cache = 2 * base.local_memory;
    kind.kind = device_kind::gpu;
    BOOST_TEST(stockham::internal::limits_text(cache) != stockham::internal::limits_text(base));
    BOOST_TEST(stockham::internal::limits_text(kind) != stockham::internal::limits_text(base));
    auto text = stockham::internal::limits_text(base);
    const auto differs = [&](auto change) {
        auto d = base;
        change(*d.capabilities);
        BOOST_TEST(stockham::internal::limits_text(d) != text);
    };
    using can = stockham::device_capabilities;
    differs([](can& c) { c.starts_groups_in_order = true; });
    differs([](can& c) { c.prefetches = true; });
    differs([](can& c) { c.caps_registers = true; });
    differs([](can& c) { c.short_of_local_memory = true; });
    differs([](can& c) { c.units = stockham::matrix_units::amd; });
    differs([](can& c) { c.double_radix = 8; });
    differs([](can& c) { c.double_mixed_radix = 8; });
    differs([](can& c) { c.double_spectrum_radix = 8; });
    differs([](can& c) { c.wide_group_registers = 64; });
}

// A description without capabilities has those of its vendor; those that it names win.
BOOST_AUTO_TEST_CASE(capabilities_by_vendor_or_as_described) {
    using stockham::internal::capabilities_of;
    const auto of = [](const char* vendor, const char* architecture, unsigned wavefront) {
        stockham::device_description d;
        d.vendor = vendor;
        d.architecture = architecture;
        d.wavefront = wavefront;
        return capabilities_of(d);
    };
    const auto nvidia = of("NVIDIA Corporation", "sm_90", 32), amd = of("AMD", "gfx90a:sramecc+", 64);
    BOOST_TEST((nvidia.starts_groups_in_order && nvidia.prefetches && nvidia.caps_registers));
    BOOST_TEST((nvidia.units == stockham::matrix_units::nvidia));
    BOOST_TEST((of("NVIDIA Corporation", "sm_75", 32).units == stockham::matrix_units::none));
    BOOST_TEST((amd.short_of_local_memory && !amd.starts_groups_in_order && !amd.prefetches));
    BOOST_TEST((amd.units == stockham::matrix_units::amd));
    BOOST_TEST(amd.double_radix == 16U);
    BOOST_TEST(of("Advanced Micro Devices, Inc.", "gfx1030", 32).double_radix == 8U);
    BOOST_TEST((of("Intel(R) Corporation", "", 32).units == stockham::matrix_units::none));
    BOOST_TEST(of("Intel(R) Corporation", "pvc", 32).wide_group_registers == 64U);
    BOOST_TEST(of("Intel(R) Corporation", "dg2", 32).wide_group_registers == 0U);
    auto d = stockham::named_description("h200");
    BOOST_TEST((d.capabilities && d.capabilities->starts_groups_in_order));
    BOOST_TEST(plan_text(stockham::parse_transform("c2c f32 512x512"), d).find("one_launch") != std::string::npos);
    d.capabilities->starts_groups_in_order = false;
    BOOST_TEST(plan_text(stockham::parse_transform("c2c f32 512x512"), d).find("one_launch") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
