// Loads real numbers as complex ones.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return (element)(in[at], 0); }
