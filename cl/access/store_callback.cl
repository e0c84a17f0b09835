// Stores by the user's function. `out` is the whole buffer.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { on_store(out, out_start + at, e, store_data); }
