#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "toolchain/mnemonic_text.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

// A recursive-descent parser for one expression. Every parse function removes what it consumed from `rest_`.
class Expression {
 public:
  Expression(std::string_view text, const SymbolLookup& symbols) : rest_(trimmed(text)), symbols_(symbols) {}

  Expected<Word36> whole() {
    if (rest_.empty()) return fail("", "a value is missing");
    auto value = halves();
    if (value && !rest_.empty()) return fail("", fmt::format("unexpected \"{}\"", rest_));
    return value;
  }

 private:
  static constexpr int kDeepest = 64;

  void blanks() { rest_ = trimmed(rest_); }
  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    blanks();
    return true;
  }

  Expected<Word36> halves() {
    auto left = sum();
    if (!left || !take(",,")) return left;
    auto right = sum();
    if (!right) return right;
    return Word36::halves(left->right(), right->right());
  }

  // As in MACRO-10: logical operators bind most tightly, then * and /, then + and -.
  static constexpr std::string_view kLevels[] = {"+-", "*/", "&!"};

  Expected<Word36> sum() { return operation(0); }

  // Operators of one level, from left to right; their operands are made of those of the levels after it.
  Expected<Word36> operation(std::size_t level) {
    if (level == std::size(kLevels)) return term();
    auto value = operation(level + 1);
    while (value && !rest_.empty()) {
      const char op = rest_.front();
      if (kLevels[level].find(op) == std::string_view::npos) break;
      take(rest_.substr(0, 1));
      const auto right = operation(level + 1);
      if (!right) return right;
      if (op == '/' && right->zero()) return fail("", "division by zero");
      value = apply(op, *value, *right);
    }
    return value;
  }

  static Word36 apply(char op, Word36 a, Word36 b) {
    switch (op) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return Word36{static_cast<std::uint64_t>(a.value()) * static_cast<std::uint64_t>(b.value())};
      case '/':
        return Word36::fromSigned(a.value() / b.value());
      case '&':
        return a & b;
      default:
        return a | b;
    }
  }

  Expected<Word36> term() {
    if (++depth_ > kDeepest) return fail("", "nested too deeply");
    auto value = primary();
    --depth_;
    return value;
  }

  Expected<Word36> primary() {
    if (take("-")) {
      const auto value = term();
      if (!value) return value;
      return Word36{} - *value;
    }
    if (take("(")) {
      auto value = halves();
      if (value && !take(")")) return fail("", ") is missing");
      return value;
    }
    if (rest_.starts_with('^')) return radix();
    std::size_t n = 0;
    while (n < rest_.size() && isSymbolChar(rest_[n])) ++n;
    if (n == 0) return fail("", rest_.empty() ? "a value is missing" : fmt::format("\"{}\" is not a value", rest_));
    const std::string_view name = rest_.substr(0, n);
    rest_.remove_prefix(n);
    if (sameName(name, "SIXBIT") || sameName(name, "ASCII")) return quoted(sameName(name, "SIXBIT"));
    blanks();
    return named(name);
  }

  // A number in the current radix, or a symbol.
  Expected<Word36> named(std::string_view name) {
    const bool digits = name.find_first_not_of("0123456789") == std::string_view::npos;
    if (digits) return number(name, 8);
    if (name.back() == '.' && name.size() > 1 && name.find_first_not_of("0123456789") == name.size() - 1)
      return number(name.substr(0, name.size() - 1), 10);
    std::string upperName;
    for (const char c : name) upperName += upper(c);
    if (symbols_) {
      if (const auto value = symbols_(upperName)) return *value;
    }
    return fail("", fmt::format("symbol {} is not defined", upperName));
  }

  static Expected<Word36> number(std::string_view digits, unsigned radix) {
    std::uint64_t value = 0;
    for (const char c : digits) {
      const auto d = static_cast<unsigned>(c - '0');
      if (d >= radix) return fail("", fmt::format("{} is not a digit of radix {}", c, radix), "100. is decimal");
      value = value * radix + d;
      if (value > Word36::kMask) return fail("", fmt::format("{} does not fit in 36 bits", digits));
    }
    return Word36{value};
  }

  // ^D ^O ^B: radix of the single number that follows.
  Expected<Word36> radix() {
    const char letter = rest_.size() > 1 ? upper(rest_[1]) : ' ';
    const unsigned base = letter == 'D' ? 10 : letter == 'O' ? 8 : letter == 'B' ? 2 : 0;
    if (base == 0) return fail("", fmt::format("\"{}\" is not a radix", rest_.substr(0, 2)), "use ^D, ^O or ^B");
    rest_.remove_prefix(2);
    const std::size_t n = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (n == 0) return fail("", "a number is missing after ^");
    auto value = number(rest_.substr(0, n), base);
    rest_.remove_prefix(n);
    blanks();
    return value;
  }

  Expected<Word36> quoted(bool sixbit) {
    blanks();
    if (rest_.empty()) return fail("", "text between delimiters is missing", "SIXBIT/ABC/");
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return fail("", fmt::format("the closing {} is missing", rest_.front()));
    std::string text(rest_.substr(1, end - 1));
    if (sixbit) std::ranges::transform(text, text.begin(), upper);
    rest_.remove_prefix(end + 1);
    blanks();
    return sixbit ? packSixbit(text) : packAscii(text);
  }

  std::string_view rest_;
  const SymbolLookup& symbols_;
  int depth_ = 0;
};

}  // namespace

Expected<Word36> evaluate(std::string_view text, const SymbolLookup& symbols) {
  return Expression{text, symbols}.whole();
}

}  // namespace utah10
