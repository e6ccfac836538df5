"""prepare.py DOCS OUT: the pages of DOCS as mkdocs is to render them, in the folder OUT.

Links that lead out of DOCS become text; man pages become pages with the HTML of mandoc. Errors: FILE(LINE): what; hint.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

# Code, which is left alone, or a link; a picture is no link.
CODE_OR_LINK = re.compile(
    r"(?P<code>^(?P<fence>```|~~~).*?^(?P=fence)[ \t]*$|(?P<quote>`+)(?!`).+?(?<!`)(?P=quote)(?!`))"
    r"|(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])+)\]\((?P<url>[^()\s]+)\)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"\s*(```|~~~)")
ITEM = re.compile(r"[-*+] ")
NO_PARAGRAPH = re.compile(r"\s|[-*+] |\d+\. |#|\||>|<!--|$")
CONFIG = pathlib.Path(__file__).with_name("mkdocs.yml")

errors = []


def complain(place, what, hint=""):
    errors.append(f"{place}: {what}" + (f"; {hint}" if hint else ""))


def outside(docs, page, target):
    """The path in the repository that a link leads to, or None if it stays in DOCS."""
    path = os.path.normpath(page.parent / target)
    inside = os.path.commonpath([os.path.abspath(path), os.path.abspath(docs)]) == os.path.abspath(docs)
    return None if inside else pathlib.Path(os.path.relpath(path, docs.parent))


def rewritten(docs, page, whole, match):
    text, url = match["text"], match["url"]
    if match["code"]:
        return match[0]
    target = url.split("#")[0]
    if not target or re.match(r"[a-z]+:", target):
        return match[0]
    away = outside(docs, page, target)
    if away is None:
        return f"[{text}]({target}.md)" if target.endswith(".1") else match[0]  # a man page is a page of the site
    if not (docs.parent / away).exists():
        line = whole.count("\n", 0, match.start()) + 1
        complain(f"{page}({line})", f"links to {url}: there is no {away}", "name a file of the repository")
    if text.strip("`") in (str(away), away.name):
        return f"`{away}`"
    return f"{text} (`{away}`)"


def check_lists(page, lines):
    fenced = False
    before = ""
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and ITEM.match(line) and not NO_PARAGRAPH.match(before):
            complain(f"{page}({number})", "a list needs an empty line in front of it")
        before = line


def prepare_page(docs, page, out):
    text = page.read_text(encoding="utf-8")
    check_lists(page, text.split("\n"))
    out.write_text(CODE_OR_LINK.sub(lambda m: rewritten(docs, page, text, m), text), encoding="utf-8")


def prepare_man_page(page, out, names):
    html = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", page],
                          check=True, capture_output=True, text=True).stdout
    # References to pages of other programs have nowhere to lead.
    html = re.sub(r'<a class="Xr" href="([^"]+)\.html">([^<]*)</a>',
                  lambda m: m.group(0) if m.group(1) in names else m.group(2), html)
    html = re.sub(r"<(/?)h2\b", r"<\1h3", html)
    html = re.sub(r"<(/?)h1\b", r"<\1h2", html)
    html = re.sub(r'<table class="(head|foot)">.*?</table>', "", html, flags=re.DOTALL)
    name = page.name.removesuffix(".1")
    out.write_text(f"# {name}(1)\n\n<div class=\"man\">\n{html}\n</div>\n", encoding="utf-8")


def pages_of(nav):
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for entry in nav:
            yield from pages_of(entry)
    else:
        for entry in nav.values():
            yield from pages_of(entry)


class Config(yaml.SafeLoader):
    pass


Config.add_constructor("!ENV", lambda loader, node: None)


def check_navigation(out):
    shown = set(pages_of(yaml.load(CONFIG.read_text(encoding="utf-8"), Config)["nav"]))
    there = {str(p.relative_to(out)) for p in out.rglob("*.md")}
    for page in sorted(there - shown):
        complain(f"docs/{page}".removesuffix(".1.md") + (".1" if page.endswith(".1.md") else ""),
                 "is not in the navigation", "add it to tools/docs.d/mkdocs.yml")
    for page in sorted(shown - there):
        complain("tools/docs.d/mkdocs.yml", f"shows {page}, which does not exist", "write it or remove it there")


def main(docs, out):
    names = {p.name for p in (docs / "man").glob("*.1")}
    for page in sorted(docs.rglob("*")):
        if page.is_dir():
            continue
        target = out / page.relative_to(docs)
        target.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            prepare_page(docs, page, target)
        elif page.suffix == ".1":
            prepare_man_page(page, target.with_name(page.name + ".md"), names)
        else:
            shutil.copyfile(page, target)
    check_navigation(out)
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
