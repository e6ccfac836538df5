#include "command/debug/stop_condition.hpp"

#include <algorithm>

#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"

namespace utah10 {

namespace {

struct RelationName {
  std::string_view text;
  Relation relation;
};
// Longer names come first.
constexpr RelationName kRelations[] = {
    {"<=", Relation::LessEqual}, {">=", Relation::GreaterEqual}, {"!=", Relation::NotEqual}, {"==", Relation::Equal},
    {"=", Relation::Equal},      {"#", Relation::NotEqual},      {"<", Relation::Less},      {">", Relation::Greater}};

struct OperandName {
  std::string_view name;
  Operand::Source source;
};
constexpr OperandName kOperands[] = {{"e", Operand::Source::E},
                                     {"process", Operand::Source::Process},
                                     {"level", Operand::Source::Level},
                                     {"user", Operand::Source::User}};

std::string_view withoutBlanks(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

Expected<Operand> operandAt(Debugger& debugger, std::string_view text) {
  const auto place = parsePlace(debugger, text);
  if (!place) return tl::unexpected(place.error());
  if (place->first != place->last) return fail("", fmt::format("\"{}\" is more than one word", text));
  Operand o;
  o.address = VirtualAddress{place->first};
  switch (place->kind) {
    case PlaceKind::Pc:
      o.source = Operand::Source::Pc;
      return o;
    case PlaceKind::Flags:
      o.source = Operand::Source::Flags;
      return o;
    case PlaceKind::Ac:
      o.source = Operand::Source::Ac;
      return o;
    case PlaceKind::Exec:
      break;
    case PlaceKind::User:
      o.space = Space::User;
      break;
    default:
      return fail("", fmt::format("\"{}\" cannot be compared", text), "use words, accumulators, pc or flags");
  }
  o.source = Operand::Source::Word;
  return o;
}

Expected<Operand> parseOperand(Debugger& debugger, std::string_view text) {
  Arguments words{text};
  if (words.atEnd()) return fail("", "one side of the condition is missing", "run until word 1000 = 5");
  if (words.take("word")) return operandAt(debugger, words.rest());
  if (words.take("ac")) {
    const auto n = evaluate(debugger, words.rest());
    if (!n) return tl::unexpected(n.error());
    if (n->bits() > 017) return fail("", fmt::format("there is no accumulator {:o}", n->bits()));
    Operand o;
    o.source = Operand::Source::Ac;
    o.address = VirtualAddress{static_cast<std::uint32_t>(n->bits())};
    return o;
  }
  for (const OperandName& n : kOperands) {
    if (!sameWord(text, n.name)) continue;
    Operand o;
    o.source = n.source;
    return o;
  }
  const bool name = sameWord(text, "pc") || sameWord(text, "flags") ||
                    (text.size() > 2 && sameWord(text.substr(0, 2), "ac") && text[2] >= '0' && text[2] <= '7');
  if (name || (text.size() > 1 && text[1] == ':')) return operandAt(debugger, text);
  const auto value = evaluate(debugger, text);
  if (!value) return tl::unexpected(value.error());
  Operand o;
  o.constant = *value;
  return o;
}

Expected<Comparison> parseComparison(Debugger& debugger, std::string_view text) {
  text = withoutBlanks(text);
  constexpr std::string_view changes = "changes";
  if (text.size() > changes.size() && sameWord(text.substr(text.size() - changes.size()), changes)) {
    std::string_view what = withoutBlanks(text.substr(0, text.size() - changes.size()));
    // A bare address before `changes` means the word there, because a constant never changes.
    auto left = parseOperand(debugger, what);
    if (left && left->source == Operand::Source::Constant) left = operandAt(debugger, what);
    if (!left) return tl::unexpected(left.error());
    return Comparison{*left, Relation::Changes, {}};
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const RelationName& r : kRelations) {
      if (!text.substr(i).starts_with(r.text)) continue;
      const auto left = parseOperand(debugger, withoutBlanks(text.substr(0, i)));
      if (!left) return tl::unexpected(left.error());
      const auto right = parseOperand(debugger, withoutBlanks(text.substr(i + r.text.size())));
      if (!right) return tl::unexpected(right.error());
      return Comparison{*left, r.relation, *right};
    }
  }
  return fail("", fmt::format("\"{}\" is not a condition", text), "pc = 1234, ac 5 # 0, word 1000 changes");
}

// Takes words up to `within` or the end.
std::string takeText(Arguments& arguments) {
  std::string text;
  while (!arguments.atEnd() && !sameWord(arguments.peek(), "within") && !sameWord(arguments.peek(), "do")) {
    if (!text.empty()) text += ' ';
    text += arguments.peek();
    arguments.take(arguments.peek());
  }
  return text;
}

bool blank(std::string_view text, std::size_t at) { return at >= text.size() || text[at] == ' '; }

// Offset of the first `word` outside parentheses, delimited by blanks or parentheses; npos: there is none.
std::size_t findJoint(std::string_view text, std::string_view word) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool begins = i > 0 && (text[i - 1] == ' ' || text[i - 1] == ')');
    const std::size_t end = i + word.size();
    if (depth != 0 || !begins || !sameWord(text.substr(i, word.size()), word)) continue;
    if (blank(text, end) || text[end] == '(') return i;
  }
  return std::string_view::npos;
}

// The opening parenthesis at the beginning is closed by the last character.
bool inParentheses(std::string_view text) {
  if (!text.starts_with('(')) return false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

// Parses from the outermost operators inwards. The stack needs two entries per depth of parentheses, and one more.
class ConditionParser {
 public:
  ConditionParser(Debugger& debugger, StopCondition& into) : debugger_(debugger), c_(into) {}

  Expected<void> alternatives(std::string_view text, unsigned depth) {
    return joined(text, "or", [&](std::string_view part) {
      return joined(part, "and", [&](std::string_view one) { return term(one, depth); });
    });
  }

 private:
  using Join = StopCondition::Join;

  template <class F>
  Expected<void> joined(std::string_view text, std::string_view word, F part) {
    for (bool first = true;; first = false) {
      const std::size_t at = findJoint(text, word);
      if (auto done = part(withoutBlanks(text.substr(0, at))); !done) return done;
      if (!first) c_.joins.push_back(word == "and" ? Join::And : Join::Or);
      if (at == std::string_view::npos) return {};
      text = withoutBlanks(text.substr(at + word.size()));
    }
  }

  Expected<void> term(std::string_view text, unsigned depth) {
    constexpr std::string_view kNot = "not";
    bool negated = false;
    while (sameWord(text.substr(0, kNot.size()), kNot) && text.size() > kNot.size() &&
           (text[kNot.size()] == ' ' || text[kNot.size()] == '(')) {
      negated = !negated;
      text = withoutBlanks(text.substr(kNot.size()));
    }
    if (inParentheses(text)) {
      if (depth == StopCondition::kDeepest)
        return fail("", "parentheses are nested too deeply", fmt::format("at most {}. deep", StopCondition::kDeepest));
      if (auto done = alternatives(withoutBlanks(text.substr(1, text.size() - 2)), depth + 1); !done) return done;
    } else {
      const auto one = parseComparison(debugger_, text);
      if (!one) return tl::unexpected(one.error());
      c_.comparisons.push_back(*one);
      c_.joins.push_back(Join::Take);
    }
    if (negated) c_.joins.push_back(Join::Not);
    return {};
  }

  Debugger& debugger_;
  StopCondition& c_;
};

Expected<StopCondition> parseOutput(Arguments& arguments) {
  const auto what = arguments.next();
  if (!what) return fail("", "the text to wait for is missing", "run until output \"ok\"");
  if (what->text.empty()) return fail("", "the text to wait for is empty");
  StopCondition c;
  c.output = what->text;
  c.text = fmt::format("output \"{}\"", escaped(what->text));
  return c;
}

}  // namespace

Word36 Operand::value(const Ka10& cpu) const {
  switch (source) {
    case Source::Pc:
      return Word36{cpu.pc().bits()};
    case Source::Flags:
      return Word36{cpu.flags()};
    case Source::Ac:
      return cpu.ac(AcNo{address.bits()});
    case Source::Word:
      return cpu.peek(space, address).value_or(Word36{});
    case Source::E:
      return Word36{cpu.history().size() == 0 ? 0 : cpu.history().ago(0).e};
    case Source::Process:
      return Word36{cpu.process()};
    case Source::Level:
      return Word36{cpu.level()};
    case Source::User:
      return Word36{cpu.userMode() ? 1u : 0u};
    case Source::Constant:
      break;
  }
  return constant;
}

bool Comparison::holds(const Ka10& cpu) const {
  const std::int64_t a = left.value(cpu).value();
  const std::int64_t b = right.value(cpu).value();
  switch (relation) {
    case Relation::Equal:
      return a == b;
    case Relation::NotEqual:
    case Relation::Changes:
      return a != b;
    case Relation::Less:
      return a < b;
    case Relation::LessEqual:
      return a <= b;
    case Relation::Greater:
      return a > b;
    case Relation::GreaterEqual:
      return a >= b;
  }
  return false;
}

// The stack is kept in the bits of a word; kDeepest ensures that it fits.
bool StopCondition::holds(const Ka10& cpu) const {
  std::uint64_t stack = 0;
  auto next = comparisons.begin();
  for (const Join join : joins) {
    const bool top = (stack & 1) != 0, below = (stack & 2) != 0;
    if (join == Join::Take)
      stack = stack << 1 | (next++->holds(cpu) ? 1 : 0);
    else if (join == Join::Not)
      stack ^= 1;
    else
      stack = (stack >> 2) << 1 | ((join == Join::And ? below && top : below || top) ? 1 : 0);
  }
  return (stack & 1) != 0;
}

bool StopCondition::changes() const {
  return std::ranges::any_of(comparisons, [](const Comparison& c) { return c.relation == Relation::Changes; });
}

void StopCondition::begin(const Ka10& cpu) {
  for (Comparison& c : comparisons)
    if (c.relation == Relation::Changes) c.right.constant = c.left.value(cpu);
}

Expected<StopCondition> parseStopCondition(Debugger& debugger, Arguments& arguments) {
  if (arguments.take("halt")) {
    StopCondition c;
    c.halt = true;
    c.text = "halt";
    return c;
  }
  if (arguments.take("output")) return parseOutput(arguments);
  StopCondition c;
  c.text = takeText(arguments);
  if (c.text.empty()) return fail("", "a condition is missing", "pc = 1234, ac 5 # 0, word 1000 changes");
  if (auto done = ConditionParser{debugger, c}.alternatives(c.text, 0); !done) return tl::unexpected(done.error());
  return c;
}

}  // namespace utah10
