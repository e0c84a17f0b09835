// The discrete Fourier transform of a few outputs as a product with a matrix: fractional shifts around a peak.

complex product(complex a, complex b) { return (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// Along the last axis: out[line][k] = sum over j of in[line][j] * table[j][k]. Work-items: (k, line).
kernel void along_last(global const complex* in, global const complex* table, uint n, uint m, ulong lines,
                       global complex* out) {
    const size_t k = get_global_id(0), line = get_global_id(1);
    if (k >= m || line >= lines) return;
    complex sum = (complex)(0, 0);
    for (uint j = 0; j < n; ++j) sum += product(in[line * n + j], table[(size_t)j * m + k]);
    out[line * m + k] = sum;
}

// Along another axis, with `inner` points of later axes: out[o][k][i] = sum over j of in[o][j][i] * table[j][k].
// Work-items: (i, k, o).
kernel void along_inner(global const complex* in, global const complex* table, uint n, uint m, ulong inner,
                        global complex* out) {
    const size_t i = get_global_id(0), k = get_global_id(1), o = get_global_id(2);
    if (i >= inner || k >= m) return;
    complex sum = (complex)(0, 0);
    for (uint j = 0; j < n; ++j) sum += product(in[(o * n + j) * inner + i], table[(size_t)j * m + k]);
    out[(o * m + k) * inner + i] = sum;
}
