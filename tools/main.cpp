// The `stockham` command; the library stockham_tools implements it.
#include "command/command.hpp"

int main(int argc, char** argv) {
    return stockham::tools::run_command(argc, argv);
}
