#include "utah10/command/stop_condition.hpp"

#include <algorithm>

#include "values.hpp"

namespace utah10 {

namespace {

struct RelationName {
  std::string_view text;
  Relation relation;
};
// Longer ones first.
constexpr RelationName kRelations[] = {
    {"<=", Relation::LessEqual}, {">=", Relation::GreaterEqual}, {"!=", Relation::NotEqual}, {"==", Relation::Equal},
    {"=", Relation::Equal},      {"#", Relation::NotEqual},      {"<", Relation::Less},      {">", Relation::Greater}};

struct OperandName {
  std::string_view name;
  Operand::Kind kind;
};
constexpr OperandName kOperands[] = {{"e", Operand::Kind::E},
                                     {"process", Operand::Kind::Process},
                                     {"level", Operand::Kind::Level},
                                     {"user", Operand::Kind::User}};

std::string_view trimmed(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

Expected<Operand> operandAt(Session& session, std::string_view text) {
  const auto place = parsePlace(session, text);
  if (!place) return tl::unexpected(place.error());
  if (place->first != place->last) return fail("", fmt::format("\"{}\" is more than one word", text));
  Operand o;
  o.address = VirtualAddress{place->first};
  switch (place->kind) {
    case Place::Kind::Pc:
      o.kind = Operand::Kind::Pc;
      return o;
    case Place::Kind::Flags:
      o.kind = Operand::Kind::Flags;
      return o;
    case Place::Kind::Ac:
      o.kind = Operand::Kind::Ac;
      return o;
    case Place::Kind::Exec:
      break;
    case Place::Kind::User:
      o.space = Space::User;
      break;
    default:
      return fail("", fmt::format("\"{}\" cannot be compared", text), "words, accumulators, pc and flags can");
  }
  o.kind = Operand::Kind::Word;
  return o;
}

Expected<Operand> parseOperand(Session& session, std::string_view text) {
  Arguments words{text};
  if (words.atEnd()) return fail("", "one side of the condition is missing", "run until word 1000 = 5");
  if (words.take("word")) return operandAt(session, words.rest());
  if (words.take("ac")) {
    const auto n = evaluate(session, words.rest());
    if (!n) return tl::unexpected(n.error());
    if (n->bits() > 017) return fail("", fmt::format("there is no accumulator {:o}", n->bits()));
    Operand o;
    o.kind = Operand::Kind::Ac;
    o.address = VirtualAddress{static_cast<std::uint32_t>(n->bits())};
    return o;
  }
  for (const OperandName& n : kOperands) {
    if (!sameWord(text, n.name)) continue;
    Operand o;
    o.kind = n.kind;
    return o;
  }
  const bool name = sameWord(text, "pc") || sameWord(text, "flags") ||
                    (text.size() > 2 && sameWord(text.substr(0, 2), "ac") && text[2] >= '0' && text[2] <= '7');
  if (name || (text.size() > 1 && text[1] == ':')) return operandAt(session, text);
  const auto value = evaluate(session, text);
  if (!value) return tl::unexpected(value.error());
  Operand o;
  o.constant = *value;
  return o;
}

Expected<Comparison> parseComparison(Session& session, std::string_view text) {
  text = trimmed(text);
  constexpr std::string_view changes = "changes";
  if (text.size() > changes.size() && sameWord(text.substr(text.size() - changes.size()), changes)) {
    std::string_view what = trimmed(text.substr(0, text.size() - changes.size()));
    // Without the word "word" a bare address is meant all the same: a constant never changes.
    auto left = parseOperand(session, what);
    if (left && left->kind == Operand::Kind::Constant) left = operandAt(session, what);
    if (!left) return tl::unexpected(left.error());
    return Comparison{*left, Relation::Changes, {}};
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const RelationName& r : kRelations) {
      if (!text.substr(i).starts_with(r.text)) continue;
      const auto left = parseOperand(session, trimmed(text.substr(0, i)));
      if (!left) return tl::unexpected(left.error());
      const auto right = parseOperand(session, trimmed(text.substr(i + r.text.size())));
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
  switch (kind) {
    case Kind::Pc:
      return Word36{cpu.pc().bits()};
    case Kind::Flags:
      return Word36{cpu.flags()};
    case Kind::Ac:
      return cpu.ac(AcNo{address.bits()});
    case Kind::Word:
      return cpu.peek(space, address).value_or(Word36{});
    case Kind::E:
      return Word36{cpu.history().size() == 0 ? 0 : cpu.history().ago(0).e};
    case Kind::Process:
      return Word36{cpu.process()};
    case Kind::Level:
      return Word36{cpu.level()};
    case Kind::User:
      return Word36{cpu.userMode() ? 1u : 0u};
    case Kind::Constant:
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

bool StopCondition::holds(const Ka10& cpu) const {
  return std::ranges::all_of(all, [&](const Comparison& c) { return c.holds(cpu); }) ||
         std::ranges::any_of(others, [&](const StopCondition& c) { return c.holds(cpu); });
}

bool StopCondition::changes() const {
  return std::ranges::any_of(all, [](const Comparison& c) { return c.relation == Relation::Changes; }) ||
         std::ranges::any_of(others, [](const StopCondition& c) { return c.changes(); });
}

void StopCondition::begin(const Ka10& cpu) {
  for (Comparison& c : all)
    if (c.relation == Relation::Changes) c.right.constant = c.left.value(cpu);
  for (StopCondition& c : others) c.begin(cpu);
}

Expected<StopCondition> parseStopCondition(Session& session, Arguments& arguments) {
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
  std::string_view left = c.text;
  StopCondition* group = &c;
  for (;;) {
    const std::size_t joint = std::min(left.find(" and "), left.find(" or "));
    const auto one = parseComparison(session, left.substr(0, joint));
    if (!one) return tl::unexpected(one.error());
    group->all.push_back(*one);
    if (joint == std::string_view::npos) return c;
    const bool alternative = left.substr(joint).starts_with(" or ");
    left.remove_prefix(joint + (alternative ? 4 : 5));
    if (alternative) group = &c.others.emplace_back();
  }
}

}  // namespace utah10
