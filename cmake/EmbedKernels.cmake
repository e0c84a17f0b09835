# embed_kernels(TARGET [HEADER FILE NAMESPACE NAME] FILE...): compiles the text of kernel files into TARGET as the table
# TARGET_files of {name, text}, which the header declares in the namespace; by default those of the library, where
# kernel_source() of host/launch/launch.hpp finds them. Names are paths from the repository's root. The files are embedded
# unchanged.
function(embed_kernels target)
  cmake_parse_arguments(embed "" "HEADER;NAMESPACE" "" ${ARGN})
  if(NOT embed_HEADER)
    set(embed_HEADER launch/embedded.hpp)
    set(embed_NAMESPACE stockham::internal)
  endif()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels.cpp)
  set(inputs)
  foreach(name IN LISTS embed_UNPARSED_ARGUMENTS)
    list(APPEND inputs ${PROJECT_SOURCE_DIR}/${name})
  endforeach()
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DNAMES=${embed_UNPARSED_ARGUMENTS}" -DOUTPUT=${generated} -DSYMBOL=${target}
            -DHEADER=${embed_HEADER} -DNAMESPACE=${embed_NAMESPACE}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  # An object file of its own: the table belongs to the layer `launch` (.ci/links.sh).
  set_source_files_properties(${generated} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${generated})
endfunction()
