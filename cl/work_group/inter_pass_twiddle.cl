// Inter-pass twiddle factors (the "t" steps of Gu, Li, Siegel 2010, formulas 3 and 4), applied to outputs on store or to
// inputs on load.
//
// Along the dimension of the stage, the factors of a butterfly's points are that of the first point times powers of a root.
// All work-items of a line share the root, so each butterfly takes one gather from the tables instead of one per point.
//
// FACTOR_PARAMETERS  the parameters of factor(index, ..): two tables and the bit that splits an index; or the root's order
#define BY_POWERS 0  // those powers are in a separate table
#define BY_ROOTS 1   // they come from the same tables as the first factor
#define EACH 2       // each factor is computed by itself

// The factor of input or output i of a butterfly. `first` is the factor of number 0, which is point m. If the butterfly is
// `along` the dimension of the factors, its points are `step` apart; else all have the same factor.
INLINE element twiddle_of_point(element first, uint i, uint m, uint phase, bool along, uint step, uint way,
                                FACTOR_PARAMETERS, global const element* powers) {
    if (!along || i == 0) return first;
    if (way == EACH) return factor((m + i * step) * phase, FACTOR_ARGUMENTS);
    return product(first, way == BY_POWERS ? powers[i * phase] : factor(i * step * phase, FACTOR_ARGUMENTS));
}
