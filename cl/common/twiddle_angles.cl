// Twiddle factors as sines and cosines of rounded angles, which are less precise than tables: only who writes such a plan has
// them.
INLINE element factor(uint index, FACTOR_PARAMETERS) {
    const REAL angle = (REAL)index / (REAL)order * (REAL)-6.283185307179586;
    return (element)(cos(angle), sin(angle));
}
