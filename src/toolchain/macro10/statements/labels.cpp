#include "toolchain/macro10/statements/labels.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

namespace {

std::string locationText(std::uint32_t location, bool relocatable) {
  return fmt::format("{:06o}{}", location, relocatable ? "'" : "");
}

}  // namespace

std::string Labels::here() const {
  const Counter& at = emitter_.at().assembly;
  return locationText(at.at, at.mode != 0);
}

void Labels::label() {
  if (statement_.fields.inField) {
    checkLocation();
    return;
  }
  const Name name = evaluator_.atoms().present.name;
  if (name == 0) {
    raise(kP, "a colon without a label");
    return;
  }
  symbols_.nextDefines();
  if (statement_.literals > 0) errors_.labelInLiteral(name);
  define(name);
}

// A number in place of a label.
void Labels::checkLocation() {
  const Value& v = evaluator_.atoms().present.value;
  const Value at = emitter_.at().value();
  if (v.word == at.word && v.reloc == at.reloc) return;
  raise(kP, fmt::format("the location is {}, not {}", here(), locationText(rightOf(v.word), !v.reloc.zero())));
}

void Labels::define(Name name) {
  Entry e;
  e.flags = kSymbol | kUndefined | kLabel;
  if (const Entry* found = symbols_.operand(name, SearchScope::Program)) e = *found;
  const bool requested = e.has(kExternal) && !pass_.first && e.has(kUndefined);
  if (requested) defineExternal(e);
  if (e.has(kExternal) || !e.has(kUndefined | kVariable)) {
    defineAgain(name, e);
    return;
  }
  e.flags &= ~static_cast<std::uint32_t>(kUndefined | kVariable);
  e.flags |= kLabel;
  e.value = emitter_.at().value().word;
  e.reloc = emitter_.at().value().reloc;
  if (scanner_.peek() == ':') {
    e.flags |= kInternal;
    scanner_.scan();
  }
  if (scanner_.peek() == '!') {
    e.flags |= kNoDdt;
    scanner_.scan();
  }
  symbols_.enterOperand(name, e);
}

// A label that already has a value: on pass 2 the value must be the same; on pass 1 it is a second definition.
void Labels::defineAgain(Name name, Entry& e) {
  line_.showLocation(rightOf(e.value));
  const Value at = emitter_.at().value();
  if (e.has(kExternal) || e.value != at.word || e.reloc != at.reloc) {
    reportMoved(name, e);
    return;
  }
  if (scanner_.literalLevel > 0) {
    emitter_.labelLiteral(name);
    e.flags |= kUndefined;  // not to be used before its literal is placed
    symbols_.enterOperand(name, e);
  }
  symbols_.nextDefines(false);
  if (scanner_.peek() == ':') scanner_.scan();
  if (scanner_.peek() == '!') scanner_.scan();
}

void Labels::reportMoved(Name name, Entry& e) {
  const bool moved = !pass_.first && !e.has(kMultiple);
  e.flags |= kMultiple;
  raise(kM, e.has(kExternal) ? fmt::format("{} is external and cannot be a label", nameText(name))
                             : fmt::format("{} {} {}{} {} here", nameText(name), moved ? "was" : "is already",
                                           locationText(rightOf(e.value), !e.reloc.zero()),
                                           moved ? " on pass 1 and is" : " and would be", here()));
  symbols_.enterOperand(name, e);
}

// Pass 2 after PASS2: the loader fills in the requests made for the label while it was external.
void Labels::defineExternal(Entry& e) {
  emitter_.rel().fixLocally(symbols_.externalCell(e.external), emitter_.at().assembly);
  e.flags &= ~static_cast<std::uint32_t>(kExternal);
  e.flags |= kUndefined;
}

}  // namespace utah10::macro10
