// The thread works on every batch once, in order, whether or not so many wait that it is worth being woken.
#include <gtest/gtest.h>

#include <vector>

#include "command/look/record_thread.hpp"

namespace utah10 {
namespace {

void hand(RecordThread& thread, unsigned records) {
  for (unsigned n = 0; n < records; ++n) thread.batch().add(MemoryRecord{});
  thread.hand();
}

std::vector<std::size_t> counted(unsigned to) {
  std::vector<std::size_t> all;
  for (unsigned n = 1; n <= to; ++n) all.push_back(n);
  return all;
}

TEST(RecordThread, WorksOnEveryBatchInOrder) {
  std::vector<std::size_t> sizes;
  RecordThread thread{[&](const RecordBatch& batch) { sizes.push_back(batch.size()); }};
  unsigned n = 0;
  for (const unsigned number : {1u, 3u, 40u, 0u, 7u, 200u}) {
    for (const unsigned end = n + number; n < end;) hand(thread, ++n);
    thread.settle();
    EXPECT_EQ(sizes, counted(n));
  }
  thread.batch().add(MemoryRecord{});
  thread.settle();
  EXPECT_EQ(sizes.back(), 1U);
}

TEST(RecordThread, FinishesWhatItHasBeenGivenWhenItEnds) {
  for (unsigned number = 0; number < 20; ++number) {
    std::vector<std::size_t> sizes;
    {
      RecordThread thread{[&](const RecordBatch& batch) { sizes.push_back(batch.size()); }};
      for (unsigned n = 0; n < number; ++n) hand(thread, n + 1);
    }
    EXPECT_EQ(sizes, counted(number));
  }
}

}  // namespace
}  // namespace utah10
