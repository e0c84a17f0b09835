// Problems for calibration.
#include "calibration/problems.hpp"

#include "base/immortal.hpp"

namespace stockham::internal {

const problem_list& fitted_passes() {
    static const auto& all = immortal<problem_list>(
        {"c2c f32 16 b16384", "c2c f32 64 b4096", "c2c f32 256 b1024", "c2c f32 1024 b256", "c2c f64 64 b2048",
         "c2c f64 256 b512", "c2c f64 1024 b128", "c2c f32 100 b2621", "c2c f32 16 b16384 is=16384 id=1 os=16384 od=1",
         "c2c f32 64 b4096 is=4096 id=1 os=4096 od=1", "r2c f32 64 b4096", "r2c f32 1024 b256", "c2r f32 256 b1024",
         "r2c f64 256 b512", "c2c f32 256 b1024 is=1024 id=1 os=1024 od=1",
         "c2c f64 64 b2048 is=2048 id=1 os=2048 od=1"});
    return all;
}

// One pass, two passes, two in one launch; long and short runs; with and without inter-pass twiddles.
const problem_list& fitted_in_cache() {
    static const auto& all =
        immortal<problem_list>({"c2c f32 1024 b1001", "c2c f32 4096 b384", "c2c f32 16384 b32", "c2c f32 65536 b8",
                                "c2c f32 262144 b2", "c2c f32 524288", "c2c f32 128x128 b32", "c2c f32 256x256 b8",
                                "c2c f32 512x512", "c2c f32 512x512 b2", "c2c f32 1000x1000", "c2c f32 64x64x64 b2",
                                "c2c f64 1024 b512", "c2c f64 16384 b16", "c2c f64 512x512", "c2c f64 32x32x32 b9"});
    return all;
}

// Powers of two and others, with one pass and with several, and real lines.
const problem_list& fitted_beyond_cache() {
    static const auto& all = immortal<problem_list>(
        {"c2c f32 256 b32768", "c2c f32 1024 b8192",   "c2c f32 2187 b3836",  "c2c f32 3000 b2796",
         "c2c f32 8192 b1024", "c2c f32 16384 b512",   "c2c f32 32768 b256",  "c2c f32 262144 b32",
         "c2c f32 8388608",    "c2c f32 512x512 b32",  "c2c f32 256x256x256", "c2c f64 512 b8192",
         "c2c f64 2048 b2048", "c2c f64 3000 b1398",   "c2c f64 8192 b512",   "c2c f64 65536 b64",
         "c2c f64 4194304",    "c2c f64 1024x1024 b4", "r2c f32 4096 b4096",  "r2c f32 1080x1920 b8",
         "r2c f64 2048 b4096", "c2r f32 2048x2048 b4"});
    return all;
}

const problem_list& judged_problems() {
    static const auto& all = immortal<problem_list>(
        {// In the cache.
         "c2c f32 64 b2048", "c2c f32 1024 b128", "c2c f32 4096 b64", "c2c f32 4096 b300", "c2c f32 16384 b16",
         "c2c f32 65536 b4", "c2c f32 262144", "c2c f32 1048576", "c2c f32 1000 b1000", "c2c f32 1001 b500",
         "c2c f32 64x64 b16", "c2c f32 128x128 b16", "c2c f32 256x256", "c2c f32 256x256 b4", "c2c f32 512x512",
         "c2c f32 600x800", "c2c f32 1024x1024", "c2c f32 32x32x32 b4", "c2c f32 64x64x64", "c2c f32 100x100x100",
         "r2c f32 1024 b2048", "r2c f32 512x512", "c2r f32 512x512", "r2c f32 1080x1920", "c2c f64 1024 b256",
         "c2c f64 65536 b4", "c2c f64 64x64x64", "r2c f64 512x512",
         // Beyond the cache.
         "c2c f32 4096 b2048", "c2c f32 65536 b128", "c2c f32 1048576 b8", "c2c f32 1024x1024 b8",
         "c2c f32 128x128x128 b4", "r2c f32 1024x1024 b16", "c2c f64 4096 b1024", "c2c f64 512x512 b16"});
    return all;
}

}  // namespace stockham::internal
