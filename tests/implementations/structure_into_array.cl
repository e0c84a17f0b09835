// A structure assigned whole to an element of a private array, by a loop's index. Mesa 25.0 (rusticl on llvmpipe) loses it
// for all work-items but the first; right member by member, for a vector type, for an index that is a constant, and in
// Mesa 26.2.
//
// launch: 8 4
// in: 32
// right: 0 4 8 12 16 20 24 28
typedef struct {
    float x, y;
} complex;
kernel void it(global const uint* in, global uint* out) {
    complex z[2];
    const uint t = get_global_id(0);
    for (uint k = 0; k < 2; ++k) {
        const complex c = {in[4 * t + k], k};
        z[k] = c;
    }
    out[t] = (uint)z[0].x;
}
