// Pictures within larger, periodic frames. One work-item has one point of the array that the kernel writes. Arrays have
// up to four axes; the lengths n are fastest first, so that point (x, y, z, w) is at ((w n.z + z) n.y + y) n.x + x.

inline uint4 place_of(ulong i, uint4 n) {
    uint4 place;
    const ulong row = i >> 32 ? i / n.x : (uint)i / n.x;  // divisions of 32 bits are faster
    place.x = (uint)(i - row * n.x);
    uint rest = (uint)row;  // arrays have fewer rows than 2^32
    place.y = rest % n.y;
    rest /= n.y;
    place.z = rest % n.z;
    place.w = rest / n.z;
    return place;
}

inline ulong index_of(uint4 place, uint4 n) {
    return (((ulong)place.w * n.z + place.z) * n.y + place.y) * n.x + place.x;
}

// Where the value of a frame's point comes from along one axis: up to two points of the picture and the second's share.
typedef struct {
    long end;      // continues the picture beyond its end
    long start;    // leads to its start in the next period
    real share;    // of `start`
    real unused;
} sources;

inline sources sources_of(int beyond, uint place, uint n, uint length) {
    sources s;
    s.end = source_of(beyond, place, n);
    s.start = s.end;
    s.share = s.unused = 0;
    if (place < n) return s;
    s.start = source_of(beyond, (long)place - length, n);
    const real t = ((real)(place - n) + REAL(0.5)) / (real)(length - n);
    s.share = t * t * (3 - 2 * t);
    return s;
}

// The picture at the start of a frame, whose rest continues it.
kernel void frame(global const real* from, uint4 n, global real* to, uint4 length, int beyond, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint4 place = place_of(i, length);
    if (all(place < n)) {
        to[i] = from[index_of(place, n)];
        return;
    }
    const sources x = sources_of(beyond, place.x, n.x, length.x);
    const sources y = sources_of(beyond, place.y, n.y, length.y);
    const sources z = sources_of(beyond, place.z, n.z, length.z);
    real sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const long at_x = corner & 1 ? x.start : x.end;
        const long at_y = corner & 2 ? y.start : y.end;
        const long at_z = corner & 4 ? z.start : z.end;
        const real share = (corner & 1 ? x.share : 1 - x.share) * (corner & 2 ? y.share : 1 - y.share) *
                           (corner & 4 ? z.share : 1 - z.share);
        if (share > 0 && at_x >= 0 && at_y >= 0 && at_z >= 0) sum += share * from[(at_z * n.y + at_y) * n.x + at_x];
    }
    to[i] = sum;
}

// The box of a frame that begins at `start` and has n points.
kernel void cut(global const real* from, uint4 length, uint4 start, global real* to, uint4 n, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    to[i] = from[index_of(place_of(i, n) + start, length)];
}

// A kernel of n points in a frame of zeros, with its origin n / 2 at the frame's first point.
kernel void centre(global const real* from, uint4 n, global real* to, uint4 length, real factor, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint4 moved = place_of(i, length) + n / 2;
    const uint4 place = select(moved, moved - length, moved >= length);
    to[i] = all(place < n) ? factor * from[index_of(place, n)] : 0;
}

// A picture of n points, `before` points from the start of an array of `extent` points, which is at the start of a frame.
struct extension {
    uint4 n, before, extent;
    uint4 length;  // of the frame
};

// The picture minus `mean`, continued by the mode, or by a value for beyond_constant; zeros in the rest of the frame.
kernel void extend(global const real* from, global real* to, const struct extension by, int beyond, real mean, real value) {
    const uint4 n = by.n, before = by.before, length = by.length;
    const ulong i = get_global_id(0);
    if (i >= (ulong)length.x * length.y * length.z * length.w) return;
    const uint4 place = place_of(i, length);
    if (any(place >= by.extent)) {
        to[i] = 0;
        return;
    }
    const long x = source_of(beyond, (long)place.x - before.x, n.x);
    const long y = source_of(beyond, (long)place.y - before.y, n.y);
    const long z = source_of(beyond, (long)place.z - before.z, n.z);
    to[i] = (x < 0 || y < 0 || z < 0 ? value : from[(z * n.y + y) * n.x + x]) - mean;
}

// A packed array from one with strides. `number` is its imaging::number_type: real, 8 or 16 bits.
// Work-items: (x, y, z and w).
kernel void unpack(global const uchar* from, ulong first, uint number, uint4 n, uint4 strides, global real* to) {
    const uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2) % n.z, w = get_global_id(2) / n.z;
    if (x >= n.x) return;
    const ulong row = first + (ulong)y * strides.y + (ulong)z * strides.z + (ulong)w * strides.w;
    const ulong at = row + (ulong)x * strides.x;
    global real* out = to + ((ulong)get_global_id(2) * n.y + y) * n.x;
    if (number == 1)
        out[x] = from[at];
    else if (number == 2)
        out[x] = ((global const ushort*)from)[at];
    else
        out[x] = ((global const real*)from)[at];
}
