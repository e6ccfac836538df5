"""What tools/docs.d makes of pages, and that it finds the mistakes it is there to find."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "docs.d"))
sys.dont_write_bytecode = True

try:
    import prepare
except ModuleNotFoundError as missing:
    print(f"{missing.name} is not installed; tools/setup installs it")
    sys.exit(77)
import check_links


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        prepare.errors.clear()

    def write(self, name, text):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Prepare(InFolder):
    def prepared(self, text):
        page = self.write("docs/guide/page.md", text)
        out = self.top / "page.md"
        prepare.prepare_page(self.top / "docs", page, out)
        return out.read_text(encoding="utf-8")

    def test_links_within_docs_stay(self):
        text = "[a](../formats.md#trace), [b](#here), [c](https://example.org/x)"
        self.assertEqual(self.prepared(text), text)

    def test_links_out_of_docs_become_text(self):
        self.write("src/word/README.md", "")
        self.assertEqual(self.prepared("[the words](../../src/word/README.md#x)"), "the words (`src/word/README.md`)")
        self.assertEqual(self.prepared("[`src/word`](../../src/word)"), "`src/word`")
        self.assertEqual(self.prepared("[of\ntwo lines](../../src/word)"), "of\ntwo lines (`src/word`)")
        self.assertEqual(prepare.errors, [])

    def test_files_that_do_not_exist_are_named_with_their_line(self):
        self.prepared("one\n[two](../../src/none.cpp)")
        self.assertEqual(len(prepare.errors), 1)
        self.assertIn("page.md(2): links to ../../src/none.cpp: there is no src/none.cpp", prepare.errors[0])

    def test_code_is_left_alone(self):
        for text in ("`[a](../../none)`", "```text\n[a](../../none)\n- b\n```", "``x ` [a](../../none)``"):
            self.assertEqual(self.prepared(text), text)
        self.assertEqual(prepare.errors, [])

    def test_man_pages_are_pages(self):
        self.assertEqual(self.prepared("[utah10](../man/utah10.1)"), "[utah10](../man/utah10.1.md)")

    def test_a_list_in_a_paragraph_is_a_mistake(self):
        self.prepared("Some text\n- item\n")
        self.assertIn("page.md(2): a list needs an empty line", prepare.errors[0])
        prepare.errors.clear()
        self.prepared("Some text\n\n- item\n  goes on\n- item\n")
        self.assertEqual(prepare.errors, [])

    def test_the_navigation_has_every_page(self):
        self.write("site/index.md", "")
        self.write("site/forgotten.md", "")
        prepare.check_navigation(self.top / "site")
        self.assertTrue(any("docs/forgotten.md: is not in the navigation" in e for e in prepare.errors))
        self.assertTrue(any("shows formats.md, which does not exist" in e for e in prepare.errors))
        self.assertFalse(any("index.md: is not" in e for e in prepare.errors))


class CheckLinks(InFolder):
    def check(self, **pages):
        for name, body in pages.items():
            self.write(f"{name}.html", f"<html><body>{body}</body></html>")
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            code = check_links.main(self.top)
        return code, said.getvalue()

    def test_links_that_lead_somewhere(self):
        self.assertEqual(self.check(a='<h1 id="x">X</h1><a href="b.html#y">', b='<h2 id="y"></h2><a href="a.html#x">'),
                         (0, ""))

    def test_a_dead_link(self):
        code, said = self.check(a='<a href="c.html">')
        self.assertEqual(code, 1)
        self.assertIn("the link c.html leads nowhere", said)

    def test_a_dead_anchor(self):
        code, said = self.check(a='<a href="b.html#traces">', b='<h2 id="trace-files"></h2>')
        self.assertEqual(code, 1)
        self.assertIn("the link b.html#traces names no heading", said)
        self.assertIn("begin alike: trace-files", said)


if __name__ == "__main__":
    unittest.main()
