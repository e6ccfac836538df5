// The words of a paper tape, instead of a REL file: RIM, RIM10 and RIM10B.
#pragma once

#include <cstdint>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

enum class TapeFormat : std::uint8_t { None, Rim, Rim10, Rim10b };

class TapeOutput {
 public:
  TapeOutput(Budget& budget, std::vector<Word36>& tape) : budget_(budget), tape_(tape) {}

  void select(TapeFormat format) { format_ = format; }
  bool selected() const { return format_ != TapeFormat::None; }
  void beginPass() { block_.clear(); }
  // False if the location is behind the tape position, which RIM10 cannot express.
  bool word(Word36 w, std::uint32_t location);
  // The start: a JRST to the address, or a halt.
  void end(Word36 start);

 private:
  Budget& budget_;
  std::vector<Word36>& tape_;
  TapeFormat format_ = TapeFormat::None;
  std::uint32_t next_ = 0;
  std::vector<Word36> block_;
  std::uint32_t blockStart_ = 0;

  void rim10bWord(Word36 w, std::uint32_t location);
  void flushRim10b();
};

}  // namespace utah10::macro10
