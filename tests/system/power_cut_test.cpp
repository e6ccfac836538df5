// Power failures while users write files: at any instant the monitor can boot from the pack, tenexfs finds no error or
// repairs it, and no file that was on the pack before is lost or damaged.
//
// Three users copy and delete files continually. At random instants, most of them while files are written back, the
// pack is copied; each copy is booted and checked, and every fourth is first repaired by tenexfs as well. There are 200
// instants, twenty in each of ten runs; UTAH10_POWER_CUTS=n changes twenty to n, UTAH10_SEED selects another series.
#include <algorithm>
#include <map>
#include <set>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/prompt/session.hpp"
#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"
#include "support/random.hpp"
#include "utah10/toolchain/tenex_pack.hpp"
#include "word/sparse_file.hpp"

namespace utah10::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

struct Series {
  const char* system;
  unsigned number;
};
void PrintTo(const Series& s, std::ostream* out) { *out << s.system << ' ' << s.number; }

constexpr unsigned kUsers = 3;
constexpr const char* kUser[kUsers] = {"GUEST", "SMITH", "JONES"};
constexpr const char* kPassword[kUsers] = {"GUEST", "LAKE", "SNOW"};
constexpr std::uint32_t kNotWritten = 020000;  // FDBNXF
// Files are written back every half minute; a file closed this long ago must be on the pack.
constexpr Duration kSurely = seconds(75);

class PowerCuts : public ProgramTest, public ::testing::WithParamInterface<Series> {
 protected:
  // A user's commands in order, and the files they must leave. Files whose name begins with K are kept.
  static std::string command(unsigned user, unsigned n) {
    switch (n % 5) {
      case 0:
        return fmt::format("COPY <GUEST>READ.ME K{}.TXT", n);
      case 1:
        return fmt::format("COPY <GUEST>VERSE.TXT D{}.TXT", n);
      case 2:
        return fmt::format("COPY <GUEST>{} K{}.MAC", user == 0 ? "HELLO.MAC" : "CALLS.MAC", n);
      case 3:
        return fmt::format("DELETE D{}.TXT", n - 2);
      default:
        return n % 3 == 0 ? "EXPUNGE" : fmt::format("COPY <SUBSYS>STENEX.MAC KS{}.MAC", n);
    }
  }
  static std::string kept(const std::string& command) {
    const std::size_t at = command.rfind(' ');
    return command.starts_with("COPY") && command[at + 1] == 'K' ? command.substr(at + 1) : std::string();
  }
  const std::string& original(unsigned user, const TenexName& n) const {
    if (n.name[0] == 'D') return original_.at("VERSE");
    if (n.extension == "TXT") return original_.at("READ");
    return original_.at(n.name[1] == 'S' ? "STENEX" : user == 0 ? "HELLO" : "CALLS");
  }

  static std::string contents(const TenexPack& pack, const TenexName& name) {
    const auto c = pack.read(name);
    return c ? hostText(*c, false) : "cannot be read: " + c.error().text();
  }

  void remember(const TenexPack& pack) {
    for (const auto& [key, file] : std::map<std::string, std::string>{{"VERSE", "<GUEST>VERSE.TXT"},
                                                                      {"READ", "<GUEST>READ.ME"},
                                                                      {"HELLO", "<GUEST>HELLO.MAC"},
                                                                      {"CALLS", "<GUEST>CALLS.MAC"},
                                                                      {"STENEX", "<SUBSYS>STENEX.MAC"}}) {
      original_[key] = contents(pack, *parseTenexName(file));
      EXPECT_GT(original_[key].size(), 100U) << file;
    }
  }

  // Checks that every existing file is intact and that those in `must` exist. Adds existing files that are kept to
  // `there`.
  void verify(const TenexPack& pack, const std::set<std::string>& must, std::set<std::string>* there) const {
    std::set<std::string> found;
    for (unsigned u = 0; u < kUsers; ++u) {
      const auto files = pack.files(kUser[u]);
      ASSERT_TRUE(files) << files.error().text();
      for (const TenexFile& f : *files) {
        if ((f.flags & kNotWritten) != 0 || f.deleted() || (f.name.name[0] != 'K' && f.name.name[0] != 'D')) continue;
        EXPECT_TRUE(contents(pack, f.name) == original(u, f.name)) << f.name.text() << " is damaged";
        if (f.name.name[0] == 'K') found.insert(fmt::format("<{}>{}.{}", kUser[u], f.name.name, f.name.extension));
      }
    }
    for (const std::string& name : must) EXPECT_TRUE(found.contains(name)) << name << " is lost";
    if (there != nullptr) there->insert(found.begin(), found.end());
  }

  void examineCut(bool byTenexfs, const std::set<std::string>& must, std::set<std::string>* there) {
    auto raw = TenexPack::open(folder / "cut.dsk");
    ASSERT_TRUE(raw) << raw.error().text();
    const PackReport asItIs = raw->check(false);
    for (const std::string& error : asItIs.errors) EXPECT_THAT(error, Not(HasSubstr("marked free")));
    if (byTenexfs) {
      if (!asItIs.clean()) {
        ++damaged_;
        raw->check(true);
        const PackReport again = raw->check(false);
        EXPECT_TRUE(again.clean()) << again.errors.front();
        verify(*raw, must, nullptr);
      }
    }
    const Result r = run(fmt::format("--quiet boot {} --pack cut.dsk -c \"run 3s; quit --now\"", GetParam().system));
    EXPECT_EQ(r.code, 0) << r.err << r.out;
    EXPECT_THAT(r.out, Not(HasSubstr("BUGHLT")));
    auto pack = TenexPack::open(folder / "cut.dsk");
    ASSERT_TRUE(pack) << pack.error().text();
    const PackReport report = pack->check(false);
    EXPECT_TRUE(report.clean()) << report.errors.front();
    verify(*pack, must, there);
  }

  std::map<std::string, std::string> original_;
  unsigned damaged_ = 0;
};

// type() types keys on a line; prompted() tests for the prompt that follows.
void type(Session& s, unsigned line, const std::string& keys) {
  const auto done = s.perform(fmt::format("type tty{} \"{}\\r\"", line, keys));
  ASSERT_TRUE(done) << done.error().text();
}
bool prompted(Session& s, unsigned line) {
  return s.perform(fmt::format("expect tty{} \"\\n@\" within 1us", line)).has_value();
}

TEST_P(PowerCuts, LoseNothing) {
  Random random;
  for (unsigned k = 0; k < GetParam().number; ++k) random.bits();
  std::mt19937_64 engine{random.bits()};
  const auto below = [&](std::uint64_t n) { return engine() % n; };
  const auto cuts = environmentNumber("UTAH10_POWER_CUTS", 20);

  ASSERT_FALSE(copySparse(fmt::format("{}/roms/{}.dsk", binaryDir(), GetParam().system), folder / "p.dsk"));
  {
    const auto pack = TenexPack::open(folder / "p.dsk");
    ASSERT_TRUE(pack);
    remember(*pack);
  }
  auto description = parseMachineFile(
      "machine",
      "[[memory]]\nkind = \"MA10\"\nsize = \"16K\"\ncount = 16\n[pager]\nregisters = 16\n[clocks]\n"
      "millisecond = true\ncalendar = \"1972-10-02 09:00:00\"\n[tty]\nspeed = \"300 cps\"\n[dc10]\nlines = 4\n"
      "[[line]]\nnumber = 0\nbaud = 2400\n[[line]]\nnumber = 1\nbaud = 2400\n[[line]]\nnumber = 2\nbaud = 2400\n"
      "[[drum]]\ntype = \"bryant\"\n[[disk]]\nunit = 0\ntype = \"RP02\"\n");
  ASSERT_TRUE(description) << description.error().text();
  Machine machine{description->machine};
  DeviceSet devices{machine, description->devices};
  TextTerminal terminal;
  Session s{machine, devices, terminal};
  s.console().quiet = true;
  const auto must = [&](const std::string& commands) {
    const auto done = s.performAll(commands);
    ASSERT_TRUE(done) << done.error().text() << "\n" << terminal.printed();
  };
  must(
      fmt::format("attach ptr {0}/roms/boots.rim ro; attach drm0 {1}/swap create; attach dsk0 {1}/p.dsk; "
                  "readin ptr within 2s; expect \"TENEX IN OPERATION\"",
                  binaryDir(), folder.string()));
  for (unsigned u = 0; u < kUsers; ++u)
    must(fmt::format(
        "type tty{0} \"\\003\"; expect tty{0} \"@\"; type tty{0} \"LOGIN {1} {2} 1\\r\"; expect tty{0} \"\\n@\"", u,
        kUser[u], kPassword[u]));

  std::array<unsigned, kUsers> done{};
  std::array<std::optional<Instant>, kUsers> thinksTo;
  std::map<std::string, Instant> closed;  // kept files, and the times at which their commands ended
  std::set<std::string> there;
  for (unsigned u = 0; u < kUsers; ++u) type(s, u, command(u, 0));
  bool armed = false;
  fs::file_time_type written;
  for (std::uint64_t cut = 0; cut < cuts;) {
    // Of four cuts the first is at a random instant in the next seconds, the second when the disk is being written
    // after such an instant, and two more follow soon after.
    Instant at = machine.now() + microseconds(static_cast<std::int64_t>(below(cut % 4 < 2 ? 8'000'000 : 300'000)));
    armed = cut % 4 == 1;
    for (bool struck = false; !struck;) {
      const Duration step = std::min<Duration>(armed && machine.now() >= at ? milliseconds(2) : milliseconds(40),
                                               machine.now() < at ? at - machine.now() : milliseconds(2));
      RunRequest request;
      request.until = machine.now() + std::max<Duration>(step, microseconds(1));
      ASSERT_EQ(s.debugger().run(request).reason, StopReason::TimeLimit) << terminal.printed();
      for (unsigned u = 0; u < kUsers; ++u) {
        if (thinksTo[u] && machine.now() >= *thinksTo[u]) {
          thinksTo[u].reset();
          type(s, u, command(u, ++done[u]));
        }
        if (thinksTo[u] || !prompted(s, u)) continue;
        if (const std::string name = kept(command(u, done[u])); !name.empty())
          closed[fmt::format("<{}>{}", kUser[u], name)] = machine.now();
        thinksTo[u] = machine.now() + milliseconds(static_cast<std::int64_t>(below(1500)));
      }
      if (machine.now() < at) {
        written = fs::last_write_time(folder / "p.dsk");
      } else if (armed && fs::last_write_time(folder / "p.dsk") == written) {
        continue;  // until the disk is being written
      } else if (std::exchange(armed, false)) {
        at = machine.now() + microseconds(static_cast<std::int64_t>(below(60'000)));
      } else {
        struck = true;
      }
    }
    ++cut;
    SCOPED_TRACE(fmt::format("cut {} at {} ns", cut, (machine.now() - kPowerOn).count()));
    std::set<std::string> wanted = there;
    for (const auto& [name, when] : closed)
      if (machine.now() - when > kSurely) wanted.insert(name);
    fs::remove(folder / "cut.dsk");
    ASSERT_FALSE(copySparse(folder / "p.dsk", folder / "cut.dsk"));
    examineCut(cut % 4 == 0, wanted, &there);
    if (HasFailure()) break;
  }
  std::cout << fmt::format("{} cuts, {} commands, {} files kept, {} packs had to be put right\n", cuts,
                           done[0] + done[1] + done[2], there.size(), damaged_);
  EXPECT_GT(there.size(), cuts / 2);
  EXPECT_THAT(terminal.printed(), Not(HasSubstr("BUGHLT")));
}

INSTANTIATE_TEST_SUITE_P(Series, PowerCuts,
                         ::testing::Values(Series{"tenex72", 0}, Series{"tenex73", 1}, Series{"tenex72", 2},
                                           Series{"tenex73", 3}, Series{"tenex72", 4}, Series{"tenex73", 5},
                                           Series{"tenex72", 6}, Series{"tenex73", 7}, Series{"tenex72", 8},
                                           Series{"tenex73", 9}),
                         [](const auto& made) { return fmt::format("{}_{}", made.param.system, made.param.number); });

}  // namespace
}  // namespace utah10::test
