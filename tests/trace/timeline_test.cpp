// Timelines as protoc decodes them, from streams of records whose times are known by hand.
#include "trace/timeline.hpp"

#include <algorithm>
#include <regex>

#include "trace/reader_support.hpp"

namespace utah10 {
namespace {

constexpr Instant at(std::int64_t ns) { return kPowerOn + nanoseconds(ns); }

// A hand-written stream.
class Story {
 public:
  explicit Story(Timeline& to) : to_(to) {}

  void instruction(std::int64_t began, std::int64_t ended, unsigned level = 0, ProcessId process = 0, bool user = false,
                   std::uint64_t word = 0254000000100, std::uint32_t e = 0100) {
    HistoryEntry entry;
    entry.began = at(began);
    entry.instruction = Instruction{Word36{word}};
    entry.pcWord = PcWord{user ? 010000u : 0u, VirtualAddress{0100}};
    entry.e = e;
    const std::array<Word36, 16> ac{};
    to_.instruction({entry, at(ended), level, process, ac});
  }
  void interrupt(std::int64_t when, unsigned level) {
    to_.interrupt({at(when), level, PcWord{0, VirtualAddress{0100}}});
  }
  void pager(PagerRecord record) { to_.pager(record); }
  void event(EventChange kind, std::int64_t when, std::uint32_t slot, std::string_view name) {
    to_.event({kind, at(when), slot, name, at(when + 1000)});
  }

 private:
  Timeline& to_;
};

class TimelineFile : public test::ReaderTest {
 protected:
  void SetUp() override {
    ReaderTest::SetUp();
    if (!there("protoc")) GTEST_SKIP() << "protoc is missing: package protobuf-compiler";
  }

  // Track by track in order of description: its path, then its events: "100 begin NAME", "200 end", "150 instant X".
  std::string read(Timeline& timeline) {
    const std::string bytes = timeline.file();
    test::writeBytes(path("x.perfetto"), std::as_bytes(std::span{bytes}));
    return digest(
        output("protoc --decode=Timeline --proto_path=" UTAH10_SOURCE_DIR "/tests/trace timeline.proto <x.perfetto"));
  }

 private:
  struct Entry {
    std::map<std::string, std::string> fields;  // "happening.row": "3"
    std::string of(const std::string& name) const { return fields.contains(name) ? fields.at(name) : ""; }
  };

  static std::vector<Entry> entries(const std::string& text) {
    std::vector<Entry> all;
    std::istringstream lines{text};
    std::string line, inner;
    std::smatch m;
    while (std::getline(lines, line)) {
      if (line == "entry {")
        all.emplace_back();
      else if (std::regex_match(line, m, std::regex(" *([a-z]+) \\{")))
        inner = m[1].str() + ".";
      else if (std::regex_match(line, m, std::regex(" *([a-z]+): \"?(.*?)\"?")))
        all.back().fields[inner + m[1].str()] = m[2];
      else if (line.find('}') != std::string::npos)
        inner.clear();
    }
    return all;
  }

  static std::string digest(const std::string& text) {
    struct Row {
      std::string name, lines;
      int depth = 0;
    };
    std::map<std::string, Row> rows;
    std::vector<std::string> order;
    for (const Entry& e : entries(text)) {
      EXPECT_EQ(e.of("writer"), "1");
      if (const std::string id = e.of("row.id"); !id.empty()) {
        const std::string above = e.of("row.above");
        EXPECT_TRUE(above.empty() || rows.contains(above));
        rows[id].name = (above.empty() ? "" : rows[above].name + "/") + e.of("row.label");
        order.push_back(id);
        continue;
      }
      Row& row = rows.at(e.of("happening.row"));
      const std::string what = e.of("happening.what"), label = e.of("happening.label");
      row.depth += what == "1" ? 1 : what == "2" ? -1 : 0;
      EXPECT_GE(row.depth, 0) << row.name;
      row.lines += "  " + e.of("ns") + (what == "1" ? " begin " : what == "2" ? " end" : " instant ") + label + "\n";
    }
    std::string all;
    for (const std::string& id : order) {
      EXPECT_EQ(rows[id].depth, 0) << rows[id].name << " has an open slice";
      if (!rows[id].lines.empty()) all += rows[id].name + "\n" + rows[id].lines;
    }
    return all;
  }
};

TEST_F(TimelineFile, OfNothingIsEmpty) {
  const RecordNames names;
  Timeline timeline{names};
  EXPECT_EQ(timeline.file(), "");
}

TEST_F(TimelineFile, ShowsProcessesAndModes) {
  const RecordNames names;
  Timeline timeline{names};
  Story story{timeline};
  story.instruction(1000, 3000);  // monitor, before any base
  story.pager({.kind = PagerAction::Base, .at = at(4000), .length = nanoseconds(500), .process = 030});
  story.instruction(3000, 5000, 0, 030);                            // the CONO itself
  story.instruction(5000, 6000, 0, 030, true);                      // user
  story.instruction(6000, 8000, 0, 030, true, 0104000000050, 050);  // BIN
  story.instruction(8000, 9000, 0, 030);                            // in the monitor
  story.instruction(9000, 9500, 0, 030, true);                      // back
  story.pager({.kind = PagerAction::Base, .at = at(9800), .length = nanoseconds(100), .process = 031});
  story.instruction(9600, 10000, 0, 031);
  EXPECT_EQ(read(timeline),
            "processes/no process\n"
            "  1000 begin running\n"
            "  1000 begin monitor\n"
            "  4500 end\n"
            "  4500 end\n"
            "pager\n"
            "  4000 begin base of process 30\n"
            "  4500 end\n"
            "  9800 begin base of process 31\n"
            "  9900 end\n"
            "processes/process 30\n"
            "  4500 begin running\n"
            "  4500 begin monitor\n"
            "  5000 end\n"
            "  5000 begin user\n"
            "  8000 end\n"
            "  8000 begin monitor, BIN\n"
            "  9000 end\n"
            "  9000 begin user\n"
            "  9900 end\n"
            "  9900 end\n"
            "processes/process 31\n"
            "  9900 begin running\n"
            "  9900 begin monitor\n"
            "  10000 end\n"
            "  10000 end\n");
}

TEST_F(TimelineFile, ShowsLevelsWhileTheyAreHeld) {
  const RecordNames names;
  Timeline timeline{names};
  Story story{timeline};
  story.instruction(0, 100);
  story.interrupt(100, 5);
  story.instruction(100, 300, 5);  // JSR in location 52
  story.interrupt(300, 2);         // level 2 interrupts level 5
  story.instruction(300, 400, 2);
  story.instruction(400, 500, 2);  // JEN
  story.instruction(500, 600, 5);
  story.instruction(600, 700, 5);  // JEN
  story.interrupt(700, 5);         // again at once
  story.instruction(700, 900, 5);  // a BLKI, which dismisses at once
  story.interrupt(900, 6);
  story.instruction(900, 950, 6);
  EXPECT_EQ(read(timeline),
            "processes/no process\n"
            "  0 begin running\n"
            "  0 begin monitor\n"
            "  950 end\n"
            "  950 end\n"
            "PI levels/level 5\n"
            "  100 begin level 5\n"
            "  700 end\n"
            "  700 begin level 5\n"
            "  900 end\n"
            "PI levels/level 2\n"
            "  300 begin level 2\n"
            "  500 end\n"
            "PI levels/level 6\n"
            "  900 begin level 6\n"
            "  950 end\n");
}

TEST_F(TimelineFile, WithoutInstructionsALevelEndsWhereItBegan) {
  const RecordNames names;
  Timeline timeline{names};
  Story story{timeline};
  story.interrupt(100, 5);
  story.interrupt(300, 5);
  EXPECT_EQ(read(timeline),
            "PI levels/level 5\n"
            "  100 begin level 5\n"
            "  100 end\n"
            "  300 begin level 5\n"
            "  300 end\n");
}

TEST_F(TimelineFile, ShowsDevicesAndTheirEvents) {
  const std::vector<TraceDevice> devices = {{DeviceCode::written(0104), "ptr", {}, {{010, "busy"}}}};
  const RecordNames names{devices};
  Timeline timeline{names};
  Story story{timeline};
  story.event(EventChange::Armed, 100, 3, "ptr.read");
  story.event(EventChange::Fired, 300, 3, "ptr.read");
  story.event(EventChange::Armed, 300, 3, "ptr.read");
  story.event(EventChange::Armed, 400, 3, "ptr.read");  // armed again
  story.event(EventChange::Cancelled, 500, 3, "ptr.read");
  story.event(EventChange::Fired, 600, 3, "ptr.read");  // was armed before the trace began
  story.event(EventChange::Armed, 700, 8, "drm.step");
  timeline.io({at(750), DeviceCode::written(0104), 4, Word36{010}});  // CONO
  timeline.io({at(760), DeviceCode::written(0104), 5, Word36{010}});  // CONI: no action of the device
  timeline.io({at(770), DeviceCode::written(0774), 3, Word36{7}});    // DATAO to a missing device
  timeline.stopped(at(800), StopReason{});
  EXPECT_EQ(read(timeline),
            "devices/ptr\n"
            "  750 instant CONO  PTR,000010: busy\n"
            "devices/ptr/ptr.read\n"
            "  100 begin ptr.read\n"
            "  300 end\n"
            "  300 begin ptr.read\n"
            "  400 end\n"
            "  400 begin ptr.read\n"
            "  500 end\n"
            "drum/drm/drm.step\n"
            "  700 begin drm.step\n"
            "  800 end\n"
            "devices/774\n"
            "  770 instant DATAO 774,000000000007: no device answers\n");
}

TEST_F(TimelineFile, ShowsThePagerAndTheNetwork) {
  const RecordNames names;
  Timeline timeline{names};
  Story story{timeline};
  story.pager({.kind = PagerAction::Reload,
               .at = at(1000),
               .length = nanoseconds(2310),
               .space = Space::User,
               .virtualAddress = VirtualAddress{05123}});
  story.pager({.kind = PagerAction::Trap,
               .at = at(4000),
               .length = nanoseconds(3000),
               .space = Space::Exec,
               .virtualAddress = VirtualAddress{0400123},
               .status = 0500000});  // group 2, bit 2
  story.pager({.kind = PagerAction::Clear, .at = at(8000), .space = Space::User});
  story.pager({.kind = PagerAction::Mode, .at = at(8100), .rights = 1});
  const std::vector<std::uint8_t> rfnm = {5, 2, 3, 0};
  timeline.message({at(9000), nanoseconds(320), 1, false, 32, rfnm});
  timeline.message({at(9900), nanoseconds(320), 1, true, 32, rfnm});
  EXPECT_EQ(read(timeline),
            "pager\n"
            "  1000 begin reload u:005123\n"
            "  3310 end\n"
            "  4000 begin not-in-core e:400123\n"
            "  7000 end\n"
            "  8000 instant clear user space\n"
            "  8100 instant on\n"
            "network/wire 1 to host\n"
            "  8680 begin RFNM of host 2 link 3\n"
            "  9000 end\n"
            "network/wire 1 to IMP\n"
            "  9580 begin unknown type 5. to host 2 link 3\n"
            "  9900 end\n");
}

}  // namespace
}  // namespace utah10
