#include "trace/io_names.hpp"

#include <fmt/format.h>

#include <bit>

#include "toolchain/device_names.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

// "29" or "33-35": the manuals' numbering, with bit 0 on the left.
std::string bitNumbers(std::uint64_t mask) {
  const int first = std::countl_zero(mask) - 28;
  const int last = 35 - std::countr_zero(mask);
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

std::string_view mnemonic(unsigned function) { return kIoMnemonic[function & 7]; }

bool showsStatus(IoFunction f) { return f == IoFunction::Coni || f == IoFunction::Consz || f == IoFunction::Conso; }

std::string deviceText(DeviceCode code) {
  const std::string_view known = deviceName(code);
  return known.empty() ? fmt::format("{:03o}", code.asWritten()) : std::string{known};
}

}  // namespace

std::string bitNames(Word36 w, std::span<const BitName> bits) {
  std::string text;
  std::uint64_t rest = w.bits();
  const auto add = [&](std::string_view what) { text += fmt::format("{}{}", text.empty() ? "" : ", ", what); };
  for (const BitName& b : bits) {
    const std::uint64_t value = (w.bits() & b.mask) >> std::countr_zero(b.mask);
    rest &= ~b.mask;
    if (value == 0) continue;
    add(std::popcount(b.mask) > 1 ? fmt::format("{} {:o}", b.name, value) : std::string{b.name});
  }
  if (rest != 0) add(fmt::format("unnamed bits {:o}", rest));
  return text;
}

std::string bitTable(std::span<const BitName> bits) {
  std::string text;
  for (const BitName& b : bits) text += fmt::format("  {:>12o}  {:>5}  {}\n", b.mask, bitNumbers(b.mask), b.name);
  return text;
}

std::string ioText(const IoRecord& record, const IoBus& bus) {
  const auto function = static_cast<IoFunction>(record.function & 7);
  const IoDevice* device = bus.at(record.device);
  const bool conditions = function == IoFunction::Cono;
  std::string text = fmt::format("{:5} {},", mnemonic(record.function), deviceText(record.device));
  text += conditions ? fmt::format("{:06o}", record.word.bits()) : formatOctal(record.word);
  if (device == nullptr) return text + ": no device answers";
  if (!conditions && !showsStatus(function)) return text;
  const std::string names = bitNames(record.word, conditions ? device->conoBits() : device->coniBits());
  return names.empty() ? text : text + ": " + names;
}

}  // namespace utah10
