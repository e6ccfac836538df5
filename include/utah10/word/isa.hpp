// The instruction table: one entry an opcode, built from the bit structure of the instruction set.
//
// The one place that defines mnemonics: processor, disassembler, assembler and counters all read it. Source: SRM,
// chapter 2; families are written as the manual draws their bits. Nothing here depends on a machine.
//
// Code that asks what an instruction is asks for its group: groupOf(instruction) == Group::Pushj. No other file writes
// an opcode as a number (tests/style).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "utah10/word/instruction.hpp"

namespace utah10 {

// What an instruction does; families that differ only in bits of the opcode are one group (see Insn::variant).
enum class Group : std::uint8_t {
  Muuo,
  Luuo,
  Unassigned,
  Umove,  // UMOVE and JSYS: of a KA10 with BBN's modifications; on any other 100-127 are unassigned
  Jsys,
  Ufa,
  Dfn,
  Fsc,
  Ibp,
  Ildb,
  Ldb,
  Idpb,
  Dpb,
  FloatAdd,
  FloatSubtract,
  FloatMultiply,
  FloatDivide,
  Move,
  MoveSwapped,
  MoveNegative,
  MoveMagnitude,
  Imul,
  Mul,
  Idiv,
  Div,
  Ash,
  Rot,
  Lsh,
  Jffo,
  Ashc,
  Rotc,
  Lshc,
  NoOp,
  Exch,
  Blt,
  Aobjp,
  Aobjn,
  Jrst,
  Jfcl,
  Xct,
  Pushj,
  Push,
  Pop,
  Popj,
  Jsr,
  Jsp,
  Jsa,
  Jra,
  Add,
  Subtract,
  Cai,
  Cam,
  Jump,
  Skip,
  Aoj,
  Aos,
  Soj,
  Sos,
  Boolean,
  Half,
  Test,
  Io,
};

// Where operands come from and where results go.
enum class Mode : std::uint8_t {
  None,
  Basic,
  Immediate,
  Memory,
  Self,
  Both,
  Long,
  Rounded,
  RoundedImmediate,
  RoundedMemory,
  RoundedBoth,
};

// Skip and jump conditions, opcode bits 6-8.
enum class Condition : std::uint8_t { Never, Less, Equal, LessEqual, Always, GreaterEqual, NotEqual, Greater };

// Halfword variant: source half, destination half, and what happens to the other half of the destination.
struct HalfOp {
  bool fromRight = false;  // source half
  bool toRight = false;    // destination half
  std::uint8_t other = 0;  // 0 unchanged, 1 zeros, 2 ones, 3 sign of the source half
};
constexpr HalfOp halfOp(unsigned opcode) {
  const bool toRight = (opcode & 040) != 0;  // 500-537 HxL-type destination left, 540-577 destination right
  const bool crossed = (opcode & 004) != 0;
  return {toRight != crossed, toRight, static_cast<std::uint8_t>((opcode >> 3) & 3)};
}

// Test variant: which mask, what is done to the masked bits, when to skip.
struct TestOp {
  enum class Mask : std::uint8_t { Right, Left, Direct, Swapped } mask = Mask::Right;
  enum class Change : std::uint8_t { None, Zeros, Complement, Ones } change = Change::None;
  enum class Skip : std::uint8_t { Never, IfZero, Always, IfNotZero } skip = Skip::Never;
};
constexpr TestOp testOp(unsigned opcode) {
  return {static_cast<TestOp::Mask>(((opcode >> 2) & 2) | (opcode & 1)), static_cast<TestOp::Change>((opcode >> 4) & 3),
          static_cast<TestOp::Skip>((opcode >> 1) & 3)};
}

struct Mnemonic {
  std::array<char, 8> text{};
  constexpr std::string_view view() const {
    std::size_t n = 0;
    while (n < text.size() && text[n] != 0) ++n;
    return {text.data(), n};
  }
  constexpr Mnemonic operator+(std::string_view more) const {
    Mnemonic m = *this;
    std::size_t n = view().size();
    for (const char c : more) m.text[n++] = c;
    return m;
  }
};

// One opcode.
struct Insn {
  Mnemonic mnemonic{};  // empty for opcodes without a standard name
  Group group = Group::Unassigned;
  Mode mode = Mode::None;
  std::uint8_t variant = 0;  // Condition, boolean function (opcode bits 3-6), I/O function; else 0
};

using InsnTable = std::array<Insn, 512>;

namespace detail {

constexpr InsnTable buildInsnTable() {
  InsnTable table{};
  bool bound[512] = {};
  const auto put = [&](unsigned op, std::string_view name, Group g, Mode m = Mode::None, unsigned variant = 0) {
    if (bound[op]) throw "opcode bound twice";  // a compile-time error when reached
    bound[op] = true;
    table[op] = Insn{Mnemonic{} + name, g, m, static_cast<std::uint8_t>(variant)};
  };
  // Four consecutive opcodes with the mode in bits 7-8: basic, I, M, and S or B.
  const auto fourModes = [&](unsigned op, std::string_view name, Group g, bool both, unsigned variant = 0) {
    const Mnemonic stem = Mnemonic{} + name;
    put(op, name, g, Mode::Basic, variant);
    put(op + 1, (stem + "I").view(), g, Mode::Immediate, variant);
    put(op + 2, (stem + "M").view(), g, Mode::Memory, variant);
    put(op + 3, (stem + (both ? "B" : "S")).view(), g, both ? Mode::Both : Mode::Self, variant);
  };
  // Eight consecutive opcodes with a skip or jump condition in bits 6-8.
  const auto conditions = [&](unsigned op, std::string_view name, Group g) {
    constexpr std::string_view suffix[8] = {"", "L", "E", "LE", "A", "GE", "N", "G"};
    for (unsigned c = 0; c < 8; ++c) put(op + c, ((Mnemonic{} + name) + suffix[c]).view(), g, Mode::None, c);
  };

  // 000-077 unimplemented user operations; 100-127 unassigned on an unmodified KA10, 105-127 on a modified one.
  put(0, "", Group::Muuo);
  for (unsigned op = 001; op <= 037; ++op) put(op, "", Group::Luuo);
  for (unsigned op = 040; op <= 077; ++op) put(op, "", Group::Muuo);
  fourModes(0100, "UMOVE", Group::Umove, false);
  put(0104, "JSYS", Group::Jsys);
  for (unsigned op = 0105; op <= 0127; ++op) put(op, "", Group::Unassigned);

  put(0130, "UFA", Group::Ufa);
  put(0131, "DFN", Group::Dfn);
  put(0132, "FSC", Group::Fsc);
  put(0133, "IBP", Group::Ibp);
  put(0134, "ILDB", Group::Ildb);
  put(0135, "LDB", Group::Ldb);
  put(0136, "IDPB", Group::Idpb);
  put(0137, "DPB", Group::Dpb);

  // 140-177: bits 4-5 the operation, bits 6-8 the mode.
  constexpr std::string_view floatName[4] = {"FAD", "FSB", "FMP", "FDV"};
  constexpr Group floatGroup[4] = {Group::FloatAdd, Group::FloatSubtract, Group::FloatMultiply, Group::FloatDivide};
  constexpr std::string_view floatSuffix[8] = {"", "L", "M", "B", "R", "RI", "RM", "RB"};
  constexpr Mode floatMode[8] = {Mode::Basic,         Mode::Long,       Mode::Memory,
                                 Mode::Both,          Mode::Rounded,    Mode::RoundedImmediate,
                                 Mode::RoundedMemory, Mode::RoundedBoth};
  for (unsigned f = 0; f < 4; ++f)
    for (unsigned m = 0; m < 8; ++m)
      put(0140 + f * 8 + m, ((Mnemonic{} + floatName[f]) + floatSuffix[m]).view(), floatGroup[f], floatMode[m]);

  fourModes(0200, "MOVE", Group::Move, false);
  fourModes(0204, "MOVS", Group::MoveSwapped, false);
  fourModes(0210, "MOVN", Group::MoveNegative, false);
  fourModes(0214, "MOVM", Group::MoveMagnitude, false);
  fourModes(0220, "IMUL", Group::Imul, true);
  fourModes(0224, "MUL", Group::Mul, true);
  fourModes(0230, "IDIV", Group::Idiv, true);
  fourModes(0234, "DIV", Group::Div, true);

  put(0240, "ASH", Group::Ash);
  put(0241, "ROT", Group::Rot);
  put(0242, "LSH", Group::Lsh);
  put(0243, "JFFO", Group::Jffo);
  put(0244, "ASHC", Group::Ashc);
  put(0245, "ROTC", Group::Rotc);
  put(0246, "LSHC", Group::Lshc);
  put(0247, "", Group::NoOp, Mode::Basic);  // rewrites AC with itself
  put(0250, "EXCH", Group::Exch);
  put(0251, "BLT", Group::Blt);
  put(0252, "AOBJP", Group::Aobjp);
  put(0253, "AOBJN", Group::Aobjn);
  put(0254, "JRST", Group::Jrst);
  put(0255, "JFCL", Group::Jfcl);
  put(0256, "XCT", Group::Xct);
  put(0257, "", Group::NoOp);
  put(0260, "PUSHJ", Group::Pushj);
  put(0261, "PUSH", Group::Push);
  put(0262, "POP", Group::Pop);
  put(0263, "POPJ", Group::Popj);
  put(0264, "JSR", Group::Jsr);
  put(0265, "JSP", Group::Jsp);
  put(0266, "JSA", Group::Jsa);
  put(0267, "JRA", Group::Jra);
  fourModes(0270, "ADD", Group::Add, true);
  fourModes(0274, "SUB", Group::Subtract, true);

  conditions(0300, "CAI", Group::Cai);
  conditions(0310, "CAM", Group::Cam);
  conditions(0320, "JUMP", Group::Jump);
  conditions(0330, "SKIP", Group::Skip);
  conditions(0340, "AOJ", Group::Aoj);
  conditions(0350, "AOS", Group::Aos);
  conditions(0360, "SOJ", Group::Soj);
  conditions(0370, "SOS", Group::Sos);

  // 400-477: bits 3-6 are the truth table of the function.
  constexpr std::string_view booleanName[16] = {"SETZ",  "AND", "ANDCA", "SETM", "ANDCM", "SETA", "XOR",  "IOR",
                                                "ANDCB", "EQV", "SETCA", "ORCA", "SETCM", "ORCM", "ORCB", "SETO"};
  for (unsigned f = 0; f < 16; ++f) fourModes(0400 + f * 4, booleanName[f], Group::Boolean, true, f);

  // 500-577: bit 3 destination half, bits 4-5 other half, bit 6 halves cross, bits 7-8 mode.
  constexpr std::string_view otherName[4] = {"", "Z", "O", "E"};
  for (unsigned op = 0500; op < 0600; op += 4) {
    const HalfOp h = halfOp(op);
    Mnemonic m = (Mnemonic{} + (h.fromRight ? "HR" : "HL")) + (h.toRight ? "R" : "L");
    m = m + otherName[h.other];
    fourModes(op, m.view(), Group::Half, false);
  }

  // 600-677: bits 3-4 change, bit 5 and 8 mask, bits 6-7 skip.
  constexpr std::string_view maskName[4] = {"TR", "TL", "TD", "TS"};
  constexpr std::string_view changeName[4] = {"N", "Z", "C", "O"};
  constexpr std::string_view skipName[4] = {"", "E", "A", "N"};
  for (unsigned op = 0600; op < 0700; ++op) {
    const TestOp t = testOp(op);
    Mnemonic m = (Mnemonic{} + maskName[static_cast<unsigned>(t.mask)]) + changeName[static_cast<unsigned>(t.change)];
    m = m + skipName[static_cast<unsigned>(t.skip)];
    put(op, m.view(), Group::Test);
  }

  // 700-777: device in bits 3-9, function in bits 10-12; see kIoMnemonic.
  for (unsigned op = 0700; op < 01000; ++op) put(op, "", Group::Io);
  return table;
}

}  // namespace detail

inline constexpr InsnTable kInsnTable = detail::buildInsnTable();

// Indexed by IoFunction.
inline constexpr std::array<std::string_view, 8> kIoMnemonic = {"BLKI", "DATAI", "BLKO",  "DATAO",
                                                                "CONO", "CONI",  "CONSZ", "CONSO"};

constexpr const Insn& insnOf(Instruction i) { return kInsnTable[i.opcode()]; }
constexpr Group groupOf(Instruction i) { return insnOf(i).group; }

// The mnemonic, for input-output instructions that of the function; empty for opcodes without a standard name.
constexpr std::string_view mnemonicOf(Instruction i) {
  return i.isIo() ? kIoMnemonic[static_cast<std::size_t>(i.function())] : insnOf(i).mnemonic.view();
}

// The opcodes of a group, in ascending order.
template <Group G>
inline constexpr auto kOpcodesOf = [] {
  constexpr std::size_t number = [] {
    std::size_t n = 0;
    for (const Insn& insn : kInsnTable) n += insn.group == G ? 1 : 0;
    return n;
  }();
  std::array<std::uint32_t, number> opcodes{};
  for (std::uint32_t op = 0, n = 0; op < kInsnTable.size(); ++op)
    if (kInsnTable[op].group == G) opcodes[n++] = op;
  return opcodes;
}();

// The only opcode of a group, or the first one.
template <Group G>
inline constexpr std::uint32_t kOpcodeOf = kOpcodesOf<G>.front();

// Unimplemented user operations, 000-077; 000 itself is one that no program means to execute.
constexpr bool isUuo(Group group) { return group == Group::Muuo || group == Group::Luuo; }

}  // namespace utah10
