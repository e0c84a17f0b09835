// Twiddle factors between passes (the "t" steps of Gu, Li, Siegel 2010, formulas 3 and 4), on outputs on their way out, or on
// inputs on their way in.
//
// The factors of a butterfly's points along the dimension of the stage are its first point's times powers of one root that
// all work-items of a line share: a gather from the tables for each butterfly instead of each point.
//
// FACTOR_PARAMETERS  what factor(index, ..) takes: the two tables, and where they split an index; or the order of the root
#define BY_POWERS 0  // those powers are in a table of their own
#define BY_ROOTS 1   // they come from the same tables as the first factor
#define EACH 2       // each point has a factor of its own

// The factor of input or output i of a butterfly: `first` is that of number 0, point m, from which on points lie `step` apart
// along the dimension of the factors, or not along it.
INLINE element twiddle_of_point(element first, uint i, uint m, uint phase, bool along, uint step, uint way,
                                FACTOR_PARAMETERS, global const element* powers) {
    if (!along || i == 0) return first;
    if (way == EACH) return factor((m + i * step) * phase, FACTOR_ARGUMENTS);
    return product(first, way == BY_POWERS ? powers[i * phase] : factor(i * step * phase, FACTOR_ARGUMENTS));
}
