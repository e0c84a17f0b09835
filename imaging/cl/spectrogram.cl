// Short-time Fourier transforms and chirps.

// The slices of signals of `samples` points, each of `points`, filled with zeros to `length`, rolled by `roll`.
struct slicing {
    ulong samples;
    long first;  // the sample where the first slice begins
    uint hop, slices, points, length, roll, unused;
};

// Slices of signals times the window: frames[signal][slice][(j - roll) mod length]. Work-items: (j, slice, signal).
kernel void take_slices(global const real* signals, global const real* window, const struct slicing by,
                        global real* frames) {
    const uint at = get_global_id(0);
    const size_t slice = get_global_id(1), signal = get_global_id(2);
    if (at >= by.length) return;
    const uint j = (at + by.roll) % by.length;
    const long k = by.first + (long)slice * by.hop + j;
    const int inside = j < by.points && k >= 0 && k < (long)by.samples;
    frames[(signal * by.slices + slice) * by.length + at] = inside ? window[j] * signals[signal * by.samples + k] : 0;
}

// Spectra [signal][slice][bin] as output[signal][bin][slice], times scale. Work-items: (slice, bin, signal).
kernel void by_frequency(global const complex* spectra, uint slices, uint bins, real scale, global complex* out) {
    const size_t slice = get_global_id(0), bin = get_global_id(1), signal = get_global_id(2);
    if (slice >= slices) return;
    out[(signal * bins + bin) * slices + slice] = scale * spectra[(signal * slices + slice) * bins + bin];
}

// The way back. Work-items: (bin, slice, signal).
kernel void by_slice(global const complex* in, uint slices, uint bins, real scale, global complex* spectra) {
    const size_t bin = get_global_id(0), slice = get_global_id(1), signal = get_global_id(2);
    if (bin >= bins) return;
    spectra[(signal * slices + slice) * bins + bin] = scale * in[(signal * bins + bin) * slices + slice];
}

// Each sample adds up the slices that contain it, times the dual window. Work-items: (sample, 1, signal).
kernel void add_slices(global const real* frames, global const real* dual, const struct slicing by,
                       global real* signals) {
    const ulong k = get_global_id(0);
    const size_t signal = get_global_id(2);
    if (k >= by.samples) return;
    const long last = ((long)k - by.first) / by.hop;  // the last slice that begins at the sample or before
    real sum = 0;
    for (long p = min(last, (long)by.slices - 1); p >= 0; --p) {
        const long j = (long)k - by.first - p * by.hop;
        if (j >= by.points) break;
        sum += dual[j] * frames[(signal * by.slices + p) * by.length + ((uint)j + by.length - by.roll) % by.length];
    }
    signals[signal * by.samples + k] = sum;
}

// Lines of `points` numbers times a chirp, filled with zeros to `length`. Work-items: (j, line, 1).
kernel void chirped(global const real* lines, int is_complex, global const complex* chirp, uint points, uint length,
                    global complex* out) {
    const size_t j = get_global_id(0), line = get_global_id(1);
    if (j >= length) return;
    complex v = (complex)(0, 0);
    if (j < points) {
        const size_t i = line * points + j;
        const complex a = is_complex ? (complex)(lines[2 * i], lines[2 * i + 1]) : (complex)(lines[i], 0);
        const complex b = chirp[j];
        v = (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
    out[line * length + j] = v;
}

// Lines times one spectrum. Work-items: (j, line, 1).
kernel void multiply_lines(global complex* lines, global const complex* spectrum, uint length) {
    const size_t j = get_global_id(0), i = get_global_id(1) * length + j;
    if (j >= length) return;
    const complex a = lines[i], b = spectrum[j];
    lines[i] = (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// The points of lines from `from` on, times a chirp. Work-items: (k, line, 1).
kernel void unchirped(global const complex* lines, global const complex* chirp, uint length, uint from, uint count,
                      global complex* out) {
    const size_t k = get_global_id(0), line = get_global_id(1);
    if (k >= count) return;
    const complex a = lines[line * length + from + k], b = chirp[k];
    out[line * count + k] = (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
