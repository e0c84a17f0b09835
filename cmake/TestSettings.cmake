# stockham_add_test(NAME name COMMAND command...): add_test() that also measures the processor seconds of the command, limits
# them, and counts the kernels compiled. With STOCKHAM_TEST_PRICES the last test of a run compares them with tests/price/seconds.txt
# (tests/price/check.sh).
#
# stockham_configure_tests(): gives each test of the calling folder an environment without traces of the user or of earlier
# runs, its place in the order, and the label `long` if tests/README.md lists it. Call it after the folder's last stockham_add_test().
#
# Long tests start first, so that both processors are busy until the end.
#
# Limits: they end tests that hang, and a busy machine reaches none. A process may take four times the processor seconds in
# tests/price/seconds.txt, at least 300 s; -DSTOCKHAM_TEST_TIME_FACTOR=8 (for sanitizers) multiplies this limit
# (tests/price/timed.sh). A test that waits without working ends after 20 minutes.
#
# Environment: each test has an empty home of its own, so that the library's cache, wisdom and profiles start empty. The
# tests of one CTest run share one cache of PoCL's compiled kernels, which starts empty, too. The CTest fixture
# test_homes removes what an earlier run left (empty_test_homes.cmake).
#
# stockham_test_program(NAME SOURCE...): a program of Boost.Test's, whose main() is compiled once for all of them.
set(STOCKHAM_TEST_TIME_FACTOR 1 CACHE STRING "The limits of the tests' processor seconds are multiplied by this whole number")
option(STOCKHAM_TEST_PRICES "Fail if the tests take more processor seconds than tests/price/seconds.txt has" OFF)
mark_as_advanced(STOCKHAM_TEST_TIME_FACTOR STOCKHAM_TEST_PRICES)
set(STOCKHAM_TEST_HOMES ${PROJECT_BINARY_DIR}/test-homes)

# What the tests of all folders share: Boost.Test, main(), the folders' paths and the fixture. Called once, by the top folder.
function(stockham_prepare_tests)
  add_library(stockham_boost INTERFACE)
  add_library(stockham_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/support/main.cpp)
  if(STOCKHAM_TEST_LIBRARIES)
    find_package(Boost REQUIRED COMPONENTS unit_test_framework)
    target_compile_definitions(stockham_boost INTERFACE BOOST_TEST_DYN_LINK)
    target_link_libraries(stockham_boost INTERFACE Boost::unit_test_framework)
  else()
    find_package(Boost REQUIRED)
    target_compile_definitions(stockham_test_main PRIVATE STOCKHAM_BOOST_TEST_FROM_HEADERS)
    target_link_libraries(stockham_boost INTERFACE Boost::boost)
  endif()
  target_link_libraries(stockham_test_main PUBLIC stockham_boost)
  add_library(stockham_test_folders STATIC ${PROJECT_SOURCE_DIR}/tests/support/folders.cpp)
  target_include_directories(stockham_test_folders PUBLIC ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(stockham_test_folders PRIVATE STOCKHAM_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}"
                                                           STOCKHAM_BUILD_FOLDER="${PROJECT_BINARY_DIR}")
  add_test(NAME test_homes.empty
           COMMAND ${CMAKE_COMMAND} -DHOMES=${STOCKHAM_TEST_HOMES} -P ${PROJECT_SOURCE_DIR}/cmake/empty_test_homes.cmake)
  set_tests_properties(test_homes.empty PROPERTIES FIXTURES_SETUP test_homes LABELS "unit;device")
  if(STOCKHAM_TEST_PRICES)
    add_test(NAME test_homes.price
             COMMAND bash ${PROJECT_SOURCE_DIR}/tests/price/check.sh ${STOCKHAM_TEST_HOMES}/seconds.txt
                     ${PROJECT_SOURCE_DIR}/tests/price/seconds.txt ${CMAKE_CXX_COMPILER})
    set_tests_properties(test_homes.price PROPERTIES FIXTURES_CLEANUP test_homes TIMEOUT 1200)
  endif()
endfunction()

# stockham_recorded_seconds(TEST VARIABLE): the whole seconds of TEST in tests/price/seconds.txt, or 0.
function(stockham_recorded_seconds test variable)
  string(REPLACE "." "\\." pattern ${test})
  file(STRINGS ${PROJECT_SOURCE_DIR}/tests/price/seconds.txt line REGEX "^${pattern} [0-9.]+ ")
  set(seconds 0)
  if(line MATCHES "^[^ ]+ ([0-9]+)")
    set(seconds ${CMAKE_MATCH_1})
  endif()
  set(${variable} ${seconds} PARENT_SCOPE)
endfunction()

# stockham_long_tests(VARIABLE): the tests that `./test.sh` leaves out, from the first column of the table in tests/README.md.
function(stockham_long_tests variable)
  file(STRINGS ${PROJECT_SOURCE_DIR}/tests/README.md rows)
  set(long "")
  set(in_table FALSE)
  foreach(row IN LISTS rows)
    if(row MATCHES "^## ")
      set(in_table FALSE)
    endif()
    if(row MATCHES "^## Long tests")
      set(in_table TRUE)
    endif()
    if(in_table AND row MATCHES "^\\| (`[^|]*) \\|")
      string(REGEX MATCHALL "[a-z][a-zA-Z0-9_.-]*" names "${CMAKE_MATCH_1}")
      list(APPEND long ${names})
    endif()
  endforeach()
  set(${variable} ${long} PARENT_SCOPE)
endfunction()

# stockham_unoptimised_kernels(TEST...): PoCL compiles the kernels of these tests without optimisation, in half the time.
function(stockham_unoptimised_kernels)
  set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable)
endfunction()

function(stockham_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "COMMAND")
  list(POP_FRONT arg_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  set(timed "")
  if(UNIX)
    stockham_recorded_seconds(${arg_NAME} seconds)
    math(EXPR limit "4 * ${seconds}")
    if(limit LESS 300)
      set(limit 300)
    endif()
    math(EXPR limit "${limit} * ${STOCKHAM_TEST_TIME_FACTOR}")
    set(timed bash ${PROJECT_SOURCE_DIR}/tests/price/timed.sh ${STOCKHAM_TEST_HOMES}/seconds.txt ${arg_NAME} ${limit})
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${timed} ${program} ${arg_COMMAND})
endfunction()

function(stockham_test_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE stockham_test_main stockham_test_folders stockham_warnings)
  stockham_unity(${name})
  # The tests' own code takes little of their time; optimising it takes most of the compiler's, with sanitizers above all.
  if(NOT MSVC)
    target_compile_options(${name} PRIVATE $<IF:$<CONFIG:Release>,-O1,-O0>)
  endif()
endfunction()

function(stockham_test_environment test)
  set(home ${STOCKHAM_TEST_HOMES}/${test})
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
    HOME=${home} XDG_CACHE_HOME=${home}/.cache XDG_CONFIG_HOME=${home}/.config XDG_DATA_HOME=${home}/.local/share
    POCL_CACHE_DIR=${STOCKHAM_TEST_HOMES}/pocl)
  set_property(TEST ${test} APPEND PROPERTY FIXTURES_REQUIRED test_homes)
endfunction()

function(stockham_configure_tests)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/price/seconds.txt
                                                                 ${PROJECT_SOURCE_DIR}/tests/README.md)
  stockham_long_tests(long)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(REMOVE_ITEM tests test_homes.empty test_homes.price)
  foreach(test IN LISTS tests)
    stockham_recorded_seconds(${test} seconds)
    set_tests_properties(${test} PROPERTIES COST ${seconds} TIMEOUT 1200)
    if(test IN_LIST long)
      set_property(TEST ${test} APPEND PROPERTY LABELS long)
    endif()
    stockham_test_environment(${test})
  endforeach()
endfunction()
