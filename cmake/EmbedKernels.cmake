# embed_kernels(TARGET FILE...): compiles the text of kernel files into TARGET, where kernel_source() of
# host/launch/launch.hpp finds them by their paths from the repository's root. The files are embedded unchanged.
function(embed_kernels target)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels.cpp)
  set(inputs)
  foreach(name IN LISTS ARGN)
    list(APPEND inputs ${PROJECT_SOURCE_DIR}/${name})
  endforeach()
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DNAMES=${ARGN}" -DOUTPUT=${generated} -DSYMBOL=${target}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  # An object file of its own: the table belongs to the layer `launch` (.ci/links.sh).
  set_source_files_properties(${generated} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${generated})
endfunction()
