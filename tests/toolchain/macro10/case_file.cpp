#include "toolchain/macro10/case_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace utah10::test {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoLineEnd = "{END}\n";
constexpr std::pair<char, std::string_view> kNamed[] = {{'\r', "{CR}"},    {'\f', "{FF}"},    {'\v', "{VT}"},
                                                        {'\032', "{SUB}"}, {'\177', "{DEL}"}, {'\0', "{NUL}"}};

std::string visible(char c) {
  if (c == '\n' || c == '\t' || (c >= ' ' && c <= '~')) return {c};
  for (const auto& [control, name] : kNamed)
    if (control == c) return std::string{name};
  return fmt::format("{{{:03o}}}", static_cast<unsigned char>(c));
}

// The character that `text` begins with, and the length of its notation.
std::pair<char, std::size_t> firstCharacter(std::string_view text) {
  for (const auto& [control, name] : kNamed)
    if (text.starts_with(name)) return {control, name.size()};
  const auto octal = [](char c) { return c >= '0' && c <= '7'; };
  if (text.size() >= 5 && text[0] == '{' && octal(text[1]) && octal(text[2]) && octal(text[3]) && text[4] == '}')
    return {static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0')), 5};
  return {text[0], 1};
}

std::string decoded(std::string_view text) {
  if (text.ends_with(kNoLineEnd)) text.remove_suffix(kNoLineEnd.size());
  std::string plain;
  while (!text.empty()) {
    const auto [c, length] = firstCharacter(text);
    plain += c;
    text.remove_prefix(length);
  }
  return plain;
}

std::string encoded(std::string_view plain) {
  std::string text;
  for (const char c : plain) text += visible(c);
  if (!text.empty() && text.back() != '\n') text += kNoLineEnd;
  return text;
}

std::string section(std::string_view head, const std::string& plain) {
  return plain.empty() ? std::string{} : fmt::format("--- {}\n{}", head, encoded(plain));
}

// Collects the lines of one section after another.
class Parser {
 public:
  explicit Parser(CaseFile& file) : file_(file) {}

  void line(std::string_view text) {
    if (text.starts_with("=== ")) {
      endSection(true);
      beginCase(text.substr(4));
    } else if (text.starts_with("--- ")) {
      endSection(false);
      beginSection(text.substr(4));
    } else {
      lines_ += std::string{text} + '\n';
    }
  }

  void endSection(bool separated) {
    if (separated && lines_.ends_with("\n\n")) lines_.pop_back();
    if (target_ != nullptr) {
      *target_ = decoded(lines_);
    } else if (!lines_.empty()) {
      file_.errors.push_back(lines_);
    }
    lines_.clear();
    target_ = nullptr;
  }

 private:
  CaseFile& file_;
  std::string* target_ = nullptr;
  std::string lines_;

  void beginCase(std::string_view head) {
    if (head.starts_with("file ")) {
      target_ = &file_.files[std::string{head.substr(5)}];
      return;
    }
    const std::size_t colon = head.find(": ");
    AssemblyCase c;
    c.name = head.substr(0, colon);
    if (colon != std::string_view::npos) c.options = head.substr(colon + 2);
    file_.cases.push_back(std::move(c));
    target_ = &file_.cases.back().source;
  }

  void beginSection(std::string_view head) {
    if (file_.cases.empty()) return;
    AssemblyCase& c = file_.cases.back();
    if (head.starts_with("file ")) target_ = &c.files[std::string{head.substr(5)}];
    if (head == "messages") target_ = &c.expected.messages;
    if (head == "listing") target_ = &c.expected.listing;
    if (head == "rel") target_ = &c.expected.rel;
  }
};

}  // namespace

CaseFile parseCases(std::string topic, std::string_view text) {
  CaseFile file;
  file.topic = std::move(topic);
  Parser parser{file};
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    parser.line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  parser.endSection(false);
  return file;
}

std::string formatCases(const CaseFile& file) {
  std::string text;
  for (const auto& [name, source] : file.files) text += fmt::format("=== file {}\n{}\n", name, encoded(source));
  for (const AssemblyCase& c : file.cases) {
    text += fmt::format("=== {}{}{}\n{}", c.name, c.options.empty() ? "" : ": ", c.options, encoded(c.source));
    for (const auto& [name, source] : c.files) text += section("file " + name, source);
    text += section("messages", c.expected.messages) + section("listing", c.expected.listing);
    text += section("rel", c.expected.rel) + '\n';
  }
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::vector<CaseFile> readCases(const fs::path& folder) {
  std::vector<CaseFile> files;
  for (const auto& entry : fs::directory_iterator{folder})
    files.push_back(parseCases(entry.path().stem().string(), contents(entry.path())));
  std::sort(files.begin(), files.end(), [](const CaseFile& a, const CaseFile& b) { return a.topic < b.topic; });
  return files;
}

std::string contents(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace utah10::test
