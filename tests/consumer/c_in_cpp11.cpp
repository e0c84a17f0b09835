// The C header in C++11, as libraries that are older than C++17 include it.
#include <stockham/stockham.h>

int main() {
    const stockham_transform fields = stockham_default_transform();
    return stockham_init() == STOCKHAM_OK && fields.batch == 1 ? 0 : 1;
}
