// Character input: source text, and the stored texts of macros, arguments, REPEATs and IRPs that interrupt it.
//
// One character may be given back (`again`); the last one remains available. Characters read are copied to the line
// image for the listing. The end of a stored text is converted to what it means: the end of a macro to the character
// that ended its call, the end of a REPEAT or IRP round to a line feed.
#pragma once

#include <string>
#include <vector>

#include "toolchain/macro10/character.hpp"
#include "toolchain/macro10/source_input.hpp"
#include "toolchain/macro10/symbol_table.hpp"
#include "toolchain/macro10/text_codes.hpp"

namespace utah10::macro10 {

// The reader's interface to the line being assembled.
class LineSink {
 public:
  virtual ~LineSink() = default;
  virtual void put(int ascii) = 0;        // appends to the image
  virtual void overwrite(int ascii) = 0;  // replaces the last character
  virtual void dump() = 0;                // lists the image so far, as a line without code
  virtual void stray(int ascii) = 0;      // a control character outside text, which is skipped
};

// Thrown at the end of the last source file.
struct EndOfSource {};
// Thrown when reading cannot continue: the statement is abandoned.
struct GiveUp {
  std::string why;
  bool fatal = false;  // abandons the whole assembly
};

struct MacroCall {
  Name name = 0;
  Place calledAt;
  bool operator==(const MacroCall&) const = default;
};

class Reader {
 public:
  Reader(SourceInput& input, LineSink& line, std::uint64_t characterLimit);

  // Modes of the statement level kept here because they affect reading.
  bool suppressAll = false;  // SALL: text of macros is not listed
  int literalLevel = 0;

  int next();   // the next 7-bit character
  int fresh();  // the same, but never the character given back
  int scan();   // the next SIXBIT code, its class in `cls`; control characters are skipped with a Q
  int scanNonBlank();
  int skipBlanks();  // starts at the present code
  int peek();        // the next character, not consumed; in stored text without interpretation
  int raw();         // the next character of stored text or source, without interpretation
  void again() { again_ = true; }
  void notAgain() { again_ = false; }
  bool takeAgain();  // whether a character was given back; cancels that
  int last() const { return last_; }
  bool lineFeedAfterReturn() const { return crLf_; }

  int code = 0;   // of the last scan
  CharClass cls;  // its class

  bool inText() const { return !frames_.empty(); }
  bool inMacro() const { return !macros_.empty(); }
  bool inRepeatOnce() const { return once_ != 0; }

  // Begins collecting a call's arguments: until then the end of the text reads as a line end.
  void beginCall() { collecting_ = true; }
  bool collecting() const { return collecting_; }
  struct Call {
    Name name = 0;
    Text body;
    std::vector<Text> arguments;  // null: missing
    int resumeWith = 0;           // the character to be read when the expansion ends
    bool resumeWithLine = false;  // or a line feed
    Place calledAt;
  };
  void enterMacro(Call call);
  void enterRepeat(Text body, std::uint64_t more, bool lineFirst);  // `more` rounds after this one
  void enterRepeatOnce();
  // IRP over dummy `n` of the macro being expanded; false if there is nothing to iterate over.
  void enterIrp(unsigned n, bool perCharacter, Text body);
  bool stopIrp();

  void restart();       // starts a new pass
  void abandonTexts();  // after a statement was abandoned
  int lineBreak();      // returns a line feed

  // Charges the character budget: one per character read, plus whatever a source can multiply without being read.
  // Throws a fatal GiveUp when the budget is spent.
  void spend(std::uint64_t cost = 1);

  Place place() const { return input_.place(); }
  SourceInput& input() { return input_; }
  std::vector<MacroCall> callers(std::size_t most) const;  // innermost first
  std::size_t depthOfCalls() const { return macros_.size(); }
  void skipFile() { input_.skipFile(); }

 private:
  struct Frame {
    enum class Kind : std::uint8_t { Macro, Argument, Repeat, Irp } kind = Kind::Macro;
    Text text;
    std::size_t at = 0;
    bool ended = false;
    Call call;               // Macro
    std::uint64_t more = 0;  // Repeat
    unsigned dummy = 0;      // Irp
    Text list;
    std::size_t listAt = 0;
    bool perCharacter = false;
    bool goOn = true;
  };
  SourceInput& input_;
  LineSink& line_;
  std::uint64_t budget_;
  std::uint64_t limit_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> macros_;  // indices of the frames that are macros
  bool collecting_ = false;
  unsigned unclosedReads_ = 0;
  int once_ = 0;
  std::vector<int> outerOnce_;
  int last_ = 0;
  bool crLf_ = false;
  bool again_ = false;
  unsigned created_ = 0;

  int readSource();
  bool continues();
  void endContinuedLine();
  bool closesOnce(int c);
  int deliver(int c);
  int stored();
  void push(Frame f);
  void pop();
  Frame* macroFrame();
  void openDummy(unsigned code);
  Text createSymbol();
  void expect(Frame::Kind kind) const;
  bool endOfMacro(int& c);
  bool endOfRepeat(int& c);
  int irpRound();
  int endIrp();
};

}  // namespace utah10::macro10
