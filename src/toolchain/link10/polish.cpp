#include "toolchain/link10/polish.hpp"

#include <fmt/format.h>

#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"
#include "word/arithmetic.hpp"

namespace utah10::link {

namespace {

constexpr unsigned kFirstOperator = 3;
constexpr unsigned kFirstUnary = 013;
constexpr unsigned kLastOperator = 014;
constexpr std::uint32_t kLastStore = 6;
constexpr std::string_view kOperators[] = {"+", "-", "*", "/", "and", "or", "shift", "xor", "not", "negate"};
constexpr std::string_view kStores[] = {
    "", "right half of", "left half of", "word", "right half of symbol", "left half of symbol", "symbol"};

bool unary(unsigned op) { return op >= kFirstUnary; }

class Reader {
 public:
  explicit Reader(const RelItem& item) : item_(item) {}

  Expected<Polish> polish() {
    Polish p;
    std::size_t wanted = 1;  // operands still expected
    while (wanted > 0) {
      const auto op = half();
      if (!op) return short_();
      if (*op > kLastOperator) return fail("", fmt::format("unknown polish code {:o}", *op), "");
      auto t = token(*op);
      if (!t) return tl::unexpected(std::move(t.error()));
      if (t->kind != PolishTokenKind::Operator)
        --wanted;
      else if (!unary(t->op))
        ++wanted;
      p.tokens.push_back(std::move(*t));
    }
    return store(std::move(p));
  }

 private:
  static tl::unexpected<Error> short_() {
    return fail("", "the polish expression ends too early", "the file is damaged");
  }

  std::optional<std::uint32_t> half() {
    if (next_ >= item_.words.size() * 2) return std::nullopt;
    const Word36 w = item_.words[next_ / 2];
    const bool left = next_ % 2 == 0;
    relocated_ = (item_.relocationOf(next_ / 2) & (left ? kRelLeft : kRelRight)) != 0;
    ++next_;
    return (left ? w.left() : w.right()).bits();
  }
  // Two halves, with one relocation bit each.
  std::optional<Word36> word(std::uint8_t& relocation) {
    const auto left = half();
    const bool leftMoves = relocated_;
    const auto right = half();
    if (!left || !right) return std::nullopt;
    relocation = static_cast<std::uint8_t>((leftMoves ? kRelLeft : 0) | (relocated_ ? kRelRight : 0));
    return Word36::halves(*left, *right);
  }

  Expected<PolishToken> token(std::uint32_t code) {
    PolishToken t;
    if (code >= kFirstOperator) {
      t.kind = PolishTokenKind::Operator;
      t.op = code;
      return t;
    }
    if (code == 0) {
      const auto value = half();
      if (!value) return short_();
      t.value = Word36{*value};
      t.half = true;
      t.relocation = relocated_ ? kRelRight : 0;
      return t;
    }
    const auto value = word(t.relocation);
    if (!value) return short_();
    t.value = *value;
    if (code == 2) {
      t.kind = PolishTokenKind::Global;
      t.name = radix50Value(*value);
    }
    return t;
  }

  Expected<Polish> store(Polish p) {
    const auto code = half();
    if (!code) return short_();
    const std::uint32_t number = HalfWord::kMask + 1 - *code;
    if (number > kLastStore) return fail("", fmt::format("{:06o} is not a polish store operator", *code), "");
    p.store = static_cast<PolishStore>(number);
    if (p.store <= PolishStore::Word) {
      const auto address = half();
      if (!address) return short_();
      p.address = Word36{*address};
      p.relocation = relocated_ ? kRelRight : 0;
    } else {
      std::uint8_t unused = 0;
      const auto symbol = word(unused);
      const auto block = word(unused);
      if (!symbol || !block) return short_();
      p.symbol = radix50Value(*symbol);
      p.code = radix50Code(*symbol);
      p.block = radix50Value(*block);
    }
    const std::size_t used = (next_ + 1) / 2;
    if (used != item_.words.size()) return fail("", "words follow the polish store operator", "the file is damaged");
    return p;
  }

  const RelItem& item_;
  std::size_t next_ = 0;
  bool relocated_ = false;
};

Expected<Word36> apply(unsigned op, Word36 a, Word36 b) {
  switch (op) {
    case 03:
      return a + b;
    case 04:
      return a - b;
    case 05:
      return multiplySingle(a, b).word;
    case 06:
      if (b.zero()) return fail("", "the polish expression divides by zero", "");
      return divideSingle(a, b).quotient;
    case 07:
      return a & b;
    case 010:
      return a | b;
    case 011:
      return lsh(a, shiftCount(b.right()));
    case 012:
      return a ^ b;
    case 013:
      return ~a;
    default:
      return Word36{} - a;
  }
}

}  // namespace

Expected<Polish> parsePolish(const RelItem& item) { return Reader{item}.polish(); }

// Prefix order: read backwards, so that each operator finds its operands on a stack, the first one on top.
Expected<Word36> evaluatePolish(const std::vector<PolishToken>& tokens, const GlobalValue& global) {
  std::vector<Word36> stack;
  for (auto t = tokens.rbegin(); t != tokens.rend(); ++t) {
    if (t->kind == PolishTokenKind::Value) {
      stack.push_back(t->value);
    } else if (t->kind == PolishTokenKind::Global) {
      stack.push_back(global(t->name).value_or(Word36{}));
    } else {
      const Word36 a = stack.back();
      stack.pop_back();
      Word36 b;
      if (!unary(t->op)) {
        b = stack.back();
        stack.pop_back();
      }
      auto result = apply(t->op, a, b);
      if (!result) return result;
      stack.push_back(*result);
    }
  }
  return stack.back();
}

std::string polishText(const Polish& p) {
  std::string text;
  for (const PolishToken& t : p.tokens) {
    const char* left = (t.relocation & kRelLeft) != 0 ? "'" : "";
    const char* right = (t.relocation & kRelRight) != 0 ? "'" : "";
    if (t.kind == PolishTokenKind::Operator)
      text += fmt::format("  {}\n", kOperators[t.op - kFirstOperator]);
    else if (t.kind == PolishTokenKind::Global)
      text += fmt::format("  global {}\n", radix50Name(t.name));
    else if (t.half)
      text += fmt::format("  {:06o}{}\n", t.value.right().bits(), right);
    else
      text += fmt::format("  {:06o}{},,{:06o}{}\n", t.value.left().bits(), left, t.value.right().bits(), right);
  }
  text += fmt::format("  store {} ", kStores[static_cast<unsigned>(p.store)]);
  if (p.store <= PolishStore::Word) {
    return text + fmt::format("{:06o}{}\n", p.address.right().bits(), p.relocation != 0 ? "'" : "");
  }
  if (p.code != 0) text += fmt::format("{:02o} ", p.code);  // MACRO leaves it out
  text += radix50Name(p.symbol);
  if (p.block != 0) text += fmt::format(" of block {}", radix50Name(p.block));
  return text + "\n";
}

}  // namespace utah10::link
