// JOBDAT: names of the low core words through which monitor, loader and debugger exchange data about a program.
#include "toolchain/radix50.hpp"
#include "utah10/toolchain/linker.hpp"

namespace utah10 {

namespace {

struct JobDatum {
  std::string_view name;
  std::uint32_t value;
};

// Monitor Calls manual, Job Data Area. Values below 10 are offsets from the front of a high segment.
constexpr JobDatum kJobData[] = {
    {".JB41", 041},   {".JBAPR", 0125}, {".JBBLT", 045},  {".JBCHN", 0131}, {".JBCNI", 0126}, {".JBCOR", 0133},
    {".JBCST", 0136}, {".JBDA", 0140},  {".JBDDT", 074},  {".JBERR", 042},  {".JBFF", 0121},  {".JBHRL", 0115},
    {".JBINT", 0134}, {".JBOPC", 0130}, {".JBOPS", 0135}, {".JBPFI", 0114}, {".JBREL", 044},  {".JBREN", 0124},
    {".JBSA", 0120},  {".JBSYM", 0116}, {".JBTPC", 0127}, {".JBUSY", 0117}, {".JBUUO", 040},  {".JBVER", 0137}};
constexpr JobDatum kHighJobData[] = {{".JBH41", 1}, {".JBHCR", 2}, {".JBHDA", 010}, {".JBHGA", 7}, {".JBHGH", 0400000},
                                     {".JBHNM", 5}, {".JBHRN", 3}, {".JBHSA", 0},   {".JBHSM", 6}, {".JBHVR", 4}};

RelItem item(RelType type) {
  RelItem i;
  i.type = static_cast<unsigned>(type);
  return i;
}

}  // namespace

std::vector<RelItem> jobDataModule() {
  constexpr unsigned kGlobal = 04, kSuppressed = 044;
  RelItem entry = item(RelType::Entry);
  RelItem name = item(RelType::Name);
  RelItem symbols = item(RelType::Symbols);
  RelItem end = item(RelType::End);
  const auto define = [&](const JobDatum& d, unsigned code) {
    addWord(entry, radix50Word(0, d.name));
    addWord(symbols, radix50Word(code, d.name));
    addWord(symbols, Word36{d.value});
  };
  for (const JobDatum& d : kJobData) define(d, kGlobal);
  for (const JobDatum& d : kHighJobData) define(d, kSuppressed);
  addWord(name, radix50Word(0, "JOBDAT"));
  addWord(name, Word36{});
  addWord(end, Word36{}, kRelRight);
  addWord(end, Word36{});
  return {entry, name, symbols, end};
}

}  // namespace utah10
