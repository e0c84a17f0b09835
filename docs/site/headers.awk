#!/usr/bin/awk -f
# Filters a public header for Doxygen: the first comment becomes the file's, C comments become documentation, and the
# version namespace is removed.
FNR == 1 {
    c = FILENAME ~ /\.h$/
    if (c && /^\/\* /) { print "/** @file"; sub(/^\/\* /, " * ") }
    else if (!c && /^\/\/ /) { print "/// @file"; opening = 1 }
}
opening && /^\/\// { sub(/^\/\//, "///") }
!/^\/\// { opening = 0 }
/^inline namespace v0_2 \{$/ || /^}  \/\/ namespace v0_2$/ { print ""; next }
c && /^ *\/\* / { sub(/\/\* /, "/** ") }
c && /[;,{a-z0-9] +\/\* / { sub(/\/\* /, "/**< ") }
# Escapes text that Doxygen would read as commands: backslashes in paths, and two dots at the start of a comment.
/^ *(\/\/|\*|\/\*)|\/\*\*<|\/\/\/</ { gsub(/\\/, "&\\"); sub(/\/\*\*< \.\. /, "/**< ") }
# A comment documents all functions that follow it without a blank line, so each gets a copy.
{ is_comment = /^(\/\*\*|\/\/\/| \*)/ }
is_comment && !was_comment { about = "" }
is_comment { about = about $0 "\n" }
/^STOCKHAM_API/ && !/_free\(/ && !was_comment && about != "" && ended { printf "%s", about }
/^ *$/ { about = "" }
{ was_comment = is_comment || (was_comment && about ~ /^\/\*\*/ && about !~ /\*\/\n$/); ended = /;( *\/\/\/<.*)?$/ }
{ print }
