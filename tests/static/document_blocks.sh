# Sourced by the tests of the documents: the fenced blocks of a Markdown file, each with the mark that names its test.
#
# A mark is a comment on the line before the block:
#   <!-- quote FILE -->           the block is that file
#   <!-- quote FILE [NAME] -->    the part of it between two lines `// [NAME]` or `# [NAME]`, without its indentation
#   <!-- run -->                  shell commands, run in an empty folder
#   <!-- usage -->                commands that a test cannot run: only their options are checked
#   <!-- problems -->             problem strings, one per line
#   <!-- plan strings of P -->    plan strings of the problem P, one per line
#   <!-- output -->               each line occurs in the output of the previous block
#   <!-- python -->               Python, compiled but not run
#   <!-- untested: REASON -->     not run by any test

# document_blocks DOCUMENT FOLDER: writes block number k to FOLDER/k and prints `k|LINE|MARK`, with an empty mark if there is none.
document_blocks() {
    awk -v folder="$2" '
        /^ *```/ && !inside { inside = 1; ++k; print k "|" NR "|" mark; file = folder "/" k; printf "" > file; next }
        /^ *```/ { inside = 0; mark = ""; close(file); next }
        inside { print > file; next }
        /^<!-- .* -->$/ { mark = substr($0, 6, length($0) - 9); next }
        /[^ ]/ { mark = "" }' "$1"
}
