// Going back and forward in programs with disks, drums, tapes, paper, interrupts and typed input: at every position,
// machine and media are the same as in a run that reaches it for the first time.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>

#include "command/console/terminal.hpp"
#include "command/debug/debugger.hpp"
#include "command/prompt/session.hpp"
#include "devices/block_unit.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"
#include "system/rom.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

struct Program {
  const char* name;
  std::vector<std::string> drives;
  std::size_t positions;
  std::string readOnly{};
  bool typed = false;
};
// Prints only the name.
void PrintTo(const Program& p, std::ostream* out) { *out << p.name; }

// The last medium of disk, dectap and magtap must be write-protected.
const Program kPrograms[] = {{"disk", {"dsk0", "dsk1", "dsk2"}, 16, "dsk2"},
                             {"drum", {"drm0"}, 40},
                             {"ddc", {"ddc0", "ddc1"}, 24},
                             {"dectap", {"dta0", "dta1"}, 40, "dta1"},
                             {"magtap", {"mta0", "mta1"}, 40, "mta1"},
                             {"lpt", {"lpt"}, 20, "", true},
                             {"pi", {}, 20, "", true}};
constexpr std::uint64_t kTypedEvery = 7919;
constexpr Duration kLongest = seconds(600);

DeviceConfig everything(const std::string& program) {
  DeviceConfig c;
  c.console.tty = 1000;
  if (program == "disk") c.disks = Rp10Config{.drives = {"RP02", "RP02", "RP02"}, .port = 2};
  if (program == "drum") c.bryant.emplace();
  if (program == "ddc") c.ddc = Ddc10Config{.drums = 2, .port = 1};
  if (program == "dectap") c.dectapes.emplace();
  if (program == "magtap") c.magtapes.emplace();
  if (program == "lpt") c.printer.emplace();
  return c;
}

MachineConfig fourBoxes() {
  MachineConfig c;
  for (std::uint32_t i = 0; i < 4; ++i) c.memory.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
  return c;
}

// A machine with a program, media in a separate folder, and a session.
struct World {
  World(const Program& p, fs::path where)
      : typed(p.typed), folder(std::move(where)), devices{machine, everything(p.name)} {
    fs::create_directories(folder);
    for (const std::string& d : p.drives) {
      MediaSlot* slot = devices.slot(d);
      AttachOptions options;
      options.create = true;
      auto attached = slot->attach(folder / d, options);
      EXPECT_TRUE(attached) << (attached ? "" : attached.error().text());
      if (d != p.readOnly) continue;
      options = {};
      options.readOnly = true;
      EXPECT_TRUE(slot->detach());
      EXPECT_TRUE(slot->attach(folder / d, options));
    }
    test::loadRom(machine, p.name);
  }
  ~World() { fs::remove_all(folder); }

  // Runs to a position or the halt, with a key typed at every position that is a multiple of kTypedEvery.
  void runTo(std::uint64_t target) {
    Recorder& r = session.debugger().recorder();
    while (r.position() < target) {
      const std::uint64_t next = std::min(target, (r.position() / kTypedEvery + 1) * kTypedEvery);
      RunRequest request;
      request.instructions = next - r.position();
      request.until = kPowerOn + kLongest;
      const RunOutcome outcome = session.debugger().run(request);
      if (typed && r.position() % kTypedEvery == 0 && r.position() == next)
        r.input({RecordedInputKind::Keys, "tty", "k"});
      if (outcome.reason == StopReason::Halt) return;
      ASSERT_NE(outcome.reason, StopReason::TimeLimit) << "the program does not end";
    }
  }
  // State and media.
  std::string look() {
    std::string text = stateHash(machine).text();
    for (const auto& entry : std::map<std::string, fs::path>{files()}) {
      std::ifstream in{entry.second, std::ios::binary};
      std::vector<char> bytes(static_cast<std::size_t>(fs::file_size(entry.second)));
      in.read(bytes.data(), std::ssize(bytes));
      text += " " + entry.first + " " + hashBytes(std::as_bytes(std::span{bytes})).text();
    }
    return text;
  }
  std::map<std::string, fs::path> files() const {
    std::map<std::string, fs::path> all;
    for (const auto& e : fs::directory_iterator(folder))
      if (e.path().extension() != ".journal") all[e.path().filename()] = e.path();
    return all;
  }

  bool typed;
  fs::path folder;
  Machine machine{fourBoxes()};
  DeviceSet devices;
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

class TimeTravel : public ::testing::TestWithParam<Program> {
 protected:
  ~TimeTravel() override { fs::remove_all(folder_); }
  fs::path folder_ = test::ownFolder();
};

TEST_P(TimeTravel, EveryPositionEqualsTheFirstRun) {
  const Program& p = GetParam();
  test::Random random;
  World recorded{p, folder_ / "recorded"};
  Recorder& r = recorded.session.debugger().recorder();
  r.set({.on = true, .every = 50'000});
  recorded.runTo(~std::uint64_t{0});
  ASSERT_EQ(recorded.machine.cpu().pc().bits(), test::kPass) << "check " << recorded.machine.cpu().ac(AcNo{1}).bits();
  const std::uint64_t length = r.position();
  const std::string end = recorded.look();
  const std::string printed = recorded.terminal.printed();
  std::vector<std::uint64_t> positions;
  for (std::size_t n = 0; n < p.positions; ++n) positions.push_back(random.below(length));
  std::vector<std::uint64_t> sorted = positions;
  std::ranges::sort(sorted);
  std::map<std::uint64_t, std::string> wanted;
  World fresh{p, folder_ / "fresh"};
  for (const std::uint64_t at : sorted) {
    fresh.runTo(at);
    wanted[at] = fresh.look();
  }
  recorded.terminal.clear();
  for (const std::uint64_t at : positions) {  // backwards and forwards, in random order
    const auto done = r.goTo(at);
    ASSERT_TRUE(done) << done.error().text();
    recorded.session.debugger().arrived();
    ASSERT_EQ(recorded.look(), wanted[at]) << "at instruction " << at << " of " << length;
  }
  EXPECT_EQ(recorded.terminal.printed(), "") << "re-execution prints nothing";
  ASSERT_TRUE(recorded.session.perform("forward"));
  EXPECT_EQ(recorded.look(), end);
  EXPECT_TRUE(printed.ends_with(recorded.terminal.printed())) << "a new run prints the same output again";
  std::printf("%llu instructions, %zu checkpoints in %zu KB\n", static_cast<unsigned long long>(length),
              r.checkpoints().size(), r.bytes() / 1024);
}

INSTANTIATE_TEST_SUITE_P(Diagnostic, TimeTravel, ::testing::ValuesIn(kPrograms),
                         [](const auto& p) { return std::string{p.param.name}; });

TEST_P(TimeTravel, TheMemoryBoundHolds) {
  const Program& p = GetParam();
  World recorded{p, folder_ / "bounded"};
  Recorder& r = recorded.session.debugger().recorder();
  const std::size_t limit = std::size_t{4} << 20;
  r.set({.on = true, .every = 5'000, .limit = limit});
  recorded.runTo(~std::uint64_t{0});
  // A single checkpoint and the undo data of one write may exceed it.
  EXPECT_LE(r.bytes(), limit + (std::size_t{2} << 20));
  const std::uint64_t middle = r.first() + (r.position() - r.first()) / 2;
  ASSERT_TRUE(r.goTo(middle));
  ASSERT_TRUE(r.goTo(r.first()));
  ASSERT_FALSE(r.first() != 0 && r.goTo(r.first() - 1));
}

// A program that is killed while going back, and the drive that is checked.
struct Cut {
  const char* name;
  const char* drive;
  bool overlay = false;
};
void PrintTo(const Cut& c, std::ostream* out) { *out << c.name << (c.overlay ? " with an overlay" : ""); }

const Cut kCuts[] = {{"disk", "dsk0"},   {"disk", "dsk0", true}, {"drum", "drm0"},
                     {"dectap", "dta0"}, {"magtap", "mta0"},     {"ddc", "ddc0", true}};

class TimeTravelKilled : public ::testing::TestWithParam<Cut> {
 protected:
  struct Shared {
    std::atomic<int> ready;
    std::atomic<int> journeys;
  };

  TimeTravelKilled() {
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    shared_ = new (memory) Shared{};
  }
  ~TimeTravelKilled() override {
    munmap(shared_, sizeof(Shared));
    fs::remove_all(folder_);
  }
  static const Program& program() {
    return *std::ranges::find(kPrograms, std::string_view{GetParam().name}, &Program::name);
  }
  static AttachOptions options(const fs::path& folder) {
    AttachOptions o;
    if (GetParam().overlay) o.overlay = folder / "changes";
    return o;
  }
  // Contents of a medium after it has been mounted again.
  static std::vector<std::byte> contents(const fs::path& folder) {
    Machine machine{fourBoxes()};
    DeviceSet devices{machine, everything(GetParam().name)};
    MediaSlot* slot = devices.slot(GetParam().drive);
    const fs::path file = folder / GetParam().drive;
    const auto there = slot->attach(file, options(folder));
    EXPECT_TRUE(there) << (there ? "" : there.error().text());
    if (const auto* unit = dynamic_cast<BlockUnit*>(slot)) {
      std::vector<Word36> words(static_cast<std::size_t>(unit->geometry().words()));
      EXPECT_TRUE(unit->read(0, words));
      const auto bytes = std::as_bytes(std::span{words});
      return {bytes.begin(), bytes.end()};
    }
    EXPECT_TRUE(slot->detach());
    std::ifstream in{file, std::ios::binary};
    std::vector<std::byte> bytes(static_cast<std::size_t>(fs::file_size(file)));
    in.read(reinterpret_cast<char*>(bytes.data()), std::ssize(bytes));
    return bytes;
  }
  void copyTo(const World& w, const char* name) const {
    fs::create_directories(folder_ / name);
    for (const auto& [file, path] : w.files()) fs::copy_file(path, folder_ / name / file);
  }
  // Never returns: goes back and forward until it is killed. `first`: saves copies of the media at both positions.
  [[noreturn]] void travel(bool first) {
    World w{program(), folder_ / "killed"};
    if (GetParam().overlay) {
      MediaSlot* slot = w.devices.slot(GetParam().drive);
      if (!slot->detach() || !slot->attach(w.folder / GetParam().drive, options(w.folder))) _exit(2);
    }
    Recorder& r = w.session.debugger().recorder();
    r.set({.on = true});
    w.runTo(~std::uint64_t{0});
    const std::uint64_t end = r.position();
    if (!r.goTo(0)) _exit(3);
    if (first) copyTo(w, "there");
    if (!r.goTo(end)) _exit(4);
    if (first) copyTo(w, "here");
    shared_->ready = 1;
    for (;;) {
      if (!r.goTo(0)) _exit(7);
      ++shared_->journeys;
      if (!r.goTo(end)) _exit(8);
      ++shared_->journeys;
    }
  }

  fs::path folder_ = test::ownFolder();
  Shared* shared_ = nullptr;
};

// A process goes back and forward over a long series of writes and is killed: the medium is in the state of one of the
// two positions.
TEST_P(TimeTravelKilled, TheMediumIsInOneOfTheTwoStates) {
  std::vector<std::byte> there, here;
  int journeys = 0;
  test::Random random;
  for (int kill = 0; kill < 12; ++kill) {
    shared_->ready = 0;
    shared_->journeys = 0;
    const pid_t child = fork();
    if (child == 0) travel(kill == 0);
    int status = 0;
    while (shared_->ready == 0 && waitpid(child, &status, WNOHANG) == 0) usleep(1000);
    // Some kills occur after complete passes, however slow the host is.
    while (shared_->journeys < kill % 3 && waitpid(child, &status, WNOHANG) == 0) usleep(1000);
    usleep(static_cast<useconds_t>(random.below(60000)));
    ::kill(child, SIGKILL);
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "exit " << WEXITSTATUS(status);
    journeys += shared_->journeys;
    if (kill == 0) {
      there = contents(folder_ / "there");
      here = contents(folder_ / "here");
      ASSERT_TRUE(there != here);
    }
    const auto found = contents(folder_ / "killed");
    EXPECT_TRUE(found == there || found == here) << "kill " << kill;
    fs::remove_all(folder_ / "killed");
  }
  std::printf("%d journeys\n", journeys);
  EXPECT_GT(journeys, 0);
}

INSTANTIATE_TEST_SUITE_P(Diagnostic, TimeTravelKilled, ::testing::ValuesIn(kCuts),
                         [](const auto& p) { return std::string{p.param.name} + (p.param.overlay ? "Overlay" : ""); });

}  // namespace
}  // namespace utah10
