# CTest tests of the installed files. A consumer project is built in each way of finding the library. Other tests
# check the symbols and dependencies of the shared library and the code blocks of the documents. tests/CMakeLists.txt
# includes this file.
set(consumer_dir ${CMAKE_CURRENT_LIST_DIR})
set(static_dir ${CMAKE_CURRENT_LIST_DIR}/../static)
set(prefix ${PROJECT_BINARY_DIR}/consumer/prefix)

# The installation is a fixture. It empties the folder first, so that no file of an earlier version is found.
stockham_add_test(NAME consumer.empty COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/consumer)
stockham_add_test(NAME consumer.install
         COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix} --config $<CONFIG>)
set_tests_properties(consumer.empty PROPERTIES FIXTURES_SETUP consumer_empty)
set_tests_properties(consumer.install PROPERTIES FIXTURES_REQUIRED consumer_empty FIXTURES_SETUP consumer_installed)

# consumer_test(NAME OPTION...): configures, builds and tests the consumer project with these CMake options.
function(consumer_test name)
  stockham_add_test(NAME consumer.${name}
           COMMAND ${CMAKE_CTEST_COMMAND}
             --build-and-test ${consumer_dir} ${PROJECT_BINARY_DIR}/consumer/${name}
             --build-generator ${CMAKE_GENERATOR}
             --build-options -DCMAKE_BUILD_TYPE=$<CONFIG> -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
               "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" -DSTOCKHAM_WANTED=${PROJECT_VERSION} ${ARGN}
             --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
  set_tests_properties(consumer.${name} PROPERTIES FIXTURES_REQUIRED consumer_installed)
endfunction()

set(heffte "")
if(STOCKHAM_HEFFTE)
  set(heffte -DSTOCKHAM_HEFFTE_INCLUDE=${PROJECT_SOURCE_DIR}/interfaces/heffte/tests/stand_in)
endif()
consumer_test(package -DSTOCKHAM_BY=package -DCMAKE_PREFIX_PATH=${prefix} ${heffte})
set(tests consumer.empty consumer.install consumer.package consumer.documents)
# The project in the documents.
stockham_add_test(NAME consumer.documents
         COMMAND ${CMAKE_CTEST_COMMAND}
           --build-and-test ${PROJECT_SOURCE_DIR}/examples/installed ${PROJECT_BINARY_DIR}/consumer/documents
           --build-generator ${CMAKE_GENERATOR}
           --build-options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_PREFIX_PATH=${prefix}
           --test-command your_program)
set_tests_properties(consumer.documents PROPERTIES FIXTURES_REQUIRED consumer_installed)
find_package(PkgConfig)
if(PKG_CONFIG_FOUND)
  # A .pc file has no rpath, so the test passes one. It uses C++20, because the headers must be valid there, too.
  consumer_test(pkg-config -DSTOCKHAM_BY=pkg-config -DCMAKE_CXX_STANDARD=20
                -DCMAKE_BUILD_RPATH=${prefix}/${CMAKE_INSTALL_LIBDIR} ${heffte})
  set_tests_properties(consumer.pkg-config PROPERTIES
                       ENVIRONMENT PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  list(APPEND tests consumer.pkg-config)
  # The README's commands for its examples, and the versions of OpenCL that a program may select.
  set(examples ${PROJECT_SOURCE_DIR}/examples)
  set(programs ${examples}/signal_1d.cpp ${examples}/batch_f64.cpp ${consumer_dir}/no_version.cpp
               ${consumer_dir}/version_120.cpp ${consumer_dir}/forward.cpp)
  if(STOCKHAM_CLHPP_DIR)
    list(APPEND programs ${examples}/image_2d.cpp ${consumer_dir}/clhpp_later.cpp)
  endif()
  stockham_add_test(NAME consumer.silent
           COMMAND bash ${static_dir}/check_silent.sh ${PROJECT_BINARY_DIR}/consumer/silent ${programs})
  set_tests_properties(consumer.silent PROPERTIES
                       FIXTURES_REQUIRED consumer_installed
                       ENVIRONMENT "PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig;CXX=${CMAKE_CXX_COMPILER}")
  list(APPEND tests consumer.silent)
endif()
# The library built within another project. add_subdirectory compiles the whole library without optimisation.
# FetchContent unpacks an archive and then does the same, so it is only configured.
set(archive ${PROJECT_BINARY_DIR}/consumer-sources.tar)
set(subproject -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
               -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
stockham_add_test(NAME consumer.add_subdirectory
         COMMAND ${CMAKE_CTEST_COMMAND}
           --build-and-test ${consumer_dir}/subproject ${PROJECT_BINARY_DIR}/consumer-subdirectory
           --build-generator ${CMAKE_GENERATOR}
           --build-options ${subproject} -DSTOCKHAM_BY=add_subdirectory -DSTOCKHAM_SOURCES=${PROJECT_SOURCE_DIR}
           --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
stockham_add_test(NAME consumer.archive
         COMMAND ${CMAKE_COMMAND} -E chdir ${PROJECT_SOURCE_DIR} ${CMAKE_COMMAND} -E tar cf ${archive}
           CMakeLists.txt LICENSE cl cmake host imaging include transpose)
stockham_add_test(NAME consumer.fetch_content
         COMMAND ${CMAKE_COMMAND} -S ${consumer_dir}/subproject -B ${PROJECT_BINARY_DIR}/consumer-fetch
           -G ${CMAKE_GENERATOR} ${subproject} -DSTOCKHAM_BY=FetchContent -DSTOCKHAM_SOURCES=${archive})
set_tests_properties(consumer.archive PROPERTIES FIXTURES_SETUP consumer_archive)
set_tests_properties(consumer.fetch_content PROPERTIES FIXTURES_REQUIRED consumer_archive)
set_tests_properties(consumer.add_subdirectory PROPERTIES PROCESSORS 2)
list(APPEND tests consumer.add_subdirectory consumer.archive consumer.fetch_content)
if(STOCKHAM_TOOLS)
  # The installed command finds the installed library without environment variables.
  stockham_add_test(NAME consumer.command
           COMMAND ${prefix}/${CMAKE_INSTALL_BINDIR}/stockham plan "c2c f32 1024x1024" --for gfx906)
  set_tests_properties(consumer.command PROPERTIES FIXTURES_REQUIRED consumer_installed)
  list(APPEND tests consumer.command)
  stockham_add_test(NAME documents.commands
           COMMAND bash ${static_dir}/run_documents.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  list(APPEND tests documents.commands)
endif()
set_tests_properties(${tests} PROPERTIES LABELS device)

# Checks of files. They need no device.
set(tests static.document_names static.documents static.results static.commits static.layers static.time_limit)
stockham_add_test(NAME static.documents COMMAND bash ${static_dir}/check_documents.sh ${PROJECT_SOURCE_DIR})
stockham_add_test(NAME static.document_names COMMAND bash ${static_dir}/document_names_test.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(static.document_names PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
stockham_add_test(NAME static.commits COMMAND bash ${static_dir}/check_commits_test.sh ${PROJECT_SOURCE_DIR})
stockham_add_test(NAME static.layers COMMAND bash ${static_dir}/check_layers_test.sh ${PROJECT_SOURCE_DIR})
stockham_add_test(NAME static.time_limit COMMAND bash ${static_dir}/time_limit_test.sh ${PROJECT_SOURCE_DIR})
stockham_add_test(NAME static.results COMMAND bash ${static_dir}/check_results.sh ${PROJECT_SOURCE_DIR})
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  stockham_add_test(NAME static.symbols COMMAND bash ${static_dir}/check_symbols.sh $<TARGET_FILE:stockham>
           ${PROJECT_SOURCE_DIR})
  stockham_add_test(NAME static.c_header COMMAND bash ${static_dir}/check_c_header.sh ${PROJECT_SOURCE_DIR}
           ${PROJECT_BINARY_DIR}/include)
  stockham_add_test(NAME static.needs COMMAND bash ${static_dir}/check_needs.sh $<TARGET_FILE:stockham>)
  list(APPEND tests static.symbols static.c_header static.needs)
endif()
set_tests_properties(${tests} PROPERTIES LABELS unit)
