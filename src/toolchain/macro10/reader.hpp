// The character level: source text, and the stored texts of macros, arguments, REPEATs and IRPs that interrupt it.
//
// One character may be given back (`again`); the last one stays known. What is read goes into the line image for the
// listing as it passes. Ends of stored texts show as what they mean: the end of a macro as the character that ended its
// call, the end of a REPEAT or IRP round as a line feed.
#pragma once

#include <string>
#include <vector>

#include "toolchain/macro10/character.hpp"
#include "toolchain/macro10/source_input.hpp"
#include "toolchain/macro10/symbol_table.hpp"
#include "toolchain/macro10/text_codes.hpp"

namespace utah10::macro10 {

// What the reader needs to know of, and do to, the line being assembled.
class LineSink {
 public:
  virtual ~LineSink() = default;
  virtual void put(int ascii) = 0;        // append to the image
  virtual void overwrite(int ascii) = 0;  // in place of the last one
  virtual void dump() = 0;                // list the image as it stands, a line without code
  virtual void stray(int ascii) = 0;      // a control character outside text, which is passed over
};

// Thrown at the end of the last file.
struct EndOfSource {};
// Thrown when reading cannot go on: the statement is given up.
struct GiveUp {
  std::string why;
  bool fatal = false;  // the assembly ends
};

struct MacroCall {
  Name name = 0;
  Place calledAt;
  bool operator==(const MacroCall&) const = default;
};

class Reader {
 public:
  Reader(SourceInput& input, LineSink& line, std::uint64_t characterLimit);

  // Modes the statement level keeps here because reading depends on them.
  bool suppressAll = false;  // SALL: text of macros is not listed
  int literalLevel = 0;

  int next();   // a character, 7 bits
  int fresh();  // the same, never the given-back one
  int scan();   // as SIXBIT code, class in `cls`; control characters are passed over with a Q
  int scanNonBlank();
  int skipBlanks();  // from the present code on
  int peek();        // the next one, not taken; in stored text as it stands there
  int raw();         // the next one of a stored text as it stands there, or of the source
  void again() { again_ = true; }
  void notAgain() { again_ = false; }
  bool takeAgain();  // whether a character was given back; it no longer is
  int last() const { return last_; }
  bool lineFeedAfterReturn() const { return crLf_; }

  int code = 0;   // of the last scan
  CharClass cls;  // its class

  bool inText() const { return !frames_.empty(); }
  bool inMacro() const { return !macros_.empty(); }
  bool inRepeatOnce() const { return once_ != 0; }

  // Collecting the arguments of a call: the end of the text meanwhile reads as a line end.
  void beginCall() { collecting_ = true; }
  bool collecting() const { return collecting_; }
  struct Call {
    Name name = 0;
    Text body;
    std::vector<Text> arguments;  // null: missing
    int resumeWith = 0;           // the character read when the expansion ends
    bool resumeWithLine = false;  // or a line feed
    Place calledAt;
  };
  void enterMacro(Call call);
  void enterRepeat(Text body, std::uint64_t more, bool lineFirst);  // `more` rounds after this one
  void enterRepeatOnce();
  // IRP over dummy `n` of the macro being expanded; false if there is nothing to iterate.
  void enterIrp(unsigned n, bool perCharacter, Text body);
  bool stopIrp();

  void restart();       // for a new pass
  void abandonTexts();  // after a statement was given up
  int lineBreak();      // delivers a line feed

  // The budget that reading uses up a character at a time; whatever a source can multiply without being read is to be
  // charged here. Gives the assembly up when it is spent.
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
  std::vector<std::size_t> macros_;  // which of the frames are macros
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
