// Registration: statistics of pictures, windows, shifts by phase ramps, phase differences and their sums over rings.
// Arrays hold several pictures or half spectra, one after the other. A half spectrum has `columns` = width / 2 + 1
// points per row. Work-items: (x, y, picture), unless a kernel says otherwise.
//
// Reductions have `lanes` x `parts` work-items per picture: item (lane, part) takes the points x = lane, lane + lanes, ..
// of the rows y = part, part + parts, .. and writes its own partial results, which the host combines in double.

#ifdef SINGLE
typedef float4 real4;
typedef float8 real8;
typedef float16 real16;
#else
typedef double4 real4;
typedef double8 real8;
typedef double16 real16;
#endif

#define PARTIAL(values) (((size_t)get_global_id(2) * parts + get_global_id(1)) * lanes + get_global_id(0)) * (values)

// The sum and the largest magnitude of p, the largest difference from the first row and from the first column, and the
// number of points that are not finite. The sum is that of p minus the first point.
kernel void statistics(global const real* pictures, uint width, uint height, uint lanes, uint parts,
                       global real* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    global const real* p = pictures + (size_t)get_global_id(2) * height * width;
    const real first = p[0];
    real sum = 0, most = 0, down = 0, across = 0, broken = 0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = p + (size_t)y * width;
        const real left = row[0];
        for (uint x = get_global_id(0); x < width; x += lanes) {
            const real v = row[x];
            const real size = fabs(v), above = fabs(v - p[x]), before = fabs(v - left);
            sum += v - first;
            most = size > most ? size : most;
            down = above > down ? above : down;
            across = before > across ? before : across;
            if (!isfinite(v)) broken += 1;
        }
    }
    global real* to = out + PARTIAL(5);
    to[0] = sum;
    to[1] = most;
    to[2] = down;
    to[3] = across;
    to[4] = broken;
}

// pictures[picture][0][0]. Work-items: pictures.
kernel void first_points(global const real* pictures, ulong plane, global real* out, uint count) {
    if (get_global_id(0) < count) out[get_global_id(0)] = pictures[get_global_id(0) * plane];
}

// The value of a plane between its points by linear interpolation, 0 beyond them.
inline real between(global const real* plane, real y, real x, int width, int height) {
    const real top = floor(y), left = floor(x);
    const int from_y = (int)top, from_x = (int)left;
    real sum = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const int inside = from_y + j >= 0 && from_y + j < height && from_x + i >= 0 && from_x + i < width;
            const real share = (j ? y - top : 1 - (y - top)) * (i ? x - left : 1 - (x - left));
            sum += inside ? share * plane[(size_t)(from_y + j) * width + from_x + i] : 0;
        }
    return sum;
}

// The weight of a point (y, x) of a picture is down[y] * weights[y][x]. Without masks the rows of `weights` are all the same,
// and there is one (rows == 1). This kernel makes them with masks: across[x] times the picture's own mask and that of the
// other picture, which is moved by offsets[picture].
kernel void mask_weights(global const real* across, global const real* own, global const real* other,
                         global const real* offsets, uint width, uint height, global real* weights) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2);
    if (x >= width) return;
    const real from_y = (real)y + offsets[2 * picture], from_x = (real)x + offsets[2 * picture + 1];
    weights[(picture * height + y) * width + x] = across[picture * width + x] * own[(size_t)y * width + x] *
                                                  between(other, from_y, from_x, (int)width, (int)height);
}

inline real sum_of(real16 v) {
    const real8 a = v.lo + v.hi;
    const real4 b = a.lo + a.hi;
    return b.x + b.y + b.z + b.w;
}

// With v = p - means[picture] and the weights w: the sums of w, w^2, w v, w^2 v and w^2 v^2. A lane takes 16 points at a time;
// the points after the last 16 of a row are those of lane 0.
// `stride`: points from one picture to the next; 0: there is one, seen through each window.
kernel void weighted_sums(global const real* pictures, ulong stride, global const real* means, global const real* down,
                          global const real* weights, uint rows, uint width, uint height, uint lanes, uint parts,
                          global real* out) {
    const uint lane = get_global_id(0);
    if (lane >= lanes || get_global_id(1) >= parts) return;
    const size_t picture = get_global_id(2);
    const real mean = means[picture];
    real sums[5] = {0, 0, 0, 0, 0};
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = pictures + picture * stride + (size_t)y * width;
        global const real* weight = weights + (picture * rows + (rows == 1 ? 0 : y)) * width;
        real16 w1 = 0, w2 = 0, w1v = 0, w2v = 0, w2v2 = 0;
        uint x = 16 * lane;
        for (; x + 16 <= width; x += 16 * lanes) {
            const real16 w = vload16(0, weight + x), v = vload16(0, row + x) - mean, wv = w * v;
            w1 += w;
            w2 += w * w;
            w1v += wv;
            w2v += w * wv;
            w2v2 += wv * wv;
        }
        if (lane == 0)
            for (x = width / 16 * 16; x < width; ++x) {
                const real w = weight[x], wv = w * (row[x] - mean);
                w1.x += w;
                w2.x += w * w;
                w1v.x += wv;
                w2v.x += w * wv;
                w2v2.x += wv * wv;
            }
        const real d = down[picture * height + y], d2 = d * d;
        sums[0] += d * sum_of(w1);
        sums[1] += d2 * sum_of(w2);
        sums[2] += d * sum_of(w1v);
        sums[3] += d2 * sum_of(w2v);
        sums[4] += d2 * sum_of(w2v2);
    }
    global real* to = out + PARTIAL(5);
    for (int i = 0; i < 5; ++i) to[i] = sums[i];
}

// (p - means[picture]) * w * scales[picture]
kernel void apply_weights(global const real* pictures, ulong stride, global const real* means,
                          global const real* scales, global const real* down, global const real* weights, uint rows,
                          uint width, uint height, global real* out) {
    const size_t x = get_global_id(0), y = get_global_id(1), picture = get_global_id(2);
    if (x >= width) return;
    const real scale = scales[picture] * down[picture * height + y];
    global const real* weight = weights + (picture * rows + (rows == 1 ? 0 : y)) * width;
    out[(picture * height + y) * width + x] =
        (pictures[picture * stride + y * width + x] - means[picture]) * scale * weight[x];
}

inline complex times(complex a, complex b) { return (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// out[y][x] = in[y][x] * down[y] * across[x], with factors of each picture: a shift.
kernel void ramp(global const complex* in, global const complex* down, global const complex* across, uint columns,
                 uint height, global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1), picture = get_global_id(2);
    if (x >= columns) return;
    const size_t i = (picture * height + y) * columns + x;
    out[i] = times(in[i], times(down[picture * height + y], across[picture * columns + x]));
}

// The ring of a point is its distance from the zero frequency, in cycles per point times the longer side, rounded.
// Work-items: (x, y, 1).
kernel void find_rings(uint width, uint height, uint rings, global uint* ring_of) {
    const uint x = get_global_id(0), y = get_global_id(1), columns = width / 2 + 1;
    if (x >= columns) return;
    const real longer = max(width, height);
    const real dy = (real)min(y, height - y) * (longer / height), dx = (real)x * (longer / width);
    ring_of[(size_t)y * columns + x] = min((uint)(sqrt(dy * dy + dx * dx) + (real)0.5), rings - 1);
}

// Work-items: (part, 1, picture). Over the points z of each ring, with the multiplicity m, the points of the full spectrum
// that the point of the half spectrum stands for: the sums of |z|, |z|^2, Re z, m |z|, m |z|^2, m Re z, and two of 0. A part
// has some rows, and partial sums of its own.
kernel void ring_sums(global const complex* z, global const uint* ring_of, uint width, uint height, uint rings,
                      uint parts, global real* out) {
    const uint part = get_global_id(0), columns = width / 2 + 1;
    const size_t picture = get_global_id(2);
    if (part >= parts) return;
    global real* sums = out + (picture * parts + part) * rings * 8;
    for (uint i = 0; i < 8 * rings; ++i) sums[i] = 0;
    for (uint y = part; y < height; y += parts) {
        global const complex* row = z + (picture * height + y) * columns;
        global const uint* ring = ring_of + (size_t)y * columns;
        for (uint x = 0; x < columns; ++x) {
            const complex here = row[x];
            const real square = here.x * here.x + here.y * here.y, size = sqrt(square);
            const real m = x == 0 || 2 * x == width ? 1 : 2;
            global real* of = sums + 8 * ring[x];
            vstore8(vload8(0, of) + (real8)(size, square, here.x, m * size, m * square, m * here.x, 0, 0), 0, of);
        }
    }
}

// The sums of all parts. Work-items: (8 ring + sum, 1, picture).
kernel void ring_totals(global const real* partial, uint rings, uint parts, global real* out) {
    const uint i = get_global_id(0), sums = 8 * rings;
    const size_t picture = get_global_id(2);
    if (i >= sums) return;
    real total = 0;
    for (uint part = 0; part < parts; ++part) total += partial[(picture * parts + part) * sums + i];
    out[picture * sums + i] = total;
}

// The information of a frequency: `of` has its power and its share without leakage. Powers near that of the noise count
// little.
inline real information(complex of, real noise) {
    const real above = min(of.x / (5 * noise), (real)1e6), squared = above * above;
    return of.y * squared / (1 + squared);
}

// out = the product b conj(a), after undoing shifts of b, times the weight of the ring. By phase: its phase, of a magnitude
// that is the information of both frequencies (quality and noise: see spectrum_quality); 0 within the rounding errors, which
// are pairs `least`. Spectra are scaled so that products of squared magnitudes neither overflow nor vanish: see
// apply_weights. stride_a is 0 if there is one a.
kernel void agreements(global const complex* a, global const complex* quality_a, global const real* noise_a,
                       ulong stride_a, global const complex* b, global const complex* quality_b,
                       global const real* noise_b, global const complex* down, global const complex* across,
                       global const real* least, global const uint* ring_of, global const real* ring_weights,
                       uint columns, uint height, int by_phase, global complex* out) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2), in_picture = (size_t)y * columns + x;
    if (x >= columns) return;
    const size_t i = picture * height * columns + in_picture, i_a = picture * stride_a + in_picture;
    const complex from = a[i_a], to = times(b[i], times(down[picture * height + y], across[picture * columns + x]));
    const complex product = (complex)(from.x * to.x + from.y * to.y, from.x * to.y - from.y * to.x);
    real weight = ring_weights[ring_of[in_picture]];
    if (by_phase) {
        const real power_a = from.x * from.x + from.y * from.y, power_b = to.x * to.x + to.y * to.y;
        const real least_a = least[2 * picture], least_b = least[2 * picture + 1];
        const int counts = power_a > least_a * least_a && power_b > least_b * least_b;
        const real told = information(quality_a[i_a], noise_a[stride_a ? picture : 0]) *
                          information(quality_b[i], noise_b[picture]);
        weight *= counts ? told / sqrt(power_a * power_b) : 0;
    }
    out[i] = weight * product;
}

// The agreement at 16 x 16 shifts, as a product with a matrix on either side. First along the rows: the sums over x of
// q[y][x] * ring weight * across[x] * (cosines + i sines)[x][k], times down[y], for k = 0 .. 15; 16 real parts and 16
// imaginary ones for each row. Work-items: (row, 1, picture).
kernel void shift_along_rows(global const complex* q, global const uint* ring_of, global const real* ring_weights,
                             uint rings, global const complex* down, global const complex* across,
                             global const real* cosines, global const real* sines, uint columns, uint height,
                             global real* out) {
    const size_t y = get_global_id(0), picture = get_global_id(2);
    if (y >= height) return;
    global const complex* row = q + (picture * height + y) * columns;
    global const uint* ring = ring_of + y * columns;
    real16 re = 0, im = 0;
    for (uint x = 0; x < columns; ++x) {
        const complex here = ring_weights[picture * rings + ring[x]] * times(row[x], across[picture * columns + x]);
        const real16 c = vload16(x, cosines), s = vload16(x, sines);
        re += here.x * c - here.y * s;
        im += here.x * s + here.y * c;
    }
    const complex back = down[picture * height + y];
    vstore16(re * back.x - im * back.y, 2 * (picture * height + y), out);
    vstore16(re * back.y + im * back.x, 2 * (picture * height + y) + 1, out);
}

// Then along the columns; the real part counts: out[picture][j][k]. Work-items: (j, 1, picture).
kernel void shift_along_columns(global const real* lines, global const real* cosines, global const real* sines,
                                uint height, global real* out) {
    const size_t j = get_global_id(0), picture = get_global_id(2);
    if (j >= 16) return;
    real16 sum = 0;
    for (size_t y = 0; y < height; ++y) {
        const size_t line = 2 * (picture * height + y);
        sum += vload16(line, lines) * cosines[16 * y + j] - vload16(line + 1, lines) * sines[16 * y + j];
    }
    vstore16(sum, picture * 16 + j, out);
}

// The largest magnitude.
kernel void largest(global const real* surface, uint width, uint height, uint lanes, uint parts, global real* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    real most = 0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * height + y) * width;
        for (uint x = get_global_id(0); x < width; x += lanes) most = fabs(row[x]) > most ? fabs(row[x]) : most;
    }
    out[PARTIAL(1)] = most;
}

// Among the points of at least the magnitude enough[picture], the one nearest to shift 0, as a key: the squared distance
// (limited to 30 bits), the index (32 bits) and the sign (1 bit: negative).
kernel void nearest_large(global const real* surface, global const real* enough, uint width, uint height, uint lanes,
                          uint parts, global ulong* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    const real least = enough[get_global_id(2)];
    ulong best = ~(ulong)0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * height + y) * width;
        for (uint x = get_global_id(0); x < width; x += lanes) {
            const real v = row[x];
            if (fabs(v) < least) continue;
            const ulong dy = min(y, height - y), dx = min(x, width - x);
            const ulong distance = min(dy * dy + dx * dx, (ulong)0x7fffffff >> 1);
            best = min(best, distance << 33 | ((ulong)y * width + x) << 1 | (v < 0));
        }
    }
    out[PARTIAL(1)] = best;
}

// The values at the place of each surface, above, below, left and right of it; the surface wraps around.
// Work-items: surfaces.
kernel void around_places(global const real* surface, global const int* places, uint width, uint height, uint count,
                          global real* out) {
    const size_t k = get_global_id(0);
    if (k >= count) return;
    const uint y = places[2 * k], x = places[2 * k + 1];
    global const real* p = surface + k * height * width;
    out[5 * k] = p[(size_t)y * width + x];
    out[5 * k + 1] = p[(size_t)((y + height - 1) % height) * width + x];
    out[5 * k + 2] = p[(size_t)((y + 1) % height) * width + x];
    out[5 * k + 3] = p[(size_t)y * width + (x + width - 1) % width];
    out[5 * k + 4] = p[(size_t)y * width + (x + 1) % width];
}
