// Writes the kernels for AMD's cards, one file each, to the folder given as the first argument, for compile_for_amd.sh.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "cases.hpp"
#include "transpose/permutation.hpp"

using namespace stockham;
using namespace stockham::internal;

namespace {

/// Permutations that use every kernel in all its variants.
std::vector<permutation> permutations() {
    std::vector<permutation> all;
    for (const element e : testing::elements) {
        all.push_back({{1000, 1200}, {1, 0}, 1, e, placement::out_of_place, false});
        all.push_back({{1000, 1200}, {1, 0}, 1, e, placement::out_of_place, true});
        all.push_back({{100, 120, 140}, {1, 0, 2}, 1, e, placement::out_of_place, false});
        for (const std::size_t columns : {64, 1000, 1200, 3000, 20000})
            all.push_back({{1000, columns}, {1, 0}, 1, e, placement::in_place, false});
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " FOLDER\n";
        return 2;
    }
    for (const char* target : {"gfx906", "gfx90a", "gfx1030"}) {
        const auto folder = std::filesystem::path(argv[1]) / target;
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        std::set<std::string> written;
        for (const permutation& p : permutations())
            for (const launch& each : plan_permutation(p, named_description(target)).launches)
                if (written.insert(each.source).second)
                    std::ofstream(folder / (each.kernel + "_" + std::to_string(written.size()) + ".cl")) << each.source;
    }
}
