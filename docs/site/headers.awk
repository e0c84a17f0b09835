#!/usr/bin/awk -f
# What Doxygen reads of a public header: the first comment as that of the file, C's comments as documentation, and no
# namespace of a version.
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
# What Doxygen would take for commands: backslashes of paths, and two dots that begin a comment.
/^ *(\/\/|\*|\/\*)|\/\*\*<|\/\/\/</ { gsub(/\\/, "&\\"); sub(/\/\*\*< \.\. /, "/**< ") }
# A comment is about all functions that follow it without a blank line: each gets it.
{ is_comment = /^(\/\*\*|\/\/\/| \*)/ }
is_comment && !was_comment { about = "" }
is_comment { about = about $0 "\n" }
/^STOCKHAM_API/ && !/_free\(/ && !was_comment && about != "" && ended { printf "%s", about }
/^ *$/ { about = "" }
{ was_comment = is_comment || (was_comment && about ~ /^\/\*\*/ && about !~ /\*\/\n$/); ended = /;( *\/\/\/<.*)?$/ }
{ print }
