// The stored texts that interrupt the source: macros being expanded, their arguments, REPEATs and IRPs, innermost last.
#pragma once

#include <string>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/give_up.hpp"
#include "toolchain/macro10/source/name.hpp"
#include "toolchain/macro10/source/source_input.hpp"
#include "toolchain/macro10/source/text_codes.hpp"

namespace utah10::macro10 {

// A macro being expanded, as messages name it.
struct MacroCall {
  Name name = 0;
  SourcePosition calledAt;
  bool operator==(const MacroCall&) const = default;
};

// A macro's text with the arguments of one call.
struct MacroExpansion {
  Name name = 0;
  Text body;
  std::vector<Text> arguments;  // null: missing
  int resumeWith = 0;           // the character to be read when the expansion ends
  bool resumeWithLine = false;  // or a line feed
  SourcePosition calledAt;
};

class StoredTexts {
 public:
  explicit StoredTexts(Budget& budget) : budget_(budget) {}

  bool empty() const { return frames_.empty(); }
  bool inMacro() const { return !macros_.empty(); }
  // The innermost text is a macro that ended while the arguments of the call on its last line were read.
  bool ended() const { return !frames_.empty() && frames_.back().ended; }

  // The next character or half of an escape.
  int take() {
    budget_.spend();
    Frame& f = frames_.back();
    if (f.at >= f.text->size()) runsOut();
    return (*f.text)[f.at++];
  }
  int peek() const;  // the same, not consumed; a line feed at the end

  void enterMacro(MacroExpansion expansion);
  void enterRepeat(Text body, std::uint64_t more);  // `more` rounds after this one
  // IRP over dummy `n` of the macro being expanded; ends at once if there is nothing to iterate over.
  void enterIrp(unsigned n, bool perCharacter, Text body);
  bool stopIrp();  // the present round is the last one

  // The second halves of the escapes. A text that ends with another kind's mark throws.
  void openDummy(unsigned reference);
  void endArgument();
  void noteMacroEnd();          // the text ends, but its call is not complete
  MacroExpansion leaveMacro();  // returns what the expansion began with
  bool repeatAgain();           // false: there was no further round, and the text has been left
  void nextIrpRound();

  void clear();
  void restart();  // also begins the created symbols again

  std::vector<MacroCall> callers(std::size_t most) const;  // innermost first
  std::size_t depthOfCalls() const { return macros_.size(); }

 private:
  enum class FrameKind : std::uint8_t { Macro, Argument, Repeat, Irp };
  struct Frame {
    FrameKind kind = FrameKind::Macro;
    Text text;
    std::size_t at = 0;
    bool ended = false;
    MacroExpansion call;     // Macro
    std::uint64_t more = 0;  // Repeat
    unsigned dummy = 0;      // Irp
    Text list;
    std::size_t listAt = 0;
    bool perCharacter = false;
    bool goOn = true;
  };
  Budget& budget_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> macros_;  // indices of the frames that are macros
  unsigned created_ = 0;

  [[noreturn]] static void runsOut();
  void push(Frame f);
  void pop();
  Frame* macroFrame();
  Text createSymbol();
  void expect(FrameKind kind) const;
  void irpRound();
  bool nextIrpItem(Frame& f, std::string& item);
  void endIrp();
};

}  // namespace utah10::macro10
