// Half spectra: sums over rings of frequencies, and the quality of frequencies, from their power, the share without leakage,
// and the noise.
// Work-items: (x, y, picture), unless a kernel says otherwise. A half spectrum has width / 2 + 1 points per row.

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
kernel void ring_sums(global const complex* z, global const uint* ring_of, uint2 n, uint rings, uint parts,
                      global real* out) {
    const uint part = get_global_id(0), width = n.x, height = n.y, columns = width / 2 + 1;
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

// The index of the point (y, x), which is at most one step beyond the half spectrum; `mirrored` if it is the conjugate.
inline size_t index_of(int y, int x, int width, int height, int* mirrored) {
    *mirrored = x < 0 || x > width / 2;
    if (x < 0) {
        x = -x;
        y = -y;
    } else if (*mirrored) {
        x = width - x;
        y = -y;
    }
    y = y < 0 ? y + height : y >= height ? y - height : y;
    return (size_t)y * (width / 2 + 1) + x;
}

inline complex value_at(global const complex* spectrum, int y, int x, int width, int height) {
    int mirrored;
    complex v = spectrum[index_of(y, x, width, height, &mirrored)];
    if (mirrored) v.y = -v.y;
    return v;
}

inline complex times(complex a, complex b) { return (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// A point of a spectrum after a Hann window along one axis, from its neighbours below and above it.
inline complex under_hann(complex before, complex here, complex after, complex turn) {
    const complex back = (complex)(turn.x, -turn.y);
    return (real)0.5 * here - (real)0.25 * (times(before, turn) + times(after, back));
}

// The power |a|^2 of each point, and that under a second Hann window (not is_hann: the same), times `factor`. turns: for
// each picture, the turns of the windows at the first point, down and across.
kernel void powers(global const complex* spectra, global const complex* turns, int2 n, int is_hann, real factor,
                   global complex* out) {
    const int x = get_global_id(0), y = get_global_id(1), width = n.x, height = n.y, columns = width / 2 + 1;
    const size_t picture = get_global_id(2);
    if (x >= columns) return;
    global const complex* a = spectra + picture * height * columns;
    const complex here = a[(size_t)y * columns + x];
    complex second = here;
    if (is_hann) {
        const complex down = turns[2 * picture], across = turns[2 * picture + 1];
        complex row[3];
        for (int j = 0; j < 3; ++j)
            row[j] = under_hann(value_at(a, y + j - 1, x - 1, width, height), value_at(a, y + j - 1, x, width, height),
                                value_at(a, y + j - 1, x + 1, width, height), across);
        second = under_hann(row[0], row[1], row[2], down);
    }
    out[(picture * height + y) * columns + x] =
        (complex)(here.x * here.x + here.y * here.y, factor * (second.x * second.x + second.y * second.y));
}

// Of the means over 3 x 3 points: the power under the second window, and its share, at most 1.
kernel void smooth_powers(global const complex* powers, uint width, uint height, global complex* out) {
    const int x = get_global_id(0), y = get_global_id(1), columns = width / 2 + 1;
    const size_t picture = get_global_id(2);
    if (x >= columns) return;
    global const complex* p = powers + picture * height * columns;
    complex sum = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
            int mirrored;
            sum += p[index_of(y + j, x + i, width, height, &mirrored)];
        }
    out[(picture * height + y) * columns + x] = (complex)(sum.y / 9, sum.x > 0 ? min(sum.y / sum.x, (real)1) : (real)0);
}

// The least mean power of the rings with a share, from the sums of spectrum_rings; at least the rounding errors' power.
// Work-items: pictures.
kernel void least_powers(global const real* sums, global const real* shares, global const real* rounding, uint rings,
                         uint count, global real* out) {
    const size_t picture = get_global_id(0);
    if (picture >= count) return;
    real least = -1;
    for (uint r = 0; r < rings; ++r) {
        const real mean = sums[(picture * rings + r) * 8 + 2] * shares[r];
        if (shares[r] > 0 && (least < 0 || mean < least)) least = mean;
    }
    out[picture] = max(least, rounding[picture] * rounding[picture]);
}

// The information of a frequency: `of` has its power and its share without leakage. Powers near that of the noise count
// little.
inline real information(complex of, real noise) {
    const real above = min(of.x / (5 * noise), (real)1e6), squared = above * above;
    return of.y * squared / (1 + squared);
}

// From the powers and shares: the phase of each frequency, of a magnitude that is its information; 0 within the rounding
// errors.
kernel void informed_phases(global const complex* spectra, global const real* noise, global const real* rounding, int2 n,
                            global complex* frequencies) {
    const int x = get_global_id(0), columns = n.x / 2 + 1;
    const size_t picture = get_global_id(2), i = (picture * n.y + get_global_id(1)) * columns + x;
    if (x >= columns) return;
    const complex here = spectra[i];
    const real power = here.x * here.x + here.y * here.y, least = rounding[picture];
    frequencies[i] = power > least * least ? here * (information(frequencies[i], noise[picture]) / sqrt(power)) : (complex)(0, 0);
}
