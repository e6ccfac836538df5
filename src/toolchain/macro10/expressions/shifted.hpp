// Logical shifts of words and double words by any number of places, left if positive.
#pragma once

#include <cstdint>
#include <utility>

#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

inline Word36 shifted(Word36 w, std::int64_t places) {
  if (places >= 36 || places <= -36) return {};
  return places >= 0 ? Word36{w.bits() << places} : Word36{w.bits() >> -places};
}

// A double word shifted as one of 72 bits.
inline std::pair<Word36, Word36> shiftedDouble(Word36 high, Word36 low, std::int64_t places) {
  if (places >= 72 || places <= -72) return {};
  if (places >= 36) return {Word36{low.bits() << (places - 36)}, {}};
  if (places <= -36) return {{}, Word36{high.bits() >> (-places - 36)}};
  if (places >= 0) return {Word36{high.bits() << places | low.bits() >> (36 - places)}, Word36{low.bits() << places}};
  return {Word36{high.bits() >> -places}, Word36{low.bits() >> -places | high.bits() << (36 + places)}};
}

}  // namespace utah10::macro10
