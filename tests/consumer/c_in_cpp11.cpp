// The C header in C++; the consumer project compiles this in C++11.
#include <stockham/stockham.h>

int main() {
    const stockham_transform fields = stockham_default_transform();
    return stockham_init() == STOCKHAM_OK && fields.batch == 1 ? 0 : 1;
}
