// Normalised cross-correlation. One work-item has one point of the array that the kernel writes, or in `window_sums` a run of
// them along one axis. Arrays have up to three axes; lengths are fastest first.
#pragma OPENCL FP_CONTRACT OFF

inline ulong points_of(uint4 n) { return (ulong)n.x * n.y * n.z; }

// Two numbers in twice the precision, (x + z, y + w), so that the variance of a window with a large mean is exact: a sum of
// points and a sum of their squares.
typedef real4 pair;

inline pair plus(pair a, pair b) {
    const complex sum = a.xy + b.xy, of_b = sum - a.xy;
    const complex rest = (a.xy - (sum - of_b)) + (b.xy - of_b) + a.zw + b.zw;
    const complex whole = sum + rest;
    return (pair)(whole, rest - (whole - sum));
}

inline pair point_and_square(real a) {
    const real square = a * a;
    return (pair)(a, square, 0, fma(a, a, -square));
}

// The template minus `mean` and `rest`, at the start of a frame of zeros. The mean of a bright template is rounded to the
// precision of its level; `rest` is what remains of it, without which the brightness of the picture would matter.
kernel void place_template(global const real* from, uint4 n, global real* to, uint4 length, real mean, real rest) {
    const ulong i = get_global_id(0);
    if (i >= points_of(length)) return;
    const ulong row = i / length.x;
    const uint x = (uint)(i % length.x), y = (uint)(row % length.y), z = (uint)(row / length.y);
    const bool inside = x < n.x && y < n.y && z < n.z;
    to[i] = inside ? from[((ulong)z * n.y + y) * n.x + x] - mean - rest : 0;
}

// Sums over windows of `window` points along one axis, of points and of their squares. The array is seen as
// outer x n x inner points, and n - window + 1 sums remain along the axis. A work-item has `run` of them: it adds up the
// first window and then moves it.
struct windows {
    ulong outer, n, inner, window, run;
};

#define WINDOW_SUMS(value_at)                                                                           \
    const ulong n = of.n, inner = of.inner, window = of.window, run = of.run;                           \
    const ulong i = get_global_id(0), places = n - window + 1, runs = (places + run - 1) / run;         \
    if (i >= of.outer * runs * inner) return;                                                           \
    const ulong at = i % inner, first = i / inner % runs * run, block = i / inner / runs;               \
    const ulong line = block * n * inner + at, end = min(places, first + run);                          \
    global pair* out = to + block * places * inner + at;                                                \
    pair sum = 0;                                                                                       \
    for (ulong k = first; k < first + window; ++k) sum = plus(sum, value_at(from[line + k * inner]));   \
    out[first * inner] = sum;                                                                           \
    for (ulong k = first + 1; k < end; ++k) {                                                           \
        sum = plus(sum, value_at(from[line + (k + window - 1) * inner]));                               \
        sum = plus(sum, -value_at(from[line + (k - 1) * inner]));                                       \
        out[k * inner] = sum;                                                                           \
    }

#define ITSELF(value) (value)

kernel void sums_of_points(global const real* from, global pair* to, const struct windows of) {
    WINDOW_SUMS(point_and_square)
}

kernel void sums_of_sums(global const pair* from, global pair* to, const struct windows of) {
    WINDOW_SUMS(ITSELF)
}

// The numbers of a response. The variance of a window is that of its points times their number.
struct matching {
    uint4 n;                 // of the response
    uint4 window;            // of the template
    uint4 length;            // of the correlation's frame
    uint4 picture_length;
    real points;             // of the template
    real template_mean;
    real template_squares;   // of the template minus its mean
    real picture_mean;       // subtracted from the correlation's picture
    real flat;               // variance per point that counts as 0
    real uncertain;          // variance times template_squares below which points are summed
    real unused[2];
};

// The coefficient of the template and the window at `first`, by their points. `mean` is that of the window, so that the
// differences of a window with little contrast are exact.
inline real direct_coefficient(global const real* picture, global const real* pattern, const struct matching* of,
                               uint4 first, real mean) {
    const uint4 n = of->window, length = of->picture_length;
    real sum = 0, squares = 0, products = 0;
    for (uint z = 0; z < n.z; ++z)
        for (uint y = 0; y < n.y; ++y) {
            global const real* row = picture + ((ulong)(first.z + z) * length.y + first.y + y) * length.x + first.x;
            global const real* in_template = pattern + ((ulong)z * n.y + y) * n.x;
            for (uint x = 0; x < n.x; ++x) {
                const real d = row[x] - mean;
                sum += d;
                squares += d * d;
                products += d * (in_template[x] - of->template_mean);
            }
        }
    return products / sqrt((squares - sum * sum / of->points) * of->template_squares);
}

// The squares of a window's points minus their mean.
inline real variance_of(pair s, real points) {
    // points * variance = points * squares - sum^2
    const real squares = points * s.y, square = s.x * s.x;
    const real rest = fma(points, s.y, -squares) - fma(s.x, s.x, -square) + points * s.w - 2 * s.x * s.z;
    return (squares - square + rest) / points;
}

// 1 for each window that normalise() would sum point by point, else 0.
kernel void mark_uncertain(global const pair* sums, const struct matching of, global real* marks) {
    const ulong i = get_global_id(0);
    if (i >= points_of(of.n)) return;
    const real variance = variance_of(sums[i], of.points);
    marks[i] = variance > of.flat * of.points && variance * of.template_squares < of.uncertain ? 1 : 0;
}

// response = correlation / sqrt(variance of the window * squares of the template); 0 for variances per point up to `flat`.
// Below `uncertain`, the rounding errors of the transforms count, and the points are summed. The correlation is at the start
// of its frame; its picture had the mean subtracted, which `picture` has not.
kernel void normalise(global const real* correlation, global const pair* sums, global const real* picture,
                      global const real* pattern, const struct matching of, global real* response) {
    const uint4 n = of.n, length = of.length;
    const ulong i = get_global_id(0);
    if (i >= points_of(n)) return;
    const ulong row = i / n.x;
    uint4 at;
    at.x = (uint)(i % n.x);
    at.y = (uint)(row % n.y);
    at.z = (uint)(row / n.y);
    at.w = 0;
    const pair s = sums[i];
    const real variance = variance_of(s, of.points), square = variance * of.template_squares;
    real value = 0;
    if (variance > of.flat * of.points) {
        if (square >= of.uncertain)
            value = correlation[((ulong)at.z * length.y + at.y) * length.x + at.x] / sqrt(square);
        else
            value = direct_coefficient(picture, pattern, &of, at, of.picture_mean + s.x / of.points);
    }
    response[i] = clamp(value, (real)-1, (real)1);
}

// A response, the distance within which a peak is the highest point, and the capacity of the list of peaks.
struct peak_search {
    uint4 n;
    ulong distance;
    ulong capacity;
};

// Appends the peaks of the response to a list: its places and their number. Places beyond the capacity are counted only.
kernel void find_peaks(global const real* response, real threshold, const struct peak_search by, global ulong* places,
                       global real* values, global uint* number) {
    const uint4 n = by.n;
    const uint distance = (uint)by.distance;
    const ulong i = get_global_id(0);
    if (i >= points_of(n)) return;
    const real own = response[i];
    if (!(own >= threshold)) return;
    const ulong row = i / n.x;
    const uint x = (uint)(i % n.x), y = (uint)(row % n.y), z = (uint)(row / n.y);
    const uint x_end = (uint)min((ulong)n.x, (ulong)x + distance + 1), y_end = (uint)min((ulong)n.y, (ulong)y + distance + 1);
    const uint z_end = (uint)min((ulong)n.z, (ulong)z + distance + 1);
    bool highest = true;
    for (uint c = z > distance ? z - distance : 0; c < z_end && highest; ++c)
        for (uint b = y > distance ? y - distance : 0; b < y_end && highest; ++b)
            for (uint a = x > distance ? x - distance : 0; a < x_end && highest; ++a) {
                const ulong k = ((ulong)c * n.y + b) * n.x + a;
                highest = response[k] < own || (response[k] == own && k >= i);
            }
    if (!highest) return;
    const uint slot = atomic_inc(number);
    if (slot >= by.capacity) return;
    places[slot] = i;
    values[slot] = own;
}
