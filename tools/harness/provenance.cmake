# Writes the commit of the sources in ROOT and a digest of all kernel files to OUTPUT, for tools/harness/provenance.cpp. Runs at
# every build; the file is rewritten only if its contents change.
cmake_minimum_required(VERSION 3.21)
execute_process(COMMAND git -C ${ROOT} describe --always --abbrev=12 --exclude=* --dirty
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "not recorded")
endif()
file(GLOB_RECURSE kernels RELATIVE ${ROOT} ${ROOT}/cl/*.cl ${ROOT}/cl/*.h ${ROOT}/transpose/*.cl ${ROOT}/transpose/*.h)
list(SORT kernels)
set(digests "")
foreach(kernel IN LISTS kernels)
  file(SHA256 ${ROOT}/${kernel} digest)
  string(APPEND digests "${kernel} ${digest}\n")
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define STOCKHAM_COMMIT \"@commit@\"
#define STOCKHAM_KERNELS \"@digest@\"
" @ONLY)
