"""check_links.py SITE: follows every link between the pages of a rendered site, anchors included.

mkdocs checks links to files only. Errors name the page as it is in docs/.
"""

import html.parser
import os
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors that a page has, and the links that it makes."""

    def __init__(self, path):
        super().__init__()
        self.anchors = set()
        self.links = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        for name in ("id", "name"):
            if attributes.get(name):
                self.anchors.add(attributes[name])
        for name in ("href", "src"):
            if attributes.get(name):
                self.links.append(attributes[name])


def source_of(page):
    name = str(page.with_suffix(""))
    if name.endswith(".1"):
        return f"docs/{name}"
    return f"docs/{name}.md" if os.path.exists(f"docs/{name}.md") else f"docs/{page.parent}/README.md"


def nearest(anchor, anchors):
    same = [a for a in anchors if a[:4].lower() == anchor[:4].lower()]
    return "; anchors there that begin alike: " + ", ".join(sorted(same)[:5]) if same else ""


def main(site):
    pages = {p.relative_to(site): Page(p) for p in sorted(site.rglob("*.html")) if p.name not in ("404.html", "search.html")}
    errors = []
    for name, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link == "#":
                continue
            target = pathlib.Path(os.path.normpath(name.parent / urllib.parse.unquote(parts.path))) if parts.path else name
            anchor = urllib.parse.unquote(parts.fragment)
            if (site / target).is_dir():
                target = target / "index.html"
            if not (site / target).is_file():
                errors.append(f"{source_of(name)}: the link {link} leads nowhere")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                errors.append(f"{source_of(name)}: the link {link} names no heading of {source_of(target)}"
                              + nearest(anchor, pages[target].anchors))
    for error in dict.fromkeys(errors):
        print(error, file=sys.stderr)
    print(f"tools/docs: {len(pages)} pages, {sum(len(p.links) for p in pages.values())} links")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
