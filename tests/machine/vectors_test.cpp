// Instruction vectors: before, after and flags of 1,177 single instructions, run on the processor itself.
#include <gtest/gtest.h>

#include "csv.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

Word36 octal(const std::string& text) { return Word36{std::stoull(text, nullptr, 8)}; }

std::string flagNames(std::uint32_t flags) {
  constexpr std::pair<std::uint32_t, const char*> names[] = {
      {kPcOverflow, "OV"},       {kPcCarry0, "C0"},          {kPcCarry1, "C1"},   {kPcFloatOverflow, "FOV"},
      {kPcByteIncrement, "BIS"}, {kPcFloatUnderflow, "FXU"}, {kPcNoDivide, "ND"},
  };
  std::string text;
  for (const auto& [bit, name] : names)
    if (flags & bit) text += (text.empty() ? "" : "+") + std::string(name);
  return text.empty() ? "-" : text;
}

// Runs one row on its own machine; probed runs must give the same result.
void runVector(const test::Row& row, bool probed) {
  Machine m;
  Probe nobody;
  if (probed) m.cpu().connect(nobody);
  m.core().poke(PhysicalAddress{0100}, octal(row.at("instruction")));
  m.core().poke(PhysicalAddress{0200}, octal(row.at("mem200")));
  m.core().poke(PhysicalAddress{0201}, octal(row.at("mem201")));
  m.cpu().setAc(AcNo{1}, octal(row.at("ac1")));
  m.cpu().setAc(AcNo{2}, octal(row.at("ac2")));
  m.cpu().setStart(VirtualAddress{0100});
  m.cpu().run({.instructions = 1});
  const std::string what = row.at("mnemonic") + " " + row.at("instruction") + " ac " + row.at("ac1") + " " +
                           row.at("ac2") + " mem " + row.at("mem200");
  EXPECT_EQ(m.cpu().pc().bits(), octal(row.at("pc_after")).bits()) << what;
  EXPECT_EQ(m.cpu().ac(AcNo{1}), octal(row.at("ac1_after")))
      << what << std::oct << " got " << m.cpu().ac(AcNo{1}).bits();
  EXPECT_EQ(m.cpu().ac(AcNo{2}), octal(row.at("ac2_after")))
      << what << std::oct << " got " << m.cpu().ac(AcNo{2}).bits();
  EXPECT_EQ(m.core().peek(PhysicalAddress{0200}), octal(row.at("mem200_after"))) << what;
  EXPECT_EQ(m.core().peek(PhysicalAddress{0201}), octal(row.at("mem201_after"))) << what;
  EXPECT_EQ(flagNames(m.cpu().flags()), row.at("flags_after")) << what;
}

void runAll(bool probed) {
  const auto rows = test::readCsv("ka10_vectors.csv");
  ASSERT_EQ(rows.size(), 1177u);
  for (const auto& row : rows) runVector(row, probed);
}

TEST(Vectors, EveryRow) { runAll(false); }
TEST(Vectors, EveryRowProbed) { runAll(true); }

}  // namespace
}  // namespace utah10
