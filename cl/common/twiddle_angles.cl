// Twiddle factors as sines and cosines of rounded angles. They are less precise than tables, and used only when a plan
// string asks for them.
INLINE element factor(uint index, FACTOR_PARAMETERS) {
    const REAL angle = (REAL)index / (REAL)order * (REAL)-6.283185307179586;
    return (element)(cos(angle), sin(angle));
}
