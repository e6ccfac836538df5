// The end of a line: checking its rest, listing it, and outputting its words.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

// Charge per listing character to the character budget: about a quarter of the bytes of memory it takes.
constexpr std::uint64_t kListedCost = 4;

}  // namespace

void Assembly::put(int ascii) { listing_.put(ascii); }
void Assembly::overwrite(int ascii) { listing_.overwrite(ascii); }
void Assembly::dump() { dumpLine(); }
void Assembly::stray(int ascii) { raise(kQ, fmt::format("control character {:03o} ignored", ascii)); }

// STOUT: the rest of the line must be a comment; a lone comma is accepted on a line that produced no word.
void Assembly::finishLine() {
  reader_.again();
  reader_.scanNonBlank();
  int c = -1;
  if (reader_.code != kEol) {
    if (reader_.code != six(',') || stowLast_ >= 0)
      raise(kQ, fmt::format("unexpected '{}' at the end of the statement", static_cast<char>(reader_.code + 040)));
  } else if (reader_.takeAgain()) {
    c = reader_.last();  // a line end, not a comment
  }
  if (c < 0) c = reader_.fresh();
  while (!isBreak(c)) c = reader_.fresh();
  // A carriage return ends the line even if no line feed follows.
  if (c == kReturn && !isLineEnd(reader_.fresh())) reader_.again();
  endLine();
}

// OUTLIN: reports, lists and outputs the line.
void Assembly::endLine() {
  if ((errors_ & ~kQ) != 0 || !options_.warnings) errors_ &= ~kQ;
  if (pass1_) {
    endLinePass1();
    return;
  }
  const bool silent = errors_ == 0 && stowLast_ < 0 && reader_.suppressAll && reader_.inText();
  if (silent) return;
  if (stowLast_ >= 0) listing_.skipping = false;  // code is listed even in a suppressed expansion
  ListedLine line;
  line.letters = lettersOf(errors_);
  const bool listed = errors_ != 0 || !(listing_.listOff || listing_.skipping);
  report(errors_, statementPlace_);
  if (stowLast_ < 0) {
    line.location = listedLocation_;
    line.locationMark = at_.assemblyMode != 0 ? Mark::Relocatable : Mark::None;
    line.assigned = listedValue_;
    line.assignedLeft = listedValueLeft_;
    line.assignedRight = listedValueRight_;
  }
  line.text = listing_.image();
  const int words = stowLast_ - stowTaken_;
  for (int i = 0; i < words; ++i) {
    const std::uint32_t location = (at_.assembly - static_cast<std::uint32_t>(words - i)) & 0777777;
    const StoredWord w = unstow();
    line.words.push_back(listedWord(location, w));
    outputWord(w);
  }
  if (listed) list(line);
  clearLine();
}

void Assembly::list(const ListedLine& line) {
  const std::size_t before = listing_.size();
  listing_.line(line);
  reader_.spend(kListedCost * (listing_.size() - before));
}

void Assembly::clearLine() {
  if (reader_.suppressAll && reader_.inText()) {
    listing_.skipping = true;
  } else {
    listing_.skipping = listing_.expansionsOff && reader_.inMacro();
  }
  errors_ = 0;
  whys_.clear();
  clearListed();
}

void Assembly::clearListed() {
  listing_.clearImage();
  listedLocation_.reset();
  listedValue_.reset();
}

void Assembly::endLinePass1() {
  at_.output = (at_.output + static_cast<std::uint32_t>(stowLast_ + 1)) & 0777777;
  emptyStow();
  if ((errors_ & kPass1Errors) != 0) {
    report(errors_ & kPass1Errors, statementPlace_);
  } else if (reader_.suppressAll && reader_.inText()) {
    return;  // as in MACRO, the letters stay: they prevent the pooling of the literals that follow
  }
  clearLine();
}

// OUTIML: a line end inside a literal or inside text within one. On pass 1 it discards all letters except N.
void Assembly::endLiteralLine() {
  if (reader_.suppressAll && reader_.inText()) return;
  if ((errors_ & ~kQ) != 0 || !options_.warnings) errors_ &= ~kQ;
  if (pass1_) {
    const std::uint32_t told = errors_ & (kPass1Errors | kL);
    if (told != 0) report(told, reader_.place());
    errors_ = told != 0 ? kL : errors_ & kN;
    whys_.clear();
    clearListed();
    return;
  }
  report(errors_, reader_.place());
  ListedLine line;
  line.letters = lettersOf(errors_);
  line.text = listing_.image();
  if (errors_ != 0 || !(listing_.listOff || listing_.skipping)) list(line);
  // Letters reported here are reported once; on pass 2 they no longer prevent the pooling of the literal.
  if (errors_ != 0) errors_ = 0;
  whys_.clear();
  clearListed();
}

ListedWord Assembly::listedWord(std::uint32_t location, const StoredWord& w) const {
  const auto mark = [](std::uint32_t half) {
    return complexHalf(half) ? Mark::External : half != 0 ? Mark::Relocatable : Mark::None;
  };
  ListedWord l;
  l.location = location;
  l.relocatable = at_.assemblyMode != 0;
  l.word = w.word;
  l.left = mark(leftOf(w.reloc));
  l.right = mark(rightOf(w.reloc));
  l.form = w.form;
  l.inOut = w.form == kInOutForm;
  return l;
}

}  // namespace utah10::macro10
