// 128-bit arithmetic, which every compiler of ours has and no standard names.
#pragma once

namespace stockham {

__extension__ using uint128 = unsigned __int128;

}  // namespace stockham
