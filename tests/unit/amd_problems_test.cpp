// tests/amd/problems.txt covers every kind in every precision, every algorithm and every kernel family of an AMD card.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <string>

#include <stockham/transform.hpp>

#include "base/enumerations.hpp"
#include "families/table.hpp"
#include "support/folders.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(amd_problems_test)

namespace {

using namespace stockham;
using names = std::set<std::string>;

/// Kind and precision as in problem strings, such as `dct2 f16`.
std::string sum_name(kind k, precision p) {
    transform t;
    t.lengths = {16};
    t.kind = k;
    t.precision = p;
    const auto text = to_string(t);
    return text.substr(0, text.find(' ', text.find(' ') + 1));
}

/// The names that the library has. Families for other kinds of devices only do not count.
names all_names(const device_description& card) {
    names all;
    for (const auto k : internal::values_of<kind>::all)
        for (const auto p : internal::values_of<precision>::all) all.insert(sum_name(k, p));
    for (const auto& name : algorithm_names()) all.insert("algorithm " + name);
    for (const auto* family : internal::kernel_families())
        if (!family->is_default || family->is_default(card)) all.insert("family " + std::string(family->name));
    return all;
}

names covered_names(const std::string& problem, const device_description& card) {
    const auto t = parse_transform(problem);
    names covered{sum_name(t.kind, t.precision), "algorithm " + t.algorithm};
    for (const auto& step : internal::make_plan(internal::make_problem(t), card).steps)
        if (const auto* pass = std::get_if<internal::pass_step>(&step))
            covered.insert("family " + std::string(pass->family->family()));
    return covered;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_name_is_without_a_problem) {
    for (const char* target : {"gfx1100", "gfx90a", "gfx906"}) {
        const auto card = named_description(target);
        auto missing = all_names(card);
        std::ifstream file(source_folder() + "/tests/amd/problems.txt");
        for (std::string line; std::getline(file, line);)
            if (line.rfind("c2", 0) == 0 || line.rfind("r2", 0) == 0 || line.rfind("d", 0) == 0)
                for (const auto& name : covered_names(line, card)) missing.erase(name);
        for (const auto& name : missing)
            BOOST_TEST(false, "tests/amd/problems.txt has no problem for " << name << " on " << target);
    }
}

BOOST_AUTO_TEST_SUITE_END()
