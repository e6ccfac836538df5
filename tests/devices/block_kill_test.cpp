// A process that writes to its disk without pause is killed again and again: every write is there or is not.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "support/random.hpp"
#include "support/temp_folder.hpp"
#include "utah10/devices/block_unit.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

constexpr BlockGeometry kPack{"pack", 2000, 128};
constexpr std::uint32_t kMostBlocks = 200;  // a cylinder
constexpr int kKills = 100;

// What parent and child both see. Written by the child alone.
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

// The nth write: mostly pages, sometimes as much as a command can hold.
Transfer transferOf(std::uint64_t n) {
  const std::uint64_t r = scramble(n);
  const auto blocks = static_cast<std::uint32_t>(r % 16 == 0 ? 1 + (r >> 8) % kMostBlocks : 4);
  return {static_cast<std::uint32_t>((r >> 20) % (kPack.blocks - blocks)), blocks};
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

// In the child: never returns.
[[noreturn]] void writeForEver(const Files& files, std::uint64_t next, Progress& progress) {
  BlockUnit unit{"dsk0", kPack};
  if (!unit.attach(files.image, files.options)) _exit(3);
  for (;; ++next) {
    const Transfer t = transferOf(next);
    progress.started = next;
    if (!unit.write(t.first, wordsOf(next, t.blocks))) _exit(4);
    progress.finished = next;
  }
}

class Killed : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_ = test::ownFolder();
};

void apply(std::vector<Word36>& model, std::uint64_t n) {
  const Transfer t = transferOf(n);
  const auto words = wordsOf(n, t.blocks);
  std::copy(words.begin(), words.end(), model.begin() + std::int64_t{t.first} * 128);
}

TEST_P(Killed, EveryWriteIsThereOrIsNot) {
  Files files{folder_ / "pack.dsk", {.create = true}};
  BlockUnit unit{"dsk0", kPack};
  ASSERT_TRUE(unit.attach(files.image, files.options));
  ASSERT_TRUE(unit.detach());
  if (GetParam()) files.options.overlay = folder_ / "pack.ovl";
  void* shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto& progress = *new (shared) Progress{};
  std::vector<Word36> model(kPack.words());
  std::uint64_t done = 0;  // writes in the model
  int torn = 0;
  int finished = 0;
  int dropped = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    const pid_t child = fork();
    if (child == 0) writeForEver(files, done + 1, progress);
    const auto wait = static_cast<useconds_t>(scramble(static_cast<std::uint64_t>(kill) + 77) % 12000);
    while (progress.started <= done) usleep(50);
    usleep(wait);
    ::kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "exit " << WEXITSTATUS(status);
    const auto said = unit.attach(files.image, files.options);
    ASSERT_TRUE(said) << said.error().text();
    finished += said->find("finished") != std::string::npos ? 1 : 0;
    dropped += said->find("dropped") != std::string::npos ? 1 : 0;
    std::vector<Word36> found(kPack.words());
    ASSERT_TRUE(unit.read(0, found));
    ASSERT_TRUE(unit.detach());
    while (done < progress.finished) apply(model, ++done);
    if (progress.started > done && found != model) {
      apply(model, ++done);
      ++torn;
    }
    ASSERT_TRUE(found == model) << "after kill " << kill << ", write " << done;
    progress.started = done;
    progress.finished = done;
  }
  munmap(shared, sizeof(Progress));
  RecordProperty("writes", std::to_string(done));
  std::printf("%d kills, %llu writes; %d were there without having returned; journals: %d finished, %d dropped\n",
              kKills, static_cast<unsigned long long>(done), torn, finished, dropped);
  EXPECT_GT(finished + dropped, 5) << "the kills must hit writes";
  EXPECT_GT(done, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Pack, Killed, ::testing::Bool(),
                         [](const auto& p) { return p.param ? std::string{"Overlay"} : std::string{"Plain"}; });

}  // namespace
}  // namespace utah10
