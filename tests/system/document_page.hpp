// A page of the documents (README.md, docs/**/*.md) and the examples on it.
//
// An example is a fenced block:
//
//   ```console        commands: a line "$ COMMAND" ("\" at its end continues it on the next line), then its output
//   ```tenex          a dialogue with TENEX, see tenex_dialogue.hpp
//
// In the output a line "..." stands for any number of lines. A block under `<!-- file: NAME -->` is the contents of
// that file, which the examples below it use. Other comments above a block:
//
//   <!-- costs within 5% -->      numbers may differ from the printed ones by that part
//   <!-- fails -->                the commands end with an error (and print what is shown)
//   <!-- typed: ONE | OTHER -->   lines of a dialogue that are typed although they follow no prompt
//
// Blocks of the other languages (text, toml, cpp, sh-norun ...) are not run. "sh-norun" is for commands that take
// minutes, need an administrator, a second machine or somebody at a terminal.
#pragma once

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace utah10::test {

using Lines = std::vector<std::string>;

struct DocumentBlock {
  std::string language;
  int line = 0;      // of the opening fence
  Lines text;        // between the fences
  std::string file;  // the file that this block is the contents of
  double part = 0;   // by which numbers may differ: 0.05 for 5 %
  bool fails = false;
  Lines typed;  // without a prompt
};

// Without blanks at the end and form feeds, which a page cannot show.
inline std::string trimmedRight(std::string line) {
  std::erase(line, '\f');
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

inline Lines splitAtBars(const std::string& list) {
  Lines found;
  std::istringstream in{list};
  for (std::string one; std::getline(in, one, '|');) {
    one = trimmedRight(one);
    one.erase(0, one.find_first_not_of(' '));
    found.push_back(one);
  }
  return found;
}

// A comment's instruction for the next block.
inline void readComment(const std::string& line, DocumentBlock& next) {
  static const std::regex kFile{R"(<!-- file: (\S+) -->)"}, kPart{R"(<!-- costs within (\d+)% -->)"},
      kTyped{R"(<!-- typed: (.*) -->)"};
  std::smatch found;
  if (std::regex_search(line, found, kFile)) next.file = found[1];
  if (std::regex_search(line, found, kPart)) next.part = std::stod(found[1]) / 100;
  if (std::regex_search(line, found, kTyped)) next.typed = splitAtBars(found[1]);
  if (line.find("<!-- fails -->") != std::string::npos) next.fails = true;
}

inline std::vector<DocumentBlock> blocksOf(std::istream& page) {
  std::vector<DocumentBlock> found;
  DocumentBlock next;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    const bool fence = line.starts_with("```");
    if (inside && fence) {
      found.push_back(next);
      next = {};
    } else if (inside) {
      next.text.push_back(trimmedRight(line));
    } else if (fence) {
      next.language = trimmedRight(line.substr(3));
      next.line = number;
    } else if (!line.empty()) {
      if (!line.starts_with("<!--")) next = {};  // comments hold for the block right below them
      readComment(line, next);
    }
    if (fence) inside = !inside;
  }
  return found;
}

inline std::vector<DocumentBlock> blocksOf(const std::filesystem::path& page) {
  std::ifstream in{page};
  return blocksOf(in);
}

inline bool isExample(const DocumentBlock& b) { return b.language == "console" || b.language == "tenex"; }

// A command of a console block, and what it prints.
struct DocumentCommand {
  std::string command;
  Lines printed;
};

inline std::vector<DocumentCommand> commandsOf(const DocumentBlock& block) {
  std::vector<DocumentCommand> found;
  bool continued = false;
  for (const std::string& line : block.text) {
    if (continued) {
      found.back().command += "\n" + line;
    } else if (line.starts_with("$ ")) {
      found.push_back({line.substr(2), {}});
    } else if (!found.empty()) {
      found.back().printed.push_back(line);
    }
    continued = (continued || line.starts_with("$ ")) && line.ends_with("\\");
  }
  for (DocumentCommand& c : found)
    while (!c.printed.empty() && c.printed.back().empty()) c.printed.pop_back();
  return found;
}

}  // namespace utah10::test
