#include "toolchain/macro10/listing/line_listing.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

namespace {

// Charge per listing character to the character budget: about a quarter of the bytes of memory it takes.
constexpr std::uint64_t kListedCost = 4;

}  // namespace

void LineListing::dump() {
  if (pass_.first) {
    errors_.clear();
    clear();
    return;
  }
  if (!hidden()) {
    ListedLine line;
    line.text = listing_.image();
    list(line);
  }
  listing_.clearImage();
}

void LineListing::stray(int ascii) { errors_.raise(kQ, fmt::format("control character {:03o} ignored", ascii)); }

void LineListing::showValue(const Value& v) {
  const std::uint32_t left = leftOf(v.reloc);
  shown_.value = v.word;
  shown_.left = (left & 1) != 0 && !complexHalf(left) ? Mark::Relocatable : Mark::None;
  shown_.right = rightOf(v.reloc) == 1 ? Mark::Relocatable : Mark::None;
}

ListedLine LineListing::line() const {
  ListedLine line;
  line.letters = errors_.lettersText();
  line.text = listing_.image();
  return line;
}

ListedLine LineListing::lineWithoutCode(bool relocatable) const {
  ListedLine l = line();
  l.location = shown_.location;
  l.locationMark = relocatable ? Mark::Relocatable : Mark::None;
  l.assigned = shown_.value;
  l.assignedLeft = shown_.left;
  l.assignedRight = shown_.right;
  return l;
}

void LineListing::list(const ListedLine& line) {
  const std::size_t before = listing_.size();
  listing_.line(line);
  budget_.spend(kListedCost * (listing_.size() - before));
}

void LineListing::clear() {
  listing_.clearImage();
  shown_.location.reset();
  shown_.value.reset();
}

}  // namespace utah10::macro10
