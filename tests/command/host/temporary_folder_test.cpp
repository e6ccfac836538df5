// Temporary folders: they go with their process, however that ends.
#include "command/host/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

class TemporaryFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    where_ = test::ownFolder();
    fs::create_directories(where_);
    ::setenv("TMPDIR", where_.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("TMPDIR");
    fs::remove_all(where_);
  }
  std::size_t folders() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{where_}, fs::directory_iterator{}));
  }
  fs::path where_;
};

TEST_F(TemporaryFolders, AreRemovedByTheirDestructor) {
  {
    auto one = TemporaryFolder::make("test");
    ASSERT_TRUE(one) << one.error().text();
    std::ofstream{one->path() / "file"};
    const TemporaryFolder moved = std::move(*one);
    EXPECT_TRUE(fs::exists(moved.path() / "file"));
  }
  EXPECT_EQ(folders(), 0U);
}

TEST_F(TemporaryFolders, OfAKilledProcessAreRemoved) {
  const auto ours = TemporaryFolder::make("test");
  const pid_t child = ::fork();
  if (child == 0) {
    const auto left = TemporaryFolder::make("child");
    if (left) std::ofstream{left->path() / "file"};
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  for (int n = 0; n < 500 && folders() != 1; ++n) ::usleep(20'000);
  EXPECT_EQ(folders(), 1U);
  EXPECT_TRUE(fs::exists(ours->path())) << "this process lives";
}

TEST_F(TemporaryFolders, WithoutALockAreRemovedByTheNextOne) {
  const auto ours = TemporaryFolder::make("test");
  fs::create_directories(where_ / "utah10-run-killed" / "folder");
  fs::create_directory(where_ / "utah10-other");  // not one of these
  const auto next = TemporaryFolder::make("test");
  EXPECT_EQ(folders(), 3U);
  EXPECT_FALSE(fs::exists(where_ / "utah10-run-killed"));
  EXPECT_TRUE(fs::exists(ours->path())) << "this process lives";
}

TEST_F(TemporaryFolders, RemoveOwnLeavesThoseOfOthers) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto other = TemporaryFolder::make("child");
    (void)!::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto first = TemporaryFolder::make("test"), second = TemporaryFolder::make("test");
  EXPECT_EQ(folders(), 3U);
  TemporaryFolder::removeOwn();
  EXPECT_EQ(folders(), 1U);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (const int end : ready) ::close(end);
}

}  // namespace
}  // namespace utah10
