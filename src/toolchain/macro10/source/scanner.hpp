// The source as characters, SIXBIT codes and names, with the stored texts that interrupt it.
//
// One character may be given back (`again`); the last one remains available. Characters read are copied to the line
// image for the listing. The end of a stored text is converted to what it means: the end of a macro to the character
// that ended its call, the end of a REPEAT or IRP round to a line feed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/give_up.hpp"
#include "toolchain/macro10/source/character.hpp"
#include "toolchain/macro10/source/source_input.hpp"
#include "toolchain/macro10/source/stored_texts.hpp"

namespace utah10::macro10 {

// The line that the scanner fills. An interface, because what becomes of a line depends on the parts that the scanner
// is below: diagnostics and listing.
class LineSink {
 public:
  virtual ~LineSink() = default;
  virtual void put(int ascii) = 0;        // appends to the image
  virtual void overwrite(int ascii) = 0;  // replaces the last character
  virtual void dump() = 0;                // lists the image so far, as a line without code
  virtual void stray(int ascii) = 0;      // a control character outside text, which is skipped
};

class Scanner {
 public:
  Scanner(SourceInput& input, StoredTexts& texts, Budget& budget, LineSink& line)
      : input_(input), texts_(texts), budget_(budget), line_(line) {}

  // Modes of the statement level kept here because they affect reading.
  bool suppressAll = false;  // SALL: text of macros is not listed
  int literalLevel = 0;      // of literals, operators in operands, and OPDEFs

  int next() { return takeAgain() ? last_ : fresh(); }  // the next 7-bit character
  int fresh();                                          // the same, but never the character given back
  int scan();  // the next SIXBIT code, its class in `cls`; control characters are skipped with a Q
  int scanNonBlank();
  int skipBlanks();  // starts at the present code
  int peek();        // the next character, not consumed; in stored text without interpretation
  int raw();         // the next character of stored text or source, without interpretation
  void again() { again_ = true; }
  void notAgain() { again_ = false; }
  bool takeAgain() { return std::exchange(again_, false); }  // whether a character was given back; cancels that
  int last() const { return last_; }
  bool lineFeedAfterReturn() const { return crLf_; }

  int code = 0;   // of the last scan
  CharClass cls;  // its class
  bool atComma() const { return cls.level == kCommaLevel; }

  // Where a name must stand: skips blanks and reports what begins there. `period`: a leading period has been read.
  struct NameStart {
    bool good = false;
    bool period = false;
  };
  NameStart startOfName();
  // The rest of a name from the present code on; six characters count.
  Name name(bool afterPeriod);

  // Text read as a whole, outside the fields of a statement.
  int listedCharacter();               // a character of it; its lines are listed as they are read (GCHAR)
  int listedRaw();                     // the same, without interpretation in stored text (GCHARQ)
  std::string bracketedText(int end);  // up to the matching bracket, in stored form with its end mark
  std::string bracketedRaw();          // the same of stored text only, without the mark
  static void limitText(const std::string& text);
  std::string restOfLine();  // from the first nonblank character; tabs are kept
  void ignoreRest();         // up to the comment or line end
  int behindBlanks(int c);   // the first character from `c` on that is no blank

  bool inText() const { return !texts_.empty(); }
  bool inMacro() const { return texts_.inMacro(); }
  bool inRepeatOnce() const { return once_ != 0; }
  bool suppressed() const { return suppressAll && inText(); }  // what is read now is not listed

  // Begins collecting a call's arguments: until then the end of the text reads as a line end.
  void beginCall() { collecting_ = true; }
  bool collecting() const { return collecting_; }
  void enterMacro(MacroExpansion expansion);
  void enterRepeat(Text body, std::uint64_t more, bool lineFirst);
  void enterRepeatOnce();  // reading continues into a bracketed text; its closing bracket is skipped
  void enterIrp(unsigned n, bool perCharacter, Text body);
  bool stopIrp() { return texts_.stopIrp(); }

  void restart();       // starts a new pass
  void abandonTexts();  // after a statement was abandoned
  void skipFile() { input_.skipFile(); }

  SourcePosition place() const { return input_.place(); }
  std::optional<unsigned> headerVersion() const { return input_.headerVersion(input_.place().file); }

 private:
  SourceInput& input_;
  StoredTexts& texts_;
  Budget& budget_;
  LineSink& line_;
  bool collecting_ = false;
  unsigned unclosedReads_ = 0;
  int once_ = 0;
  std::vector<int> outerOnce_;
  int last_ = 0;
  bool crLf_ = false;
  bool again_ = false;

  int readSource();
  bool continues();
  void endContinuedLine();
  bool closesOnce(int c);
  int deliver(int c);
  int lineBreak();  // delivers a line feed
  void dumpLine();
  std::optional<int> escape(int what);
  int endOfMacro();
  std::optional<int> endOfRepeat();
};

}  // namespace utah10::macro10
