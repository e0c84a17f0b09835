# CMAKE_PROJECT_Heffte_INCLUDE: builds heFFTe, its tests and benchmarks with a backend of ours in place of one of its own.
# STOCKHAM_FOR names that one, fftw or onemkl: see stockham_for_*.h. STOCKHAM_BUILD is a build folder of the library.
set(CMAKE_CXX_STANDARD 17)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-include;${CMAKE_CURRENT_LIST_DIR}/stockham_for_${STOCKHAM_FOR}.h>")
set(root ${CMAKE_CURRENT_LIST_DIR}/../..)
include_directories(${root}/interfaces/heffte/include ${root}/include ${STOCKHAM_BUILD}/include)
foreach(name stockham_heffte stockham)
  find_library(${name}_library ${name} PATHS ${STOCKHAM_BUILD} NO_DEFAULT_PATH REQUIRED)
  link_libraries(${${name}_library})
endforeach()
link_libraries(OpenCL)
set(CMAKE_BUILD_RPATH ${STOCKHAM_BUILD})
