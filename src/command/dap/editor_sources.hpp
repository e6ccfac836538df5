// Source files as an editor sees them: files of the host, or text that the adapter makes - the instructions of memory -
// where the host has no file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;

struct EditorSource {
  std::string name;
  std::string path;   // of a file of the host; empty: the adapter has its text
  int reference = 0;  // 0: a file of the host
  std::string origin;
};

// A place in a source.
struct EditorLine {
  EditorSource source;
  std::uint32_t line = 0;
};

class EditorSources {
 public:
  explicit EditorSources(Debugger& debugger) : debugger_(debugger) {}

  EditorLine lineOf(VirtualAddress a, bool user);
  // All sources that the symbols name.
  std::vector<EditorSource> all();
  // The text of a reference. Error: there is no such source.
  Expected<std::string> text(int reference) const;
  // A source of the editor's, by path or reference, as the symbols name it; nothing: it is none of the program's.
  std::optional<std::string> fileOf(const std::string& path, int reference) const;
  // The address of a line of a listing; nothing: the reference is none of a listing.
  std::optional<VirtualAddress> listed(int reference, std::uint32_t line, bool& user) const;

 private:
  // The instructions of a page, one on each line; or a missing file's lines, as far as they made words.
  struct Made {
    std::string file;  // empty: a page
    std::uint32_t page = 0;
    bool user = false;
    auto operator<=>(const Made&) const = default;
  };
  int referenceTo(const Made& made);
  EditorSource sourceOf(const std::string& file);
  std::string pageText(const Made& made) const;
  std::string linesText(const Made& made) const;
  std::string instructionText(VirtualAddress a, bool user) const;

  Debugger& debugger_;
  std::vector<Made> made_;  // by reference, from 1
};

}  // namespace utah10
