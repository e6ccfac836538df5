// The instruction table compared with a flat list of all 512 opcodes and the eight transfer functions, typed line by
// line and compared name by name with the built-in operators of MACRO-10. The table is built from the bit structure
// of the set (SRM, chapter 2), the list has no structure: an error in one is not repeated in the other.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "utah10/word/isa.hpp"

namespace utah10 {
namespace {

// One line of tables/opcodes.csv. Aliases are assembler synonyms, monitor calls, and names that later or modified
// processors gave the opcode: the table may contain none of them.
struct Line {
  std::string octal, mnemonic, aliases, group, mode, variant;
};

std::vector<Line> readList() {
  std::ifstream in(std::string(UTAH10_SOURCE_DIR) + "/tests/word/tables/opcodes.csv");
  std::vector<Line> lines;
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "octal,mnemonic,aliases,group,mode,variant");
  while (std::getline(in, text)) {
    std::istringstream row(text);
    Line l;
    for (std::string* field : {&l.octal, &l.mnemonic, &l.aliases, &l.group, &l.mode, &l.variant})
      std::getline(row, *field, ',');
    EXPECT_TRUE(row.eof() || row.peek() == EOF) << text;
    lines.push_back(l);
  }
  EXPECT_FALSE(lines.empty());
  return lines;
}

std::vector<Line> select(bool transfers) {
  std::vector<Line> chosen;
  for (const Line& l : readList())
    if ((l.octal.find('/') != std::string::npos) == transfers) chosen.push_back(l);
  return chosen;
}

unsigned codeOf(const Line& l) { return static_cast<unsigned>(std::stoul(l.octal, nullptr, 8)); }

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string w; in >> w;) all.push_back(w);
  return all;
}

// ---- the list's words in terms of the table ----

Group groupNamed(const std::string& name) {
  static const std::map<std::string, Group> names = {
      {"Muuo", Group::Muuo},
      {"Luuo", Group::Luuo},
      {"Unassigned", Group::Unassigned},
      {"Umove", Group::Umove},
      {"Jsys", Group::Jsys},
      {"Ufa", Group::Ufa},
      {"Dfn", Group::Dfn},
      {"Fsc", Group::Fsc},
      {"Ibp", Group::Ibp},
      {"Ildb", Group::Ildb},
      {"Ldb", Group::Ldb},
      {"Idpb", Group::Idpb},
      {"Dpb", Group::Dpb},
      {"FloatAdd", Group::FloatAdd},
      {"FloatSubtract", Group::FloatSubtract},
      {"FloatMultiply", Group::FloatMultiply},
      {"FloatDivide", Group::FloatDivide},
      {"Move", Group::Move},
      {"MoveSwapped", Group::MoveSwapped},
      {"MoveNegative", Group::MoveNegative},
      {"MoveMagnitude", Group::MoveMagnitude},
      {"Imul", Group::Imul},
      {"Mul", Group::Mul},
      {"Idiv", Group::Idiv},
      {"Div", Group::Div},
      {"Ash", Group::Ash},
      {"Rot", Group::Rot},
      {"Lsh", Group::Lsh},
      {"Jffo", Group::Jffo},
      {"Ashc", Group::Ashc},
      {"Rotc", Group::Rotc},
      {"Lshc", Group::Lshc},
      {"NoOp", Group::NoOp},
      {"Exch", Group::Exch},
      {"Blt", Group::Blt},
      {"Aobjp", Group::Aobjp},
      {"Aobjn", Group::Aobjn},
      {"Jrst", Group::Jrst},
      {"Jfcl", Group::Jfcl},
      {"Xct", Group::Xct},
      {"Pushj", Group::Pushj},
      {"Push", Group::Push},
      {"Pop", Group::Pop},
      {"Popj", Group::Popj},
      {"Jsr", Group::Jsr},
      {"Jsp", Group::Jsp},
      {"Jsa", Group::Jsa},
      {"Jra", Group::Jra},
      {"Add", Group::Add},
      {"Subtract", Group::Subtract},
      {"Cai", Group::Cai},
      {"Cam", Group::Cam},
      {"Jump", Group::Jump},
      {"Skip", Group::Skip},
      {"Aoj", Group::Aoj},
      {"Aos", Group::Aos},
      {"Soj", Group::Soj},
      {"Sos", Group::Sos},
      {"Boolean", Group::Boolean},
      {"Half", Group::Half},
      {"Test", Group::Test},
      {"Io", Group::Io},
  };
  return names.at(name);
}

Mode modeNamed(const std::string& name) {
  static const std::map<std::string, Mode> names = {
      {"None", Mode::None},
      {"Basic", Mode::Basic},
      {"Immediate", Mode::Immediate},
      {"Memory", Mode::Memory},
      {"Self", Mode::Self},
      {"Both", Mode::Both},
      {"Long", Mode::Long},
      {"Rounded", Mode::Rounded},
      {"RoundedImmediate", Mode::RoundedImmediate},
      {"RoundedMemory", Mode::RoundedMemory},
      {"RoundedBoth", Mode::RoundedBoth},
  };
  return names.at(name);
}

unsigned conditionNamed(const std::string& name) {
  static const std::map<std::string, Condition> names = {
      {"Never", Condition::Never},         {"Less", Condition::Less},       {"Equal", Condition::Equal},
      {"LessEqual", Condition::LessEqual}, {"Always", Condition::Always},   {"GreaterEqual", Condition::GreaterEqual},
      {"NotEqual", Condition::NotEqual},   {"Greater", Condition::Greater},
  };
  return static_cast<unsigned>(names.at(name));
}

bool isConditional(Group g) { return g >= Group::Cai && g <= Group::Sos; }

std::string halfText(unsigned opcode) {
  const HalfOp h = halfOp(opcode);
  static const char* const other[4] = {"same", "zeros", "ones", "sign"};
  return std::string(h.fromRight ? "right " : "left ") + (h.toRight ? "right " : "left ") + other[h.other];
}

std::string testText(unsigned opcode) {
  const TestOp t = testOp(opcode);
  static const std::map<TestOp::Mask, std::string> mask = {{TestOp::Mask::Right, "right"},
                                                           {TestOp::Mask::Left, "left"},
                                                           {TestOp::Mask::Direct, "direct"},
                                                           {TestOp::Mask::Swapped, "swapped"}};
  static const std::map<TestOp::Change, std::string> change = {{TestOp::Change::None, "none"},
                                                               {TestOp::Change::Zeros, "zeros"},
                                                               {TestOp::Change::Complement, "complement"},
                                                               {TestOp::Change::Ones, "ones"}};
  static const std::map<TestOp::Skip, std::string> skip = {{TestOp::Skip::Never, "never"},
                                                           {TestOp::Skip::IfZero, "ifzero"},
                                                           {TestOp::Skip::Always, "always"},
                                                           {TestOp::Skip::IfNotZero, "ifnotzero"}};
  return mask.at(t.mask) + " " + change.at(t.change) + " " + skip.at(t.skip);
}

// ---- the comparisons ----

TEST(OpcodeList, HasEveryOpcodeOnceAndInOrder) {
  const std::vector<Line> list = select(false);
  ASSERT_EQ(list.size(), kInsnTable.size());
  for (unsigned op = 0; op < kInsnTable.size(); ++op) EXPECT_EQ(codeOf(list[op]), op) << list[op].octal;
}

TEST(OpcodeList, EveryLineAgreesWithTheTable) {
  for (const Line& l : select(false)) {
    const Insn& insn = kInsnTable.at(codeOf(l));
    EXPECT_EQ(insn.mnemonic.view(), l.mnemonic) << l.octal;
    EXPECT_EQ(insn.group, groupNamed(l.group)) << l.octal << " " << l.mnemonic;
    EXPECT_EQ(insn.mode, modeNamed(l.mode)) << l.octal << " " << l.mnemonic;
  }
}

// Boolean functions are listed as their truth tables: the result for neither, AC alone, memory alone, both.
TEST(OpcodeList, EveryVariantAgreesWithTheTable) {
  for (const Line& l : select(false)) {
    const unsigned op = codeOf(l);
    const Insn& insn = kInsnTable.at(op);
    SCOPED_TRACE(l.octal + " " + l.mnemonic);
    if (l.group == "Half")
      EXPECT_EQ(halfText(op), l.variant);
    else if (l.group == "Test")
      EXPECT_EQ(testText(op), l.variant);
    else if (l.group == "Boolean")
      EXPECT_EQ(insn.variant, std::stoul(l.variant, nullptr, 2));
    else if (isConditional(groupNamed(l.group)))
      EXPECT_EQ(insn.variant, conditionNamed(l.variant));
    else
      EXPECT_TRUE(l.variant.empty() && insn.variant == 0);
  }
}

// In the other direction: every name in the table is in the list, once, and as a name, not an alias.
TEST(OpcodeList, HasEveryMnemonicOfTheTable) {
  std::map<std::string, int> listed;
  std::set<std::string> aliases;
  for (const Line& l : readList()) {
    if (!l.mnemonic.empty()) ++listed[l.mnemonic];
    for (const std::string& alias : words(l.aliases)) EXPECT_TRUE(aliases.insert(alias).second) << alias;
  }
  std::size_t spelt = kIoMnemonic.size();
  const auto find = [&](std::string_view name) {
    EXPECT_EQ(listed[std::string(name)], 1) << name;
    EXPECT_FALSE(aliases.contains(std::string(name))) << name;
  };
  for (const Insn& insn : kInsnTable) {
    if (insn.mnemonic.view().empty()) continue;
    ++spelt;
    find(insn.mnemonic.view());
  }
  for (const std::string_view name : kIoMnemonic) find(name);
  EXPECT_EQ(listed.size(), spelt);
}

TEST(OpcodeList, TransferFunctionsAgreeWithTheTable) {
  static const std::map<std::string, IoFunction> functions = {
      {"Blki", IoFunction::Blki},   {"Datai", IoFunction::Datai}, {"Blko", IoFunction::Blko},
      {"Datao", IoFunction::Datao}, {"Cono", IoFunction::Cono},   {"Coni", IoFunction::Coni},
      {"Consz", IoFunction::Consz}, {"Conso", IoFunction::Conso}};
  const std::vector<Line> list = select(true);
  ASSERT_EQ(list.size(), kIoMnemonic.size());
  for (unsigned f = 0; f < kIoMnemonic.size(); ++f) {
    EXPECT_EQ(list[f].octal, "7dd/" + std::to_string(f));
    EXPECT_EQ(list[f].mnemonic, kIoMnemonic[f]);
    EXPECT_EQ(static_cast<unsigned>(functions.at(list[f].variant)), f);
  }
}

}  // namespace
}  // namespace utah10
