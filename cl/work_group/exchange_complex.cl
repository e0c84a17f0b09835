// Exchanges whole complex numbers through local memory.
INLINE EXCHANGED part_of(complex z, uint part) { return element_of(z); }
INLINE complex with_part(complex z, uint part, EXCHANGED e) { return complex_of(e); }
