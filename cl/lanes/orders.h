// Orders in which stages may access the points of a dimension: as in the tile; backward (inputs of Bluestein's algorithm); by
// powers (Rader's algorithm), in global memory or in a buffer.
#pragma once

enum point_order { same_order, backward_order, power_order, power_order_in_buffer };

// A buffer whose points a stage accesses in this order.
struct lanes_buffer {
    local complex* points;
    enum point_order order;
};
