#!/usr/bin/env bash
# check_commits.sh [RANGE | -]: checks the subject lines of the commits in RANGE (merges excepted), or of the lines on standard
# input for "-". A subject is an imperative sentence: a capital letter first, at most 72 characters, no full stop at the end.
# The first word is a verb, neither "Added" nor "Adding" nor "Adds". Prints each bad subject with the reason and exits with 1.
#
# Default RANGE: commits since origin/main, or else since the last tag, or else since the commit below: the subjects
# before it were written without these rules.
set -euo pipefail

first_commit=d798548546b6e21cb5643757281753d02ec3b1cf

# Verbs that end like other forms: "Process" is not "processes", "Feed" is no past tense, "Bring" no participle.
verbs=' Alias Bias Canvas Focus Bleed Breed Embed Exceed Feed Heed Need Proceed Seed Shed Shred Sled Speed Succeed Wed Weed
    Bring Cling Fling Ping Ring Sing Sling Spring Sting String Swing '
# Past tenses that do not end in -ed.
past=' Began Bound Broke Brought Built Chose Did Drew Fell Forgot Found Gave Got Had Held Kept Laid Led Left Lost Made Meant
    Met Paid Ran Rebuilt Rewrote Said Saw Sent Sped Spent Threw Told Took Was Went Were Wrote '
others=' A All An And Any As At By Each Every For From If In It Its More New No Not Of On Only Some That The These This Those
    To When Where With '

# reason SUBJECT: what is wrong with it; nothing if it is good.
reason() {
    local subject=$1 word=${1%% *}
    if ((${#subject} > 72)); then
        echo "${#subject} characters, at most 72 are allowed"
    elif [[ $subject == *. ]]; then
        echo 'ends with a full stop'
    elif [[ ! $subject =~ ^[[:upper:]] ]]; then
        echo 'does not begin with a capital letter'
    elif [[ ! $word =~ ^[[:alpha:]]+(-[[:alpha:]]+)?$ ]]; then
        echo "begins with '$word', which is not a verb"
    elif [[ $verbs =~ [[:space:]]${word}[[:space:]] ]]; then
        :
    elif [[ $past =~ [[:space:]]${word}[[:space:]] || $word == *ed ]]; then
        echo "'$word' is a past tense; write the imperative"
    elif [[ $others =~ [[:space:]]${word}[[:space:]] ]]; then
        echo "begins with '$word', which is not a verb"
    elif [[ $word == *ing ]]; then
        echo "'$word' is a participle; write the imperative"
    elif [[ $word == *s && $word != *ss ]]; then
        echo "'$word' is the third person or a plural; write the imperative"
    fi
}

if [[ ${1-} == -* && $1 != - ]] || (($# > 1)); then
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
if [[ ${1-} == - ]]; then
    list=$(sed 's/^/stdin: /')
else
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    range=${1-}
    if [[ ! $range ]]; then
        if git rev-parse --quiet --verify origin/main >/dev/null; then
            since=origin/main
        else
            since=$(git describe --tags --abbrev=0 2>/dev/null) || since=$first_commit
        fi
        range=$since..HEAD
    fi
    list=$(git log --no-merges --format='%h %s' "$range") || exit 2
fi

failed=0
count=0
while read -r commit subject; do
    [[ $commit ]] || continue
    count=$((count + 1))
    why=$(reason "$subject")
    [[ $why ]] || continue
    echo "$commit $subject: $why"
    failed=1
done <<<"$list"
((failed)) || echo "check_commits.sh: $count subjects${range:+ in $range}, none is bad"
exit $failed
