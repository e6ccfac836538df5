#include "toolchain/macro10/statements/listing_statements.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

// Listing switches have no effect on pass 1. The line that contains the switch is still listed under the old setting.
void ListingStatements::listSwitch(const std::function<void()>& change) {
  if (pass_.first) return;
  finishStatement();
  change();
}

void ListingStatements::listNothing() {
  listSwitch([this] { listing_.listOff = true; });
}

void ListingStatements::listExpansions() { listing_.expansionsOff = scanner_.suppressAll = false; }

void ListingStatements::suppressExpansions(bool suppressAll) {
  listSwitch([this, suppressAll] {
    listing_.expansionsOff = true;
    scanner_.suppressAll = suppressAll;
  });
}

void ListingStatements::page() {
  finishStatement();
  listing_.newPage(false);
}

// Types its text on both passes.
void ListingStatements::printx() {
  scanner_.scanNonBlank();
  scanner_.again();
  std::string text;
  for (int c = scanner_.next(); !isBreak(c) && c != kTab; c = scanner_.next()) text += static_cast<char>(c);
  typed_ += text + '\n';
}

// The first subtitle of pass 1 appears on the pages before the first subtitle of pass 2.
void ListingStatements::subtitle() {
  if (pass_.first && listing_.hasSubtitle()) {
    ignoreRest();
    return;
  }
  listing_.setSubtitle(scanner_.restOfLine());
}

// With names, they apply to those; without names, to everything from here on.
void ListingStatements::cref(bool off) {
  Name name = 0;
  if (!getSymbol(name)) {
    errors_.lower(kA);
    symbols_.nextDefines(false);
    if (off) {
      listSwitch([this] { listing_.crefOff = true; });
    } else {
      listing_.crefOff = false;
    }
    return;
  }
  for (;;) {
    Meanings* m = symbols_.lookup(name);
    if (m == nullptr) {
      raise(kA, fmt::format("no symbol {}", nameText(name)));
    } else {
      Entry& e = m->operation ? *m->operation : *m->operand;
      e.flags = off ? e.flags | kNoCref : e.flags & ~static_cast<std::uint32_t>(kNoCref);
    }
    if (!comma() || !getSymbol(name)) return;
  }
}

}  // namespace utah10::macro10
