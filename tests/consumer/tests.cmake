# CTest tests of the installed library: consumer projects that find it in each supported way, the shared library's symbols
# and dependencies, and the code blocks of the documents. tests/CMakeLists.txt includes this file.
set(consumer_dir ${CMAKE_CURRENT_LIST_DIR})
set(static_dir ${CMAKE_CURRENT_LIST_DIR}/../static)
set(prefix ${PROJECT_BINARY_DIR}/consumer/prefix)

# The installation is a fixture. The folder is emptied first, so that no file of an earlier version remains.
add_test(NAME consumer.empty COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/consumer)
add_test(NAME consumer.install
         COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix} --config $<CONFIG>)
set_tests_properties(consumer.empty PROPERTIES FIXTURES_SETUP consumer_empty)
set_tests_properties(consumer.install PROPERTIES FIXTURES_REQUIRED consumer_empty FIXTURES_SETUP consumer_installed)

# consumer_test(NAME OPTION...): configures, builds and tests the consumer project with these CMake options.
function(consumer_test name)
  add_test(NAME consumer.${name}
           COMMAND ${CMAKE_CTEST_COMMAND}
             --build-and-test ${consumer_dir} ${PROJECT_BINARY_DIR}/consumer/${name}
             --build-generator ${CMAKE_GENERATOR}
             --build-options -DCMAKE_BUILD_TYPE=$<CONFIG> -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
               "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" -DSTOCKHAM_WANTED=${PROJECT_VERSION} ${ARGN}
             --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
  set_tests_properties(consumer.${name} PROPERTIES FIXTURES_REQUIRED consumer_installed)
endfunction()

consumer_test(package -DSTOCKHAM_BY=package -DCMAKE_PREFIX_PATH=${prefix})
set(tests consumer.empty consumer.install consumer.package consumer.documents)
# The project shown in the documents.
add_test(NAME consumer.documents
         COMMAND ${CMAKE_CTEST_COMMAND}
           --build-and-test ${PROJECT_SOURCE_DIR}/examples/installed ${PROJECT_BINARY_DIR}/consumer/documents
           --build-generator ${CMAKE_GENERATOR}
           --build-options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_PREFIX_PATH=${prefix}
           --test-command your_program)
set_tests_properties(consumer.documents PROPERTIES FIXTURES_REQUIRED consumer_installed)
find_package(PkgConfig)
if(PKG_CONFIG_FOUND)
  # A .pc file sets no rpath, so it is set here. Uses C++20, in which the headers must be valid, too.
  consumer_test(pkg-config -DSTOCKHAM_BY=pkg-config -DCMAKE_CXX_STANDARD=20
                -DCMAKE_BUILD_RPATH=${prefix}/${CMAKE_INSTALL_LIBDIR})
  set_tests_properties(consumer.pkg-config PROPERTIES
                       ENVIRONMENT PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  list(APPEND tests consumer.pkg-config)
  # Compiles the README's examples as the README shows, and programs that select a version of OpenCL.
  set(examples ${PROJECT_SOURCE_DIR}/examples)
  set(programs ${examples}/signal_1d.cpp ${examples}/batch_f64.cpp ${consumer_dir}/no_version.cpp
               ${consumer_dir}/version_120.cpp ${consumer_dir}/forward.cpp)
  if(STOCKHAM_CLHPP_DIR)
    list(APPEND programs ${examples}/image_2d.cpp ${consumer_dir}/clhpp_later.cpp)
  endif()
  add_test(NAME consumer.silent
           COMMAND bash ${static_dir}/check_silent.sh ${PROJECT_BINARY_DIR}/consumer/silent ${programs})
  set_tests_properties(consumer.silent PROPERTIES
                       FIXTURES_REQUIRED consumer_installed
                       ENVIRONMENT "PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig;CXX=${CMAKE_CXX_COMPILER}")
  list(APPEND tests consumer.silent)
endif()
# Builds the library as a part of a user's project, without optimisation. FetchContent unpacks an archive and then does the
# same, so that project is only configured.
set(archive ${PROJECT_BINARY_DIR}/consumer-sources.tar)
set(subproject -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
               -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
add_test(NAME consumer.add_subdirectory
         COMMAND ${CMAKE_CTEST_COMMAND}
           --build-and-test ${consumer_dir}/subproject ${PROJECT_BINARY_DIR}/consumer-subdirectory
           --build-generator ${CMAKE_GENERATOR}
           --build-options ${subproject} -DSTOCKHAM_BY=add_subdirectory -DSTOCKHAM_SOURCES=${PROJECT_SOURCE_DIR}
           --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
add_test(NAME consumer.archive
         COMMAND ${CMAKE_COMMAND} -E chdir ${PROJECT_SOURCE_DIR} ${CMAKE_COMMAND} -E tar cf ${archive}
           CMakeLists.txt LICENSE cl cmake host include transpose)
add_test(NAME consumer.fetch_content
         COMMAND ${CMAKE_COMMAND} -S ${consumer_dir}/subproject -B ${PROJECT_BINARY_DIR}/consumer-fetch
           -G ${CMAKE_GENERATOR} ${subproject} -DSTOCKHAM_BY=FetchContent -DSTOCKHAM_SOURCES=${archive})
set_tests_properties(consumer.archive PROPERTIES FIXTURES_SETUP consumer_archive)
set_tests_properties(consumer.fetch_content PROPERTIES FIXTURES_REQUIRED consumer_archive)
set_tests_properties(consumer.add_subdirectory PROPERTIES PROCESSORS 2)
list(APPEND tests consumer.add_subdirectory consumer.archive consumer.fetch_content)
if(STOCKHAM_TOOLS)
  # The installed command finds the installed library without environment variables.
  add_test(NAME consumer.command
           COMMAND ${prefix}/${CMAKE_INSTALL_BINDIR}/stockham plan "c2c f32 1024x1024" --for gfx906)
  set_tests_properties(consumer.command PROPERTIES FIXTURES_REQUIRED consumer_installed)
  list(APPEND tests consumer.command)
  add_test(NAME documents.commands
           COMMAND bash ${static_dir}/run_documents.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  list(APPEND tests documents.commands)
endif()
set_tests_properties(${tests} PROPERTIES LABELS device)

# Checks that need no device.
set(tests static.documents static.results static.commits)
add_test(NAME static.documents COMMAND bash ${static_dir}/check_documents.sh ${PROJECT_SOURCE_DIR})
add_test(NAME static.results COMMAND bash ${static_dir}/check_results.sh ${PROJECT_SOURCE_DIR})
add_test(NAME static.commits COMMAND bash ${static_dir}/check_commits_test.sh ${PROJECT_SOURCE_DIR})
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_test(NAME static.symbols COMMAND bash ${static_dir}/check_symbols.sh $<TARGET_FILE:stockham>
           ${PROJECT_SOURCE_DIR})
  add_test(NAME static.c_header COMMAND bash ${static_dir}/check_c_header.sh ${PROJECT_SOURCE_DIR}
           ${PROJECT_BINARY_DIR}/include)
  add_test(NAME static.needs COMMAND bash ${static_dir}/check_needs.sh $<TARGET_FILE:stockham>)
  list(APPEND tests static.symbols static.c_header static.needs)
endif()
set_tests_properties(${tests} PROPERTIES LABELS unit)
