# Unity builds (STOCKHAM_UNITY): several sources of a target are compiled together, since reading the headers takes most of
# the time. They stay separate sources: .ci/alone.sh compiles each by itself.

# stockham_unity(TARGET [BATCH]): compiles BATCH (8) sources at a time, in the order of the target's list.
function(stockham_unity target)
  set(batch 8)
  if(ARGC GREATER 1)
    set(batch ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${STOCKHAM_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# stockham_unity_folders(TARGET FOLDER...): the target's sources in each of these folders together, with those of subfolders
# that are not listed themselves; other sources alone.
function(stockham_unity_folders target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${STOCKHAM_UNITY} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    while(folder AND NOT folder IN_LIST ARGN)
      get_filename_component(folder ${folder} DIRECTORY)
    endwhile()
    if(folder)
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
