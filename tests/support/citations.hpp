// Documents that a text cites, and whether the tree has them: "docs/sources/imp.md 8", "docs/sources/ncp.md 5.2, 5.3",
// "docs/sources/imp.md 12.2-12.4", roms/rjs/README.md with the title of a section in quotation marks.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace utah10::test {

struct Citation {
  std::string path;                   // as written
  std::vector<std::string> sections;  // "8", "5.2"; of a range both ends
  std::vector<std::string> titles;
};

inline std::string fileText(const std::filesystem::path& p) {
  std::ifstream in(p, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The text with comments and adjacent string literals joined across lines, so that a citation stands on one line.
// Handles the comment marks of C++, MACRO-10, CMake and shell, and Lua.
inline std::string joinedLines(const std::string& text) {
  static const std::regex nextComment("[ \t]*\r?\n[ \t]*(?://|;|#|--) ?");
  static const std::regex nextLiteral("\"[ \t]*\r?\n[ \t]*\"");
  return std::regex_replace(std::regex_replace(text, nextComment, " "), nextLiteral, "");
}

inline std::string escapedQuotesRemoved(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\\"", at)) != std::string::npos;) text.replace(at, 2, "\"");
  return text;
}

// Every .md file named in the text. A .csv or .txt file counts if a folder of this tree begins its path; other names of
// that kind are examples of files that a user has.
inline std::vector<Citation> citations(const std::string& source) {
  const std::string text = escapedQuotesRemoved(joinedLines(source));
  static const std::regex document(
      "(^|[^A-Za-z0-9_./-])((?:[A-Za-z0-9_.-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*\\.md|"
      "(?:docs|include|src|tests|tools|roms)/[A-Za-z0-9_./-]*\\.(?:csv|txt))(?![A-Za-z0-9_/])");
  static const std::regex numbers("^ ([0-9]+(?:\\.[0-9]+)*)((?:(?:, |-)[0-9]+(?:\\.[0-9]+)*)*)(?![A-Za-z0-9])");
  static const std::regex title("^(?:,| and) \"([^\"\n]+)\"");
  std::vector<Citation> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), document); it != std::sregex_iterator(); ++it) {
    Citation c{(*it)[2], {}, {}};
    std::string rest = text.substr(static_cast<std::size_t>(it->position() + it->length()), 300);
    const auto at = static_cast<std::size_t>(it->position());
    if (at > 0 && text.compare(at - 1, 2, "](") == 0 && rest.starts_with(")")) rest.erase(0, 1);  // a link of a note
    std::smatch m;
    if (std::regex_search(rest, m, numbers)) {
      static const std::regex number("[0-9]+(?:\\.[0-9]+)*");
      const std::string list = m.str();
      for (auto n = std::sregex_iterator(list.begin(), list.end(), number); n != std::sregex_iterator(); ++n)
        c.sections.push_back(n->str());
    }
    while (std::regex_search(rest, m, title)) {
      c.titles.push_back(m[1]);
      rest = m.suffix();
    }
    found.push_back(c);
  }
  return found;
}

// Where the document is: from the top of the tree; in roms and docs also from the citing file's folder or one above it.
inline std::optional<std::filesystem::path> documentOf(const std::filesystem::path& top, const std::string& from,
                                                       const std::string& path) {
  namespace fs = std::filesystem;
  const auto isFile = [](const fs::path& p) { return fs::is_regular_file(p); };
  if (from.starts_with("roms/") || from.starts_with("docs/"))
    for (fs::path folder = fs::path(from).parent_path(); !folder.empty(); folder = folder.parent_path())
      if (isFile(top / folder / path)) return top / folder / path;
  if (isFile(top / path)) return top / path;
  return std::nullopt;
}

// Numbers and titles of the headings: "## 5. Connections" has number 5, "### 5.2 Establishing" has 5.2. The title of
// "# RJS" is "RJS". Text between lines of ``` has no headings.
inline std::set<std::string> headings(const std::string& markdown) {
  static const std::regex heading("^#{1,6} +(?:([0-9]+(?:\\.[0-9]+)*)\\.? +)?(.*?) *$");
  std::set<std::string> found;
  std::istringstream lines(markdown);
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) code = !code;
    std::smatch m;
    if (code || !std::regex_match(line, m, heading)) continue;
    if (m[1].matched) found.insert(m[1]);
    found.insert(m[2]);
  }
  return found;
}

// What is wrong with a citation in file `from` (a path from the top of the tree); empty if nothing is.
inline std::string faultOf(const std::filesystem::path& top, const std::string& from, const Citation& c) {
  const auto document = documentOf(top, from, c.path);
  if (!document) return "cites " + c.path + ", which does not exist; give its path from the top of the tree";
  if (c.sections.empty() && c.titles.empty()) return "";
  const auto known = headings(fileText(*document));
  for (const auto* list : {&c.sections, &c.titles})
    for (const std::string& section : *list)
      if (!known.contains(section)) return "cites " + c.path + " " + section + ", which has no such section";
  return "";
}

// The same for all citations of a text: the first fault.
inline std::string faultIn(const std::filesystem::path& top, const std::string& from, const std::string& text) {
  for (const Citation& c : citations(text))
    if (std::string fault = faultOf(top, from, c); !fault.empty()) return fault;
  return "";
}

}  // namespace utah10::test
