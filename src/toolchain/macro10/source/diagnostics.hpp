// The error letters of the line with their causes, and the messages made of them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "toolchain/macro10/give_up.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/errors.hpp"
#include "toolchain/macro10/source/name.hpp"
#include "toolchain/macro10/source/source_input.hpp"
#include "toolchain/macro10/source/stored_texts.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace utah10::macro10 {

struct MessageCounts {
  unsigned errors = 0;
  unsigned warnings = 0;
};

// The literal that is too long: it is reported once, at its outermost bracket, because usually the closing bracket is
// missing, and every later line would repeat the error. Labels inside it have no value, and no undefined-symbol
// message is given for them.
struct LiteralOverrun {
  SourcePosition began;  // the present literal's outermost bracket
  bool overran = false;
  std::vector<Name> labels;  // in the present literal
  std::unordered_set<Name> lostLabels;
};

class Diagnostics {
 public:
  Diagnostics(const Pass& pass, const SourceInput& input, const StoredTexts& texts, bool warnings,
              AssemblyResult& result)
      : pass_(pass), input_(input), texts_(texts), warnings_(warnings), result_(result) {}

  // Sets an error letter of the line. Without a cause, the message gives the letter's general meaning.
  void raise(std::uint32_t bit, std::string cause = {});
  void raiseUndefined(Name name);  // U
  void raiseUnknown();             // V: a value that determines locations is not known yet
  void lower(std::uint32_t bits);  // removes letters with their causes

  // The letters alone.
  std::uint32_t letters() const { return letters_; }
  bool has(std::uint32_t bits) const { return (letters_ & bits) != 0; }
  void add(std::uint32_t bits) { letters_ |= bits; }
  void setLetters(std::uint32_t bits) { letters_ = bits; }
  void settleWarnings();  // at the end of a line: no Q beside another letter, or without warnings
  std::string lettersText() const;

  void clear();  // letters and causes
  void clearCauses() { causes_.clear(); }

  // Messages for the letters given; one without a cause names `place`.
  void report(std::uint32_t bits, SourcePosition place);
  // A message at once. Without a letter it is about the source as a whole, or an abandoned statement.
  void tell(char letter, std::string text, SourcePosition place);

  // Whether a line of the innermost literal had an error letter.
  bool literalErred() const { return literalErred_; }
  void noteInLiteral() { literalErred_ = literalErred_ || letters_ != 0; }
  void setLiteralErred(bool erred) { literalErred_ = erred; }
  // Literals, by their outermost bracket.
  void literalBegins(SourcePosition place);
  void literalOverruns();
  bool literalOverran() const { return overrun_.overran; }
  void labelInLiteral(Name name);
  bool isLost(Name name) const { return overrun_.lostLabels.contains(name); }

  // Messages count for program `n` from here on.
  void setProgram(std::size_t n) { program_ = n; }
  MessageCounts counts(std::size_t program) const;

 private:
  // Why a letter was raised. Place and callers are kept because a statement may span many lines, and the macro may
  // have ended before the line does.
  struct Cause {
    std::uint32_t bit = 0;
    std::string text;
    Name undefined = 0;  // instead of a text, because most of these are never reported
    SourcePosition place;
    std::vector<MacroCall> callers;
    std::size_t calls = 0;  // total number, possibly more than in `callers`
    std::string message() const;
  };
  enum class Effect : std::uint8_t { CountAndPrint, Count, Print };

  const Pass& pass_;
  const SourceInput& input_;
  const StoredTexts& texts_;
  const bool warnings_;
  AssemblyResult& result_;
  std::uint32_t letters_ = 0;
  bool literalErred_ = false;
  std::vector<Cause> causes_;
  LiteralOverrun overrun_;
  std::set<std::string> told_;
  std::vector<MessageCounts> counts_;  // by program
  std::size_t program_ = 0;

  void note(Cause cause);
  void reportLetter(std::uint32_t bit, Effect effect, SourcePosition place);
  void count(bool warning);
  void message(char letter, Effect effect, std::string text, SourcePosition place, std::vector<std::string> callers);
  std::vector<std::string> callersNow() const;
  std::vector<std::string> callerLines(const std::vector<MacroCall>& calls, std::size_t all) const;
  std::string fileName(SourcePosition p) const;
};

}  // namespace utah10::macro10
