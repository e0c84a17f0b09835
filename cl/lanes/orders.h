// The orders in which a chain may take the points of a dimension: as they lie; from the end (Bluestein's inputs); in the order
// of powers (Rader's), in global memory or in a buffer.
#pragma once

enum point_order { same_order, backward_order, power_order, power_order_in_buffer };
