// The source line as the listing will show it: its text while it is read, and what stands in the columns left of it.
#pragma once

#include <cstdint>
#include <optional>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/listing/listing.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/diagnostics.hpp"
#include "toolchain/macro10/source/scanner.hpp"
#include "toolchain/macro10/value.hpp"

namespace utah10::macro10 {

// The listing's mark of a relocated half word.
constexpr Mark markOf(std::uint32_t half) {
  return complexHalf(half) ? Mark::External : half != 0 ? Mark::Relocatable : Mark::None;
}

class LineListing final : public LineSink {
 public:
  LineListing(const Pass& pass, Budget& budget, Diagnostics& errors, Listing& listing)
      : pass_(pass), budget_(budget), errors_(errors), listing_(listing) {}

  void put(int ascii) override { listing_.put(ascii); }
  void overwrite(int ascii) override { listing_.overwrite(ascii); }
  void dump() override;  // OUTIM1; on pass 1 it discards the line's error letters
  void stray(int ascii) override;

  // Printed on a line without code: a new location, or the value of an assignment.
  void showLocation(std::uint32_t location) { shown_.location = location; }
  void showValue(const Value& v);

  // The line so far, with the present error letters; without code, it shows the location or value given.
  ListedLine line() const;
  ListedLine lineWithoutCode(bool relocatable) const;
  void list(const ListedLine& line);
  bool hidden() const { return listing_.listOff || listing_.skipping; }
  void clear();  // begins the next line

 private:
  struct ShownColumns {
    std::optional<std::uint32_t> location;
    std::optional<Word36> value;
    Mark left = Mark::None;
    Mark right = Mark::None;
  };
  const Pass& pass_;
  Budget& budget_;
  Diagnostics& errors_;
  Listing& listing_;
  ShownColumns shown_;
};

}  // namespace utah10::macro10
