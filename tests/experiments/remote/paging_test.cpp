// The transform that pages, on laboratory machines.
#include "experiments/remote/paging.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "experiments/report/report_numbers.hpp"

#include "experiments/lab_bench.hpp"

namespace utah10 {
namespace {

class RemotePagingTest : public test::LabTest {};

TEST_F(RemotePagingTest, TRY) {
  RemoteSettings settings;
  const auto made = runPaging(settings, site("utah72"), pagingConditions(settings), [](const PagingResult& r) {
    const auto& s = r.stretch;
    fmt::print("{} frames {} err {} clk {} used {} charged {}\n", progressText(r), r.frames, r.error, r.clockMs, r.usedMs, s.chargedMs);
    fmt::print("   elapsed {:.3f} user {:.3f} mon {:.3f} trap {:.3f} intr {:.3f} net {:.3f} sch {:.3f} pagewait {:.3f} runnable {:.3f} traps {}\n", secondsOf(s.elapsed()),
      secondsOf(s.split.parts[0]),secondsOf(s.split.parts[1]),secondsOf(s.split.parts[2]),secondsOf(s.split.parts[3]),secondsOf(s.split.parts[4]),secondsOf(s.split.parts[5]), secondsOf(s.pageWait), secondsOf(s.runnable), s.pageTraps);
    for (auto& [n,d] : s.waits) fmt::print("   wait {} {:.3f}\n", n, secondsOf(d));
    fmt::print("   reads {} writes {} core {:.3f} cmd {:.3f} wire {:.3f} adapter {:.3f} host {:.3f} lat {:.3f} msgs {}\n", r.reads, r.writes, secondsOf(r.coreTime), secondsOf(r.commandTime), secondsOf(r.link.wire), secondsOf(r.link.adapter), secondsOf(r.link.host), secondsOf(r.link.latency), r.link.messages);
    std::fflush(stdout);
  });
  ASSERT_TRUE(made) << made.error().text();
}

}  // namespace
}  // namespace utah10
