// Pictures turned, scaled and moved, and spectra in log-polar coordinates. Work-items: (x, y, picture).

// Lanczos' kernel of order 3 at the distances d + 2, d + 1, d, d - 1, d - 2, d - 3 for 0 <= d < 1, scaled to sum 1. From
// one sine and cosine of pi d / 3: those of the other distances differ by multiples of pi / 3.
void lanczos(real d, real* w) {
    if (d < (real)1e-5 || d > 1 - (real)1e-5) {
        for (int k = 0; k < 6; ++k) w[k] = k == 2 + (d > (real)0.5);
        return;
    }
    const real root = REAL(0.86602540378443864676);
    const real s = sinpi(d / 3), c = cospi(d / 3), whole = s * (3 - 4 * s * s);  // sin(pi d)
    real sum = 0;
    for (int k = 0; k < 6; ++k) {
        const int step = 2 - k;  // the distance is d + step
        const real cosine = step == 0 ? 1 : step == -3 ? -1 : abs(step) == 1 ? REAL(0.5) : REAL(-0.5);
        const real sine = step == 0 || step == -3 ? 0 : step > 0 ? root : -root;
        const real t = d + step, third = s * cosine + c * sine;
        w[k] = (step & 1 ? -whole : whole) * third / (t * t);
        sum += w[k];
    }
    for (int k = 0; k < 6; ++k) w[k] /= sum;
}

// out(y, x) = in at (m0 y + m1 x + m2, m3 y + m4 x + m5), with the six numbers of each picture, minus means[picture];
// `fill` where that is outside. `whole` is the part of m2 and m5 in whole pixels.
kernel void warp(global const real* pictures, global const real* matrices, global const real* means, int2 n, real fill,
                 global real* out) {
    const int x = get_global_id(0), y = get_global_id(1), width = n.x, height = n.y;
    const size_t picture = get_global_id(2);
    if (x >= width) return;
    global const real* m = matrices + 6 * picture;
    const real at_y = m[0] * y + m[1] * x + m[2], at_x = m[3] * y + m[4] * x + m[5];
    global real* to = out + (picture * height + y) * width + x;
    const real slack = (real)1e-3;
    if (!(at_y >= -slack && at_y <= height - 1 + slack && at_x >= -slack && at_x <= width - 1 + slack)) {
        *to = fill;
        return;
    }
    const int first_y = (int)floor(at_y), first_x = (int)floor(at_x);
    real wy[6], wx[6];
    lanczos(at_y - first_y, wy);
    lanczos(at_x - first_x, wx);
    global const real* p = pictures + picture * height * width;
    real sum = 0;
    for (int j = 0; j < 6; ++j) {
        const size_t row = (size_t)clamp(first_y + j - 2, 0, height - 1) * width;
        real line = 0;
        for (int i = 0; i < 6; ++i) line += wx[i] * p[row + clamp(first_x + i - 2, 0, width - 1)];
        sum += wy[j] * line;
    }
    *to = sum - means[picture];
}

// The magnitude of a half spectrum at a point, which may have a negative column.
real magnitude_at(global const complex* spectrum, int y, int x, uint width, uint height) {
    if (x > (int)width / 2) x -= width;
    if (x < 0) {
        x = -x;
        y = -y;
    }
    if (y < 0) y += height;
    if (y >= (int)height) y -= height;
    const complex v = spectrum[(size_t)y * (width / 2 + 1) + x];
    return hypot(v.x, v.y);
}

// A log-polar map of `turns` directions and `count` radii, and the picture that its spectrum is of.
struct polar_map {
    uint width, height, count, turns;
};

// Spectra in log-polar coordinates: row k is the direction k / turns of half a turn, given by its cosine and sine; column
// j is a radius in cycles per pixel, given with its weight. The values are log(magnitude + floors[picture]) times the
// weight. Work-items: (j, k, picture).
kernel void log_polar(global const complex* spectra, global const complex* directions, global const complex* radii,
                      global const real* floors, const struct polar_map map, global real* out) {
    const uint j = get_global_id(0), k = get_global_id(1), width = map.width, height = map.height;
    const size_t picture = get_global_id(2);
    if (j >= map.count) return;
    global const complex* spectrum = spectra + picture * height * (width / 2 + 1);
    const real radius = radii[j].x, y = height * radius * directions[k].y, x = width * radius * directions[k].x;
    const int top = (int)floor(y), left = (int)floor(x);
    const real dy = y - top, dx = x - left;
    const real upper = (1 - dx) * magnitude_at(spectrum, top, left, width, height) +
                       dx * magnitude_at(spectrum, top, left + 1, width, height);
    const real lower = (1 - dx) * magnitude_at(spectrum, top + 1, left, width, height) +
                       dx * magnitude_at(spectrum, top + 1, left + 1, width, height);
    out[(picture * map.turns + k) * map.count + j] =
        radii[j].y * log((1 - dy) * upper + dy * lower + floors[picture]);
}

// Correlation of log-polar spectra: out = b conj(a), 0 in row 0, which does not depend on the direction.
// Work-items: (x, row, picture). `stride_a` as in registration.cl.
kernel void correlate_directions(global const complex* a, ulong stride_a, global const complex* b, uint columns,
                                 uint rows, global complex* out) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2);
    if (x >= columns) return;
    const size_t i = (picture * rows + y) * columns + x;
    const complex va = a[picture * stride_a + (size_t)y * columns + x], vb = b[i];
    out[i] = y == 0 ? (complex)(0, 0) : (complex)(va.x * vb.x + va.y * vb.y, va.x * vb.y - va.y * vb.x);
}

kernel void clear(global real* a, ulong n) {
    if (get_global_id(0) < n) a[get_global_id(0)] = 0;
}

// sum += each of the pictures of n points. Work-items: points.
kernel void add_pictures(global const real* pictures, ulong n, uint count, global real* sum) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    real all = sum[i];
    for (uint k = 0; k < count; ++k) all += pictures[k * n + i];
    sum[i] = all;
}
