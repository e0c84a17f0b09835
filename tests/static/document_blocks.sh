# Sourced by the tests of the documents: the fenced blocks of a Markdown file, each with the mark that says what tests it.
#
# A mark is a comment on the line before the block:
#   <!-- quote FILE -->           the block is that file
#   <!-- quote FILE [NAME] -->    .. the part of it between two lines `// [NAME]` or `# [NAME]`, without its indentation
#   <!-- run -->                  shell commands, run in an empty folder
#   <!-- usage -->                commands that take too long or need more than a test has: their options are looked up
#   <!-- problems -->             problem strings, one a line
#   <!-- plan strings of P -->    plan strings of the problem P, one a line
#   <!-- output -->               what the commands of the block before print, in part: each line is in their output
#   <!-- python -->               Python, compiled: names are not looked up
#   <!-- untested: REASON -->     not run by any test

# document_blocks DOCUMENT FOLDER: writes block number k to FOLDER/k and prints `k|LINE|MARK`, the mark empty if there is none.
document_blocks() {
    awk -v folder="$2" '
        /^ *```/ && !inside { inside = 1; ++k; print k "|" NR "|" mark; file = folder "/" k; printf "" > file; next }
        /^ *```/ { inside = 0; mark = ""; close(file); next }
        inside { print > file; next }
        /^<!-- .* -->$/ { mark = substr($0, 6, length($0) - 9); next }
        /[^ ]/ { mark = "" }' "$1"
}
