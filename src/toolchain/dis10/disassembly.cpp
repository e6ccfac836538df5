#include "toolchain/disassembly.hpp"

#include <algorithm>
#include <set>

#include "toolchain/dis10/word_text.hpp"
#include "toolchain/octal.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kShortestRun = 4;  // shortest run of zeros written as REPEAT

// The part of merged segments from `from` to `to`.
std::vector<Segment> cut(const std::vector<Segment>& merged, VirtualAddress from, VirtualAddress to) {
  std::vector<Segment> parts;
  for (const Segment& s : merged) {
    const std::size_t first = from > s.first ? from.bits() - s.first.bits() : 0;
    if (to < s.first || first >= s.words.size()) continue;
    const std::size_t end = std::min<std::size_t>(s.words.size(), std::size_t{to.bits()} + 1 - s.first.bits());
    if (first >= end) continue;
    const auto begin = s.words.begin();
    parts.push_back({s.first.plus(static_cast<std::uint32_t>(first)),
                     {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end)}});
  }
  return parts;
}

// Replaces the blank between operator and operands by a tab, as MACRO sources have it.
std::string tabbed(std::string statement) {
  if (const std::size_t blank = statement.find(' '); blank != std::string::npos) statement[blank] = '\t';
  return statement;
}

class Source {
 public:
  Source(const CoreImage& image, const DisassemblyOptions& options)
      : image_(image),
        options_(options),
        merged_(mergedSegments(image)),
        labels_(options.symbols, merged_),
        words_(labels_) {}

  std::string text() {
    for (const Segment& s : cut(merged_, options_.from, options_.to)) segment(s);
    const std::string last = end();
    std::string head = fmt::format("\tTITLE\t{}\n; {}\n", options_.title, origin());
    for (const auto& [name, address] : words_.used())
      if (!defined_.contains(name)) head += fmt::format("{}=={:o}\n", name, address.bits());
    return head + body_ + last;
  }

 private:
  void segment(const Segment& s) {
    body_ += fmt::format("\n\tLOC\t{:o}\n", s.first.bits());
    for (std::size_t i = 0; i < s.words.size();) {
      const std::size_t run = zeros(s, i);
      if (run >= kShortestRun) {
        labels(s, i);
        body_ += fmt::format("\tREPEAT\t{:o},<0>\n", run);
        i += run;
        continue;
      }
      labels(s, i);
      const std::string comment = textIn(s.words[i]);
      body_ += fmt::format("\t{}{}{}\n", tabbed(words_.statement(s.words[i])), comment.empty() ? "" : "\t; ", comment);
      ++i;
    }
  }

  std::string origin() const {
    return image_.packing ? fmt::format("{}, {} packing", image_.format, packingName(*image_.packing)) : image_.format;
  }

  static VirtualAddress at(const Segment& s, std::size_t i) { return s.first.plus(static_cast<std::uint32_t>(i)); }

  // Number of zeros from word i up to the next label.
  std::size_t zeros(const Segment& s, std::size_t i) const {
    std::size_t n = 0;
    while (i + n < s.words.size() && s.words[i + n].zero() && (n == 0 || labels_.at(at(s, i + n)).empty())) ++n;
    return n;
  }

  void labels(const Segment& s, std::size_t i) {
    const auto& names = labels_.at(at(s, i));
    for (std::size_t n = 0; n < names.size(); ++n) {
      defined_.insert(names[n]);
      body_ += names[n] + (n + 1 == names.size() ? ":" : ":\n");
    }
  }

  std::string end() {
    if (!image_.start) return "\n\tEND\n";
    const StartWord& start = *image_.start;
    if (start.kind == StartWordKind::EntryVector) {
      return fmt::format("\n\tEND\t{:o},,{}\n", start.word.left().bits(),
                         words_.address(VirtualAddress{start.word.right()}));
    }
    if (const auto where = start.address()) return fmt::format("\n\tEND\t{}\n", words_.address(*where));
    return fmt::format("\n; the image ends with {}\n\tEND\n", octalHalves(start.word));
  }

  const CoreImage& image_;
  const DisassemblyOptions& options_;
  std::vector<Segment> merged_;
  LabelTable labels_;
  WordText words_;
  std::set<std::string> defined_;
  std::string body_;
};

std::string visible(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return !isPrintable(c); }, '.');
  return text;
}

}  // namespace

std::string sourceOf(const CoreImage& image, const DisassemblyOptions& options) {
  return Source{image, options}.text();
}

std::string listingOf(const CoreImage& image, const DisassemblyOptions& options) {
  const auto merged = mergedSegments(image);
  const LabelTable labels{options.symbols, merged};
  WordText words{labels};
  std::string text;
  for (const Segment& s : cut(merged, options.from, options.to)) {
    if (!text.empty()) text += '\n';
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      const VirtualAddress at = s.first.plus(static_cast<std::uint32_t>(i));
      std::string names;
      for (const std::string& name : labels.at(at)) names += name + ": ";
      text += fmt::format("{}  {}  {:<40} {}  {}", octalAddress(at), octalHalves(s.words[i]),
                          names + words.statement(s.words[i]), visible(unpackAscii(s.words[i])),
                          visible(unpackSixbit(s.words[i])));
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
  }
  return text;
}

}  // namespace utah10
