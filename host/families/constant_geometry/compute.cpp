// For the interpreter: epochs of word groups, by the index formulas of cl/index.h, from one buffer to the other.
#include "families/constant_geometry/constant_geometry.hpp"

#include <optional>

#include "base/tables/table.hpp"
#include "model/interpreter_error.hpp"

namespace stockham::internal {

namespace {

using namespace pass_index;
using host_number = std::complex<long double>;
using local_buffer = std::vector<std::optional<host_number>>;

class tile_run {
  public:
    explicit tile_run(const pass_step& s) : s_(s), w_(s.to<constant_geometry_pass>()), now_(s.tile_points()) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        if (w_.twiddles())
            roots_ = table_values(twiddle_table::fine(precision::f64, w_.order, 64 - leading_zeros(w_.order - 1)));
        roots_.resize(w_.twiddles());
    }

    template <class Use>
    void each_point(const Use& use) const {
        for (index32 q = 0; q < now_.size(); ++q) use(place(q, tile_, 0));
    }
    void put(const coordinate& c, host_number z) { put(now_, c, z); }
    host_number result(coordinate c) const {
        for (std::size_t d = 0; d < s_.tile.size(); ++d)
            if (s_.tile[d].transformed && !w_.bit_reversed) c.at[d] = reversed(c.at[d], tile_.at[d]);
        return get(c);
    }

    void run_epoch(const stage& g) {
        local_buffer next(now_.size());
        const auto n = tile_.at[g.dim];
        const auto sizes = butterflies(tile_, g.dim, g.radix);
        for (index32 q = 0; q < now_.size() / g.radix; ++q) {
            auto c = place(q, sizes, 0);
            const auto t = c.at[g.dim];
            host_number x[4];
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = group_in(w_.conventional, t, i, n, g.radix, g.span);
                x[i] = get(c);
            }
            g.radix == 2 ? two(x) : four(x);
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = group_out(w_.conventional, t, i, n, g.radix, g.span);
                put(next, c, x[i] * root(group_power(w_.conventional, t, i, n, g.radix, g.span), n));
            }
        }
        now_ = std::move(next);
    }

  private:
    static unsigned leading_zeros(std::uint64_t n) {
        unsigned zeros = 64;
        for (; n; n /= 2) --zeros;
        return zeros;
    }

    /// The butterflies of cl/constant_geometry/alone.cl.
    static void two(host_number* x) {
        const auto sum = x[0] + x[1];
        x[1] = x[0] - x[1];
        x[0] = sum;
    }
    static void four(host_number* x) {
        const auto s0 = x[0] + x[2], d0 = x[0] - x[2], s1 = x[1] + x[3], d1 = host_number(0, -1) * (x[1] - x[3]);
        x[0] = s0 + s1;
        x[1] = s0 - s1;
        x[2] = d0 + d1;
        x[3] = d0 - d1;
    }

    /// The last epoch reads no root, because all its powers are 0.
    host_number root(index32 power, index32 n) const {
        if (power == 0) return 1;
        const auto at = power * (w_.order / n);
        if (at >= roots_.size()) refuse(to_string(s_), "a root outside its table");
        return roots_[at];
    }

    std::size_t place_of(const coordinate& c) const {
        const auto address = tile_address(c, tile_);
        const auto row = static_cast<index32>(128 / element_size(s_.precision));
        const std::size_t at = w_.swizzled ? folded(address, row, w_.folded_points(s_)) : address;
        if (at >= now_.size()) refuse(to_string(s_), "outside local memory");
        return at;
    }
    host_number get(const coordinate& c) const {
        const auto& z = now_[place_of(c)];
        if (!z) refuse(to_string(s_), "reads a place of local memory that holds nothing");
        return *z;
    }
    void put(local_buffer& into, const coordinate& c, host_number z) const {
        auto& slot = into[place_of(c)];
        if (slot) refuse(to_string(s_), "two points in one place of local memory");
        slot = z;
    }

    const pass_step& s_;
    const constant_geometry_pass& w_;
    local_buffer now_;
    coordinate tile_{};
    std::vector<host_number> roots_;
};

}  // namespace

void compute_constant_geometry(const pass_step& s, const load_point& load, const store_point& store) {
    tile_run tile(s);
    tile.each_point([&](const coordinate& c) { tile.put(c, load(c)); });
    for (const auto& g : s.stages)
        if (g.radix > 1) tile.run_epoch(g);
    tile.each_point([&](const coordinate& c) { store(c, tile.result(c)); });
}

}  // namespace stockham::internal
