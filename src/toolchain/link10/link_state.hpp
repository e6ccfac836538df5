// The linker's state while it loads: core, programs, symbols and fix-ups waiting for globals. Private to the linker.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "toolchain/link10/link_core.hpp"
#include "toolchain/link10/polish.hpp"
#include "utah10/toolchain/linker.hpp"

namespace utah10 {

using link::Polish;
using link::PolishStore;

struct Program {
  std::uint32_t name = 0;
  std::string file;
  Word36 origin;  // right half; of the high segment if there is one, as DDT expects
  link::Address low = 0, lowBreak = 0, high = 0, highBreak = 0;
  bool hasHigh = false;
  bool locals = true;  // keep local symbols in the table
  std::size_t firstSymbol = 0;
  std::size_t number = 0;  // index in its file
  Placement placement;     // valid once the program has ended
  // Words loaded at absolute addresses, in file order: first address and the one behind the last.
  std::vector<std::pair<link::Address, link::Address>> absolute;
  std::string label() const;  // file (NAME)
  void loadedAbsolute(link::Address first, link::Address end);
  bool hasAbsolute(Word36 address) const;
};

struct LoadedSymbol {
  unsigned code = 0;
  std::uint32_t name = 0;
  Word36 value;
  bool awaitsRight = false, awaitsLeft = false;  // deferred: a fix-up will complete this half
  bool again = false;  // a second definition: not stored in the table, only compared with the first
  bool moves = false;  // relocated with the program
  bool deferred() const { return awaitsRight || awaitsLeft; }
};

// A repeated definition of a global, where one of the two values is still to be computed.
struct SecondDefinition {
  std::size_t first = 0;
  std::size_t second = 0;
  std::string place;
};

enum class FixupKind { Chain, AddRight, AddLeft, AddSymbolRight, AddSymbolLeft, Polish };
// An action deferred until a global gets its value.
struct Fixup {
  FixupKind kind = FixupKind::Chain;
  std::size_t target = 0;  // an address, a symbol or an expression
};

struct Global {
  std::optional<std::size_t> symbol;
  std::vector<Fixup> waiting;
  std::vector<std::uint32_t> mentions;  // programs, each listed once
  bool wanted = false;                  // requested, not only defined
};

struct PendingPolish {
  Polish polish;
  std::size_t undefined = 0;
  std::uint32_t program = 0;
  std::string place;
};

struct Linker::State {
  link::LinkCore core;
  std::vector<Program> programs;
  std::vector<LoadedSymbol> symbols;
  std::unordered_map<std::uint32_t, Global> globals;
  std::vector<SecondDefinition> seconds;
  std::deque<PendingPolish> polishes;
  std::vector<Error> errors;
  std::vector<FileRequest> requests;
  std::set<std::string> requested;
  link::Address low = 0140, highNext = 0, highBase = 0400000;  // next load addresses; base of the high segment
  bool highSeen = false;
  bool locals = true;
  std::optional<Linker::Segment> forced;  // for one-segment programs
  std::optional<Word36> start;
  std::optional<std::uint32_t> startSymbol;
  std::array<link::Address, 021> linkHeads{}, linkEnds{};
  std::optional<std::uint32_t> blankCommon;
  std::map<std::uint32_t, link::Address> commons;

  // symbols.cpp
  void mention(std::uint32_t name);
  std::optional<Word36> valueOf(std::uint32_t name) const;
  void defineGlobal(unsigned code, std::uint32_t name, Word36 value, const std::string& place);
  void addSymbol(unsigned code, std::uint32_t name, Word36 value);
  void compareSeconds();
  void multiplyDefined(const LoadedSymbol& first, Word36 value, const std::string& place);
  void request(std::uint32_t name, Fixup fixup);
  void want(std::uint32_t name);
  void addError(std::string where, std::string what, std::string hint = {});
  std::string mentionedIn(std::uint32_t name) const;

  // fixups.cpp
  void satisfy(std::uint32_t name);
  void apply(const Fixup& fixup, Word36 value);
  void chain(link::Address head, Word36 value, PolishStore store);
  bool circular(link::Address head, PolishStore store) const;
  link::Address nextInChain(link::Address a, PolishStore store) const;
  void addToSymbol(std::size_t symbol, Word36 value, bool left);
  void addPolish(Polish polish, const std::string& place);
  void finishPolish(const PendingPolish& pending);
  std::optional<std::size_t> symbolFor(const PendingPolish& pending) const;
  void storeInSymbol(const PendingPolish& pending, Word36 value);
  void completed(std::size_t symbol);

  // ending.cpp
  LinkResult finish(const LinkEnding& ending);

 private:
  void resolveStart(const LinkEnding& ending);
  void reportUndefined();
  void storeJobData(link::Address free, bool symbols);
  static bool inTable(const LoadedSymbol& s, const Program& p);
  link::Address symbolTableSize() const;
  link::Address loadSymbols(const LinkEnding& ending, link::Address free, link::Address limit);
  link::Address storeSymbols(link::Address at, link::Address patch);
  std::string map() const;
  std::vector<LinkedProgram> linkedPrograms() const;

  std::deque<std::uint32_t> ready_;  // globals that have a value and fix-ups still to be made
  bool satisfying_ = false;
};

}  // namespace utah10
