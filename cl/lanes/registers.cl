// The registers of a work-item with lanes: it processes one butterfly at a time, where.butterfly, and holds all its points.
#define rounds OF_PASS(rounds)
#define butterfly_number OF_PASS(butterfly_number)
#define is_butterfly OF_PASS(is_butterfly)
#define held_points OF_PASS(held_points)
#define first_held OF_PASS(first_held)
#define held_step OF_PASS(held_step)

INLINE uint rounds(uint radix, uint dim) { return 1; }
INLINE uint butterfly_number(uint round, uint radix, struct tile_index where) { return where.butterfly; }
INLINE bool is_butterfly(uint number, uint radix, uint dim) { return true; }
INLINE uint held_points(uint radix) { return radix; }
INLINE uint first_held(uint radix) { return 0; }
INLINE uint held_step(uint radix) { return 1; }
