#include "utah10/toolchain/core_image.hpp"

#include <algorithm>

#include "toolchain/octal.hpp"
#include "toolchain/word_cursor.hpp"

namespace utah10 {

std::optional<VirtualAddress> StartWord::address() const {
  if (kind == StartWordKind::Instruction) {
    const Instruction jump{word};
    const bool jrst = isJrst(word) && !jump.acHas(kJrstHalt);
    if ((!jrst && !isJumpa(word)) || !jump.direct()) return std::nullopt;
  }
  return VirtualAddress{word.right()};
}

std::string StartWord::text() const {
  switch (kind) {
    case StartWordKind::Address:
      return "start " + octalAddress(VirtualAddress{word.right()});
    case StartWordKind::EntryVector:
      return fmt::format("entry vector of {} at {}", octalCount(word.left().bits()),
                         octalAddress(VirtualAddress{word.right()}));
    case StartWordKind::Instruction:
      break;
  }
  const auto where = address();
  return where ? "start " + octalAddress(*where) : "ends with " + octalHalves(word);
}

std::string AddressRange::text() const {
  return fmt::format("{}-{}, {}", octalAddress(first), octalAddress(last),
                     octalCount(last.bits() - first.bits() + std::size_t{1}));
}

std::optional<VirtualAddress> CoreImage::startAddress() const { return start ? start->address() : std::nullopt; }

std::vector<AddressRange> CoreImage::ranges() const {
  std::vector<AddressRange> sorted;
  for (const Segment& s : segments) {
    if (s.words.empty()) continue;
    sorted.push_back({s.first, s.first.plus(static_cast<std::uint32_t>(s.words.size() - 1))});
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<AddressRange> merged;
  for (const AddressRange& r : sorted) {
    if (!merged.empty() && r.first.bits() <= merged.back().last.bits() + 1) {
      merged.back().last = std::max(merged.back().last, r.last);
    } else {
      merged.push_back(r);
    }
  }
  return merged;
}

std::string CoreImage::summary() const {
  std::string line = format;
  if (packing) line += fmt::format(" ({})", packingName(*packing));
  line += ":";
  for (const AddressRange& r : ranges()) line += " " + r.text() + ";";
  if (symbolBlocks != 0) line += fmt::format(" {:o} symbol block{};", symbolBlocks, symbolBlocks == 1 ? "" : "s");
  return line + " " + (start ? start->text() : "no start");
}

}  // namespace utah10
