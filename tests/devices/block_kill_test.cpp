// A process that writes to its disk without pause is killed again and again: every write must be complete or absent.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "devices/rp10.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

// The writer and its medium: anything straight to the medium; or the disk control, ordered by a program, on cylinder
// 0.
struct Variant {
  const char* name;
  bool overlay = false;
  bool control = false;
  BlockGeometry pack;
  std::uint32_t blocks = 0;  // that are written
  std::uint32_t most = 0;    // in one write
  int kills = 0;
};
void PrintTo(const Variant& v, std::ostream* out) { *out << v.name; }
constexpr BlockGeometry kPlain{"pack", 2000, 128};
const BlockGeometry kRp02 = rpTypes()[0].geometry();
const Variant kVariants[] = {{"Plain", false, false, kPlain, 2000, 200, 100},
                             {"Overlay", true, false, kPlain, 2000, 200, 100},
                             {"ControlPlain", false, true, kRp02, 200, 40, 30},
                             {"ControlOverlay", true, true, kRp02, 200, 40, 30}};

// Shared by parent and child; only the child writes.
struct Progress {
  std::atomic<std::uint64_t> started;
  std::atomic<std::uint64_t> finished;
};

struct Transfer {
  std::uint32_t first = 0;
  std::uint32_t blocks = 0;
};

std::uint64_t scramble(std::uint64_t n) {
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9;
  n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
  return n ^ (n >> 31);
}

// The nth write: mostly pages, sometimes more.
Transfer transferOf(const Variant& v, std::uint64_t n) {
  const std::uint64_t r = scramble(n);
  const auto blocks = static_cast<std::uint32_t>(r % 16 == 0 ? 1 + (r >> 8) % v.most : 4);
  return {static_cast<std::uint32_t>((r >> 20) % (v.blocks - blocks)), blocks};
}

std::vector<Word36> wordsOf(std::uint64_t n, std::uint32_t blocks) {
  std::vector<Word36> words;
  for (std::uint64_t i = 0; i < std::uint64_t{blocks} * 128; ++i) words.emplace_back((n << 16) ^ i);
  return words;
}

struct Files {
  fs::path image;
  AttachOptions options;
};

// In the child: these never return.
[[noreturn]] void writeForEver(const Variant& v, const Files& files, std::uint64_t next, Progress& progress) {
  BlockUnit unit{"dsk0", v.pack};
  if (!unit.attach(files.image, files.options)) _exit(3);
  for (;; ++next) {
    const Transfer t = transferOf(v, next);
    progress.started = next;
    if (!unit.write(t.first, wordsOf(next, t.blocks))) _exit(4);
    progress.finished = next;
  }
}

[[noreturn]] void orderForEver(const Variant& v, const Files& files, std::uint64_t next, Progress& progress) {
  Scheduler clock;
  PiSystem pi{clock};
  CoreMemory core{clock, {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}};
  Rp10 rp{clock, pi, core};
  if (!rp.unit(0).attach(files.image, files.options)) _exit(3);
  rp.datao(Word36{5ull << 33 | 0776});  // the attention
  for (;; ++next) {
    const Transfer t = transferOf(v, next);
    const auto words = wordsOf(next, t.blocks);
    for (std::uint32_t i = 0; i < words.size(); ++i) core.poke(PhysicalAddress{01000 + i}, words[i]);
    core.poke(PhysicalAddress{062}, Word36::halves(0u - static_cast<std::uint32_t>(words.size()), 0777));
    core.poke(PhysicalAddress{063}, Word36{});
    progress.started = next;
    rp.datao(Word36{1ull << 33 | std::uint64_t{t.first / 10} << 17 | t.first % 10 << 12 | 062});
    while ((rp.coni().bits() & 010) == 0) clock.idleUntil(clock.nextEvent());
    if ((rp.coni().bits() & 0177760) != 0) _exit(4);
    progress.finished = next;
  }
}

class Killed : public ::testing::TestWithParam<Variant> {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_ = test::ownFolder();
};

void apply(const Variant& v, std::vector<Word36>& model, std::uint64_t n) {
  const Transfer t = transferOf(v, n);
  const auto words = wordsOf(n, t.blocks);
  std::copy(words.begin(), words.end(), model.begin() + std::int64_t{t.first} * 128);
}

// Forks a writer, lets it write for a while and kills it.
void writeAndKill(const Variant& v, const Files& files, std::uint64_t done, Progress& progress, int kill) {
  const pid_t child = fork();
  if (child == 0) v.control ? orderForEver(v, files, done + 1, progress) : writeForEver(v, files, done + 1, progress);
  int status = 0;
  while (progress.started <= done && waitpid(child, &status, WNOHANG) == 0) usleep(50);
  usleep(static_cast<useconds_t>(scramble(static_cast<std::uint64_t>(kill) + 77) % 12000));
  ::kill(child, SIGKILL);
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "exit " << WEXITSTATUS(status);
}

TEST_P(Killed, EveryWriteIsCompleteOrAbsent) {
  const Variant& v = GetParam();
  Files files{folder_ / "pack.dsk", {.create = true}};
  BlockUnit unit{"dsk0", v.pack};
  ASSERT_TRUE(unit.attach(files.image, files.options));
  ASSERT_TRUE(unit.detach());
  if (v.overlay) files.options.overlay = folder_ / "pack.ovl";
  void* shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto& progress = *new (shared) Progress{};
  std::vector<Word36> model(v.pack.words());
  std::vector<Word36> found(model.size());
  std::uint64_t done = 0;  // writes in the model
  int unreturned = 0, finished = 0, dropped = 0;
  for (int kill = 0; kill < v.kills; ++kill) {
    ASSERT_NO_FATAL_FAILURE(writeAndKill(v, files, done, progress, kill));
    const auto said = unit.attach(files.image, files.options);
    ASSERT_TRUE(said) << said.error().text();
    finished += said->find("finished") != std::string::npos ? 1 : 0;
    dropped += said->find("dropped") != std::string::npos ? 1 : 0;
    const std::size_t seen = kill + 1 == v.kills ? found.size() : std::size_t{v.blocks} * 128;
    ASSERT_TRUE(unit.read(0, std::span{found}.first(seen)));
    ASSERT_TRUE(unit.detach());
    while (done < progress.finished) apply(v, model, ++done);
    if (progress.started > done && found != model) {
      apply(v, model, ++done);
      ++unreturned;
    }
    ASSERT_TRUE(found == model) << "after kill " << kill << ", write " << done;
    progress.started = done;
    progress.finished = done;
  }
  munmap(shared, sizeof(Progress));
  std::printf("%d kills, %llu writes; %d were complete without having returned; journals: %d finished, %d dropped\n",
              v.kills, static_cast<unsigned long long>(done), unreturned, finished, dropped);
  EXPECT_GT(done, 10u);
  if (!v.control) {
    EXPECT_GT(finished + dropped, 0) << "the kills must hit writes";
  }
}

INSTANTIATE_TEST_SUITE_P(Pack, Killed, ::testing::ValuesIn(kVariants),
                         [](const auto& p) { return std::string{p.param.name}; });

}  // namespace
}  // namespace utah10
