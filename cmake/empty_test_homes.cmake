# cmake -DHOMES=FOLDER -P empty_test_homes.cmake: empties the folder of the tests' homes and of PoCL's kernel cache before a
# CTest run.
file(REMOVE_RECURSE ${HOMES})
file(MAKE_DIRECTORY ${HOMES}/pocl)
