# The optional picture formats of the command: each is included if pkg-config finds its library.
#
# stockham_add_picture_formats(TARGET FOLDER): adds the sources and libraries of those found, and defines STOCKHAM_HAS_LIBRARY
# for tools/format/table.cpp. The target's property STOCKHAM_FOUND_FORMATS lists them. STOCKHAM_FORMATS=OFF leaves all out.
option(STOCKHAM_FORMATS "Include the picture formats whose libraries are installed: OpenEXR, FITS, HDF5, WebP, NPZ" ON)

function(stockham_add_picture_formats target folder)
  if(NOT STOCKHAM_FORMATS)
    return()
  endif()
  find_package(PkgConfig)
  if(NOT PkgConfig_FOUND)
    return()
  endif()
  # The name in the table, pkg-config's module, the sources.
  foreach(row "LIBZIP libzip npz" "LIBWEBP libwebpmux webp" "OPENEXR OpenEXR exr" "CFITSIO cfitsio fits" "HDF5 hdf5 hdf5 hdf5_dataset hdf5_array")
    string(REPLACE " " ";" row ${row})
    list(GET row 0 name)
    list(GET row 1 module)
    list(GET row 2 format)
    list(SUBLIST row 2 -1 sources)
    list(TRANSFORM sources PREPEND ${folder}/)
    list(TRANSFORM sources APPEND .cpp)
    pkg_check_modules(STOCKHAM_${name} QUIET IMPORTED_TARGET ${module})
    if(STOCKHAM_${name}_FOUND)
      target_sources(${target} PRIVATE ${sources})
      target_link_libraries(${target} PRIVATE PkgConfig::STOCKHAM_${name})
      target_compile_definitions(${target} PRIVATE STOCKHAM_HAS_${name})
      set_property(TARGET ${target} APPEND PROPERTY STOCKHAM_FOUND_FORMATS ${format})
    else()
      message(STATUS "Without ${module}: the command cannot read or write the format of ${sources}")
    endif()
  endforeach()
endfunction()
