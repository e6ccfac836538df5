// Loads one file, item by item. Private to the linker.
#pragma once

#include "toolchain/link10/link_state.hpp"

namespace utah10::link {

class ItemLoader {
 public:
  ItemLoader(Linker::State& state, const WordFile& file, bool library)
      : state_(state), file_(file), skipping_(library), library_(library) {}

  void load(const std::vector<RelItem>& items);

 private:
  void item(const RelItem& item);
  bool wanted(const RelItem& entries) const;

  // One function per item type.
  void code(const RelItem& item);
  void sparse(const RelItem& item);
  void symbolItem(const RelItem& item);
  void oneSymbol(Word36 symbol, Word36 value, const RelItem& item);
  void requestSymbol(std::uint32_t name, Word36 value);
  void highSegment(const RelItem& item);
  void openHighSegment();
  void end(const RelItem& item);
  void name(const RelItem& item);
  void start(const RelItem& item);
  void local(const RelItem& item);
  void polish(const RelItem& item);
  void linkItem(const RelItem& item);
  void lvar(const RelItem& item);
  void lvarSymbol(Word36 fixup, std::uint32_t name);
  void requestFile(const RelItem& item);
  void common(const RelItem& item);
  void assign(const RelItem& item);

  void begin(std::uint32_t name);
  void storeWords(const RelItem& item, Address at, std::size_t first, std::size_t end, bool absolute);
  bool absoluteOrigin(const RelItem& item, std::size_t at) const;
  // The head of data: an address, or a global and its offset. Advances `next` past it.
  std::optional<Word36> origin(const RelItem& item, std::size_t& next);
  Program& program() { return state_.programs.back(); }
  Placement placement() const;
  // Marks the symbols from `first` on as relocatable.
  void theyMove(std::size_t first);
  Word36 moved(Word36 w, unsigned relocation) const;
  Word36 word(const RelItem& item, std::size_t index) const;
  std::string place(const RelItem& item) const;
  void damaged(const RelItem& item, std::string what);

  Linker::State& state_;
  const WordFile& file_;
  bool skipping_;
  bool library_;
  bool open_ = false;  // a program has begun and its END has not been reached
  bool named_ = false;
  bool highProgram_ = false;  // HISEG: the whole program goes into the high segment
  bool twoSegments_ = false;
  bool leftNext_ = false;  // local fix-ups: the next chain links through left halves
  Address variables_ = 0;  // LVAR: first address of the variables
  Address variableWords_ = 0;
  std::size_t ended_ = 0;  // programs of the file so far, loaded or not
};

}  // namespace utah10::link
