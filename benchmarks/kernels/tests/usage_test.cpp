// Reads compilers' reports, and refuses incomplete ones.
#include <stdexcept>

#include <boost/test/unit_test.hpp>

#include "usage.hpp"

using namespace bench;

namespace {

const std::string gfx90a = "pass:\n; %bb.0:\n\ts_load_dword s0, s[4:5], 0x0 ; 4-byte Folded Spill\n"
                           "; Kernel info:\n; codeLenInByte = 14028\n; NumSgprs: 46\n; NumVgprs: 126\n; NumAgprs: 8\n"
                           "; TotalNumVgprs: 136\n; ScratchSize: 24\n"
                           "; LDSByteSize: 32768 bytes/workgroup (compile time only)\n"
                           "; NumVGPRsForWavesPerEU: 136\n; Occupancy: 3\n";
const std::string gfx1030 = "; NumSgprs: 16\n; NumVgprs: 124\n; ScratchSize: 0\n"
                            "; LDSByteSize: 65536 bytes/workgroup (compile time only)\n; Occupancy: 8\n";
const std::string ptxas =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'pass' for 'sm_90'\n"
    "ptxas info    : Function properties for pass\n"
    "    64 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads\n"
    "ptxas info    : Used 56 registers, used 1 barriers, 64 bytes cumulative stack size, 69632 bytes smem\n"
    "ptxas info    : Compile time = 26.174 ms\n";

std::string without(std::string text, const std::string& line) {
    const auto at = text.find(line);
    BOOST_REQUIRE(at != text.npos);
    return text.erase(at, text.find('\n', at) + 1 - at);
}

}  // namespace

BOOST_AUTO_TEST_CASE(clang_reports_the_total_of_shared_registers) {
    const auto usage = read_clang_assembly(gfx90a);
    BOOST_TEST(usage.registers == 136U);
    BOOST_TEST(usage.scalar_registers.value() == 46U);
    BOOST_TEST(usage.local_bytes == 32768U);
    BOOST_TEST(usage.scratch_bytes == 24U);
    BOOST_TEST(usage.stated_waves.value() == 3U);
    BOOST_TEST(read_clang_assembly(gfx1030).registers == 124U);
}

BOOST_AUTO_TEST_CASE(missing_clang_comments_are_an_error) {
    for (const char* line : {"; NumSgprs", "; NumVgprs", "; ScratchSize", "; LDSByteSize", "; Occupancy"})
        BOOST_CHECK_THROW(read_clang_assembly(without(gfx1030, line)), std::runtime_error);
    BOOST_CHECK_THROW(read_clang_assembly(""), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(old_and_new_ptxas_logs_are_read) {
    const auto usage = read_ptxas_log(ptxas);
    BOOST_TEST(usage.registers == 56U);
    BOOST_TEST(!usage.scalar_registers);
    BOOST_TEST(usage.local_bytes == 69632U);
    BOOST_TEST(usage.scratch_bytes == 64U);
    const std::string frame = "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n";
    BOOST_TEST(read_ptxas_log(frame + "Used 20 registers, 2048+16 bytes smem, 28 bytes cmem[1]").local_bytes == 2048U);
    BOOST_TEST(read_ptxas_log(frame + "Used 20 registers, 28 bytes cmem[1]").local_bytes == 0U);
}

BOOST_AUTO_TEST_CASE(missing_ptxas_lines_are_an_error) {
    for (const char* line : {"ptxas info    : Used", "    64 bytes stack frame"})
        BOOST_CHECK_THROW(read_ptxas_log(without(ptxas, line)), std::runtime_error);
    BOOST_CHECK_THROW(read_ptxas_log(""), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(compute_units_agree_with_clang) {
    const auto& unit = *find_compute_unit("gfx1030");
    auto usage = read_clang_assembly(gfx1030);
    BOOST_CHECK_NO_THROW(check_stated_waves(unit, usage, 256));
    usage.stated_waves = 9;
    BOOST_CHECK_THROW(check_stated_waves(unit, usage, 256), std::runtime_error);
    // 64 KB hold only one group of 128: 4 wavefronts, by clang's count of local memory.
    usage.stated_waves = 4;
    BOOST_CHECK_NO_THROW(check_stated_waves(unit, usage, 128));
}
