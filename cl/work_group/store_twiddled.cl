// Multiplies outputs by inter-pass twiddle factors and stores them one by one, so that few factors are in registers at a
// time.
//
// NUMBER  which of the pass's factors
#define twiddled_side OF_PASS(twiddled_side)
#define twiddled_outputs OF_PASS(twiddled_outputs)
#define store_twiddled OF_PASS(store_twiddled)

struct twiddled_side {
    struct out_side out;
    struct inter_pass_twiddle twiddle;
};

INLINE void twiddled_outputs(struct butterfly* j, struct twiddled_side to, uint dim, uint span) {
    OF_FACTOR(factors_of_outputs)(j, to.twiddle, dim, span);
    strided_outputs(j, to.out, dim, span);
}
INLINE void store_twiddled(complex z, const struct butterfly* j, struct twiddled_side to, uint k) {
    const element e = as_stored(element_of(times(z, OF_FACTOR(factor_of_point)(j, to.twiddle, k, j->span))));
    deliver(to.out, j->first + k * held_step(j->radix) * j->step, e);
}
