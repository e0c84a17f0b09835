// Measures of pictures.

// Item (row, picture): the sums over the row of v, v^2, squared differences of points two apart, and the squared
// Laplacian, with v = p minus the picture's first point. Work-items: (row, picture, 1).
kernel void focus_sums(global const real* pictures, uint width, uint height, global real* out) {
    const uint y = get_global_id(0);
    const size_t picture = get_global_id(1);
    if (y >= height) return;
    global const real* p = pictures + picture * width * height;
    global const real* row = p + (size_t)y * width;
    const real first = p[0];
    real sum = 0, squares = 0, gradient = 0, laplacian = 0;
    for (uint x = 0; x < width; ++x) {
        const real v = row[x] - first;
        sum += v;
        squares += v * v;
        if (x + 2 < width) {
            const real d = row[x + 2] - row[x];
            gradient += d * d;
        }
        if (y + 2 < height) {
            const real d = row[x + 2 * width] - row[x];
            gradient += d * d;
        }
        if (x > 0 && x + 1 < width && y > 0 && y + 1 < height) {
            const real d = 4 * row[x] - row[x - 1] - row[x + 1] - (row + x)[-(int)width] - row[x + width];
            laplacian += d * d;
        }
    }
    global real* to = out + (picture * height + y) * 4;
    to[0] = sum;
    to[1] = squares;
    to[2] = gradient;
    to[3] = laplacian;
}

// A row of square tiles of a picture.
struct tile_row {
    uint first;  // row of the picture
    uint width;  // of the picture
    uint tile;   // side of a tile
};

// Tiles of a picture minus `mean`, times the window along both axes. Tile t of the row begins at column starts[t].
// Work-items: (x, y, tile).
kernel void take_tiles(global const real* picture, global const real* window, global const int* starts,
                       const struct tile_row row, real mean, global real* out) {
    const uint x = get_global_id(0), y = get_global_id(1), tile = row.tile;
    const size_t t = get_global_id(2);
    if (x >= tile) return;
    out[(t * tile + y) * tile + x] =
        window[y] * window[x] * (picture[(size_t)(row.first + y) * row.width + starts[t] + x] - mean);
}

// Adds the power of the tiles' half spectra to `sums`. Work-items: (x, y, 1).
kernel void add_powers(global const complex* spectra, uint columns, uint tile, uint tiles, global real* sums) {
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= columns) return;
    real sum = sums[y * columns + x];
    for (uint t = 0; t < tiles; ++t) {
        const complex v = spectra[((size_t)t * tile + y) * columns + x];
        sum += v.x * v.x + v.y * v.y;
    }
    sums[y * columns + x] = sum;
}

// The sum of each ring's powers and the number of its points, as they occur in the full spectrum. The ring of a point is
// its distance from the zero frequency, rounded. Work-items: (ring, 1, 1).
kernel void ring_powers(global const real* powers, uint columns, uint tile, uint rings, global real* out) {
    const uint ring = get_global_id(0);
    if (ring >= rings) return;
    const real inner = ring - (real)0.5, outer = ring + (real)0.5;
    real sum = 0, count = 0;
    for (uint y = 0; y < tile; ++y) {
        const real dy = min(y, tile - y);
        if (dy >= outer) continue;
        const uint from = inner <= dy ? 0 : (uint)ceil(sqrt(inner * inner - dy * dy));
        const uint to = min((uint)ceil(sqrt(outer * outer - dy * dy)), columns);
        for (uint x = from; x < to; ++x) {
            const real m = x == 0 || 2 * x == tile ? 1 : 2;
            sum += m * powers[(size_t)y * columns + x];
            count += m;
        }
    }
    out[2 * ring] = sum;
    out[2 * ring + 1] = count;
}
