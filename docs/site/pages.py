#!/usr/bin/env python3
"""pages.py STAGE SITE: writes the documents to STAGE with Doxygen's links and anchors, and copies the files they link to into SITE."""
import html
import os
import re
import shutil
import sys
from pathlib import Path

# The order of Doxygen's list of pages; the other documents follow.
PAGES = ["README.md", "docs/README.md", "docs/tutorial.md", "docs/guide.md", "docs/command.md", "docs/benchmarks.md", "CONTRIBUTING.md",
         "CHANGELOG.md", "benchmarks/README.md", "benchmarks/results/README.md", "host/README.md", "imaging/README.md", "tests/README.md", "tests/faults/README.md", "tests/amd/README.md", "interfaces/fftw/README.md", "interfaces/python/README.md",
         "tools/README.md", "tools/harness/README.md"]


def slug(path):
    return re.sub(r"[^a-z0-9]+", "_", str(path).lower().removesuffix(".md"))


def anchor(heading):
    """GitHub's anchor of a heading: lower case, no punctuation, hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", "")).replace(" ", "-")


def label(path, heading):
    return slug(path) + "_" + anchor(heading).replace("-", "_")


class Site:
    def __init__(self, stage, site):
        self.stage, self.site = stage, site
        self.pages = [Path(p) for p in dict.fromkeys(PAGES + sorted(map(str, Path("docs").glob("*.md"))))]
        self.broken = []

    def copy(self, target):
        """Copies a file that is not a page; for a folder also writes a list of its files. Returns the link."""
        place = self.site / "files" / target
        if target.is_dir():
            place.mkdir(parents=True, exist_ok=True)
            rows = []
            for each in sorted(p for p in target.iterdir() if not p.name.startswith(".")):
                name = each.name + ("/index.html" if each.is_dir() else "")
                if each.is_dir():
                    self.copy(each)
                else:
                    shutil.copyfile(each, place / each.name)
                rows.append(f'<li><a href="{html.escape(name)}">{html.escape(each.name)}</a></li>')
            up = os.path.relpath(self.site, place)
            (place / "index.html").write_text(
                f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
                f'<title>{target}</title><link href="{up}/style.css" rel="stylesheet"><div class="contents"><p>'
                f'<a href="{up}/index.html">stockham</a></p><h1>{target}</h1><ul>{"".join(rows)}</ul></div></html>')
            return f"files/{target}/index.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, place)
        return f"files/{target}"

    def link(self, page, match):
        text, target = match[1], match[2]
        if re.match(r"[a-z]+:", target):
            return match[0]
        name, _, part = target.partition("#")
        path = Path(os.path.normpath(page.parent / name)) if name else page
        if not path.exists():
            self.broken.append(f"{page}: no file {target}")
            return match[0]
        if path in self.pages:
            headings = [m[1] for m in re.finditer(r"(?m)^#+ (.*)$", path.read_text())]
            if part and part not in map(anchor, headings):
                self.broken.append(f"{page}: {path} has no #{part}")
            where = slug(path) + ("_" + part.replace("-", "_") if part else "")
            if path == Path("README.md"):
                return f"[{text}](index.html)"
            return f"[{text}](@ref {where})"
        if path == Path("include/stockham"):
            return f"[{text}](files.html)"
        if path.parts[:2] == ("include", "stockham") and path.is_file():
            return f"[{text}](@ref {path.name})"
        return f"[{text}]({self.copy(path)})"

    def page(self, path):
        lines, fenced, first = [], False, True
        for line in path.read_text().split("\n"):
            if re.match(r" *```", line):
                fenced = not fenced
                line = line.replace("```sh", "```{.sh}").replace("```cmake", "```{.txt}") if fenced else line
                if line.strip() == "```" and fenced:
                    line = line.replace("```", "```{.txt}")
            elif not fenced and line.startswith("<!-- "):
                continue
            elif not fenced:
                heading = re.match(r"(#+) (.*)$", line)
                if heading:
                    name = slug(path) if first else label(path, heading[2])
                    line = f"{heading[1]} {heading[2]} {{#{'mainpage' if str(path) == 'README.md' and first else name}}}"
                    first = False
                line = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", lambda m: self.link(path, m), line)
                line = self.escape(line)
            lines.append(line)
        (self.stage / (slug(path) + ".md")).write_text("\n".join(lines))

    @staticmethod
    def escape(line):
        """Escapes tags outside of code, which Doxygen would interpret."""
        parts = re.split(r"(`[^`]*`|\]\(@ref [^)]*\))", line)
        for i in range(0, len(parts), 2):
            parts[i] = re.sub(r"<(?=[a-zA-Z/])", r"\\<", parts[i])
        return "".join(parts)


def main():
    stage, target = map(Path, sys.argv[1:3])
    stage.mkdir(parents=True, exist_ok=True)
    site = Site(stage, target)
    for path in site.pages:
        site.page(path)
    for line in site.broken:
        print(line, file=sys.stderr)
    return 1 if site.broken else 0


sys.exit(main())
