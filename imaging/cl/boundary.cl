// The values beyond the edges of a line: in front of each kernel file, and part of imaging/base/product_in_parts.cpp.
// INDEX is a signed integer of 64 bits.

// The values of imaging::boundary.
enum { beyond_constant, beyond_nearest, beyond_reflect, beyond_mirror, beyond_wrap };

inline INDEX modulo(INDEX at, INDEX period) {
    const INDEX rest = at % period;
    return rest < 0 ? rest + period : rest;
}

// The point of a line of n points that has the value for `place`; -1: the value is 0.
inline INDEX source_of(int beyond, INDEX place, INDEX n) {
    if (place >= 0 && place < n) return place;
    if (beyond == beyond_nearest) return place < 0 ? 0 : n - 1;
    if (beyond == beyond_wrap) return modulo(place, n);
    if (beyond == beyond_reflect) {
        const INDEX at = modulo(place, 2 * n);
        return at < n ? at : 2 * n - 1 - at;
    }
    if (beyond == beyond_mirror) {
        if (n == 1) return 0;
        const INDEX at = modulo(place, 2 * n - 2);
        return at < n ? at : 2 * n - 2 - at;
    }
    return -1;
}
