// Trace files: every record is read back as it was written, and damage to the file is handled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "random_records.hpp"
#include "record_log.hpp"
#include "support/temp_folder.hpp"
#include "trace/state_hash.hpp"
#include "trace/trace_writer.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/trace/trace_reader.hpp"

namespace utah10 {
namespace {

using test::PlainRecord;
using test::RecordLog;
using ::testing::HasSubstr;

class TraceFile : public ::testing::Test {
 protected:
  TraceFile() { std::filesystem::create_directories(folder_); }
  ~TraceFile() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path path(std::string_view name) const { return folder_ / name; }

  static TraceHead head() {
    TraceHead h;
    h.machine = "timing srm\n";
    h.events = test::RandomRecords::eventNames();
    return h;
  }
  std::unique_ptr<TraceWriter> writer(std::string_view name, TraceOptions options = {}, TraceHead h = head()) const {
    auto w = TraceWriter::create(path(name), h, std::move(options));
    EXPECT_TRUE(w) << w.error().text();
    return w ? std::move(*w) : nullptr;
  }
  std::unique_ptr<TraceReader> reader(std::string_view name) const {
    auto r = TraceReader::open(path(name));
    EXPECT_TRUE(r) << r.error().text();
    return r ? std::move(*r) : nullptr;
  }
  std::string bytes(std::string_view name) const {
    std::ifstream in{path(name), std::ios::binary};
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }
  void put(std::string_view name, std::string_view all) const { std::ofstream{path(name), std::ios::binary} << all; }
  // A trace of random records in blocks of 1000, with a log of them.
  RecordLog randomTrace(std::string_view name, std::size_t records) const {
    test::Random random;
    RecordLog told;
    TraceOptions options;
    options.blockRecords = 1000;
    auto w = writer(name, std::move(options));
    test::Both both{told, *w};
    test::RandomRecords{random}.tell(both, records);
    EXPECT_TRUE(w->close());
    return told;
  }
  static void expectSame(const std::vector<PlainRecord>& told, const std::vector<PlainRecord>& read) {
    for (std::size_t n = 0; n < std::min(told.size(), read.size()); ++n) ASSERT_EQ(read[n], told[n]) << "record " << n;
    EXPECT_EQ(read.size(), told.size());
  }

 private:
  std::filesystem::path folder_ = test::ownFolder();
};

// At 100: MOVEI 1,3; PUSHJ 17,200; JRST 4,100. At 200: SOJG 1,200; POPJ 17,.
void loadCounted(Machine& m) {
  const Word36 main[] = {Word36{0201040000003}, Word36{0260740000200}, Word36{0254200000100}};
  const Word36 loop[] = {Word36{0367040000200}, Word36{0263740000000}};
  m.load(PhysicalAddress{0100}, main);
  m.load(PhysicalAddress{0200}, loop);
  m.cpu().setAc(AcNo{017}, Word36{0777760001000});
  m.cpu().setStart(VirtualAddress{0100});
}

TEST_F(TraceFile, AnyRecordsComeBackAsTheyWereTold) {
  const RecordLog told = randomTrace("random", 40'000);
  RecordLog read;
  const auto r = reader("random");
  const auto played = r->playAll(read);
  ASSERT_TRUE(played) << played.error().text();
  EXPECT_EQ(*played, 40'000u);
  expectSame(told.all, read.all);
  EXPECT_EQ(r->records(), 40'000u);
  EXPECT_EQ(r->instructions(), told.count("instruction"));
  EXPECT_FALSE(r->cutShort());
  for (const char* kind :
       {"instruction", "memory", "io", "pager", "event", "message", "interrupt", "abandoned", "started", "stopped"})
    EXPECT_GT(told.count(kind), 100u) << kind;
}

// Seven instructions: MOVEI, PUSHJ, three SOJG, POPJ, JRST 4; memory: a fetch each, PUSHJ's write, POPJ's read.
TEST_F(TraceFile, AProgramKnownByHand) {
  Machine m;
  loadCounted(m);
  RecordLog told;
  auto w = writer("program", {}, describeForTrace(m));
  m.cpu().connect(told);
  m.cpu().connect(*w);
  EXPECT_EQ(m.cpu().run({}), StopReason::Halt);
  m.cpu().disconnect(*w);
  ASSERT_TRUE(w->close());
  EXPECT_EQ(w->totals().instructions, 7u);
  EXPECT_EQ(w->totals().records, 7u + 7 + 2 + 2);
  EXPECT_EQ(w->totals().bytes, std::filesystem::file_size(path("program")));
  RecordLog read;
  ASSERT_TRUE(reader("program")->playAll(read));
  expectSame(told.all, read.all);
  EXPECT_EQ(read.count("instruction"), 7u);
  EXPECT_EQ(read.count("memory"), 9u);
  EXPECT_EQ(read.all.front().kind, "started");
  EXPECT_EQ(read.all.back().kind, "stopped");
}

TEST_F(TraceFile, TheHeadDescribesTheMachine) {
  Machine m;
  DeviceSet devices{m};
  const TraceHead h = describeForTrace(m, "memory");
  const TraceDevice* tty = h.device(DeviceCode::written(0120));
  ASSERT_NE(tty, nullptr);
  EXPECT_EQ(tty->name, "tty");
  EXPECT_FALSE(tty->coni.empty());
  EXPECT_FALSE(tty->cono.empty());
  EXPECT_EQ(bitNamesOf(tty->coni).size(), tty->coni.size());
  EXPECT_EQ(h.device(DeviceCode::written(0774)), nullptr);
  ASSERT_FALSE(h.events.empty());
  for (std::uint32_t n = 0; n < h.events.size(); ++n) EXPECT_EQ(h.events[n], m.clock().name(EventId{n}));
  ASSERT_TRUE(writer("head", {}, h)->close());
  EXPECT_EQ(reader("head")->head(), h);
  EXPECT_EQ(reader("head")->ending(), "complete: 0. records to 0.000000000s");
}

TEST_F(TraceFile, TheSameRunGivesTheSameFileAndTheSameMachine) {
  std::vector<StateHash> hashes;
  for (const char* name : {"a", "b", ""}) {
    Machine m;
    loadCounted(m);
    std::unique_ptr<TraceWriter> w;
    if (*name != 0) w = writer(name, {}, describeForTrace(m));
    if (w) m.cpu().connect(*w);
    m.cpu().run({});
    hashes.push_back(stateHash(m));
    if (w) m.cpu().disconnect(*w);
  }
  EXPECT_EQ(bytes("a"), bytes("b"));
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST_F(TraceFile, SeeksThroughBlocks) {
  Machine m;
  const Word36 loop[] = {Word36{0271040000001}, Word36{0202040001000}, Word36{0254000000100}};
  m.load(PhysicalAddress{0100}, loop);
  m.cpu().setStart(VirtualAddress{0100});
  RecordLog told;
  TraceOptions options;
  options.blockRecords = 100;
  auto w = writer("seek", std::move(options), describeForTrace(m));
  m.cpu().connect(told);
  m.cpu().connect(*w);
  m.cpu().run({.instructions = 3000});
  m.cpu().disconnect(*w);
  ASSERT_TRUE(w->close());
  const auto timeOf = [](const PlainRecord& p) {
    return static_cast<std::int64_t>(p.fields[p.kind == "instruction" ? 7 : 0]);
  };
  const auto r = reader("seek");
  for (const std::int64_t t : {std::int64_t{0}, std::int64_t{1}, std::int64_t{3'000'000}, std::int64_t{1'234'560},
                               r->last().time_since_epoch().count(), r->last().time_since_epoch().count() + 1}) {
    ASSERT_TRUE(r->seek(Instant{Duration{t}}));
    RecordLog rest;
    ASSERT_TRUE(r->playAll(rest));
    std::size_t from = 0;
    while (from < told.all.size() && timeOf(told.all[from]) < t) ++from;
    expectSame({told.all.begin() + static_cast<std::ptrdiff_t>(from), told.all.end()}, rest.all);
  }
}

TEST_F(TraceFile, CutAnywhereItIsReadableToTheLastWholeBlock) {
  const RecordLog told = randomTrace("whole", 3500);
  const std::string whole = bytes("whole");
  std::size_t before = 0;
  for (std::size_t n = 0; n < whole.size();
       n += n + 97 < whole.size() || n + 1 == whole.size() ? 97 : whole.size() - 1 - n) {
    put("cut", std::string_view{whole}.substr(0, n));
    const auto r = TraceReader::open(path("cut"));
    if (!r) {
      EXPECT_EQ(before, 0u) << "at " << n << ": " << r.error().text();
      EXPECT_EQ(r.error().text().find('\n'), std::string::npos);
      continue;
    }
    EXPECT_TRUE((*r)->cutShort());
    RecordLog read;
    ASSERT_TRUE((*r)->playAll(read)) << n;
    EXPECT_TRUE(read.all.size() % 1000 == 0 || read.all.size() == 3500) << read.all.size();
    EXPECT_GE(read.all.size(), before);
    before = read.all.size();
    expectSame({told.all.begin(), told.all.begin() + static_cast<std::ptrdiff_t>(before)}, read.all);
    EXPECT_THAT((*r)->ending(), HasSubstr("cut short after " + std::to_string(before) + ". records at "));
  }
  EXPECT_EQ(before, 3500u);
}

TEST_F(TraceFile, ADamagedBlockIsNamedAndTheOthersAreRead) {
  const RecordLog told = randomTrace("whole", 3000);
  std::string damaged = bytes("whole");
  const std::size_t second = damaged.find("UTBL", damaged.find("UTBL") + 4);
  damaged[second + 200] ^= 1;
  put("damaged", damaged);
  const auto r = reader("damaged");
  RecordLog read;
  const auto first = r->playAll(read);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().text(),
            path("damaged").string() + ": block 2 at byte " + std::to_string(second) +
                " is damaged: its contents do not match its header; records 1000 to 1999 are lost");
  EXPECT_EQ(r->position(), 2000u);
  ASSERT_TRUE(r->playAll(read));
  auto expected = told.all;
  expected.erase(expected.begin() + 1000, expected.begin() + 2000);
  expectSame(expected, read.all);
}

TEST_F(TraceFile, ADamagedHeaderEndsTheFile) {
  const RecordLog told = randomTrace("whole", 3000);
  std::string damaged = bytes("whole");
  const std::size_t second = damaged.find("UTBL", damaged.find("UTBL") + 4);
  damaged[second + 9] ^= 1;
  put("damaged", damaged);
  const auto r = reader("damaged");
  EXPECT_TRUE(r->cutShort());
  RecordLog read;
  const auto played = r->playAll(read);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().text(), path("damaged").string() + ": block 2 at byte " + std::to_string(second) +
                                       " has a damaged header; what follows cannot be read");
  EXPECT_EQ(read.all.size(), 1000u);
  const auto after = r->playAll(read);
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, 0u);
}

TEST_F(TraceFile, EveryChangedByteIsFound) {
  const RecordLog told = randomTrace("whole", 1500);
  const std::string whole = bytes("whole");
  for (std::size_t n = 0; n < whole.size(); n += 131) {
    std::string changed = whole;
    changed[n] ^= 4;
    put("changed", changed);
    const auto r = TraceReader::open(path("changed"));
    RecordLog read;
    if (r && (*r)->playAll(read)) {
      EXPECT_TRUE((*r)->cutShort()) << "byte " << n;
    }
  }
}

TEST_F(TraceFile, ForeignFilesAreRefusedInOneLine) {
  EXPECT_EQ(TraceReader::open(path("none")).error().what, "no such file");
  put("foreign", "#!/bin/sh\necho this is a script, and long enough\n");
  EXPECT_EQ(TraceReader::open(path("foreign")).error().text(),
            path("foreign").string() + ": not a trace; traces are written by utah10 --trace");
  put("empty", "");
  EXPECT_EQ(TraceReader::open(path("empty")).error().what, "not a trace");
  put("newer", std::string{"UTAH10TR"} + std::string{"\x02\0\0\0\x01\0\0\0\x01\0\0\0", 12});
  EXPECT_EQ(TraceReader::open(path("newer")).error().what, "trace of version 2, this program reads version 1");
  put("short", std::string{"UTAH10TR"} + std::string{"\x01\0\0\0\x40\0\0\0\x40\0\0\0", 12});
  EXPECT_EQ(TraceReader::open(path("short")).error().what, "the trace ends inside its head");
  EXPECT_EQ(TraceReader::open(path("")).error().what, "is not a regular file");
}

TEST_F(TraceFile, AFileThatIsNoTraceIsNotReplaced) {
  put("letter", "dear user");
  const auto w = TraceWriter::create(path("letter"), head());
  ASSERT_FALSE(w);
  EXPECT_EQ(w.error().what, "exists and is not a trace");
  EXPECT_EQ(bytes("letter"), "dear user");
  randomTrace("again", 10);
  randomTrace("again", 20);
  EXPECT_EQ(reader("again")->records(), 20u);
  EXPECT_THAT(TraceWriter::create(path("no/such"), head()).error().what, HasSubstr("cannot be written: No such file"));
}

}  // namespace
}  // namespace utah10
