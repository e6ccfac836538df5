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

}  // namespace utah10::test
