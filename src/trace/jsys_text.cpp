#include "trace/jsys_text.hpp"

#include <fmt/format.h>

#include "trace/jsys_flags.hpp"
#include "utah10/word/text.hpp"
#include "word/byte_pointer.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace jsys {

std::string names(Word36 w, std::uint64_t mask, std::span<const Bit> bits) {
  std::string text;
  std::uint64_t left = w.bits() & mask;
  const auto add = [&](std::string_view item) { text += fmt::format("{}{}", text.empty() ? "" : "|", item); };
  for (const Bit& b : bits) {
    const std::uint64_t bit = std::uint64_t{1} << (35 - b.number);
    if ((left & bit) == 0) continue;
    left &= ~bit;
    add(b.name);
  }
  if (left != 0) add(fmt::format("{:o}", left));
  return text;
}

}  // namespace jsys

namespace {

constexpr std::uint64_t kLeft = 0777777000000;
constexpr std::uint64_t kRight = 0777777;
constexpr std::size_t kShown = 48;  // longest string printed, in characters

std::string characterText(std::uint64_t c) {
  switch (c) {
    case 012:
      return "\\n";
    case 015:
      return "\\r";
    case 011:
      return "\\t";
    case '"':
    case '\\':
      return fmt::format("\\{}", static_cast<char>(c));
    default:
      return c < 0200 && isPrintable(static_cast<char>(c)) ? std::string(1, static_cast<char>(c))
                                                           : fmt::format("\\{:03o}", c);
  }
}

// The string at a byte pointer, up to its NUL or `most` bytes.
JsysText stringAt(BytePointer pointer, const JsysContext& context, std::size_t most) {
  std::string text = "\"";
  for (std::size_t n = 0;; ++n) {
    if (n == most) return {text + "\"", false};
    if (n == kShown) return {text + "\"...", false};
    pointer = pointer.incremented().pointer;
    const VirtualAddress a{pointer.word.right()};
    const auto word = a.isAc()       ? std::optional{context.ac[a.bits()]}
                      : context.peek ? context.peek(context.user, context.process, a)
                                     : std::nullopt;
    if (!word) return n == 0 ? JsysText{{}, true} : JsysText{text + "\"...", true};
    const std::uint64_t c = pointer.load(*word).bits();
    if (c == 0 && most == ~std::size_t{0}) return {text + "\"", false};
    text += characterText(c);
  }
}

// A left half of -1 means a 7-bit pointer to the first byte of an address; index and indirect bits are not followed.
bool isPointer(BytePointer p) { return p.size() >= 1 && p.size() <= 36 && p.position() <= 36; }
BytePointer pointerOf(Word36 w) {
  constexpr std::uint64_t kAsciz = 0440700;
  return {w.left().bits() == 0777777 ? Word36{kAsciz << 18 | w.right().bits()} : w};
}

std::string pointerText(Word36 w) {
  if (w.left().bits() == 0777777) return fmt::format("-1,,{:o}", w.right().bits());
  return fmt::format("{:o},,{:o}", w.left().bits(), w.right().bits());
}

std::string jfnText(Word36 w) {
  if (w.bits() == Word36::kMask) return "all";
  const std::uint32_t n = w.right().bits();
  const std::string name = n == 0100 ? ".PRIIN" : n == 0101 ? ".PRIOU" : fmt::format("JFN {:o}", n);
  return w.left().bits() == 0 ? name : fmt::format("{:o},,{}", w.left().bits(), name);
}

JsysText designatorText(Word36 w, const JsysContext& context, bool shown, std::size_t most = ~std::size_t{0}) {
  const std::uint32_t n = w.right().bits();
  if (w.bits() == 0777777) return {"terminal", false};
  if (w.bits() == 0377777) return {"NIL", false};
  if (w.left().bits() == 0)
    return {n >= 0400000 && n <= 0400777 ? fmt::format("TTY {:o}", n - 0400000) : jfnText(w), false};
  const BytePointer pointer = pointerOf(w);
  if (!isPointer(pointer) || !shown || !pointer.address().direct()) return {pointerText(w), false};
  JsysText s = stringAt(pointer, context, most);
  if (s.text.empty()) s.text = pointerText(w);
  return s;
}

std::string forkText(Word36 w) {
  constexpr std::string_view kRelations[] = {"superior", "top", "self-and-inferiors", "inferiors", "job", "group"};
  if (w.value() < 0 && w.value() >= -6) return std::string{kRelations[-w.value() - 1]};
  const std::uint32_t n = w.right().bits();
  if (n >= 0777772) return std::string{kRelations[01000000 - n - 1]};
  return n == 0400000                  ? "self"
         : n > 0400000 && n <= 0400777 ? fmt::format("fork {:o}", n - 0400000)
                                       : fmt::format("{:o}", w.bits());
}

std::string pageText(Word36 w) {
  if (w.bits() == Word36::kMask) return "none";
  const Word36 owner{w.left().bits()};
  const bool fork = w.sign();
  return fmt::format("{},,page {:o}", fork ? forkText(owner) : jfnText(owner), w.right().bits());
}

std::string deviceText(Word36 w) {
  constexpr std::uint32_t kType = 0600000;
  if (w.bits() == Word36::kMask) return "all";
  if (w.left().bits() < kType) return jfnText(w);
  return fmt::format("device {:o},,{:o}", w.left().bits() - kType, w.right().bits());
}

std::string openText(Word36 w) {
  constexpr Field kByteSize{0, 5}, kMode{6, 9};
  std::string text = fmt::format("{}-bit", kByteSize.of(w));
  if (const std::uint32_t mode = kMode.of(w); mode != 0) text += fmt::format("|mode-{:o}", mode);
  if (const std::string bits = jsys::names(w, kRight, jsys::kOpen); !bits.empty()) text += "|" + bits;
  return text;
}

std::string numberFormatText(Word36 w) {
  std::string text = fmt::format("radix-{}", w.right().bits());
  constexpr Field kWidth{10, 17};
  if (const std::uint32_t width = kWidth.of(w); width != 0) text += fmt::format("|width-{}", width);
  if (const std::string bits = jsys::names(w, 0770000000000, jsys::kNumber); !bits.empty()) text += "|" + bits;
  return text;
}

std::string forkStatusText(Word36 w) {
  constexpr std::string_view kStates[] = {"running",   "I/O wait", "halted",    "forced",
                                          "fork wait", "state 5",  "breakpoint"};
  if (w.bits() == Word36::kMask || w.left().bits() == 0777777) return "unassigned";
  constexpr Field kState{1, 17};
  const std::uint32_t state = kState.of(w);
  std::string text = state < std::size(kStates) ? std::string{kStates[state]} : fmt::format("state {:o}", state);
  if (state == 3) text += fmt::format(" by channel {}.", w.right().bits());
  return w.sign() ? "frozen|" + text : text;
}

std::string channelsText(Word36 w) {
  std::string text = "channels";
  for (int n = 0; n < 36; ++n)
    if (w.bit(n)) text += fmt::format(" {}.", n);
  return w.zero() ? "no channels" : text;
}

// Flags followed by the meaning of the right half: "keep|JFN 3".
std::string flaggedText(Word36 w, std::span<const jsys::Bit> bits, const std::string& rest) {
  const std::string flags = jsys::names(w, kLeft, bits);
  return flags.empty() ? rest : flags + "|" + rest;
}

std::string bitsText(Word36 w, std::span<const jsys::Bit> bits) {
  const std::string text = jsys::names(w, Word36::kMask, bits);
  return text.empty() ? "0" : text;
}

std::string getText(Word36 w) {
  if (w.left().bits() == 0) return fmt::format("block at {:o}", w.right().bits());
  const std::int32_t version = w.right().value();
  return flaggedText(w, jsys::kGet, version == 0 ? "newest" : fmt::format("version {}.", version));
}

JsysText nameSourceText(Word36 w, const JsysContext& context) {
  constexpr int kJfns = 16, kShort = 17;
  const Word36 flags = context.ac[1];
  if (flags.bit(kShort) && flags.bit(kJfns))
    return {fmt::format("in {}, out {}", jfnText(Word36{w.left().bits()}), jfnText(Word36{w.right().bits()})), false};
  return w.zero() ? JsysText{"0", false} : designatorText(w, context, true);
}

std::string plainText(JsysType type, Word36 w) {
  switch (type) {
    case JsysType::Halves:
      return fmt::format("{:o},,{:o}", w.left().bits(), w.right().bits());
    case JsysType::Number:
      return fmt::format("{}.", w.value());
    case JsysType::Character:
      return w.bits() < 0200 ? fmt::format("'{}'", characterText(w.bits())) : fmt::format("{:o}", w.bits());
    case JsysType::Date:
      return w.bits() == Word36::kMask ? "now" : fmt::format("day {}. second {}.", w.left().bits(), w.right().bits());
    case JsysType::Error:
      return errorName(w).empty() ? fmt::format("{:o}", w.bits()) : errorName(w);
    case JsysType::Sixbit:
      return "'" + sixbitName(w) + "'";
    case JsysType::Address:
      return fmt::format("{:o}", w.right().bits());
    case JsysType::Pointer:
      return pointerText(w);
    default:
      return fmt::format("{:o}", w.bits());
  }
}

std::string flagsText(JsysType type, Word36 w) {
  switch (type) {
    case JsysType::GetFlags:
      return getText(w);
    case JsysType::OpenFlags:
      return openText(w);
    case JsysType::CloseFlags:
      return w.bits() == Word36::kMask ? "all" : flaggedText(w, jsys::kClose, jfnText(Word36{w.right().bits()}));
    case JsysType::CloseAll:
      return flaggedText(w, jsys::kCloseAll, forkText(Word36{w.right().bits()}));
    case JsysType::MapFlags:
      return bitsText(w, jsys::kMap);
    case JsysType::AccessFlags:
      return bitsText(w, jsys::kAccess);
    case JsysType::FileStatus:
      return bitsText(w, jsys::kStatus);
    case JsysType::ForkFlags:
      return flaggedText(w, jsys::kFork, fmt::format("{:o}", w.right().bits()));
    case JsysType::NumberFormat:
      return numberFormatText(w);
    default:
      return plainText(type, w);
  }
}

// The length of SOUT's string is given in AC 3.
JsysText textOf(JsysField field, const JsysContext& context, bool counted) {
  const std::int64_t count = context.ac[3].value();
  const bool bounded = counted && count != 0 && field.ac == 2;
  const auto most = bounded ? static_cast<std::size_t>(count < 0 ? -count : count) : ~std::size_t{0};
  const Word36 w = context.ac[field.ac];
  if (field.ac == 1 && w.left().bits() == 0 && w.right().bits() >= 020)  // PSOUT also accepts an address
    return designatorText(Word36{kLeft | w.right().bits()}, context, true);
  return designatorText(w, context, true, most);
}

constexpr std::uint32_t kSout = 053;

JsysText typed(JsysField field, const JsysContext& context) {
  const Word36 w = context.ac[field.ac];
  switch (field.type) {
    case JsysType::Designator:
      return designatorText(w, context, false);
    case JsysType::Text:
      return textOf(field, context, false);
    case JsysType::NameSource:
      return nameSourceText(w, context);
    case JsysType::Jfn:
      return {jfnText(w), false};
    case JsysType::Fork:
      return {forkText(w), false};
    case JsysType::PageIdent:
      return {pageText(w), false};
    case JsysType::Device:
      return {deviceText(w), false};
    case JsysType::Channels:
      return {channelsText(w), false};
    case JsysType::ForkStatus:
      return {forkStatusText(w), false};
    default:
      return {flagsText(field.type, w), false};
  }
}

void add(JsysText& all, JsysField field, const JsysText& one) {
  if (!all.text.empty()) all.text += ", ";
  all.text += fmt::format("{:o}={}", field.ac, one.text);
  all.unseen = all.unseen || one.unseen;
}

}  // namespace

JsysText jsysFieldText(JsysField field, const JsysContext& context) { return typed(field, context); }

JsysText jsysArguments(std::uint32_t number, const JsysContext& context) {
  JsysText all;
  const JsysCall* call = jsysCall(number);
  if (!call || !call->described) {
    for (std::uint8_t ac = 1; ac <= 3; ++ac) add(all, {ac, JsysType::Octal}, typed({ac, JsysType::Octal}, context));
    return all;
  }
  for (const JsysField& f : call->arguments.span()) {
    if (number == kSout && f.ac == 4 && context.ac[3].value() <= 0) continue;  // no terminator is used then
    const bool counted = number == kSout && f.type == JsysType::Text;
    add(all, f, counted ? textOf(f, context, true) : typed(f, context));
  }
  return all;
}

std::string jsysError(std::uint32_t number, unsigned returned, const std::array<Word36, 16>& ac) {
  const JsysCall* call = jsysCall(number);
  constexpr std::uint32_t kErrors = 0600000;
  const bool described = call && call->described;
  if (returned != 1 || (described && call->errorAc == 0)) return {};
  const Word36 code = ac[described ? call->errorAc : 1];
  if (code.right().bits() < kErrors || (code.left().bits() != 0 && !described)) return {};
  const std::string name = errorName(code);
  return name.empty() && described ? fmt::format("{:o}", code.right().bits()) : name;
}

std::string jsysResults(std::uint32_t number, unsigned returned, const JsysContext& context) {
  if (std::string error = jsysError(number, returned, context.ac); !error.empty()) return error;
  const JsysCall* call = jsysCall(number);
  JsysText all;
  if (!call || (call->returns == JsysReturns::Skip && returned == 1)) return {};
  for (const JsysField& f : call->results.span()) add(all, f, typed(f, context));
  return all.text;
}

}  // namespace utah10
