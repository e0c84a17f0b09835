// Counts the programs that the library compiled in a test program which contains the library's layers.
#include "compiled_programs.hpp"

#include <boost/test/unit_test.hpp>

#include "runtime/programs/program_store.hpp"

namespace {

struct compiled_programs {
    ~compiled_programs() { add_compiled_programs(stockham::internal::count_programs().compiled); }
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(compiled_programs);
