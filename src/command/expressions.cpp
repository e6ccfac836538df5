// What users write for values: sums of numbers and symbols, and instructions with their fields.
#include <algorithm>

#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

std::string upperCase(std::string_view s) {
  std::string out{s};
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string_view trimmed(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

Expected<Word36> term(Session& session, std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return fail("", "a number or symbol is missing");
  const std::string name = upperCase(text);
  if (const auto at = session.symbols().find(name); at != session.symbols().end()) return at->second;
  if (name == ".") return Word36{session.cpu().pc().bits()};
  const auto number = parseWord(text);
  if (number) return *number;
  const bool symbol = text[0] >= 'A' || text[0] == '$' || text[0] == '%';
  if (symbol) return fail("", fmt::format("{} is not defined", name), "symbol NAME VALUE defines it");
  return fail("", number.error().where + ": " + number.error().what, number.error().hint);
}

struct Opcode {
  std::uint64_t bits;  // in place
  bool io;
};

// A mnemonic's bits; the middle field of an I/O instruction is a device.
std::optional<Opcode> opcodeNamed(std::string_view name) {
  for (std::size_t f = 0; f < kIoMnemonic.size(); ++f)
    if (sameWord(kIoMnemonic[f], name)) return Opcode{0700000000000 | (std::uint64_t{f} << 23), true};
  for (std::size_t op = 0; op < kInsnTable.size(); ++op)
    if (!name.empty() && sameWord(kInsnTable[op].mnemonic.view(), name)) return Opcode{std::uint64_t{op} << 27, false};
  return std::nullopt;
}

// AC or device, in its place in the word.
Expected<std::uint64_t> firstField(Session& session, std::string_view text, bool io) {
  if (!io) {
    const auto ac = evaluate(session, text);
    if (!ac) return tl::unexpected(ac.error());
    if (ac->bits() > 017) return fail("", fmt::format("there is no accumulator {:o}", ac->bits()));
    return ac->bits() << 23;
  }
  const auto code = deviceCode(session, trimmed(text));
  if (!code) return tl::unexpected(code.error());
  return std::uint64_t{code->index()} << 26;
}

// @Y(X)
Expected<std::uint64_t> addressField(Session& session, std::string_view text) {
  text = trimmed(text);
  std::uint64_t bits = 0;
  if (text.starts_with('@')) {
    bits |= std::uint64_t{1} << 22;
    text = trimmed(text.substr(1));
  }
  const std::size_t open = text.find('(');
  if (open != std::string_view::npos) {
    if (!text.ends_with(')')) return fail("", fmt::format("\"{}\" has no closing bracket", text));
    const auto x = evaluate(session, text.substr(open + 1, text.size() - open - 2));
    if (!x) return tl::unexpected(x.error());
    if (x->bits() > 017) return fail("", fmt::format("there is no index register {:o}", x->bits()));
    bits |= x->bits() << 18;
    text = trimmed(text.substr(0, open));
  }
  if (text.empty()) return bits;
  const auto y = evaluate(session, text);
  if (!y) return tl::unexpected(y.error());
  return bits | y->right().bits();
}

}  // namespace

Expected<Word36> evaluate(Session& session, std::string_view text) {
  if (parseWord(text)) return *parseWord(text);  // LH,,RH and negative numbers as they stand
  Word36 sum;
  bool minus = false;
  for (;;) {
    const std::size_t end = text.find_first_of("+-", 1);
    const auto value = term(session, text.substr(0, end));
    if (!value) return value;
    sum = minus ? sum - *value : sum + *value;
    if (end == std::string_view::npos) return sum;
    minus = text[end] == '-';
    text.remove_prefix(end + 1);
    if (text.empty()) return term(session, text);
  }
}

Expected<VirtualAddress> evaluateAddress(Session& session, std::string_view text) {
  const auto w = evaluate(session, text);
  if (!w) return tl::unexpected(w.error());
  if (w->bits() > VirtualAddress::kMask)
    return fail("", fmt::format("{} is not an address", text), "the last address is 777777");
  return VirtualAddress{w->right()};
}

Expected<Word36> instructionOrValue(Session& session, std::string_view text, VirtualAddress) {
  text = trimmed(text);
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto op = opcodeNamed(text.substr(0, blank));
  if (!op) {
    if (blank == text.size()) return evaluate(session, text);
    return fail("", fmt::format("{} is not an instruction", text.substr(0, blank)));
  }
  std::string_view fields = trimmed(text.substr(blank));
  std::uint64_t bits = op->bits;
  if (const std::size_t comma = fields.find(','); comma != std::string_view::npos) {
    const auto first = firstField(session, fields.substr(0, comma), op->io);
    if (!first) return tl::unexpected(first.error());
    bits |= *first;
    fields.remove_prefix(comma + 1);
  }
  const auto address = addressField(session, fields);
  if (!address) return tl::unexpected(address.error());
  return Word36{bits | *address};
}

std::string disassembled(Session& session, Word36 w, VirtualAddress) {
  const std::string_view name = kInsnTable[w.field(0, 8)].mnemonic.view();
  const bool io = w.field(0, 2) == 7;
  if (!io && name.empty()) return halves(w);
  std::string text{io ? kIoMnemonic[w.field(10, 12)] : name};
  text += ' ';
  if (io) {
    const DeviceCode code = DeviceCode::field(w.field(3, 9));
    const IoDevice* device = session.machine().bus().at(code);
    text += device != nullptr ? upperCase(device->name()) : fmt::format("{:03o}", code.asWritten());
    text += ',';
  } else if (w.field(9, 12) != 0) {
    text += fmt::format("{:o},", w.field(9, 12));
  }
  if (w.bit(13)) text += '@';
  text += fmt::format("{:o}", w.right().bits());
  if (w.field(14, 17) != 0) text += fmt::format("({:o})", w.field(14, 17));
  return text;
}

}  // namespace utah10
