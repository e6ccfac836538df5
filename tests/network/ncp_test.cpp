// Two NCPs talking to each other, seen by their programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/ncp_rig.hpp"

namespace utah10::test {

using testing::ElementsAre;

TEST(Ncp, DataReachTheListenerCompleteBeforeTheClose) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  EXPECT_THAT(t.u.take(), ElementsAre("opened 1"));
  EXPECT_THAT(t.c.take(), ElementsAre("requested 1", "opened 1"));
  t.utah.send(ours, octets({1, 2, 3}));
  t.utah.close(ours);
  t.run(seconds(1));
  EXPECT_EQ(toHex(t.c.data), "010203");
  EXPECT_THAT(t.u.take(), ElementsAre("drained 1", "closed 1"));
  EXPECT_THAT(t.c.take(), ElementsAre("received 1", "closed 1"));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::ByUs));
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::ByThem));
  EXPECT_TRUE(t.utah.connections().empty());
  EXPECT_TRUE(t.ccn.connections().empty());
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

TEST(Ncp, ASenderHearsOfEachRfnm) {
  struct Progress : Diary {
    using Diary::Diary;
    void confirmed(ConnectionId id) override { add("confirmed", id); }
  };
  TwoHosts t;
  Progress progress{t.utah};
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.utah.hand(ours, progress.self);
  BitString bytes;
  bytes.resize(20'000);  // three messages of at most 8016 bits
  t.utah.send(ours, bytes);
  t.run(seconds(1));
  const std::string id = std::to_string(ours.number());
  EXPECT_THAT(progress.take(), ElementsAre("confirmed " + id, "confirmed " + id, "drained " + id));
  EXPECT_EQ(t.c.data.size(), 20'000u);
}

}  // namespace utah10::test
