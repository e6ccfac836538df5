#include "command/prompt/completion.hpp"

#include <algorithm>
#include <filesystem>

#include "command/console/arguments.hpp"
#include "command/console/suggestion.hpp"
#include "command/prompt/command_table.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

void offer(std::vector<std::string>& out, std::string_view candidate, std::string_view typed) {
  if (candidate.size() >= typed.size() && sameWord(candidate.substr(0, typed.size()), typed))
    out.emplace_back(candidate);
}

void offerFiles(std::vector<std::string>& out, std::string_view typed) {
  const std::size_t slash = typed.rfind('/');
  const std::string folder{slash == std::string_view::npos ? "" : typed.substr(0, slash + 1)};
  const std::string_view stem = typed.substr(folder.size());
  std::error_code why;
  for (fs::directory_iterator at{folder.empty() ? "." : folder, why}, end; !why && at != end; at.increment(why)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(stem) || (stem.empty() && name.starts_with('.'))) continue;
    std::error_code ignored;
    out.push_back(folder + name + (at->is_directory(ignored) ? "/" : ""));
  }
}

std::string extensionOf(const std::vector<std::string>& candidates, std::size_t typed) {
  if (candidates.empty()) return {};
  std::string common = candidates.front();
  for (const std::string& c : candidates) {
    std::size_t n = 0;
    while (n < common.size() && n < c.size() && common[n] == c[n]) ++n;
    common.resize(n);
  }
  if (candidates.size() == 1 && !common.ends_with('/')) common += ' ';
  return common.size() <= typed ? std::string{} : common.substr(typed);
}

}  // namespace

Completion complete(std::string_view line) {
  const std::size_t blank = line.find_last_of(" \t;");
  Completion c;
  c.start = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view typed = line.substr(c.start);
  std::string_view before = line.substr(0, c.start);
  if (const std::size_t semicolon = before.rfind(';'); semicolon != std::string_view::npos)
    before.remove_prefix(semicolon + 1);
  Arguments words{before};
  if (words.atEnd()) {
    for (const Command& command : commandTable()) offer(c.candidates, command.name, typed);
  } else if (const auto command = findCommand(words.peek()); command) {
    for (const std::string_view w : wordsOf((*command)->words)) {
      if (w == "FILE")
        offerFiles(c.candidates, typed);
      else if (w == "COMMAND")
        for (const Command& other : commandTable()) offer(c.candidates, other.name, typed);
      else
        offer(c.candidates, w, typed);
    }
  }
  std::sort(c.candidates.begin(), c.candidates.end());
  c.extension = extensionOf(c.candidates, typed.size());
  return c;
}

}  // namespace utah10
