# The picture formats of the command. Optional ones are included if pkg-config finds their libraries.
#
# stockham_add_picture_formats(TARGET FOLDER): adds the sources of all formats. NAME.cpp of an optional format compiles to its
# description alone unless STOCKHAM_HAS_LIBRARY is defined, which this does for the libraries that it finds and links. The
# target's property STOCKHAM_FOUND_FORMATS lists these formats. STOCKHAM_FORMATS=OFF leaves them out.
option(STOCKHAM_FORMATS "Include the picture formats whose libraries are installed: OpenEXR, FITS, HDF5, WebP, NPZ, and sound files" ON)

function(stockham_add_picture_formats target folder)
  foreach(source table file_bytes decode decoder_process gzip single_page array_pages metadata exif geo_tags fits_cards stack_axes page_choice
          stack_description png jpeg tiff tiff_samples tiff_planes tiff_metadata tiff_writer npy npz pnm pfm webp exr fits
          hdf5 mrc nrrd raw)
    target_sources(${target} PRIVATE ${folder}/${source}.cpp)
  endforeach()
  find_package(ZLIB REQUIRED)
  target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
  if(NOT STOCKHAM_FORMATS)
    return()
  endif()
  find_package(PkgConfig)
  if(NOT PkgConfig_FOUND)
    return()
  endif()
  # The name in STOCKHAM_HAS_NAME, pkg-config's module, the format's extension, further sources.
  foreach(row "LIBZIP libzip npz" "LIBWEBP libwebpmux webp" "OPENEXR OpenEXR exr" "CFITSIO cfitsio fits" "HDF5 hdf5 hdf5 hdf5_dataset hdf5_sources hdf5_array")
    string(REPLACE " " ";" row ${row})
    list(GET row 0 name)
    list(GET row 1 module)
    list(GET row 2 format)
    list(REMOVE_AT row 0 1 2)
    list(TRANSFORM row PREPEND ${folder}/ OUTPUT_VARIABLE sources)
    list(TRANSFORM sources APPEND .cpp)
    pkg_check_modules(STOCKHAM_${name} QUIET IMPORTED_TARGET ${module})
    if(STOCKHAM_${name}_FOUND)
      target_sources(${target} PRIVATE ${sources})
      target_link_libraries(${target} PRIVATE PkgConfig::STOCKHAM_${name})
      target_compile_definitions(${target} PRIVATE STOCKHAM_HAS_${name})
      set_property(TARGET ${target} APPEND PROPERTY STOCKHAM_FOUND_FORMATS ${format})
    else()
      message(STATUS "Without ${module}: the command cannot read .${format} files")
    endif()
  endforeach()
endfunction()

# stockham_add_sound(TARGET): sound files for `stockham stft`, if libsndfile is installed.
function(stockham_add_sound target)
  find_package(PkgConfig)
  if(NOT STOCKHAM_FORMATS OR NOT PkgConfig_FOUND)
    return()
  endif()
  pkg_check_modules(STOCKHAM_SNDFILE QUIET IMPORTED_TARGET sndfile)
  if(STOCKHAM_SNDFILE_FOUND)
    target_link_libraries(${target} PRIVATE PkgConfig::STOCKHAM_SNDFILE)
    target_compile_definitions(${target} PRIVATE STOCKHAM_HAS_SNDFILE)
  else()
    message(STATUS "Without libsndfile: the command reads signals from .npy arrays only")
  endif()
endfunction()
