// Assembles the disassembler's output. Only this file depends on which assembler is used: currently assembleLine, one
// word at a time; labels, LOC, REPEAT and END are interpreted here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "utah10/toolchain/symbolic.hpp"

namespace utah10::test {

struct Assembled {
  std::map<std::uint32_t, Word36> words;
  std::map<std::string, std::uint32_t> labels;
  std::string title;
  std::optional<std::string> end;  // the operand of END
  std::optional<Word36> start;
  std::vector<std::string> problems;  // `line: why`
};

class Reassembler {
 public:
  explicit Reassembler(std::string_view source) {
    std::string line;
    for (const char c : source) {
      if (c != '\n') {
        line += c;
        continue;
      }
      lines_.push_back(line);
      line.clear();
    }
    if (!line.empty()) lines_.push_back(line);
  }

  Assembled run() {
    for (const bool second : {false, true}) {
      location_ = 0;
      result_.end.reset();
      for (const std::string& line : lines_) statement(line, second);
    }
    if (result_.end && !result_.end->empty()) result_.start = value(*result_.end);
    return result_;
  }

 private:
  // Six characters, as MACRO-10 reads them; a name that begins with a digit is a number.
  static bool isName(const std::string& s) {
    constexpr std::string_view kFirst = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%";
    return !s.empty() && s.size() <= 6 && kFirst.find(s[0]) != std::string_view::npos &&
           s.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%0123456789") == std::string::npos;
  }

  void problem(const std::string& line, const std::string& why) { result_.problems.push_back(line + ": " + why); }

  void define(const std::string& line, const std::string& name, std::uint32_t address, bool second) {
    if (!isName(name)) problem(line, "no name");
    if (isMnemonic(name)) problem(line, "an instruction as a label");
    const auto [entry, added] = result_.labels.emplace(name, address);
    if (added == second || entry->second != address) problem(line, "defined twice, or moved");
  }

  std::optional<Word36> value(const std::string& text) {
    const auto word = assembleLine(text, [&](std::string_view name) -> std::optional<Word36> {
      const auto found = result_.labels.find(std::string{name});
      return found == result_.labels.end() ? std::nullopt : std::optional{Word36{found->second}};
    });
    if (!word) problem(text, word.error().text());
    return word ? std::optional{*word} : std::nullopt;
  }

  void statement(std::string line, bool second) {
    if (result_.end) return;
    if (const std::size_t comment = line.find(';'); comment != std::string::npos) line.resize(comment);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.pop_back();
    const std::string whole = line;
    for (std::size_t colon = 0; (colon = line.find(':')) != std::string::npos; line = line.substr(colon + 1))
      define(whole, line.substr(0, colon), location_, second);
    if (const std::size_t equals = line.find("=="); equals != std::string::npos) {
      define(whole, line.substr(0, equals),
             static_cast<std::uint32_t>(std::strtoul(line.c_str() + equals + 2, nullptr, 8)), second);
      return;
    }
    while (!line.empty() && line[0] == '\t') line.erase(0, 1);
    if (line.empty()) return;
    const std::size_t tab = line.find('\t');
    const std::string operation = line.substr(0, tab);
    const std::string rest = tab == std::string::npos ? "" : line.substr(tab + 1);
    if (operation == "TITLE") {
      result_.title = rest;
    } else if (operation == "LOC") {
      location_ = static_cast<std::uint32_t>(std::strtoul(rest.c_str(), nullptr, 8));
    } else if (operation == "END") {
      result_.end = rest;
    } else if (operation == "REPEAT") {
      if (!rest.ends_with(",<0>")) problem(whole, "not zeros");
      for (unsigned long n = std::strtoul(rest.c_str(), nullptr, 8); n > 0; --n) put(whole, "0", second);
    } else {
      put(whole, operation + (rest.empty() ? "" : " ") + rest, second);
    }
  }

  void put(const std::string& line, const std::string& text, bool second) {
    if (second) {
      const auto word = value(text);
      if (word && !result_.words.emplace(location_, *word).second) problem(line, "location taken");
    }
    ++location_;
  }

  std::vector<std::string> lines_;
  std::uint32_t location_ = 0;
  Assembled result_;
};

inline Assembled reassemble(std::string_view source) { return Reassembler{source}.run(); }

}  // namespace utah10::test
