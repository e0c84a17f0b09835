# The picture formats of the command. Optional ones are included if pkg-config finds their libraries.
#
# stockham_add_picture_formats(TARGET FOLDER): adds the sources of the formats that are always there, the sources and libraries
# of the optional ones that are found, and defines STOCKHAM_HAS_LIBRARY for tools/format/table.cpp. The target's property
# STOCKHAM_FOUND_FORMATS lists the optional ones. STOCKHAM_FORMATS=OFF leaves these out.
option(STOCKHAM_FORMATS "Include the picture formats whose libraries are installed: OpenEXR, FITS, HDF5, WebP, NPZ, sound files and plots as pictures" ON)

function(stockham_add_picture_formats target folder)
  foreach(source table file_bytes decode decoder_process single_page array_pages metadata exif geo_tags fits_cards stack_axes page_choice
          stack_description png jpeg tiff tiff_samples tiff_planes tiff_metadata tiff_writer npy pnm pfm raw)
    target_sources(${target} PRIVATE ${folder}/${source}.cpp)
  endforeach()
  if(NOT STOCKHAM_FORMATS)
    return()
  endif()
  find_package(PkgConfig)
  if(NOT PkgConfig_FOUND)
    return()
  endif()
  # The name in the table, pkg-config's module, the sources.
  foreach(row "LIBZIP libzip npz" "LIBWEBP libwebpmux webp" "OPENEXR OpenEXR exr" "CFITSIO cfitsio fits" "HDF5 hdf5 hdf5 hdf5_dataset hdf5_sources hdf5_array")
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

# stockham_add_library(TARGET NAME MODULE WITHOUT): defines STOCKHAM_HAS_NAME if pkg-config finds the module, else prints what
# the command lacks.
function(stockham_add_library target name module without)
  find_package(PkgConfig)
  if(NOT STOCKHAM_FORMATS OR NOT PkgConfig_FOUND)
    return()
  endif()
  pkg_check_modules(STOCKHAM_${name} QUIET IMPORTED_TARGET ${module})
  if(STOCKHAM_${name}_FOUND)
    target_link_libraries(${target} PRIVATE PkgConfig::STOCKHAM_${name})
    target_compile_definitions(${target} PRIVATE STOCKHAM_HAS_${name})
  else()
    message(STATUS "Without ${module}: ${without}")
  endif()
endfunction()
