# Debian packages by CPack, one per component: libstockham0.2, libstockham-dev, stockham. scripts/packages.sh builds, checks
# and tests them.
set(library_package libstockham${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)

# The files of every package in /usr/share/doc. gzip -n omits the time stamp, so that the output is reproducible.
set(changelog ${PROJECT_BINARY_DIR}/packaging/changelog.gz)
add_custom_command(OUTPUT ${changelog} DEPENDS ${debian}/changelog VERBATIM
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/packaging
                   COMMAND gzip -9nc ${debian}/changelog > ${changelog})
add_custom_target(package_documents DEPENDS ${changelog})
foreach(pair "library ${library_package}" "development libstockham-dev" "command stockham")
  string(REPLACE " " ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES ${debian}/copyright ${changelog} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stockham)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Stockham developers <stockham@packages.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
# Each package has its own summary.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_COMPONENTS_ALL library development command)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(about "
It computes batched 1-D to 5-D fast Fourier transforms, cosine and sine
transforms and convolutions on any OpenCL 1.2 device, from GPUs to the
CPU, in half, single and double precision.")
set(same_version "${library_package} (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "fast Fourier transforms on OpenCL devices (library)${about}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_MULTIARCH same)
# CPack can only call ldconfig in maintainer scripts; Debian uses a trigger.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${debian}/triggers)
set(CPACK_POST_BUILD_SCRIPTS ${debian}/without_scripts.cmake)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY =)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libstockham-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "fast Fourier transforms on OpenCL devices (development)${about}

This package contains the headers for C and C++, the CMake package and
the pkg-config file.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${same_version}, ocl-icd-opencl-dev | opencl-dev, opencl-c-headers")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS opencl-clhpp-headers)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_MULTIARCH same)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME stockham)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION
    "fast Fourier transforms of pictures and arrays on OpenCL devices${about}

This package contains the command: spectra, filters, convolutions and
registration of pictures, transforms of arrays, and the search for the
fastest plans.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS ${same_version})
# The command loads libavif when it reads such a file.
if(STOCKHAM_AVIF_LIBRARY)
  string(REPLACE ".so." "" avif_package ${STOCKHAM_AVIF_LIBRARY})
  set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS ${avif_package})
endif()
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
# The command's library is not in a package of the system.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
include(CPack)
