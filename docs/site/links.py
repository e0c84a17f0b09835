#!/usr/bin/env python3
"""links.py SITE: checks that every link of every page of the site leads to an existing file and anchor."""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(errors="replace"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors.update(v for k, v in attrs.items() if k in ("id", "name") and v)
        self.links += [attrs[k] for k in ("href", "src", "data") if attrs.get(k)]


def main():
    root = Path(sys.argv[1]).resolve()
    pages = {p: Page(p) for p in root.rglob("*.html")}
    broken, links = 0, 0
    for path, page in sorted(pages.items()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            links += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = target.is_file() and root in target.parents
            if there and parts.fragment and target in pages:
                there = unquote(parts.fragment) in pages[target].anchors
            if not there:
                print(f"{path.relative_to(root)}: no target of {link}", file=sys.stderr)
                broken += 1
    print(f"{len(pages)} pages, {links} links, {broken} broken")
    return 1 if broken or not links else 0


sys.exit(main())
