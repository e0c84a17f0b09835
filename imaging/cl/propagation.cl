// Wave fields: their surroundings, and products with transfer functions. Work-items: (x, y, 1).

// The field in the corner of a larger one of zeros, complex.
kernel void surround(global const real* field, int is_complex, uint in_width, uint in_height, uint width,
                     global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    complex v = (complex)(0, 0);
    if (x < in_width && y < in_height) {
        const size_t i = y * in_width + x;
        v = is_complex ? (complex)(field[2 * i], field[2 * i + 1]) : (complex)(field[i], 0);
    }
    out[y * width + x] = v;
}

// out = in * transfer, which has the frequencies 0 .. n / 2 of both axes.
kernel void multiply_transfer(global const complex* in, global const complex* transfer, uint width, uint height,
                              global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    const size_t from_y = min(y, height - y), from_x = min(x, width - x);
    const complex a = in[y * width + x], b = transfer[from_y * (width / 2 + 1) + from_x];
    out[y * width + x] = (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// The corner of a larger field.
kernel void corner(global const complex* in, uint in_width, uint width, ulong offset, global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x < width) out[offset + y * width + x] = in[y * in_width + x];
}
