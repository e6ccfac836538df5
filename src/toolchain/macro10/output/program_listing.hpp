// The closing lines of a program in the listing: undefined symbols, counts and breaks, the symbol table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "toolchain/macro10/listing/listing.hpp"
#include "toolchain/macro10/output/location_counters.hpp"
#include "toolchain/macro10/source/diagnostics.hpp"
#include "toolchain/macro10/symbols/symbols.hpp"

namespace utah10::macro10 {

class ProgramListing {
 public:
  ProgramListing(Symbols& symbols, const Diagnostics& errors, Listing& listing)
      : symbols_(symbols), errors_(errors), listing_(listing) {}

  // Returns the lines that are also typed.
  std::string undefinedSymbols();
  void summary(const MessageCounts& counts, const LocationCounters& at);
  void symbolTable(const std::vector<std::pair<Name, const Entry*>>& list);

 private:
  Symbols& symbols_;
  const Diagnostics& errors_;
  Listing& listing_;

  Listing::SymbolLine symbolLine(Name name, const Entry& e) const;
};

}  // namespace utah10::macro10
