# cmake -DHOMES=FOLDER -P empty_test_homes.cmake: empties the folder of the tests' home folders and of PoCL's kernel cache
# before a CTest run. If STOCKHAM_TEST_RUNTIME_CACHE names a folder, PoCL's cache is kept there across runs, which halves the
# time of a run.
file(REMOVE_RECURSE ${HOMES})
file(MAKE_DIRECTORY ${HOMES})
if(NOT "$ENV{STOCKHAM_TEST_RUNTIME_CACHE}" STREQUAL "")
  file(MAKE_DIRECTORY $ENV{STOCKHAM_TEST_RUNTIME_CACHE})
  file(CREATE_LINK $ENV{STOCKHAM_TEST_RUNTIME_CACHE} ${HOMES}/pocl SYMBOLIC)
else()
  file(MAKE_DIRECTORY ${HOMES}/pocl)
endif()
