// Problems that the device tests share: 1-D, 2-D, 3-D, batched, strided, in place, rectangular, with transposes.
#pragma once

#include <initializer_list>

#include <stockham/transform.hpp>

inline constexpr std::initializer_list<const char*> small_shapes = {
    "c2c f32 64 b3",
    "c2c f64 256 b3 in inv",
    "c2c f32 16x16 b5",
    "c2c f64 8x32 inv scale=0.3",
    "c2c f32 64x64 algorithm=row_transpose",
    "c2c f64 32x16 b3 in algorithm=row_transpose",
    "c2c f32 8x8x8 b2 in",
    "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7",
    "c2c f64 64 b16 is=16 id=1 os=1 od=64",
    "c2c f32 1024 is=3 os=5 scale=0.125",
};

inline constexpr std::initializer_list<const char*> large_shapes = {
    "c2c f32 256x256",
    "c2c f64 128x512 in",
    "c2c f32 512x128 b2 inv scale=1e-3",
    "c2c f32 1024x1024 in inv",
    "c2c f64 1024x1024",
    "c2c f32 64x64x64",
    "c2c f64 32x128x16 in",
    "c2c f32 256x256 b3 in algorithm=row_transpose",
    "c2c f64 512x64 algorithm=row_transpose",
    "c2c f32 8192x8 inv algorithm=row_transpose",
    "c2c f32 4x16384 in algorithm=row_transpose",
    "c2c f32 16x16384",
    "c2c f64 16384x16 in",
    "c2c f32 2x131072 is=200000,1",
    "c2c f32 65536 b3 is=2 id=140000 os=3 od=200000 oo=11",
};

/// Batches for every kind of plan.
inline constexpr std::initializer_list<const char*> batches = {
    "c2c f32 64 b19",
    "c2c f64 256 b3 in inv",
    "c2c f32 16x16 b5",
    "c2c f32 8x8x8 b2 in",
    "c2c f64 64 b16 is=16 id=1 os=1 od=64",
    "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7",
    "c2c f64 32x16 b3 in algorithm=row_transpose",
    "c2c f32 256x256 b3 in algorithm=row_transpose",
    "c2c f32 16384 b16 is=16 id=1 os=16 od=1",
    "c2c f32 65536 b3 is=2 id=140000 os=3 od=200000 oo=11",
};

template <class Check>
void each_shape(std::initializer_list<const char*> shapes, const Check& check) {
    for (const char* text : shapes) check(stockham::parse_transform(text));
}
