// What `stockham register` prints and its table.
#include "command/register_table.hpp"

#include <cmath>

#include <fmt/format.h>

#include "output.hpp"

namespace stockham::tools {

namespace {

// Without the sign of a zero.
double shown_number(double value, double step) {
    return std::abs(value) < 0.5 * step ? 0 : value;
}

}  // namespace

std::string register_lines(const std::vector<imaging::registration>& all, bool turned) {
    std::string text;
    for (const auto& r : all) {
        text += fmt::format("dy {:.3f} dx {:.3f}", shown_number(r.down, 1e-3), shown_number(r.right, 1e-3));
        if (turned) text += fmt::format(" angle {:.3f} scale {:.5f}", r.angle, r.scale);
        text += fmt::format(" peak {:.3f}{}\n", r.peak, r.inverted ? " inverted" : "");
    }
    return text;
}

void write_register_table(const std::string& path, const std::vector<imaging::registration>& all) {
    const bool json = path.size() > 5 && path.compare(path.size() - 5, 5, ".json") == 0;
    std::string text = json ? "[\n" : "page,dy,dx,angle,scale,peak,inverted\n";
    for (std::size_t k = 0; k < all.size(); ++k) {
        const auto& r = all[k];
        const char* inverted = r.inverted ? "true" : "false";
        text += json ? fmt::format(R"(  {{"page": {}, "dy": {:.5f}, "dx": {:.5f}, "angle": {:.5f}, "scale": {:.7f}, )"
                                   R"("peak": {:.5f}, "inverted": {}}}{})",
                                   k + 1, r.down, r.right, r.angle, r.scale, r.peak, inverted,
                                   k + 1 < all.size() ? ",\n" : "\n]\n")
                     : fmt::format("{},{:.5f},{:.5f},{:.5f},{:.7f},{:.5f},{}\n", k + 1, r.down, r.right, r.angle,
                                   r.scale, r.peak, inverted);
    }
    output_file file(path);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace stockham::tools
