"""document_names.py [DOCUMENT..]: checks the names that documents quote in backquotes and in fenced blocks.

- Files and the targets of links exist, below the root or the folder of the document.
- Identifiers with an underscore, `::` or `stockham.` occur in a tracked source file; so do variables such as STOCKHAM_MEMORY.
- In "`name` in `file`" and "`name` (`file`)" the file has the name.
- Options (`--option`) occur in a source file or are a row of an option table.
- `stockham WORD` and `stockham-bench WORD` name a command, and names that end in _test a test of CTest.

Without arguments it checks all tracked documents.
"""
import fnmatch
import os
import re
import subprocess
import sys

# Names that no source has, and why.
EXCEPTIONS = {
    'snake_case': 'a style',
    'radix_N': 'a placeholder',
    'your_program.cpp': "a user's file",
    'program.py': "a user's file",
    'yours.cpp': "a user's file",
    'card': 'the first line of a report is "stockham card report"',
    '__builtin_offsetof': 'of compilers',
    '--remove-all': 'of update-alternatives',
    '--no-binary': 'of pip',
    'fftw_mpi_plan_dft_2d': 'of FFTW',
    'vkfft_axes': 'of pyvkfft',
    '--no-events': 'of older commits, whose commands docs/benchmarks.md quotes',
    'tools_stream_test': 'a test of November 2026 in the results of docs/platforms.md',
}

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

tracked = subprocess.run(['git', 'ls-files'], capture_output=True, text=True, check=True).stdout.split('\n')[:-1]
documents = sys.argv[1:] or [name for name in tracked if name.endswith('.md')]
SKIPPED = ('benchmarks/results/', 'tests/fuzz/corpus/')
BINARY = ('.md', '.png', '.svg', '.npy', '.tif', '.gz', '.jpg', '.npz')
CODE = r'(?:cpp|hpp|inc|c|h|cl|py|sh|cmake|pyi)'
folders = {name.split('/')[0] for name in tracked if '/' in name}

paths = {'/'.join(name.split('/')[:k]) for name in tracked for k in range(1, name.count('/') + 2)}
words, options, commands, stems = set(), set(), set(), set()
for name in tracked:
    stems.update((os.path.basename(name), os.path.basename(name).split('.')[0], *name.split('/')[:-1]))
    if name.startswith(SKIPPED) or name.endswith(BINARY) or not os.path.isfile(name):
        continue
    with open(name, encoding='utf-8', errors='replace') as file:
        text = file.read()
    words.update(re.findall(r'\w+', text))
    stems.update(re.findall(r'# *include <(?:\w+/)*(\w+\.hp*)>', text))
    options.update(re.findall(r'(?<![\w-])--[a-z][\w-]*', text))
    if name.startswith('imaging/'):
        options.update('--' + row.replace('_', '-') for row in re.findall(r'"([a-z_]+)"', text))
    if name.startswith(('tools/', 'benchmarks/')):
        commands.update(re.findall(r'add_subcommand\(\s*"([\w-]+)"', text))
words |= stems
with open('tests/price/seconds.txt', encoding='utf-8') as file:
    tests = {re.split('[. ]', line)[0] for line in file}
endings = {word[at:] for word in words for at in range(1, len(word)) if word[at] == '_'}


def exists(path, folder):
    """Path may contain * and placeholders, such as FAMILY and radix_N.cl, and be below host/ or a folder of headers."""
    pattern = re.sub(r'(?<![A-Za-z])(N|NAME|FAMILY|DEVICE)(?![A-Za-z])', '*', path.rstrip('/'))
    places = (pattern, os.path.normpath(os.path.join(folder, pattern)), '*include/' + pattern, 'host/' + pattern)
    return any(fnmatch.fnmatchcase(name, place) for place in places for name in paths)


def is_known(name):
    """Names of FFTW and clFFT are written without their prefix; OF_PASS appends a number; `_text` may end a longer name."""
    return (name in words or re.sub('^(fftw|CLFFT)_', '', name) in words or re.sub(r'_\d+$', '', name) in words
            or name in endings or name in EXCEPTIONS)


def misplaced(name, path, folder):
    """Tells whether the file exists and lacks the name."""
    full = next(filter(os.path.isfile, (path, os.path.join(folder, path))), None)
    if full is None:
        return False
    with open(full, encoding='utf-8', errors='replace') as file:
        return name.split('::')[-1] not in re.findall(r'\w+', file.read())


def slugs(path):
    """The anchors of a document's headings, as GitHub makes them."""
    with open(path, encoding='utf-8') as file:
        lines = [re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', line) for line in file if line.startswith('#')]
    return {re.sub(r'[^\w\- ]', '', line.lstrip('#').strip().lower()).replace(' ', '-') for line in lines}


def faults_of_code(code, folder):
    """Describes each wrong name in a span or a line of code. Commands of git may name what is no longer there."""
    if re.match('git (log|show) ', code):
        return
    for path in re.findall(r'(?<![\w/.$<-])\.?[\w-]+/[\w./*{},-]*[\w/*}]', code):
        is_ours = path.split('/')[0] in folders or re.search(rf'\.{CODE}$', path) and not re.search('<|https?:', code)
        if is_ours and not path.startswith('build') and os.path.basename(path) not in EXCEPTIONS and not exists(path, folder):
            yield f'no file {path}'
    for name in re.findall(rf'(?<![\w/.*<-])\w+\.{CODE}\b(?![.\w(])', code):
        if name not in stems and name not in EXCEPTIONS and name.split('.')[0] not in EXCEPTIONS:
            yield f'no file {name}'
    for option in re.findall(r'(?<![\w-])--[a-z][\w-]*', code):
        if option not in options and option not in EXCEPTIONS:
            yield f'no option {option}'
    for program, command in re.findall(r'(?:^|[ /])(stockham|stockham-bench) ([a-z][\w-]*)', code):
        if command not in commands and command not in EXCEPTIONS:
            yield f'no command {program} {command}'
    for name in re.findall(r'(?<![\w./-])(?:-D)?((?:[A-Za-z_]\w*(?:::|\.(?=[a-z_])))*[A-Za-z_]\w*)', code):
        dotted = name.startswith(('stockham.', 'scipy.')) and not re.search(rf'\.({CODE}|json|txt)$', name)
        for part in re.split(r'::|\.', name) if '::' in name or dotted else [name.split('.')[0]]:
            if re.fullmatch(r'\w+_test', part) and not re.search(f'[/]|{part}[.]', code) and part not in (*tests, *EXCEPTIONS):
                yield f'no test {part}'
            quotes_code = '_' in part.strip('_') or '::' in name or dotted
            if quotes_code and not part.endswith('_') and not is_known(part):
                yield f'no source has {part}' + (f' ({name})' if part != name else '')


def faults(document):
    """Yields line numbers and faults."""
    folder = os.path.dirname(document)
    fenced = False
    prose = []
    with open(document, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            is_fence = line.lstrip().startswith('```')
            fenced ^= is_fence
            prose.append('\n' if fenced or is_fence else line)
            if fenced and not is_fence:
                yield from ((number, fault) for fault in faults_of_code(line.rstrip(), folder))
    prose = ''.join(prose)

    def found(pattern, text=prose):
        return ((text.count('\n', 0, m.start()) + 1, *m.groups()) for m in re.finditer(pattern, text))

    for number, span in found(r'`((?:[^`\n]|\n(?!\n))+)`'):
        yield from ((number, fault) for fault in faults_of_code(span.replace('\n', ' '), folder))
    for number, name, path in found(r'`(?:struct )?([\w:]+)(?:\(\))?`\s(?:in\s|\()`([\w./-]+\.\w+)`'):
        if misplaced(name, path, folder):
            yield number, f'{path} has no {name}'
    for number, target in found(r'\]\(([^)\s]+)\)', re.sub(r'`[^`\n]*`', '', prose)):
        path, _, anchor = target.partition('#')
        full = os.path.normpath(os.path.join(folder, path)) if path else document
        if re.match('[a-z]+:', target):
            continue
        if not os.path.exists(full):
            yield number, f'no file {target}'
        elif anchor and full.endswith('.md') and anchor not in slugs(full):
            yield number, f'no heading {target}'


failed = False
for document in documents:
    for number, fault in sorted(faults(document)):
        print(f'{document}:{number}: {fault}', file=sys.stderr)
        failed = True
sys.exit(failed)
