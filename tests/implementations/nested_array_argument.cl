// A structure by value with an array of arrays in it, 40 bytes. Mesa 22.3 (rusticl) counts fewer and refuses the launch
// (CL_INVALID_ARG_SIZE). Right with one flat array of the same size.
//
// launch: 1 1
// by value: 0 1 2 3 4 5 6 7 8 9
// right: 0 1 2 3 4 5 6 7 8 9
struct numbers {
    uint one[4];
    uint two[2][3];
};
kernel void it(const struct numbers numbers, global uint* out) {
    for (uint k = 0; k < 4; ++k) out[k] = numbers.one[k];
    for (uint r = 0; r < 2; ++r)
        for (uint k = 0; k < 3; ++k) out[4 + 3 * r + k] = numbers.two[r][k];
}
