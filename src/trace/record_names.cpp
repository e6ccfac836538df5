#include "trace/record_names.hpp"

#include <fmt/format.h>

#include "toolchain/device_names.hpp"
#include "trace/io_names.hpp"
#include "trace/jsys_names.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"
#include "word/operand_use.hpp"

namespace utah10 {

namespace {

// How the right half of an instruction is used.
enum class RightHalf : std::uint8_t { Address, MaybeAddress, Number };

RightHalf rightHalf(Instruction i) {
  if (i.indirect()) return RightHalf::Address;
  switch (operandUse(i)) {
    case OperandUse::Memory:
      return i.indexed() ? RightHalf::MaybeAddress : RightHalf::Address;
    case OperandUse::Immediate:
      return RightHalf::MaybeAddress;
    case OperandUse::Mask:
    case OperandUse::Shift:
    case OperandUse::Call:
    case OperandUse::Conditions:
      break;
  }
  return RightHalf::Number;
}

// Whether there is more to show than the right half: an accumulator, an index or indirection.
bool hasMore(Instruction i) { return i.ac() != AcNo{} || !i.direct(); }

}  // namespace

RecordNames::RecordNames(std::span<const TraceDevice> devices, const Symbols* symbols) : symbols_(symbols) {
  byCode_.fill(-1);
  for (const TraceDevice& d : devices) {
    byCode_[d.code.index()] = static_cast<std::int16_t>(devices_.size());
    devices_.push_back({d.name, bitNamesOf(d.coni), bitNamesOf(d.cono)});
  }
}

std::string RecordNames::device(DeviceCode code) const {
  const std::string_view known = deviceName(code);
  return known.empty() ? fmt::format("{:03o}", code.asWritten()) : std::string{known};
}

std::string_view RecordNames::busName(DeviceCode code) const {
  const int index = byCode_[code.index()];
  return index < 0 ? std::string_view{} : devices_[static_cast<std::size_t>(index)].name;
}

std::string RecordNames::label(VirtualAddress a, bool user) const {
  if (symbols_ == nullptr || !symbols_->of(user).nearest(a)) return {};
  return symbols_->of(user).text(a);
}

std::string RecordNames::sourceLine(VirtualAddress a, bool user) const {
  const auto line = symbols_ != nullptr ? symbols_->of(user).line(a) : std::nullopt;
  return line ? fmt::format("{}({})", line->file, line->line) : std::string{};
}

std::string RecordNames::instruction(Word36 w, bool user) const {
  const Instruction i{w};
  if (const auto call = jsysNumber(i, i.y().bits()); call && jsysCall(*call) != nullptr && !hasMore(i))
    return "JSYS " + jsysName(*call);
  if (symbols_ == nullptr) return disassemble(w);
  OperandNames names;
  names.address = [&](Word36 word) {
    const VirtualAddress a{word.right()};
    const auto near = symbols_->of(user).nearest(a);
    const RightHalf use = rightHalf(Instruction{word});
    if (near && (use == RightHalf::Address || (use == RightHalf::MaybeAddress && near->offset == 0)))
      return symbols_->of(user).text(a);
    return fmt::format("{:o}", a.bits());
  };
  return disassemble(w, names);
}

std::string RecordNames::io(const IoRecord& record) const {
  const auto function = static_cast<IoFunction>(record.function & 7);
  const bool conditions = function == IoFunction::Cono;
  const bool status = function == IoFunction::Coni || function == IoFunction::Consz || function == IoFunction::Conso;
  std::string text = fmt::format("{:5} {},", kIoMnemonic[record.function & 7], device(record.device));
  text += conditions ? fmt::format("{:06o}", record.word.bits()) : formatOctal(record.word);
  const int index = byCode_[record.device.index()];
  if (index < 0) return devices_.empty() ? text : text + ": no device answers";
  const Device& d = devices_[static_cast<std::size_t>(index)];
  const std::string names = conditions ? bitNames(record.word, d.cono) : status ? bitNames(record.word, d.coni) : "";
  return names.empty() ? text : text + ": " + names;
}

}  // namespace utah10
