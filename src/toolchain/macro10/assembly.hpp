// One assembly: two passes over the sources, statement by statement.
//
// The order of processing determines what pass 1 knows and therefore where every literal lands; it follows MACRO
// 50(334) step by step. Where a rule looks odd, the comment names the routine of MACRO that contains it.
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "toolchain/macro10/errors.hpp"
#include "toolchain/macro10/listing.hpp"
#include "toolchain/macro10/literal_pool.hpp"
#include "toolchain/macro10/polish.hpp"
#include "toolchain/macro10/program.hpp"
#include "toolchain/macro10/reader.hpp"
#include "toolchain/macro10/rel_writer.hpp"
#include "toolchain/macro10/source_input.hpp"
#include "toolchain/macro10/symbol_table.hpp"
#include "toolchain/macro10/value.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace utah10::macro10 {

class Assembly final : public LineSink {
 public:
  Assembly(std::span<const SourceText> sources, const AssemblerOptions& options);
  AssemblyResult run();

 private:
  // ---- assembly.cpp: passes and programs
  void assemblePasses();
  bool assembleLine();
  void lineOfSource();
  void statementAndLine();
  void giveUp(const GiveUp& g);
  void sourceEnded();
  void beginPass();
  void beginProgram();
  void endPass1();
  void beginPass2Output();
  void endPass2();
  void finishProgram();
  void restoreProgram(std::size_t n);
  void settleUndefined();
  void clearPassState();
  void finishLine();  // the rest of the line must be a comment
  void endLine();     // lists the line and empties the word buffer
  void endLinePass1();
  void list(const ListedLine& line);
  void endLiteralLine();
  void clearLine();
  void clearListed();
  void dumpLine();
  ListedWord listedWord(std::uint32_t location, const StoredWord& w) const;
  void put(int ascii) override;
  void overwrite(int ascii) override;
  void dump() override;
  void stray(int ascii) override;
  void raise(std::uint32_t bit, std::string why = {});
  void lower(std::uint32_t bits);
  void report(std::uint32_t bits, Place place);
  std::string lettersOf(std::uint32_t bits) const;
  enum class Tell : std::uint8_t { Both, Count, Words };
  void count(bool warning);
  void message(char letter, Tell tell, std::string text, Place place, std::vector<std::string> callers);
  void raiseUndefined(Name name);
  void note(Why why);
  std::vector<std::string> callersNow() const;
  std::vector<std::string> callerLines(const std::vector<MacroCall>& calls, std::size_t all) const;
  std::string placeText(Place p) const;

  // ---- statement.cpp
  void statement();
  void statementFrom();
  void operatorStatement();
  void externalOperator(Name name);
  bool operatorFollows();
  bool namedOperator(Name name);
  void symbolStatement(Name name);
  void undefinedOperator(Name name);
  void expressionStatement();
  void label();
  void defineLabel(Name name);
  void labelAgain(Name name, Entry& e);
  void labelOfExternal(Name name, Entry& e);
  void assignment();
  Value assign();
  void noteAssigned(Value v);
  void ignoreRest();
  void statementOfBuiltIn(const BuiltIn& b);

  // ---- atom.cpp
  struct Signs {
    explicit Signs(Assembly& a);
    ~Signs();
    Signs(const Signs&) = delete;
    Signs& operator=(const Signs&) = delete;
    Assembly& in;
    bool negative, indirect, fraction, seen;
    unsigned radix;
  };
  void atom();
  void cell();
  void cellField();
  void letterAtom(bool afterPeriod);
  void symbolMark();
  void variableMark();
  void numberAtom(int firstDigit);
  void finishInteger(bool radixError, unsigned digits);
  void scaleSuffix();
  void pointAtom();
  void floatAtom(std::vector<unsigned> digits, std::size_t whole, bool fraction);
  void floatValue(const std::vector<unsigned>& digits, std::int64_t point);
  void fractionAtom(const std::vector<unsigned>& digits, std::int64_t point);
  void qualifiedAtom();
  void radixAtom(unsigned radix);
  void leadingZerosAtom();
  void angleAtom();
  void quoteAtom(int quote);
  void delimiter();      // takes the next code as the delimiter
  void delimiterFrom();  // uses the present code, after blanks
  void badNumber(std::string why);
  bool getSymbol(Name& name);

  // ---- expression.cpp
  struct Pending {
    CharClass op;
    Value value;
  };
  Value expression();          // EVALEX
  Value expressionDecimal();   // EVAL10
  Value expressionAbsolute();  // no externals (EVALQ)
  Value expressionKnown();     // also defined on pass 1 (EVALXQ)
  Value anyForm();             // with fields and index (EVALCM)
  Value anyFormOfAtom();       // the same, starting from the present atom (EVALHA)
  void operand();
  void operandSymbol(Name name);
  void operandEntry(Name name, Entry& e);
  void noteExternals(const Entry& e);
  void enterUndefined(Name name);
  void operandOperator(Name name, const Entry& e);
  void operandBuiltIn(Name name, const BuiltIn* b);
  void undefinedOperand(Name name);
  void negateAtom();
  void operandDelimiter();
  Value combine(const CharClass& op, const Value& left, const Value& right);
  Value multiplied(const Value& left, const Value& right);
  Value divided(const Value& left, const Value& right);
  Value shiftedBy(const Value& left, const Value& right);
  void badExternal(Word36& reloc);  // QEXT
  std::string metExternal() const;
  void raiseUnknown();
  void dataOperator(const std::function<void()>& make);

  // ---- polish.cpp
  bool needsLoader(Operator op, const Value& left, const Value& right) const;
  Value polishNode(Operator op, const Value& left, const Value& right);
  Value expressionOf(const Entry& e);
  Value resolved(Value v, std::size_t first);
  void polishItems(const Value& v, std::vector<PolishItem>& items) const;
  void keepPolish(PolishBlock block);
  Value wholeExternal(Value v);
  void placeWaitingPolish(const Value& where);
  void outputPolish();
  void outputPolishBlock(const PolishBlock& b);
  void outputSymbolPolish(Name name);
  void outputPolishItem(const PolishItem& i);

  // ---- words.cpp: instructions, and the words stored so far
  struct WordFrame {
    StoredWord made;
    bool inOut = false;
  };
  void instruction(Word36 code, bool inOut, Word36 reloc);
  WordFrame fields(WordFrame f);                      // OP
  WordFrame fieldsAfterComma(WordFrame f, Value ac);  // OP1B
  WordFrame halves(WordFrame f, Value left);          // XWD5
  WordFrame addressFields(WordFrame f, Value v);      // OP2
  void address(WordFrame& f, Value v);                // EVADR
  void indexField(WordFrame& f);
  void stow(Word36 word, Word36 reloc, Form form);
  void stowKept(const StoredWord& w);
  void checkExternal(std::uint32_t half, bool left);
  StoredWord unstow();
  void emptyStow();

  // ---- data.cpp
  bool comma() const;
  void expWords(unsigned radix);
  void xwd();
  void iowd();
  void point();
  void byte();
  bool openText(int& mark);
  void closeText();
  void asciiWords(bool zero, bool discard);
  void sixbitWords();
  void squozeWord();
  void textBlock();

  // ---- literal.cpp
  void literalAtom();
  void literalOverruns();
  void noteLabelInLiteral(Name name);
  void literalBody();
  bool literalLineRest();
  void keepLiteral(Value& where);
  std::size_t poolLiteral(int words, bool search);
  void labelInLiteral(const Value& where);
  void litStatement();
  void placeLiterals();
  void placeVariables();
  void varStatement();
  void initLiterals();

  // ---- condition.cpp
  void conditionNumber(Pseudo which);
  void conditionPass(bool first);
  void conditionBlank(bool wantBlank);
  void conditionDefined(bool wantDefined);
  void conditionSame(bool wantSame);
  std::string comparedText(int& form);
  void conditionAttribute();
  void skipToConditionText();
  void conditional(bool truth);
  void conditionText(bool truth);
  void conditionalInAddress(bool truth);
  void repeat();
  void repeatText(Word36 count);
  std::string bracketedText(int end);
  void limitText(const std::string& text) const;
  void skipText();
  void repeatOnce();
  int listedCharacter();  // GCHAR
  int listedRaw();        // GCHARQ
  int textCharacter();    // CHARL

  // ---- macro.cpp
  void define();
  void dummyList(std::vector<Name>& dummies, std::vector<DefaultArgument>& defaults);
  std::string macroBody(const std::vector<Name>& dummies);
  bool doubledComment(std::string& text, int& depth, int& c);
  bool callMacro(Name name, const Entry& e);
  void collectArguments(const MacroBody& body, std::vector<Text>& arguments);
  bool argumentList(std::size_t wanted, std::vector<Text>& arguments);
  bool argument(int c, int& depth, bool keep, std::vector<Text>& arguments);
  void bracketedArgument(const std::function<void(int)>& put);
  void numberArgument(std::string& text, bool keep);
  void endCallLine(Reader::Call& call);
  int behindBlanks(int c);
  void irp(bool perCharacter);

  // ---- pseudo.cpp
  void pseudo(const BuiltIn& b);
  bool conditionPseudo(Pseudo p);
  bool counterPseudo(Pseudo p);
  bool symbolPseudo(Pseudo p);
  bool listPseudo(Pseudo p);
  void loaderPseudo(Pseudo p);
  void listSwitch(const std::function<void()>& change);
  void printx();
  void radix();
  void title(bool universal);
  void subtitle();
  std::string lineText();
  void block();
  void unknownSize();
  void setCounter(int mode);  // 0 LOC, 1 RELOC, -1 ORG
  void phase();
  void dephase();
  void segment(bool two);
  void highest();  // HIGHQ
  void end(bool more);
  void passTwo();
  void directive();
  void sourceVersion();

  // ---- declare.cpp
  bool halfKill();
  void interns(std::uint32_t flags);
  void externs();
  void external(Name name, bool defining);
  void opdef();
  void syn();
  void purge();
  void flagOperands(std::uint32_t flag);
  void suppress();
  void suppressAll();
  void noDdt();
  void xpunge();
  void crefNames(bool off);
  void makeVariable(Name name, std::uint32_t size);
  void integers();
  struct SizedNames {
    std::vector<Name> names;
    std::uint32_t size = 0;
  };
  std::optional<SizedNames> sizedNames(std::string_view what);
  void arrays();
  void search();
  Name searchedFile(Name name);

  // ---- universals.cpp
  void keepUniversal();
  bool loadUniversal(Name name, Name file);

  // ---- loader_blocks.cpp
  void assignBlock();
  void linkBlock(bool end);
  void requestBlock(RelType type);
  bool requestFile(RelItem& item);
  void commonBlock();

  // ---- lookup.cpp
  std::vector<Name> orderedSymbols();
  Meanings* lookup(Name name, bool universals = true);
  Entry* operandOf(Name name, bool universals = true);   // SSRCH
  Entry* operatorOf(Name name, bool universals = true);  // MSRCH
  Entry& enterOperand(Name name, Entry e);
  Entry& enterOperator(Name name, Entry e);
  Meanings* copyFromUniversal(Name name);
  Entry copyEntry(const Universal& u, const Entry& e);
  std::uint32_t externalHandle(Name name);
  ExternalCell& externalCell(std::uint32_t handle);
  bool isExternal(std::uint32_t half) const;
  void cref(CrefKind kind, Name name, bool defining = false);
  void crefOperand(Name name, const Entry& e);
  void crefOperator(Name name, const Entry& e);

  // ---- output.cpp
  void outputWord(const StoredWord& w);
  void additive(std::uint32_t handle, bool left);
  void outputTape(Word36 w);
  void flushRim10b();
  void endOfTape();
  void outputEntries();
  void outputName();
  Name titleName() const;
  void outputSegmentWord();
  void outputLocals();
  void outputSymbols();
  void outputSymbol(Name name, const Entry& e);
  void outputSymbolRequest(Name name, std::uint32_t handle, bool left);
  Listing::SymbolLine listedSymbol(Name name, const Entry& e) const;
  void outputStart();
  void outputEnd();
  void listUndefined();
  void listSummary();

  const AssemblerOptions& options_;
  unsigned version_;
  SourceInput input_;
  Listing listing_;
  Reader reader_;
  AssemblyResult result_;
  RelWriter rel_;

  // programs and passes
  std::vector<Program> programs_;  // ended in pass 1
  Program program_;
  std::size_t programIndex_ = 0;
  bool pass1_ = true;
  bool ended_ = false;        // END, PRGEND or the end of the sources
  bool more_ = false;         // PRGEND
  bool passTwoHere_ = false;  // PASS2
  bool done_ = false;
  bool segmentSeen_ = false;
  std::vector<std::unique_ptr<Universal>> universals_;
  std::vector<const Universal*> searched_;
  unsigned cpuType_ = 0;

  // the line
  std::uint32_t errors_ = 0;
  std::vector<Why> whys_;
  std::set<std::string> told_;
  struct Counts {
    unsigned errors = 0;
    unsigned warnings = 0;
  };
  std::vector<Counts> counts_;  // of each program, for its closing lines
  Place statementPlace_;
  bool lineDone_ = false;
  Name tag_ = 0;
  unsigned tagDistance_ = 0;
  std::string inWhat_;  // construct open when the sources end: DEFINE, text, REPEAT
  std::optional<std::uint32_t> listedLocation_;
  std::optional<Word36> listedValue_;
  Mark listedValueLeft_ = Mark::None;
  Mark listedValueRight_ = Mark::None;

  // the statement
  bool indirect_ = false;
  bool fieldSeen_ = false;
  bool inField_ = false;  // FLDSW
  bool numeric_ = false;
  bool negative_ = false;
  bool decimalFraction_ = false;
  bool atomReady_ = false;
  bool defining_ = false;
  bool macroCalled_ = false;  // in an operand: the macro's text is the operand
  bool dataMade_ = false;     // the operand was an operator; its delimiter has been read
  bool fullWord_ = false;     // the loader computes the full word
  bool rightHalf_ = false;    // or the right half, whatever follows
  bool tabsInArguments_ = false;
  enum class Again : std::uint8_t { No, Operator, Statement } again_ = Again::No;
  Name assigning_ = 0;
  std::uint32_t assigningFlags_ = 0;
  std::shared_ptr<const Expression> assignedExpression_;
  unsigned radix_ = 8;
  Name atomName_ = 0;
  Value atom_;
  Word36 atomLow_;     // the low word of a fraction
  Word36 extPointer_;  // externals met but not yet placed, by half
  unsigned depth_ = 0;
  int literalNesting_ = 0;  // open brackets; reader_.literalLevel also counts operators in operands
  Place literalBegan_;      // position of the outermost bracket
  bool literalOverran_ = false;
  std::vector<Name> labelsInLiteral_;
  std::unordered_set<Name> lostLabels_;

  // words of the line
  static constexpr int kWords = 40;
  std::array<StoredWord, kWords + 1> stow_{};
  int stowLast_ = -1;
  int stowTaken_ = -1;
  bool multiWordLiterals_ = true;
  bool inOutSeen_ = false;

  // counters and areas
  Counters at_;
  LiteralPool literals_;
  std::uint32_t literalCount_ = 0;
  std::size_t literalArea_ = 0;
  std::size_t variableArea_ = 0;
  Name literalLabel_ = 0;
  std::uint32_t literalLabelDepth_ = 0;
  std::uint32_t literalsEnd_ = 0;

  // output
  std::uint64_t expected_ = ~std::uint64_t{0};  // mode and location of the next word of the block
  struct LocalFixup {
    Word36 word;
    unsigned relocation;
  };
  std::vector<LocalFixup> locals_;
  bool noBinary_ = false;
  Pseudo tape_ = Pseudo::None;
  std::uint32_t tapeNext_ = 0;
  std::vector<Word36> tapeBlock_;
  std::uint32_t tapeBlockStart_ = 0;
  Word36 start_;
  unsigned startReloc_ = 0;
  Name startSymbol_ = 0;
  Polish polish_;
};

}  // namespace utah10::macro10
