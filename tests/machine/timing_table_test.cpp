// The timing table: every row's time and memory references, measured on the processor in the table's conditions
// (executive mode, R=.60, W=.20, fast memory on, no waiting): docs/sources/timing.md 5.
#include <gtest/gtest.h>

#include <cmath>

#include "csv.hpp"
#include "utah10/machine/machine.hpp"
#include "word/operand_use.hpp"

namespace utah10 {
namespace {

MachineConfig idealMachine(const std::string& profile = "srm") {
  MachineConfig config;
  config.timing = profile;
  config.memory = {{*findMemoryKind("ideal"), 0, 65536, 1, 4}};
  return config;
}

// The set-up of a row, so that its loops are taken a known number of times.
struct Case {
  std::uint64_t instruction = 0;
  std::uint64_t ac1 = 0;
  std::uint64_t ac2 = 0;
  std::uint64_t operand = 0;
  Duration steps{};  // time of the loops taken, by the row's own terms
};

constexpr std::uint64_t kFloatOne = 0201400000000;
constexpr std::uint64_t kFloatMinusOne = 0576400000000;
constexpr std::uint64_t kThreeQuarters = 0200600000000;
constexpr std::uint32_t kData = 0200;

Case floatCase(Group g, Case c) {
  c.ac1 = kFloatOne;
  c.operand = g == Group::FloatSubtract ? kFloatMinusOne : kFloatOne;
  if (g == Group::FloatMultiply) {  // .75 squared needs no normalising; its multiplier has one add step
    c.ac1 = c.operand = kThreeQuarters;
    c.steps = nanoseconds(130);
  }
  return c;
}

std::uint32_t addressOf(const Insn& insn, const Case& c) {
  if (insn.mode == Mode::RoundedImmediate) return static_cast<std::uint32_t>(c.operand >> 18);
  if (isShift(insn.group) || insn.group == Group::Fsc) return 0;
  if (insn.mode == Mode::Immediate) return static_cast<std::uint32_t>(c.operand);
  return kData;
}

Case caseOf(unsigned op) {
  const Insn& insn = kInsnTable[op];
  Case c;
  switch (insn.group) {
    case Group::FloatAdd:
    case Group::FloatSubtract:
    case Group::FloatMultiply:
    case Group::FloatDivide:
    case Group::Ufa:
    case Group::Fsc:
      c = floatCase(insn.group, c);
      break;
    case Group::Idiv:
    case Group::Div:
      c.operand = 3;
      c.ac2 = 10;
      break;
    case Group::Jffo:
      c.ac1 = Word36::kSign;
      break;
    case Group::Ibp:
    case Group::Ildb:
    case Group::Ldb:
    case Group::Idpb:
    case Group::Dpb:
      c.operand = 0201;
      break;  // P and S zero
    case Group::Blt:
      c.ac1 = 0000300000200;
      c.steps = nanoseconds(1050 + 930 + 500);
      break;
    case Group::Pushj:
    case Group::Push:
    case Group::Pop:
    case Group::Popj:
    case Group::Jra:
      c.ac1 = 0000300000300;
      break;
    default:
      break;
  }
  const std::uint64_t ac = insn.group == Group::Jrst ? 0 : 1;
  c.instruction = (std::uint64_t{op} << 27) | (ac << 23) | addressOf(insn, c);
  return c;
}

Case ioCase(unsigned function) {
  Case c;
  c.operand = 0777776000300;
  c.instruction = 0777400000000 | (std::uint64_t{function} << 23) | kData;  // device 774 is not connected
  return c;
}

// Memory references as the table writes them.
struct Recorder final : Probe {
  std::string refs;
  void memory(const MemoryRecord& r) override {
    constexpr const char* names[] = {"F", "I", "R", "W", "RP", "WP", "f", "i", "r", "w"};
    refs += std::string(refs.empty() ? "" : " ") + names[static_cast<std::size_t>(r.kind)];
  }
};

struct Measured {
  Duration time{};
  std::string refs;
};

Measured measure(const Case& c, bool halfOnly, bool probed) {
  Machine m{idealMachine()};
  Recorder recorder;
  if (probed) m.cpu().connect(recorder);
  m.cpu().switches().singleInstruction = halfOnly;  // stops between the halves of UUO and XCT
  m.core().poke(PhysicalAddress{0100}, Word36{c.instruction});
  m.core().poke(PhysicalAddress{kData}, Word36{c.operand});
  m.cpu().setAc(AcNo{1}, Word36{c.ac1});
  m.cpu().setAc(AcNo{2}, Word36{c.ac2});
  m.cpu().setStart(VirtualAddress{0100});
  const Instant before = m.now();
  m.cpu().run({.instructions = 1});
  return {m.now() - before - c.steps, recorder.refs};
}

// "F R(E) W(AC+1.R)" -> "F R W"; the references of a target that is not run are omitted.
std::string expectedRefs(std::string text, bool halfOnly) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(') {
      while (text[i] != ')') ++i;
    } else if (c == '{' || c == '}') {
      continue;
    } else if (c == '*') {
      break;
    } else {
      out += c;
    }
  }
  if (halfOnly) out.resize(out.size() - 2);
  return out;
}

TEST(TimingTable, EveryRow) {
  const auto rows = test::readCsv("ka10_timing.csv");
  ASSERT_EQ(rows.size(), 456u);
  int checked = 0;
  for (const auto& row : rows) {
    const std::string& code = row.at("opcode");
    const bool io = code.starts_with("7dd/");
    const unsigned op = io ? 0777 : static_cast<unsigned>(std::stoul(code, nullptr, 8));
    const Case c = io ? ioCase(static_cast<unsigned>(code[4] - '0')) : caseOf(op);
    const bool halfOnly = !io && (op < 0130 || op == 0256);
    const Measured m = measure(c, halfOnly, true);
    const auto base = nanoseconds(std::llround(std::stod(row.at("base_us")) * 1000));
    EXPECT_EQ(m.time.count(), base.count()) << code << " " << row.at("mnemonic");
    EXPECT_EQ(m.refs, expectedRefs(row.at("memory_refs_in_order"), halfOnly)) << code << " " << row.at("mnemonic");
    if (!halfOnly) {
      EXPECT_EQ(measure(c, false, false).time, m.time) << code << ": plain and probed differ";
    }
    ++checked;
  }
  EXPECT_EQ(checked, 456);
}

TEST(TimingTable, MnemonicsAgreeWithTheInstructionTable) {
  for (const auto& row : test::readCsv("ka10_timing.csv")) {
    if (row.at("opcode").starts_with("7dd/")) continue;
    const auto op = static_cast<unsigned>(std::stoul(row.at("opcode"), nullptr, 8));
    const std::string_view name = kInsnTable[op].mnemonic.view();
    if (row.at("mnemonic") == "UNIMP") {
      EXPECT_TRUE(op >= 0100 && op <= 0127) << op;  // UMOVE to JSYS have names, of a modified processor
    } else if (!name.empty()) {
      EXPECT_EQ(name, row.at("mnemonic"));
    }
  }
}

}  // namespace
}  // namespace utah10
