// Butterflies of a stage of a digit, for radices that are known at run time only.
//
// STAGE_FUNCTION  the name of the function
// CASES           its radices: CASE(2) CASE(3) ..
#undef CASE
#define CASE(number) case number: digit_stage_##number(part); break;

INLINE void STAGE_FUNCTION(uint radix, struct stage_part part) {
    switch (radix) { CASES }
}
