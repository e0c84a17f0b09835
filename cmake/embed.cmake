# Writes OUTPUT, a C++ file that defines the table `SYMBOL_files` of {name, text} of the kernel files NAMES under ROOT.
# Compilers limit the length of one string literal, so a file becomes a literal a line.
set(body "")
foreach(name IN LISTS NAMES)
  file(READ ${ROOT}/${name} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND body "    {\"${name}\",\n     \"${text}\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"kernel/embedded.hpp\"\nnamespace stockham {\nextern const embedded_file ${SYMBOL}_files[] = {\n${body}    {nullptr, nullptr}};\n}\n")
