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
std::string addressText(AddressWord w, const OperandNames& names) {
  return fmt::format("{}{}{}", w.indirect() ? "@" : "",
                     names.address ? names.address(w.word()) : fmt::format("{:o}", w.y().bits()),
                     w.indexed() ? fmt::format("({})", accumulatorText(w.index().number(), names)) : "");
}

std::string deviceText(DeviceCode device) {
  const std::string_view name = deviceName(device);
  return name.empty() ? fmt::format("{:o}", device.asWritten()) : std::string(name);
}

std::string ioText(Instruction i, const OperandNames& names) {
  return fmt::format("{} {},{}", mnemonicOf(i), names.device ? names.device(i.device()) : deviceText(i.device()),
                     addressText(i, names));
}

}  // namespace

std::string disassemble(Word36 w) { return disassemble(w, OperandNames{}); }

std::string disassemble(Word36 w, const OperandNames& names) {
  const Instruction i{w};
  if (i.isIo()) return ioText(i, names);
  if (mnemonicOf(i).empty()) return formatHalves(w);
  const std::uint32_t ac = i.ac().number();
  return fmt::format("{} {}{}", mnemonicOf(i), ac != 0 ? accumulatorText(ac, names) + "," : "", addressText(i, names));
}

}  // namespace utah10
