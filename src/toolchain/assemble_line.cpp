#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "toolchain/device_names.hpp"
#include "toolchain/mnemonic_text.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

// Names for an opcode combined with an AC field.
struct Alias {
  std::string_view name;
  Instruction instruction;
};
constexpr Instruction jrst(std::uint32_t bits) { return Instruction::of(kOpcodeOf<Group::Jrst>, AcNo{bits}); }
constexpr Instruction jfcl(std::uint32_t flags) { return Instruction::of(kOpcodeOf<Group::Jfcl>, AcNo{flags}); }
constexpr Alias kAliases[] = {
    {"HALT", jrst(kJrstHalt)},
    {"JRSTF", jrst(kJrstRestoreFlags)},
    {"JEN", jrst(kJrstDismiss | kJrstRestoreFlags)},
    {"NOP", jfcl(0)},
    {"JOV", jfcl(010)},
    {"JCRY0", jfcl(004)},
    {"JCRY1", jfcl(002)},
    {"JCRY", jfcl(006)},
    {"JFOV", jfcl(001)},
    {"Z", Instruction{}},
};

// The opcode, and for an alias its AC field; or the function of an input-output instruction.
std::optional<Instruction> operationNamed(std::string_view name) {
  for (std::uint32_t op = 0; op < kInsnTable.size(); ++op) {
    const std::string_view mnemonic = kInsnTable[op].mnemonic.view();
    if (!mnemonic.empty() && sameName(mnemonic, name)) return Instruction::of(op);
  }
  for (std::uint32_t f = 0; f < kIoMnemonic.size(); ++f)
    if (sameName(kIoMnemonic[f], name)) return Instruction::io(static_cast<IoFunction>(f));
  for (const Alias& a : kAliases)
    if (sameName(a.name, name)) return a.instruction;
  return std::nullopt;
}

// Number of single-character edits (or swaps of neighbours) that turn a into b; anything above 2 counts as too far.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const bool same = upper(a[i - 1]) == upper(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && upper(a[i - 1]) == upper(b[j - 2]) && upper(a[i - 2]) == upper(b[j - 1]))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearestMnemonic(std::string_view name) {
  std::string best;
  std::size_t least = 3;
  const auto consider = [&](std::string_view candidate) {
    if (candidate.empty() || candidate.size() + 2 < name.size() || name.size() + 2 < candidate.size()) return;
    const std::size_t n = distance(name, candidate);
    if (n >= least) return;
    least = n;
    best = candidate;
  };
  for (const Insn& insn : kInsnTable) consider(insn.mnemonic.view());
  for (const std::string_view io : kIoMnemonic) consider(io);
  for (const Alias& a : kAliases) consider(a.name);
  return best.empty() ? "" : "did you mean " + best + "?";
}

Expected<std::uint32_t> smallValue(std::string_view text, std::string_view what, std::uint64_t most,
                                   const SymbolLookup& symbols) {
  const auto value = evaluate(text, symbols);
  if (!value) return tl::unexpected(value.error());
  if (value->bits() > most) return fail("", fmt::format("{} {} is too large", what, trimmed(text)));
  return static_cast<std::uint32_t>(value->bits());
}

Expected<DeviceCode> deviceField(std::string_view text, const SymbolLookup& symbols) {
  const auto named = deviceNamed(trimmed(text));
  if (named) return *named;
  const auto code = smallValue(text, "device", 0774, symbols);
  if (!code) return tl::unexpected(code.error());
  if (*code % 4 != 0) return fail("", fmt::format("device {:o} is not a multiple of 4", *code));
  return DeviceCode::written(*code);
}

// @Y(X)
Expected<Instruction> withAddress(Instruction to, std::string_view text, const SymbolLookup& symbols) {
  text = trimmed(text);
  if (text.starts_with('@')) {
    to = to.withIndirect();
    text = trimmed(text.substr(1));
  }
  if (text.ends_with(')')) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos) return fail("", "( is missing");
    const auto x = smallValue(text.substr(open + 1, text.size() - open - 2), "index register", 017, symbols);
    if (!x) return tl::unexpected(x.error());
    to = to.withIndex(AcNo{*x});
    text = trimmed(text.substr(0, open));
  }
  if (text.empty()) return to;
  const auto y = evaluate(text, symbols);
  if (!y) return tl::unexpected(y.error());
  const bool negative = y->left().bits() == 0777777 && y->right().sign();
  if (y->left().bits() != 0 && !negative) return fail("", fmt::format("address {} is too large", text));
  return to.withY(y->right());
}

}  // namespace

bool isMnemonic(std::string_view name) { return operationNamed(name).has_value(); }

Expected<Word36> assembleLine(std::string_view text, const SymbolLookup& symbols) {
  text = trimmed(text);
  std::size_t n = 0;
  while (n < text.size() && isSymbolChar(text[n])) ++n;
  const std::string_view name = text.substr(0, n);
  const std::string_view rest = trimmed(text.substr(n));
  const auto operation = operationNamed(name);
  if (!operation) {
    auto value = evaluate(text, symbols);
    const bool looksLikeCode = n != 0 && n < text.size() && text[n] == ' ' && upper(name.front()) >= 'A';
    if (!value && looksLikeCode) return fail("", fmt::format("unknown mnemonic {}", name), nearestMnemonic(name));
    return value;
  }
  Instruction made = *operation;
  std::string_view address = rest;
  if (const std::size_t comma = rest.find(','); comma != std::string_view::npos) {
    const std::string_view first = rest.substr(0, comma);
    address = rest.substr(comma + 1);
    if (made.isIo()) {
      const auto device = deviceField(first, symbols);
      if (!device) return tl::unexpected(device.error());
      made = made.withDevice(*device);
    } else if (!trimmed(first).empty()) {
      const auto ac = smallValue(first, "accumulator", 017, symbols);
      if (!ac) return tl::unexpected(ac.error());
      made = made.withAc(AcNo{made.ac().number() | *ac});
    }
  } else if (made.isIo()) {
    return fail("", fmt::format("{} needs a device", name), fmt::format("{} PTR,100", name));
  }
  const auto complete = withAddress(made, address, symbols);
  if (!complete) return tl::unexpected(complete.error());
  return complete->word();
}

}  // namespace utah10
