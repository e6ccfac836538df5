// Builds REL items by hand, for tests.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "toolchain/radix50.hpp"
#include "toolchain/toolchain_support.hpp"
#include "utah10/toolchain/linker.hpp"
#include "utah10/toolchain/rel_file.hpp"
#include "utah10/word/text.hpp"

namespace utah10::test {

// A word and its relocation bits.
struct Moving {
  Word36 word;
  unsigned relocation = 0;
};
inline Moving fixed(std::uint64_t bits) { return {Word36{bits}, 0}; }
inline Moving right(std::uint32_t left, std::uint32_t rightHalf) { return {xwd(left, rightHalf), kRelRight}; }
inline Moving left(std::uint32_t leftHalf, std::uint32_t rightHalf) { return {xwd(leftHalf, rightHalf), kRelLeft}; }
inline Moving both(std::uint32_t l, std::uint32_t r) { return {xwd(l, r), kRelLeft | kRelRight}; }
inline Moving symbol(unsigned code, std::string_view name) { return {radix50Word(code, name), 0}; }

using Items = std::vector<RelItem>;

inline RelItem item(RelType type, std::initializer_list<Moving> words) {
  RelItem i;
  i.type = static_cast<unsigned>(type);
  for (const Moving& m : words) addWord(i, m.word, m.relocation);
  return i;
}
inline RelItem name(std::string_view program) { return item(RelType::Name, {symbol(0, program), fixed(0)}); }
inline RelItem code(Moving origin, std::initializer_list<Moving> words) {
  RelItem i = item(RelType::Code, {origin});
  for (const Moving& m : words) addWord(i, m.word, m.relocation);
  return i;
}
inline RelItem end(std::uint32_t words, std::uint32_t absolute = 0) {
  return item(RelType::End, {right(0, words), fixed(absolute)});
}
// Half words and their relocation, in pairs; an odd one is padded.
inline RelItem polish(std::vector<std::pair<std::uint32_t, bool>> halves) {
  if (halves.size() % 2 != 0) halves.emplace_back(0, false);
  RelItem i;
  i.type = static_cast<unsigned>(RelType::Polish);
  for (std::size_t k = 0; k < halves.size(); k += 2)
    addWord(i, xwd(halves[k].first, halves[k + 1].first),
            (halves[k].second ? 2U : 0U) | (halves[k + 1].second ? 1U : 0U));
  return i;
}

inline WordFile relFile(const std::string& fileName, const Items& items) { return {fileName, encodeRel(items)}; }

inline LinkEnding plain() {
  LinkEnding e;
  e.jobData = false;
  return e;
}

inline std::string errorsOf(const LinkResult& r) {
  std::string text;
  for (const Error& e : r.errors) text += e.text() + "\n";
  return text;
}

// The word of a finished image; all ones if nothing was loaded there.
inline Word36 at(const LinkResult& r, std::uint32_t address) {
  if (!r.image) return Word36{Word36::kMask};
  for (const Segment& s : r.image->segments) {
    if (address >= s.first.bits() && address - s.first.bits() < s.words.size())
      return s.words[address - s.first.bits()];
  }
  return Word36{Word36::kMask};
}

// Files of one program each, named a.rel, b.rel, ...
inline LinkResult linked(const std::vector<Items>& files, const LinkEnding& ending = plain()) {
  Linker linker;
  char letter = 'a';
  for (const Items& f : files) linker.load(relFile(std::string(1, letter++) + ".rel", f));
  return linker.finish(ending);
}

}  // namespace utah10::test
