// Loads by the user's function. `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return on_load(in, in_start + at, load_data); }
