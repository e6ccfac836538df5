#include "toolchain/macro10/source/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10::macro10 {

namespace {

constexpr std::size_t kCallersTold = 8;
constexpr std::size_t kMostCauses = 20;  // of one line
// Appended to the U message when V reports a symbol whose value determines a location.
constexpr std::string_view kNeededHere = " before its value is needed here";

}  // namespace

std::string Diagnostics::Cause::message() const {
  return undefined != 0 ? fmt::format("symbol {} is not defined", nameText(undefined)) : text;
}

// ---- letters and causes

void Diagnostics::raise(std::uint32_t bit, std::string cause) {
  letters_ |= bit;
  if (!cause.empty()) note({bit, std::move(cause), 0, {}, {}, 0});
}

void Diagnostics::raiseUndefined(Name name) {
  letters_ |= kU;
  note({kU, {}, name, {}, {}, 0});
}

void Diagnostics::raiseUnknown() {
  const auto cause = std::find_if(causes_.rbegin(), causes_.rend(), [](const Cause& c) { return c.bit == kU; });
  if (cause != causes_.rend() && isLost(cause->undefined)) {
    letters_ |= kV;
    note({kV, {}, cause->undefined, {}, {}, 0});
    return;
  }
  raise(kV, (cause == causes_.rend() ? "a symbol is not defined" : cause->message()) + std::string{kNeededHere});
}

void Diagnostics::note(Cause cause) {
  if (causes_.size() > kMostCauses) return;
  cause.place = input_.place();
  cause.callers = texts_.callers(kCallersTold);
  cause.calls = texts_.depthOfCalls();
  causes_.push_back(std::move(cause));
}

void Diagnostics::lower(std::uint32_t bits) {
  letters_ &= ~bits;
  std::erase_if(causes_, [&](const Cause& c) { return (c.bit & bits) != 0; });
}

void Diagnostics::settleWarnings() {
  if ((letters_ & ~kQ) != 0 || !warnings_) letters_ &= ~static_cast<std::uint32_t>(kQ);
}

void Diagnostics::clear() {
  letters_ = 0;
  causes_.clear();
}

std::string Diagnostics::lettersText() const {
  std::uint32_t bits = letters_;
  if (!pass_.first && (bits & kM) != 0) bits = (bits & ~static_cast<std::uint32_t>(kM)) | kP;
  std::string text;
  for (std::size_t i = 0; i < kErrorLetters.size(); ++i)
    if ((bits & 1U << (13 - i)) != 0) text += kErrorLetters[i];
  return text;
}

// ---- literals

void Diagnostics::literalBegins(SourcePosition place) {
  overrun_.began = place;
  overrun_.overran = false;
  overrun_.labels.clear();
}

void Diagnostics::literalOverruns() {
  if (!std::exchange(overrun_.overran, true)) {
    causes_.push_back({kL, "a literal of more than 39 words", 0, overrun_.began, {}, 0});
    overrun_.lostLabels.insert(overrun_.labels.begin(), overrun_.labels.end());
  }
  letters_ |= kL;
}

void Diagnostics::labelInLiteral(Name name) {
  overrun_.labels.push_back(name);
  if (overrun_.overran) overrun_.lostLabels.insert(name);
}

// ---- messages

void Diagnostics::report(std::uint32_t bits, SourcePosition place) {
  for (std::uint32_t bit = kQ; bit != 0; bit >>= 1) {
    if ((bits & bit) == 0) continue;
    // On pass 2 an undefined symbol is external; the relocation error that this causes is reported only once. A label
    // whose value differs from pass 1 is multiply defined, and so is its use on the same line.
    const bool told =
        (bit == kE && (bits & kU) != 0) || (bit == kR && (bits & kE) != 0) || (bit == kD && (bits & kM) != 0);
    reportLetter(bit, told ? Effect::Count : Effect::CountAndPrint, place);
  }
}

void Diagnostics::reportLetter(std::uint32_t bit, Effect effect, SourcePosition place) {
  const char letter = letterOf(bit);
  bool known = false;
  for (const Cause& c : causes_) {
    if (c.bit != bit) continue;
    const bool lost = c.undefined != 0 && isLost(c.undefined);
    message(letter, lost ? Effect::Count : effect, c.message(), c.place, callerLines(c.callers, c.calls));
    // A letter counts once, whatever the number of causes.
    if (effect == Effect::CountAndPrint) effect = Effect::Print;
    known = true;
    if ((bit & (kU | kD | kN)) == 0) break;  // for other letters, the first cause explains those that follow
  }
  if (known) return;
  if (bit == kL && overrun_.overran) effect = Effect::Count;
  message(letter, effect, std::string{meaningOf(letter)}, place, callersNow());
}

void Diagnostics::tell(char letter, std::string text, SourcePosition place) {
  message(letter, Effect::CountAndPrint, std::move(text), place, callersNow());
}

std::string Diagnostics::fileName(SourcePosition p) const {
  return p.file < result_.files.size() ? result_.files[p.file] : "end of input";
}

// The macros being expanded, innermost first. The list is limited because a macro may call itself without end.
std::vector<std::string> Diagnostics::callersNow() const {
  return callerLines(texts_.callers(kCallersTold), texts_.depthOfCalls());
}

std::vector<std::string> Diagnostics::callerLines(const std::vector<MacroCall>& calls, std::size_t all) const {
  std::vector<std::string> lines;
  for (const MacroCall& call : calls)
    lines.push_back(
        fmt::format("in macro {}, called at {}({})", nameText(call.name), fileName(call.calledAt), call.calledAt.line));
  if (all > calls.size()) lines.push_back(fmt::format("in {} more macros", all - calls.size()));
  return lines;
}

MessageCounts Diagnostics::counts(std::size_t program) const {
  return program < counts_.size() ? counts_[program] : MessageCounts{};
}

void Diagnostics::count(bool warning) {
  ++(warning ? result_.warnings : result_.errors);
  if (counts_.size() <= program_) counts_.resize(program_ + 1);
  ++(warning ? counts_[program_].warnings : counts_[program_].errors);
}

// A line, letter and text count once, even if both passes or a repeated line report them, and one cause gives one
// message. All lines of an expansion share one position, so different texts there are all reported.
void Diagnostics::message(char letter, Effect effect, std::string text, SourcePosition place,
                          std::vector<std::string> callers) {
  AssemblyMessage m;
  m.letter = letter;
  m.warning = letter == 'Q';
  m.file = fileName(place);
  m.line = place.line;
  m.text = std::move(text);
  m.callers = std::move(callers);
  const std::string where = fmt::format("{}|{}|{}", m.file, m.line, m.callers.empty() ? "" : m.callers[0]);
  if (!told_.insert(fmt::format("{}|{}|{}", letter, m.text, where)).second) return;
  if (effect != Effect::Print) count(m.warning);
  // Pass 1 has already named the undefined symbol whose value it needed.
  if (letter == 'U' && told_.count(fmt::format("V|{}{}|{}", m.text, kNeededHere, where)) != 0) return;
  if (effect == Effect::Count || !told_.insert(fmt::format("{}|{}", m.text, where)).second) return;
  result_.messages.push_back(std::move(m));
}

}  // namespace utah10::macro10

namespace utah10 {

std::string AssemblyMessage::format() const {
  std::string s = fmt::format("{}({}): {}", file, line, warning ? "warning" : "error");
  if (letter != ' ') s += fmt::format(" {}", letter);
  s += ": " + text;
  for (const std::string& c : callers) s += "\n    " + c;
  return s;
}

}  // namespace utah10
