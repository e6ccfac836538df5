#include "toolchain/macro10/symbols/universal_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10::macro10 {

namespace {

constexpr std::uint32_t kMark = 0777;
constexpr std::size_t kLeaf = 4;
constexpr std::size_t kMostText = std::size_t{1} << 20;

Word36 leafCharacters(std::string_view text, std::size_t& at, std::size_t count, int firstShift) {
  std::uint64_t w = 0;
  for (std::size_t i = 0; i < count && at < text.size(); ++i, ++at)
    w |= static_cast<std::uint64_t>(text[at] & 0177) << (firstShift - 7 * static_cast<int>(i));
  return Word36{w};
}

class Writer {
 public:
  std::vector<Word36> words;

  void text(std::string_view t, std::uint32_t counts, bool hasDefaults) {
    std::size_t at = 0;
    std::vector<std::array<Word36, kLeaf>> leaves;
    std::array<Word36, kLeaf> leaf{};
    leaf[1] = Word36::halves(hasDefaults ? 1 : 0, counts);
    leaf[2] = leafCharacters(t, at, 5, 29);
    leaf[3] = leafCharacters(t, at, 5, 29);
    leaves.push_back(leaf);
    while (at < t.size()) {
      leaf = {};
      leaf[0] = leafCharacters(t, at, 2, 8);
      for (std::size_t i = 1; i < kLeaf; ++i) leaf[i] = leafCharacters(t, at, 5, 29);
      leaves.push_back(leaf);
    }
    for (std::size_t i = 0; i + 1 < leaves.size(); ++i) leaves[i][0] = withLeft(leaves[i][0], 1);
    for (const auto& l : leaves) words.insert(words.end(), l.begin(), l.end());
  }

  void macro(const MacroBody& m) {
    text(*m.text, m.dummies << 9 | 1, !m.defaults.empty());
    if (m.defaults.empty()) return;
    words.push_back(Word36::halves(static_cast<std::uint32_t>(m.defaults.size() - 1), m.defaults.size() & 0777777));
    for (const DefaultArgument& d : m.defaults) {
      words.push_back(Word36{d.dummy});
      text(*d.text, 1, false);
    }
  }
};

void writeEntry(Writer& out, const Universal& u, Name name, const Entry& e) {
  // Relocation other than 0, 1 or an external comes from an erroneous expression and is not written.
  const auto external = [&](std::uint32_t h) { return h >= kFirstExternal && h - kFirstExternal < u.externals.size(); };
  const auto cellName = [&](std::uint32_t h) { return Word36{external(h) ? u.externals[h - kFirstExternal].name : 0}; };
  const std::uint32_t reloc = (leftOf(e.reloc) == 1 ? kLeftReloc : 0U) | (rightOf(e.reloc) == 1 ? kRightReloc : 0U);
  const std::uint32_t kept = e.flags & ~static_cast<std::uint32_t>(kLongValue | kSpecial | kLeftReloc | kRightReloc);
  out.words.push_back(Word36{name});
  if (e.has(kMacro)) {
    out.words.push_back(Word36::halves(kept, 0));
    out.macro(*e.macro);
  } else if (e.builtIn != nullptr) {
    out.words.push_back(Word36::halves(kept | kLongValue, 0));
    out.words.push_back(Word36{nameOf(e.builtIn->name)});
  } else if (e.has(kExternal)) {
    out.words.push_back(Word36::halves(kept | kLongValue, 0));
    out.words.push_back({});
    out.words.push_back(cellName(e.external));
  } else if (external(rightOf(e.reloc)) || external(leftOf(e.reloc))) {
    out.words.push_back(Word36::halves(kept | kSpecial, 0));
    out.words.push_back(e.value);
    const bool right = external(rightOf(e.reloc));
    const bool left = external(leftOf(e.reloc));
    out.words.push_back(Word36::halves(left ? 2 : 0, right ? 2 : 0));
    for (const auto& [wanted, half] : {std::pair{right, rightOf(e.reloc)}, std::pair{left, leftOf(e.reloc)}}) {
      if (!wanted) continue;
      out.words.push_back({});
      out.words.push_back(cellName(half));
    }
  } else if (leftOf(e.value) != 0) {
    out.words.push_back(Word36::halves(kept | reloc | kLongValue, 0));
    out.words.push_back(e.value);
  } else {
    out.words.push_back(Word36::halves(kept | reloc, rightOf(e.value)));
  }
}

class UniversalReader {
 public:
  UniversalReader(Name name, std::span<const Word36> words) : words_(words) { u_.name = name; }

  Expected<Universal> read() {
    if (words_.size() < 2 || leftOf(words_[0]) != kMark) return bad("it does not begin with 777");
    const std::uint32_t version = rightOf(words_[0]) & 017;
    if (version != 4 && version != 5) return bad(fmt::format("unknown format version {:o}", rightOf(words_[0])));
    // In MACRO 53 and later, the assembler's version precedes the count.
    at_ = rightOf(words_[0]) >= 020 ? 2 : 1;
    defaultsStored_ = version == 5;
    const std::uint64_t count = take().bits();
    for (std::uint64_t i = 0; i < count && good_; ++i) entry();
    if (!good_) return bad("it is cut off or damaged");
    return std::move(u_);
  }

 private:
  std::span<const Word36> words_;
  std::size_t at_ = 0;
  bool good_ = true;
  bool defaultsStored_ = true;
  Universal u_;

  tl::unexpected<Error> bad(std::string what) const {
    return fail(nameText(u_.name) + ".UNV", "not a universal file: " + what);
  }

  Word36 take() {
    if (at_ >= words_.size()) {
      good_ = false;
      return {};
    }
    return words_[at_++];
  }

  std::uint32_t external(Name name) {
    u_.externals.push_back({name, {}, 0, 0});
    return static_cast<std::uint32_t>(u_.externals.size() - 1) + kFirstExternal;
  }

  void entry() {
    const Name name = take().bits();
    const Word36 head = take();
    Entry e;
    e.flags = leftOf(head);
    e.value = Word36{rightOf(head)};
    e.reloc = Word36::halves(e.has(kLeftReloc) ? 1 : 0, e.has(kRightReloc) ? 1 : 0);
    if (e.has(kSpecial)) {
      special(e);
    } else if (e.has(kExternal)) {
      take();
      e.external = external(take().bits());
    } else if (e.has(kMacro)) {
      macro(e);
    } else if (e.has(kLongValue)) {
      e.value = take();
    }
    if (e.has(kSynonym) && !e.operand()) synonym(e);
    // Inconsistent flags would claim that an entry holds something it does not.
    if (e.has(kMacro) && (!e.macro || e.operand())) good_ = false;
    if (e.external == 0 || !e.operand()) e.flags &= ~static_cast<std::uint32_t>(kExternal);
    e.flags &= ~static_cast<std::uint32_t>(kLongValue | kSpecial | kLeftReloc | kRightReloc);
    Meanings& m = u_.table[name];
    (e.operand() ? m.operand : m.operation) = std::move(e);
  }

  // A synonym of a built-in operator: utah10 stores the operator's name. MACRO stores an address inside the assembler,
  // which has no meaning elsewhere.
  void synonym(Entry& e) {
    e.builtIn = findBuiltIn(e.value.bits(), 99);
    if (e.builtIn == nullptr) e.builtIn = findBuiltIn(e.value.bits(), 50);
  }

  void special(Entry& e) {
    e.value = take();
    const Word36 reloc = take();
    std::uint32_t right = 0;
    std::uint32_t left = 0;
    if (rightOf(reloc) != 0) {
      take();
      right = external(take().bits());
    }
    if (leftOf(reloc) != 0) {
      take();
      left = external(take().bits());
    }
    e.reloc = Word36::halves(left, right);
  }

  void macro(Entry& e) {
    auto body = std::make_shared<MacroBody>();
    Word36 counts;
    body->text = text(counts);
    body->dummies = rightOf(counts) >> 9;
    if (leftOf(counts) != 0 && defaultsStored_) {
      const std::uint32_t n = leftOf(take()) + 1;
      for (std::uint32_t i = 0; i < n && good_; ++i) {
        const std::uint32_t dummy = rightOf(take());
        Word36 ignored;
        body->defaults.push_back({dummy, text(ignored)});
      }
    }
    e.macro = std::move(body);
  }

  // Follows the leaves to the one without a link; the text ends with its end mark.
  Text text(Word36& counts) {
    std::string t;
    const auto characters = [&](Word36 w, int count, int shift) {
      for (int i = 0; i < count; ++i, shift -= 7) t += static_cast<char>(w.bits() >> shift & 0177);
    };
    bool first = true;
    bool more = true;
    while (more && good_ && t.size() < kMostText) {
      const Word36 link = take();
      if (!first) characters(link, 2, 8);
      for (std::size_t i = 1; i < kLeaf; ++i) {
        const Word36 w = take();
        if (first && i == 1) {
          counts = w;
          continue;
        }
        characters(w, 5, 29);
      }
      more = leftOf(link) != 0;
      first = false;
    }
    return std::make_shared<const std::string>(cutAtEnd(std::move(t)));
  }

  std::string cutAtEnd(std::string t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
      if (t[i] != kEscape) continue;
      if (t[i + 1] == kEndMacro || t[i + 1] == kEndArgument) return t.substr(0, i + 2);
      ++i;
    }
    // A source may contain the escape character, even just before the end mark; the text ends with the end mark itself.
    const std::size_t last = t.find_last_not_of('\0');
    if (last != std::string::npos && last > 0 && t[last - 1] == kEscape &&
        (t[last] == kEndMacro || t[last] == kEndArgument))
      return t.substr(0, last + 1);
    good_ = false;
    return t;
  }
};

}  // namespace

std::vector<Word36> writeUniversal(const Universal& u, unsigned macroVersion) {
  Writer out;
  std::vector<std::pair<Name, const Entry*>> entries;
  std::vector<Name> names;
  for (const auto& [name, meanings] : u.table) names.push_back(name);
  std::sort(names.begin(), names.end(), [](Name a, Name b) { return Word36{a}.value() < Word36{b}.value(); });
  for (const Name name : names) {
    const Meanings& m = u.table.at(name);
    if (m.operand) entries.emplace_back(name, &*m.operand);
    if (m.operation) entries.emplace_back(name, &*m.operation);
  }
  out.words.push_back(Word36::halves(kMark, macroVersion >= 53 ? 025 : 5));
  if (macroVersion >= 53) out.words.push_back(Word36::halves(05300, 01020));
  out.words.push_back(Word36{entries.size()});
  for (const auto& [name, e] : entries) writeEntry(out, u, name, *e);
  return std::move(out.words);
}

Expected<Universal> readUniversal(Name name, std::span<const Word36> words) {
  return UniversalReader{name, words}.read();
}

}  // namespace utah10::macro10
