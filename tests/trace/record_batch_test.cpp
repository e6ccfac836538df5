// Records that are kept in batches and told later are the same, in the same order.
#include <gtest/gtest.h>

#include <deque>

#include "random_records.hpp"
#include "record_log.hpp"
#include "trace/batching_probe.hpp"

namespace utah10 {
namespace {

TEST(RecordBatch, WhatIsToldLaterIsWhatWasTold) {
  test::Random random;
  std::deque<RecordBatch> batches(1);
  BatchingProbe probe{batches.front(), [&]() -> RecordBatch& { return batches.emplace_back(); }};
  test::RecordLog told, later;
  {
    test::RandomRecords records{random};
    test::Both both{told, probe};
    records.tell(both, 20'000);
  }  // the names and octets that the records referred to are gone
  EXPECT_EQ(batches.size(), 20'000 / RecordBatch::kMost + 1);
  for (RecordBatch& batch : batches) {
    batch.tell(later);
    batch.clear();
    batch.tell(later);  // nothing
  }
  ASSERT_EQ(later.all.size(), told.all.size());
  for (std::size_t n = 0; n < told.all.size(); ++n) ASSERT_EQ(later.all[n], told.all[n]) << "record " << n;
}

}  // namespace
}  // namespace utah10
