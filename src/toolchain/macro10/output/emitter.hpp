// What statements produce: words at the location counters, in the listing, and in the REL file or on tape.
//
// Words are stored until the line, the literal or the operand that contains them ends; `endLine` reports, lists and
// outputs those of a line.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/listing/line_listing.hpp"
#include "toolchain/macro10/output/literal_areas.hpp"
#include "toolchain/macro10/output/location_counters.hpp"
#include "toolchain/macro10/output/polish_blocks.hpp"
#include "toolchain/macro10/output/program.hpp"
#include "toolchain/macro10/output/rel_output.hpp"
#include "toolchain/macro10/output/statement.hpp"
#include "toolchain/macro10/output/tape_output.hpp"
#include "toolchain/macro10/output/word_stow.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/diagnostics.hpp"
#include "toolchain/macro10/source/scanner.hpp"
#include "toolchain/macro10/symbols/symbols.hpp"

namespace utah10::macro10 {

// The parts below the emitter.
struct EmitterParts {
  const Pass& pass;
  Budget& budget;
  const Scanner& scanner;  // only its position and modes
  Diagnostics& errors;
  Symbols& symbols;
  Listing& listing;
  LineListing& line;
  Program& program;
  AssemblyResult& result;
};

class Emitter {
 public:
  explicit Emitter(const EmitterParts& parts);

  // Words.
  void stow(Word36 word, Word36 reloc, Form form);
  StoredWord take();  // the oldest word stored
  void empty();
  bool hasWords() const { return stow_.any(); }
  WordStow::Outer beginInner() { return stow_.begin(); }  // of a literal or operand
  void endInner(const WordStow::Outer& outer) { stow_.end(outer); }

  // Lines.
  void beginLine(SourcePosition place) { lineBegan_ = place; }
  SourcePosition lineBegan() const { return lineBegan_; }
  void endLine();         // OUTLIN
  void endLiteralLine();  // OUTIML: a line end inside a literal or inside text within one

  // Location counters.
  LocationCounters& at() { return at_; }
  const LocationCounters& at() const { return at_; }

  // Literals and variables. `nesting`: of square brackets.
  Value keepLiteral(int nesting);         // STOLIT: its address; unknown on pass 1
  void labelLiteral(Name name);           // a label before the next word of the literal
  void placeLabel(const Value& literal);  // the labelled literal has been placed
  void placeLiterals(bool programEnds);
  void placeVariables();  // VARA

  // Expressions that the loader computes, for the next word or the symbol being assigned.
  void keepExpression(std::vector<PolishItem> items, const Statement& statement, bool leftHalf);
  void placeExpressions(int nesting, const Value& literal);
  void dropExpressions() { polish_.dropWaiting(); }  // of literals that were abandoned

  // Programs.
  void beginPass();
  void passTwoHere();
  void beginPass2Output(unsigned processor);
  void endPass2(std::size_t program);
  void setStart(const StartAddress& start) { start_ = start; }
  void zeroStart() { start_.word = {}; }  // the END that set it was not complete
  RelOutput& rel() { return rel_; }
  TapeOutput& tape() { return tape_; }

 private:
  const Pass& pass_;
  Budget& budget_;
  const Scanner& scanner_;
  Diagnostics& errors_;
  Symbols& symbols_;
  Listing& listing_;
  LineListing& line_;
  Program& program_;
  AssemblyResult& result_;
  WordStow stow_;
  LocationCounters at_;
  LiteralAreas literals_;
  PolishBlocks polish_;
  RelOutput rel_;
  TapeOutput tape_;
  SourcePosition lineBegan_;
  StartAddress start_;
  Name literalLabel_ = 0;
  std::uint32_t literalLabelDepth_ = 0;
  std::uint32_t literalsEnd_ = 0;

  void stowKept(const StoredWord& w);
  void checkExternal(std::uint32_t half, bool left);
  void endLinePass1();
  void nextLine();
  void outputWords(ListedLine& line);
  ListedWord listedWord(std::uint32_t location, const StoredWord& w) const;
  void output(const StoredWord& w);
  void outputToTape(Word36 w);
  void beginLiteralArea();
  void outputLiterals(bool programEnds);
  void assignVariables();
  bool literalErred() const;
  bool literalOnlyCounts() const;
  static void setApart(std::vector<StoredWord>& words);
  void outputSymbols();
};

}  // namespace utah10::macro10
