# Unity builds (STOCKHAM_UNITY) compile several sources of a target together, because parsing the headers takes most of the
# time. Each source must also compile alone, as in .ci/clang.sh.

# stockham_unity(TARGET [BATCH]): compiles BATCH (8) sources at a time, in the order of the target's list.
function(stockham_unity target)
  set(batch 8)
  if(ARGC GREATER 1)
    set(batch ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${STOCKHAM_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# stockham_unity_folders(TARGET FOLDER...): compiles the target's sources in each of these folders together, and all other
# sources alone.
function(stockham_unity_folders target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${STOCKHAM_UNITY} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    if(folder IN_LIST ARGN)
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
