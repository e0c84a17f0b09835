# Builds heFFTe 2.4 for stockham/heffte_device.hpp, with GCC or Clang:
#   cmake -S HEFFTE -B FOLDER -DCMAKE_PROJECT_Heffte_INCLUDE=PREFIX/lib/cmake/stockham/heffte-device.cmake
# heFFTe compiles its data movement for devices only with a backend that has some, so each of its sources includes the header.
set(CMAKE_CXX_STANDARD 17)
find_package(stockham CONFIG REQUIRED HINTS ${CMAKE_CURRENT_LIST_DIR})
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include stockham/heffte_device.hpp>")
link_libraries(stockham::heffte)
