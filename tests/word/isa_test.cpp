#include "utah10/word/isa.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

TEST(Isa, EveryOpcodeIsBound) {
  int named = 0;
  for (const Insn& insn : kInsnTable) named += insn.mnemonic.view().empty() ? 0 : 1;
  EXPECT_EQ(named, 512 - 64 - 19 - 64 - 2);  // all but UUOs, 105-127, I/O, 247 and 257
}

}  // namespace
}  // namespace utah10
