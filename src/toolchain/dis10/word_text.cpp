#include "toolchain/dis10/word_text.hpp"

#include <algorithm>

#include "toolchain/disassembly.hpp"
#include "toolchain/octal.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"
#include "word/operand_use.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kFarthest = 077;      // largest n in LABEL+n
constexpr std::uint32_t kNegative = 0777000;  // half words from here up are more likely small negative numbers

// How likely the right half of an instruction is to be a memory address.
enum class Operand { Number, ExactAddress, Address };

Operand operandKind(Instruction i) {
  const Group group = groupOf(i);
  switch (operandUse(i)) {
    case OperandUse::Memory:
      return Operand::Address;
    case OperandUse::Immediate:
      return group == Group::Move || group == Group::Half ? Operand::ExactAddress : Operand::Number;
    case OperandUse::Call:
      return i.y().bits() < 01000 ? Operand::Number : Operand::Address;
    case OperandUse::Mask:
    case OperandUse::Shift:
    case OperandUse::Conditions:
      break;
  }
  return Operand::Number;
}

std::string halfNumber(HalfWord h) {
  return h.bits() >= kNegative ? fmt::format("-{:o}", 01000000 - h.bits()) : fmt::format("{:o}", h.bits());
}

}  // namespace

std::string WordText::reference(VirtualAddress a, std::uint32_t most) {
  const auto found = labels_.reference(a, most);
  if (!found) return {};
  used_.emplace(found->name, found->address);
  return found->text;
}

std::string WordText::operand(Word36 w) {
  const Instruction i{w};
  const HalfWord y = i.y();
  const bool indexed = i.indexed();
  const Operand kind = operandKind(i);
  if (kind != Operand::Number) {
    const std::uint32_t most = indexed || kind == Operand::ExactAddress ? 0 : kFarthest;
    if (std::string text = reference(VirtualAddress{y}, most); !text.empty()) return text;
  }
  return indexed ? halfNumber(y) : fmt::format("{:o}", y.bits());
}

std::string WordText::data(Word36 w) {
  const bool call = groupOf(Instruction{w}) == Group::Jsys;  // the right half is the number of a monitor call
  std::string right = call ? "" : reference(VirtualAddress{w.right()}, 0);
  if (w.left().bits() == 0) return right.empty() ? fmt::format("{:o}", w.bits()) : "0,," + right;
  const bool smallNegative = w.left().bits() == 0777777 && w.right().bits() >= kNegative && right.empty();
  if (smallNegative) return fmt::format("-{:o}", 01000000 - w.right().bits());
  if (right.empty()) right = fmt::format("{:o}", w.right().bits());
  return fmt::format("{},,{}", halfNumber(w.left()), right);
}

std::string WordText::statement(Word36 w) {
  if (mnemonicOf(Instruction{w}).empty()) return data(w);
  if (w.left().bits() >= kNegative) return data(w);  // no device code is this high: a count or a negative number
  return disassemble(w, {[this](Word36 instruction) { return operand(instruction); }, sourceDeviceName});
}

std::string WordText::address(VirtualAddress a) {
  std::string text = reference(a, kFarthest);
  return text.empty() ? fmt::format("{:o}", a.bits()) : text;
}

std::string textIn(Word36 w) {
  if (w.bit(35)) return {};
  std::string text = unpackAscii(w);
  text.erase(std::find_if(text.rbegin(), text.rend(), [](char c) { return c != 0; }).base(), text.end());
  int letters = 0;
  for (char& c : text) {
    if (c == '\r' || c == '\n') c = ' ';
    if (!isPrintable(c)) return {};
    letters += (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' ? 1 : 0;
  }
  return letters < 4 ? "" : '"' + text + '"';
}

}  // namespace utah10
