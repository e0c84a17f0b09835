// The `stockham` command: its whole inside is the library stockham_tools.
#include "command/command.hpp"

int main(int argc, char** argv) {
    return stockham::tools::run_command(argc, argv);
}
