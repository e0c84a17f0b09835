// Masked normalised cross-correlation (Padfield 2012): its parts, their products and the coefficient.
// Work-items: (x, y, picture).

// Planes of `room` points, zero beyond the picture of n: the mask, the mask times v = p - means[picture], the mask
// times v^2. The planes of all pictures follow each other: all masks, all second ones, all third ones.
kernel void masked_parts(global const real* pictures, global const real* means, global const real* mask, uint2 n,
                         uint2 room, global real* out) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2), count = get_global_size(2), plane = (size_t)room.x * room.y;
    if (x >= room.x) return;
    real m = 0, v = 0;
    if (x < n.x && y < n.y) {
        m = mask[(size_t)y * n.x + x] != 0;
        v = m != 0 ? pictures[(picture * n.y + y) * n.x + x] - means[picture] : 0;
    }
    global real* to = out + picture * plane + (size_t)y * room.x + x;
    to[0] = m;
    to[count * plane] = v;
    to[2 * count * plane] = v * v;
}

complex with_conjugate(complex a, complex b) { return (complex)(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }

// The spectra of six sums over the overlap: of 1, a, b, a b, a^2 and b^2, from the spectra of the parts of one picture a
// and of each b.
kernel void masked_products(global const complex* a, global const complex* b, uint columns, uint height, uint count,
                            global complex* out) {
    const size_t x = get_global_id(0), plane = (size_t)columns * height;
    if (x >= columns) return;
    const size_t in_plane = get_global_id(1) * columns + x, at = get_global_id(2) * plane + in_plane;
    const size_t all = count * plane;
    const complex a0 = a[in_plane], a1 = a[plane + in_plane], a2 = a[2 * plane + in_plane];
    const complex b0 = b[at], b1 = b[all + at], b2 = b[2 * all + at];
    out[at] = with_conjugate(a0, b0);
    out[all + at] = with_conjugate(a1, b0);
    out[2 * all + at] = with_conjugate(a0, b1);
    out[3 * all + at] = with_conjugate(a1, b1);
    out[4 * all + at] = with_conjugate(a2, b0);
    out[5 * all + at] = with_conjugate(a0, b2);
}

// The correlation coefficient at each shift, 0 where the overlap has less than least[picture] points or no variance.
kernel void masked_coefficient(global const real* sums, global const real* least, uint width, uint height, uint count,
                               global real* out) {
    const size_t x = get_global_id(0), plane = (size_t)width * height, all = count * plane;
    if (x >= width) return;
    const size_t at = get_global_id(2) * plane + get_global_id(1) * width + x;
    const real n = round(sums[at]);
    real value = 0;
    if (n >= least[get_global_id(2)]) {
        const real a = sums[all + at], b = sums[2 * all + at];
        const real power_a = sums[4 * all + at], power_b = sums[5 * all + at];
        const real var_a = power_a - a * a / n, var_b = power_b - b * b / n;
        const real enough = sizeof(real) == 4 ? (real)1e-4 : (real)1e-10;
        if (var_a > enough * power_a && var_b > enough * power_b)
            value = clamp((sums[3 * all + at] - a * b / n) / sqrt(var_a * var_b), (real)-1, (real)1);
    }
    out[at] = value;
}

// 1 where the mask is not 0, else 0. Work-items: points.
kernel void binary_mask(global real* mask, ulong n) {
    const size_t i = get_global_id(0);
    if (i < n) mask[i] = mask[i] != 0;
}

// Points where the mask is 0 become 0, also if they are not finite. Work-items: (x, y, picture).
kernel void hide(global real* pictures, global const real* mask, uint width, uint height) {
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    if (mask[y * width + x] == 0) pictures[(get_global_id(2) * height + y) * width + x] = 0;
}

// The mean of 2 radius + 1 points along one axis; points beyond the picture count as 1.
// Work-items: (x, y, 1).
kernel void box_mean(global const real* in, uint width, uint height, int down, int radius, global real* out) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= (int)width) return;
    real sum = 0;
    for (int k = -radius; k <= radius; ++k) {
        const int from_y = down ? y + k : y, from_x = down ? x : x + k;
        const int inside = from_y >= 0 && from_y < (int)height && from_x >= 0 && from_x < (int)width;
        sum += inside ? in[(size_t)from_y * width + from_x] : 1;
    }
    out[(size_t)y * width + x] = sum / (2 * radius + 1);
}

// From the mean around each point, 1/2 at the edge of a mask, a weight that rises from 0 at the edge to 1 within.
// Work-items: points.
kernel void taper(global real* mean, ulong n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const real s = sinpi(clamp(2 * mean[i] - 1, (real)0, (real)1) / 2);
    mean[i] = s * s;
}
