// Error letters and messages, with the chain of macro calls.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::size_t kCallersTold = 8;

}  // namespace

std::string Assembly::lettersOf(std::uint32_t bits) const {
  if (!pass1_ && (bits & kM) != 0) bits = (bits & ~kM) | kP;
  std::string letters;
  for (std::size_t i = 0; i < kErrorLetters.size(); ++i)
    if ((bits & 1U << (13 - i)) != 0) letters += kErrorLetters[i];
  return letters;
}

void Assembly::raise(std::uint32_t bit, std::string why) {
  errors_ |= bit;
  if (!why.empty()) note({bit, std::move(why), 0, {}, {}, 0});
}

void Assembly::raiseUndefined(Name name) {
  errors_ |= kU;
  note({kU, {}, name, {}, {}, 0});
}

void Assembly::note(Why why) {
  if (whys_.size() > 20) return;
  why.place = reader_.place();
  why.callers = reader_.callers(kCallersTold);
  why.calls = reader_.depthOfCalls();
  whys_.push_back(std::move(why));
}

std::string Why::message() const {
  return undefined != 0 ? fmt::format("symbol {} is not defined", nameText(undefined)) : text;
}

void Assembly::lower(std::uint32_t bits) {
  errors_ &= ~bits;
  std::erase_if(whys_, [&](const Why& w) { return (w.bit & bits) != 0; });
}

void Assembly::report(std::uint32_t bits, Place place) {
  for (std::uint32_t bit = kQ; bit != 0; bit >>= 1) {
    if ((bits & bit) == 0) continue;
    const char letter = letterOf(bit);
    // On pass 2 an undefined symbol is external; the relocation error that this causes is reported only once. A label
    // whose value differs from pass 1 is multiply defined, and so is its use on the same line.
    const bool told =
        (bit == kE && (bits & kU) != 0) || (bit == kR && (bits & kE) != 0) || (bit == kD && (bits & kM) != 0);
    Tell tell = told ? Tell::Count : Tell::Both;
    bool known = false;
    for (const Why& w : whys_) {
      if (w.bit != bit) continue;
      const bool lost = w.undefined != 0 && lostLabels_.contains(w.undefined);
      message(letter, lost ? Tell::Count : tell, w.message(), w.place, callerLines(w.callers, w.calls));
      if (tell == Tell::Both) tell = Tell::Words;  // a letter counts once, whatever the number of causes
      known = true;
      if ((bit & (kU | kD | kN)) == 0) break;  // for other letters, the first cause explains those that follow
    }
    if (!known && bit == kL && literalOverran_) tell = Tell::Count;
    if (!known) message(letter, tell, std::string{meaningOf(letter)}, place, callersNow());
  }
}

std::string Assembly::placeText(Place p) const {
  const std::string file = p.file < result_.files.size() ? result_.files[p.file] : "end of input";
  return fmt::format("{}({})", file, p.line);
}

// The macros being expanded, innermost first. The list is limited because a macro may call itself without end.
std::vector<std::string> Assembly::callersNow() const {
  return callerLines(reader_.callers(kCallersTold), reader_.depthOfCalls());
}

std::vector<std::string> Assembly::callerLines(const std::vector<MacroCall>& calls, std::size_t all) const {
  std::vector<std::string> lines;
  for (const MacroCall& call : calls)
    lines.push_back(fmt::format("in macro {}, called at {}", nameText(call.name), placeText(call.calledAt)));
  if (all > calls.size()) lines.push_back(fmt::format("in {} more macros", all - calls.size()));
  return lines;
}

void Assembly::count(bool warning) {
  ++(warning ? result_.warnings : result_.errors);
  const std::size_t program = pass1_ ? programs_.size() : programIndex_;
  if (counts_.size() <= program) counts_.resize(program + 1);
  ++(warning ? counts_[program].warnings : counts_[program].errors);
}

// A line, letter and text count once, even if both passes or a repeated line report them, and one cause gives one
// message. All lines of an expansion share one position, so different texts there are all reported.
void Assembly::message(char letter, Tell tell, std::string text, Place place, std::vector<std::string> callers) {
  AssemblyMessage m;
  m.letter = letter;
  m.warning = letter == 'Q';
  m.file = place.file < result_.files.size() ? result_.files[place.file] : "end of input";
  m.line = place.line;
  m.text = std::move(text);
  m.callers = std::move(callers);
  const std::string where = fmt::format("{}|{}|{}", m.file, m.line, m.callers.empty() ? "" : m.callers[0]);
  if (!told_.insert(fmt::format("{}|{}|{}", letter, m.text, where)).second) return;
  if (tell != Tell::Words) count(m.warning);
  // Pass 1 has already named the undefined symbol whose value it needed.
  if (letter == 'U' && told_.count(fmt::format("V|{}{}|{}", m.text, kNeededHere, where)) != 0) return;
  if (tell == Tell::Count || !told_.insert(fmt::format("{}|{}", m.text, where)).second) return;
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
