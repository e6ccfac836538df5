// The REL file of a program: its head, code with requests for externals, local fixups, symbols, start and breaks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "toolchain/macro10/output/location_counters.hpp"
#include "toolchain/macro10/output/polish_blocks.hpp"
#include "toolchain/macro10/output/program.hpp"
#include "toolchain/macro10/output/rel_writer.hpp"
#include "toolchain/macro10/output/stored_word.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/symbols/symbols.hpp"

namespace utah10::macro10 {

// The operand of END: a word, with the external symbol it refers to if `symbol` is not 0.
struct StartAddress {
  Word36 word;
  unsigned relocation = 0;
  Name symbol = 0;
};

class RelOutput {
 public:
  RelOutput(const Pass& pass, Symbols& symbols, const PolishBlocks& polish)
      : pass_(pass), symbols_(symbols), polish_(polish) {}

  void beginPass();
  void head(const Program& program, unsigned processor);
  // BOUT: a word of code at a location.
  void word(const StoredWord& w, Counter at);
  // Ends the block: the next word begins a new one.
  void breakBlock() { rel_.flush(); }
  // The loader stores the location into the words that requested the external.
  void fixLocally(ExternalCell& cell, Counter at);
  void item(RelItem item) { rel_.item(std::move(item)); }

  void locals();
  void symbols(const std::vector<std::pair<Name, const Entry*>>& list);
  void polish();
  void end(const StartAddress& start, const LocationCounters& at);
  std::vector<RelItem> take() { return rel_.take(); }

 private:
  struct LocalFixup {
    Word36 word;
    unsigned relocation;
  };
  const Pass& pass_;
  Symbols& symbols_;
  const PolishBlocks& polish_;
  RelWriter rel_;
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  std::uint64_t expected_ = kNowhere;  // mode and location of the next word of the block
  std::vector<LocalFixup> locals_;

  void entries();
  void name(const ProgramTitle& title, unsigned processor);
  void segment(const ProgramLayout& layout);
  void additive(std::uint32_t handle, bool left, Counter at);
  void symbol(Name name, const Entry& e);
  void requestFor(Name name, const Entry& e);
  void symbolRequest(Name name, std::uint32_t handle, bool left);
  void start(const StartAddress& start);
};

}  // namespace utah10::macro10
