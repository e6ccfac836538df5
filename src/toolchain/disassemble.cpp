#include <fmt/format.h>

#include "toolchain/device_names.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

std::string accumulatorText(std::uint32_t n, const OperandNames& names) {
  return names.accumulator ? names.accumulator(n) : fmt::format("{:o}", n);
}

// @Y(X)
std::string addressText(Word36 w, const OperandNames& names) {
  const std::uint32_t x = w.field(14, 17);
  return fmt::format("{}{}{}", w.bit(13) ? "@" : "",
                     names.address ? names.address(w) : fmt::format("{:o}", w.right().bits()),
                     x != 0 ? fmt::format("({})", accumulatorText(x, names)) : "");
}

std::string deviceText(DeviceCode device) {
  const std::string_view name = deviceName(device);
  return name.empty() ? fmt::format("{:o}", device.asWritten()) : std::string(name);
}

std::string ioText(Word36 w, const OperandNames& names) {
  const DeviceCode device = DeviceCode::field(w.field(3, 9));
  return fmt::format("{} {},{}", kIoMnemonic[w.field(10, 12)], names.device ? names.device(device) : deviceText(device),
                     addressText(w, names));
}

}  // namespace

std::string disassemble(Word36 w) { return disassemble(w, OperandNames{}); }

std::string disassemble(Word36 w, const OperandNames& names) {
  const Insn& insn = kInsnTable[w.field(0, 8)];
  if (insn.group == Group::Io) return ioText(w, names);
  if (insn.mnemonic.view().empty()) return formatHalves(w);
  const std::uint32_t ac = w.field(9, 12);
  return fmt::format("{} {}{}", insn.mnemonic.view(), ac != 0 ? accumulatorText(ac, names) + "," : "",
                     addressText(w, names));
}

}  // namespace utah10
