// Records as lines: descriptions of every kind, columns, CSV and JSON; values written by hand.
#include "trace/record_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sample_records.hpp"
#include "trace/message_names.hpp"
#include "trace/record_printer.hpp"
#include "trace/report_text.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {
namespace {

constexpr Instant at(std::int64_t ns) { return kPowerOn + nanoseconds(ns); }

const std::vector<TraceDevice> kDevices = {
    {DeviceCode::written(0104), "ptr", {{010, "done"}, {07, "PI channel"}}, {{040, "binary"}, {020, "busy"}}}};

Symbols someSymbols() {
  Symbols symbols;
  symbols.exec.add("LOOP", Word36{0100});
  symbols.exec.add("TABLE", Word36{01000});
  symbols.exec.addLine(VirtualAddress{0102}, "x.mac", 12);
  symbols.user.add("MAIN", Word36{0100});
  return symbols;
}

// An instruction record with the machine state it refers to.
struct Step {
  HistoryEntry entry;
  std::array<Word36, 16> ac{};
  InstructionRecord record{entry, at(3310), 5, 030, ac};
  explicit Step(std::uint64_t word, std::uint64_t pcWord = 0102) {
    entry.began = at(1000);
    entry.instruction = Instruction{Word36{word}};
    entry.pcWord = PcWord{Word36{pcWord}};
    entry.e = 01003;
    entry.accumulator = Word36{017};
    entry.data = Word36{0123456701234};
    for (unsigned n = 0; n < 16; ++n) ac[n] = Word36{n};
  }
};

std::string textOf(const RecordView& view) {
  const Symbols symbols = someSymbols();
  const RecordNames names{kDevices, &symbols};
  return recordText(view, names);
}

TEST(RecordText, NamesAddressesWhereAnInstructionHasOne) {
  struct Case {
    std::uint64_t word;
    std::uint64_t pcWord;
    const char* text;
  };
  const Case cases[] = {
      {0200040001003, 0102, "MOVE 1,TABLE+3"},
      {0200060001003, 0102, "MOVE 1,@TABLE+3"},
      {0254000000100, 0102, "JRST LOOP"},
      {0254000000100, 010000000102, "JRST MAIN"},  // in user mode
      {0254000000101, 010000000102, "JRST MAIN+1"},
      {0201040001003, 0102, "MOVEI 1,1003"},   // a number, if it is not a label
      {0201040001000, 0102, "MOVEI 1,TABLE"},  // an address, or a number
      {0200044001003, 0102, "MOVE 1,1003(4)"},
      {0200044001000, 0102, "MOVE 1,TABLE(4)"},
      {0242040000100, 0102, "LSH 1,100"},
      {0602040000100, 0102, "TRNE 1,100"},
      {0616040000100, 0102, "TDNN 1,LOOP"},
      {0104000000050, 0102, "JSYS BIN"},
      {0104001000050, 0102, "JSYS 50(1)"},
      {0104000001100, 0102, "JSYS 1100"},
      {0710600000100, 0102, "CONO PTR,100"},
      {0710440001001, 0102, "DATAI PTR,TABLE+1"},
      {0200040000000, 0102, "MOVE 1,0"},
  };
  for (const Case& c : cases) {
    const Step step{c.word, c.pcWord};
    EXPECT_EQ(textOf(&step.record), c.text);
  }
}

TEST(RecordText, MarksWhatStoodElsewhere) {
  Step step{0254000000100};
  step.entry.context = kHistoryXct | kHistoryPi | kHistoryTrap;
  EXPECT_EQ(textOf(&step.record), "JRST LOOP xct pi trap");
}

TEST(RecordText, SaysWhatHappened) {
  const MemoryRecord read = test::waitingRead(at(5));
  EXPECT_EQ(textOf(&read), "read u:001234 at 561234: 000000000017, waited 0.30us");
  const MemoryRecord cst{
      at(5), CycleKind::CstWrite, false, VirtualAddress{04030}, PhysicalAddress{04030}, Word36{}, Space::Real, {}, {}};
  EXPECT_EQ(textOf(&cst), "cst-write p:004030: 000000000000");
  const IoRecord cono{at(5), DeviceCode::written(0104), 4, Word36{060}};
  EXPECT_EQ(textOf(&cono), "CONO  PTR,000060: binary, busy");
  const IoRecord coni{at(5), DeviceCode::written(0104), 5, Word36{0415}};
  EXPECT_EQ(textOf(&coni), "CONI  PTR,000000000415: done, PI channel 5, unnamed bits 400");
  const IoRecord data{at(5), DeviceCode::written(0104), 1, Word36{0377}};
  EXPECT_EQ(textOf(&data), "DATAI PTR,000000000377");
  const IoRecord nobody{at(5), DeviceCode::written(0774), 5, Word36{}};
  EXPECT_EQ(textOf(&nobody), "CONI  774,000000000000: no device answers");
  const InterruptRecord interrupt{at(5), 3, PcWord{0, VirtualAddress{0100}}};
  EXPECT_EQ(textOf(&interrupt), "interrupt on level 3");
  const EventRecord armed{EventChange::Armed, at(5), 2, "ptr.read", at(2500)};
  EXPECT_EQ(textOf(&armed), "armed ptr.read for 2.50us");
  const EventRecord fired{EventChange::Fired, at(5), 2, "ptr.read", at(5)};
  EXPECT_EQ(textOf(&fired), "fired ptr.read");
  const AbandonRecord given{at(5), InstructionAbort::Reason::PageTrap, false, Instruction{Word36{0200040001003}},
                            PcWord{0, VirtualAddress{0102}}};
  EXPECT_EQ(textOf(&given), "abandoned: page trap, MOVE 1,TABLE+3");
  const AbandonRecord fetching{at(5), InstructionAbort::Reason::PageTrap, true, {}, PcWord{0, VirtualAddress{0102}}};
  EXPECT_EQ(textOf(&fetching), "abandoned during its fetch: page trap");
  const RunRecord end{at(5), false, StopReason::Halt};
  EXPECT_EQ(textOf(&end), "run ends: halt instruction");
}

TEST(RecordText, SaysWhatThePagerDid) {
  PagerRecord r{.kind = PagerAction::Reload,
                .at = at(5),
                .length = nanoseconds(2310),
                .space = Space::User,
                .virtualAddress = VirtualAddress{05123},
                .need = Access::Write,
                .chain = 2,
                .core = 057,
                .rights = 3};
  EXPECT_EQ(textOf(&r), "reload u:005123 core 057 rw-, for a write, 2. table words, took 2.31us");
  r = {.kind = PagerAction::Trap,
       .at = at(5),
       .length = nanoseconds(1000),
       .space = Space::Exec,
       .virtualAddress = VirtualAddress{0400123},
       .status = 0500011};  // not in core; read of monitor space
  EXPECT_EQ(textOf(&r), "trap at e:400123: not-in-core: read of monitor space, took 1.00us");
  r = {.kind = PagerAction::Base, .at = at(5), .length = nanoseconds(1000), .core = 031, .process = 030};
  EXPECT_EQ(textOf(&r), "base: process 30, user's page table in core 031, took 1.00us");
  r = {.kind = PagerAction::Clear, .at = at(5), .space = Space::User};
  EXPECT_EQ(textOf(&r), "clear registers of user space");
  r = {.kind = PagerAction::Mode, .at = at(5), .rights = 3};
  EXPECT_EQ(textOf(&r), "mode on, resident monitor mapped");
}

TEST(RecordText, BearsNumbersThatNameNothing) {
  const MemoryRecord memory{at(5), static_cast<CycleKind>(99), false, {}, {}, {}, static_cast<Space>(99), {}, {}};
  EXPECT_EQ(textOf(&memory), "? ?:000000: 000000000000");
  const AbandonRecord given{at(5), static_cast<InstructionAbort::Reason>(99), true, {}, {}};
  EXPECT_EQ(textOf(&given), "abandoned during its fetch: ?");
  const EventRecord event{static_cast<EventChange>(99), at(5), 2, "x", at(5)};
  EXPECT_EQ(textOf(&event), "? x");
}

TEST(MessageText, ReadsLeadersAndCommands) {
  struct Case {
    bool fromHost;
    std::vector<std::uint8_t> octets;
    const char* text;
  };
  const Case cases[] = {
      {false, {5, 2, 3, 0}, "RFNM of host 2 link 3"},
      {false, {7, 0103, 0, 1}, "destination dead of host 103 link 0 subtype 1"},
      {true, {4, 0, 0, 0}, "NOP"},
      {true, {5, 2, 3, 0}, "unknown type 5. to host 2 link 3"},
      {true, {0, 0101, 0, 0, 0, 8, 0, 2, 0, 011, 0125}, "regular message to host 101 link 0: ECO"},
      {true, {0, 0101, 0, 0, 0, 8, 0, 3, 0, 12, 8, 3}, "regular message to host 101 link 0: RST INS"},
      {true, {0, 0101, 0, 0, 0, 8, 0, 3, 0, 1, 8, 3}, "regular message to host 101 link 0: RTS cut short"},
      {true, {0, 0101, 0, 0, 0, 8, 0, 1, 0, 077}, "regular message to host 101 link 0: unknown command 77"},
      {false, {0, 0101, 2, 0, 0, 32, 0, 1, 0, 0, 0, 8, 0}, "regular message of host 101 link 2: 1. bytes of 32. bits"},
      {false,
       {0, 0101, 2, 0, 0, 36, 0, 1, 0, 0},
       "regular message of host 101 link 2: 1. bytes of 36. bits, cut short"},
      {false, {0, 0101, 2, 0, 0}, "regular message of host 101 link 2, no header"},
      {false, {0, 0101}, "16. bits, no leader"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(messageText({at(0), {}, 0, c.fromHost, static_cast<std::uint32_t>(8 * c.octets.size()), c.octets}),
              c.text);
}

std::string printed(const RecordView& view, std::string_view columns, ReportForm form) {
  const Symbols symbols = someSymbols();
  const RecordNames names{kDevices, &symbols};
  std::string text;
  RecordPrinter printer{names, *parseColumns(columns), form, [&](std::string_view line) { text += line; }};
  tell(view, printer);
  return text;
}

TEST(RecordPrinter, ShowsColumnsInTheOrderAskedFor) {
  const Step step{0200040001003, 0400000000102};
  EXPECT_EQ(printed(&step.record, "pc,time,e,symbol,line,flags", ReportForm::Text),
            "000102           1.000  001003  LOOP+2        x.mac(12)         400000\n");
  EXPECT_EQ(printed(&step.record, "process,level,mode,word,insn", ReportForm::Text),
            "  30  5  exec  200040001003  MOVE 1,TABLE+3\n");
  EXPECT_EQ(printed(&step.record, "ns,length,ac,data,ac0,ac17,esymbol,kind,what", ReportForm::Csv),
            "ns,length,ac,data,ac0,ac17,esymbol,kind,what\n"
            "1000,2310,000000000017,123456701234,000000000000,000000000017,TABLE+3,instruction,MOVE\n");
}

TEST(RecordPrinter, LeavesOutWhatARecordHasNot) {
  const IoRecord cono{at(5), DeviceCode::written(0104), 4, Word36{060}};
  EXPECT_EQ(printed(&cono, "ns,pc,name,what,e,text", ReportForm::Csv),
            "ns,pc,name,what,e,text\n5,,PTR,CONO,,\"CONO  PTR,000060: binary, busy\"\n");
  const auto json = nlohmann::json::parse(printed(&cono, "ns,pc,name,what,e,text", ReportForm::Json));
  EXPECT_EQ(json,
            (nlohmann::json{{"ns", 5}, {"name", "PTR"}, {"what", "CONO"}, {"text", "CONO  PTR,000060: binary, busy"}}));
  EXPECT_EQ(printed(&cono, "pc,what,e", ReportForm::Text), "        CONO\n");
}

TEST(RecordPrinter, MemoryHasBothAddresses) {
  const MemoryRecord read = test::waitingRead(at(5));
  EXPECT_EQ(printed(&read, "what,mode,address,physical,datum,waited,length", ReportForm::Csv),
            "what,mode,address,physical,datum,waited,length\nread,user,001234,561234,000000000017,300,1000\n");
}

TEST(RecordPrinter, QuotesInCsv) {
  EXPECT_EQ(csvCell("plain"), "plain");
  EXPECT_EQ(csvCell("a,b"), "\"a,b\"");
  EXPECT_EQ(csvCell("say \"x\""), "\"say \"\"x\"\"\"");
}

TEST(RecordColumns, RefusesWhatIsNone) {
  const auto columns = parseColumns("time,colour");
  ASSERT_FALSE(columns);
  EXPECT_EQ(columns.error().what, "\"colour\" is not a column");
  EXPECT_FALSE(parseColumns(""));
  EXPECT_FALSE(parseColumns("time,"));
}

TEST(RecordColumns, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const RecordColumn& c : recordColumns()) EXPECT_TRUE(names.insert(c.name).second) << c.name;
  for (const ReportForm form : {ReportForm::Text, ReportForm::Csv, ReportForm::Json})
    for (const bool symbols : {false, true}) EXPECT_FALSE(usualColumns(form, symbols).empty());
}

}  // namespace
}  // namespace utah10
