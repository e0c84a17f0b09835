// Kernels for boxes in device memory: copies, transposed or not, and scaling. The host defines `element`, a type, and
// TILE. Work-groups of TILE * TILE work-items are counted along one dimension, because some devices have few along the
// others.
//
//            x, `width` elements            Each work-group copies one rectangle of the first two dimensions; its
//          +----------------+               number counts rectangles along x, then along y, then the planes z.
//        y |  work-item     |
//          |  (a, b)        |               transpose_box: a square of TILE elements. It is read along y, the
//          +----------------+               contiguous dimension of the source, and written along x.

typedef struct {
    ulong x, y, z;  // the first element of the rectangle
    ulong a, b;     // the work-item's place in it
} rectangle;

rectangle rectangle_of(ulong4 n, ulong width, ulong height) {
    const ulong across = (n.x + width - 1) / width, down = (n.y + height - 1) / height;
    const ulong group = get_group_id(0);
    rectangle r;
    r.a = get_local_id(0) % width;
    r.b = get_local_id(0) / width;
    r.x = group % across * width;
    r.y = group / across % down * height;
    r.z = group / across / down;
    return r;
}

ulong place_of(ulong x, ulong y, ulong z, ulong4 strides) {
    return x * strides.x + y * strides.y + z * strides.z;
}

// n: elements along each dimension. read, write: strides of each dimension, in elements.
kernel void copy_box(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write, ulong width) {
    const rectangle r = rectangle_of(n, width, get_local_size(0) / width);
    const ulong x = r.x + r.a, y = r.y + r.b;
    if (x < n.x && y < n.y) to[place_of(x, y, r.z, write)] = from[place_of(x, y, r.z, read)];
}

kernel void transpose_box(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write) {
    local element tile[TILE][TILE + 1];
    const rectangle r = rectangle_of(n, TILE, TILE);
    if (r.x + r.b < n.x && r.y + r.a < n.y) tile[r.b][r.a] = from[place_of(r.x + r.b, r.y + r.a, r.z, read)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r.x + r.a < n.x && r.y + r.b < n.y) to[place_of(r.x + r.a, r.y + r.b, r.z, write)] = tile[r.a][r.b];
}

kernel void scale(global element* data, ulong n, element factor) {
    if (get_global_id(0) < n) data[get_global_id(0)] *= factor;
}
