// Wrong formulas are refused with the reason: those with printing errors in the paper, and damaged ones.
#include <boost/test/unit_test.hpp>

#include "families/table.hpp"
#include "lowering/lowering.hpp"
#include "support/descriptions.hpp"
#include "support/formulas.hpp"
#include "support/interpreted.hpp"
#include "support/random_formula.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "systems/planning.hpp"
#include "systems/tensor/formula_check.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(refused_formulas_test)

using stockham::device_description;

namespace {

stockham::internal::problem problem_of(const std::string& text) {
    return stockham::internal::make_problem(stockham::parse_transform(text));
}

void refused(const std::string& problem, const std::string& text, const std::string& why,
             const device_description& device = stockham::named_description("h200")) {
    BOOST_TEST_CONTEXT(problem << ": " << text)
    expect_unsupported_error(
        "formula",
        [&] {
            build_plan(problem_of(problem), device, stockham::internal::read_plan(text, problem_of(problem), device));
        },
        why);
}

}  // namespace

// Formulas as the paper prints them, and damaged versions of its right ones.
BOOST_AUTO_TEST_CASE(wrong_formulas_are_refused_with_the_reason) {
    // (10): "the partial order of codelets x_1 and x_2 within X dimension is destroyed".
    refused("c2c f32 128x128", "{d(16,1024,128,I,O), t_8^16(8,1,16,O,S), t_8^16(8,2048,2048,S,S), d(16,8,8,S,O)}",
            "t_8^16(8,1,16,O,S), comes too early: its factors need 16 transformed points of axis 1");
    // (4) with its subscript and superscript, (11) with its strides as printed.
    refused("c2c f32 128", "{t_16^8(8,16,16,I,I), d(16,1,8,I,O)}", "subscript says 16");
    refused("c2c f32 16x16", "{d(4,64,64,I,S), d(16,1,1,S,S), t_4^4(4,16,16,S,O)}",
            "not in natural order: the 4 points that step 1, d(4,64,64,I,S), transforms end at stride 64 of axis 0");
    struct damaged {
        const char *text, *why;
    };
    for (const auto& [text, why] : std::initializer_list<damaged>{
             {"{d(16,3,1,I,O), t_8^16(8,16,16,O,O)}", "reads at stride 3, which no axis has"},
             {"{d(16,8,256,I,O), t_8^16(8,16,16,O,O)}", "writes at stride 256, which no axis has"},
             {"{d(16,16,1,I,O), t_8^16(8,16,16,O,O)}", "reaches beyond axis 0"},
             {"{d(16,4,1,I,O), t_8^16(8,16,16,O,O)}", "that come next lie at stride 8"},
             {"{d(16,8,1,I,O), t_8^16(8,8,16,O,O)}", "reads at stride 8, but the 8 points of axis 0 that come next"},
             {"{d(16,8,4,I,O), t_8^16(8,16,16,O,O)}", "writes at stride 4, where other points"},
             {"{d(16,8,1,I,O)}", "transform 16 of the 128 points of axis 0"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,O,O), t_2^128(2,1,1,O,O)}", "one too many"},
             {"{d(16,8,1,O,O), t_8^16(8,16,16,O,O)}", "reads O, where no step has written"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,W,O)}", "reads W, where no step has written"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,I,O)}", "reads I, but the data are in O"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,S,O)}", "reads S, where no step has written"},
             {"{d(16,8,1,I,S), t_8^16(8,16,16,S,S)}", "leaves the result in S instead of O"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,O,W)}", "leaves the result in W instead of O"},
             {"{d(16,8,1,I,S), t_8^16(8,16,16,O,O)}", "reads O, where no step has written"},
             {"{d(4,32,32,I,S), t_4^4(4,8,8,S,W), t_8^16(8,1,16,S,O)}", "does not outlast a kernel"},
             {"{d(16,8,1,I,O), t_8^8(8,16,16,O,O)}", "superscript 8, but its factors are towards the 16 points"},
             {"{t_8^8(8,16,16,I,I), d(16,1,8,I,O)}", "superscript 8, but its factors are towards the 16 points"},
             {"{d(16,8,1,I,O), d(8,16,16,O,O)}", "no step applies the twiddle factors between them"},
             {"{t_16^8(16,8,1,I,O), t_8^16(8,16,16,O,O)}", "has no direct codelet"},
             {"{t_4^4(4,32,32,I,I), d(4,8,8,I,I), t_8^4(8,1,16,I,O)}", "are applied nowhere"},
             {"{t_4^32(4,32,32,I,I), d(4,8,8,I,I), t_8^16(8,1,16,I,O)}", "are applied twice"},
             {"{d(16,8,8,I,O), t_8^16(8,1,16,O,O)}", "it must write to another place"},
             {"{d(16,8,8,I,O), t_8^16(8,1,1,O,O)}", "not in natural order"},
             {"{t_8^16(8,1,16,I,W), d(16,8,8,W,O)}", "comes too early: its factors need 16 transformed points"},
             {"{d(128,1,1,I,O)}", "codelets have 2, 4, 8, 16, 32 or 64"},
             {"{d(12,1,1,I,O)}", "codelets have 2, 4, 8, 16, 32 or 64"},
             {"{d(16,8,1,I,O) + t_8^16(8,16,16,O,O)}", "joined"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,O,O)} : width=8", "1 choices for 2 kernels"},
             {"{d(16,8,1,I,O), t_8^16(8,16,16,O,W), cp(128,1,1,W,O)}", "valid, but kernel 3 only copies"},
         })
        refused("c2c f32 128", text, why);
    refused("c2c f32 16384", "{d(64,256,1,I,S), t_64^64(64,256,64,S,S), t_4^4096(4,4096,4096,S,O)}",
            "holds 16384 points in S, where there is room for 2048", made_up(16, 64));
    refused("c2c f32 64x64", "{d(64,64,1,I,O), d(64,1,1,O,O)}", "stride of axis 0 and writes at one of axis 1");
    refused("c2c f32 64x64", "{d(64,64,64,I,O)}", "transform 1 of the 64 points of axis 1");
    refused("r2c f32 64", "{d(64,1,1,I,O)}", "formulas are for complex transforms");
    refused("c2c f32 48", "{d(16,3,1,I,O)}", "powers of two");
}

BOOST_AUTO_TEST_CASE(what_is_no_formula_is_refused) {
    for (const char* text :
         {"{", "{}", "{d}", "{d(16,1,1,I)}", "{d(16,1,1,I,Q)}", "{d(16,1,1,I,O)", "{d(16,1,1,I,O)} 7", "{(16,1,1,I,O)}",
          "{t(16,1,1,I,O)}", "{t_16(16,1,1,I,O)}", "{d(16,1,1,I,O),}", "{d(16,1,1,I,O) +}", "{{d(16,1,1,I,O)}",
          "{d(-1,1,1,I,O)}", "{d(99999999999999999999,1,1,I,O)}", "{d(16,1,1,I,O)} : quickly",
          "{d(16,1,1,I,O)} : chain=4.4", "{d(16,1,1,I,O)} : ; one_launch width=8"})
        BOOST_TEST_CONTEXT("'" << text << "'")
    expect_argument_error("plan",
                          [&] { stockham::internal::parse_formula(text, stockham::internal::default_family({})); });
}

BOOST_AUTO_TEST_SUITE_END()
