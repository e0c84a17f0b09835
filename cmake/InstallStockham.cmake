# The install rules, by component: `library` is the shared library; `development` the public headers, the CMake package and
# the pkg-config file; `licence` the licence. cmake/Packages.cmake makes packages of the components. The installation is
# relocatable, because no file contains the install prefix.
include(CMakePackageConfigHelpers)

if(UNIX AND NOT APPLE)
  set(map ${PROJECT_SOURCE_DIR}/cmake/stockham.map)
  target_link_options(stockham PRIVATE LINKER:--version-script=${map})
  set_property(TARGET stockham APPEND PROPERTY LINK_DEPENDS ${map})
endif()

# The `stockham` command, defined later, finds the installed library relative to its own folder.
if(UNIX AND NOT APPLE)
  file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(CMAKE_INSTALL_RPATH "$ORIGIN/${lib_from_bin}")
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/stockham DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(FILES ${PROJECT_BINARY_DIR}/include/stockham/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stockham
        COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

# For find_package(stockham CONFIG). Before 1.0, a new minor version may break the interface.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stockham)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/stockhamConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/cmake/stockhamConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/stockhamConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/stockhamConfig.cmake ${PROJECT_BINARY_DIR}/cmake/stockhamConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)
install(EXPORT stockhamTargets NAMESPACE stockham:: DESTINATION ${package_dir} COMPONENT development)

# pkg-config. The prefix is relative to the file's own folder, unless a directory was given as an absolute path.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /prefix/${pkgconfig_dir} /prefix)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()

# stockham_install_library(TARGET FILE): installs a library, and the pkg-config file of FILE.in. It finds the others in its
# own folder.
function(stockham_install_library target file)
  target_compile_features(${target} INTERFACE cxx_std_17)
  if(UNIX AND NOT APPLE AND NOT target STREQUAL "stockham")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
  install(TARGETS ${target} EXPORT stockhamTargets
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  get_filename_component(name ${file} NAME)
  configure_file(${file}.in ${PROJECT_BINARY_DIR}/cmake/${name} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name} DESTINATION ${pkgconfig_dir} COMPONENT development)
endfunction()
stockham_install_library(stockham ${CMAKE_CURRENT_LIST_DIR}/stockham.pc)
stockham_install_library(stockham_imaging ${CMAKE_CURRENT_LIST_DIR}/stockham-imaging.pc)
