// Totals of a run's calls by name, as strace -c prints them: count, errors, time.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "trace/jsys_follower.hpp"

namespace utah10 {

class JsysSummary final : public JsysFollower {
 public:
  struct Row {
    std::uint64_t calls = 0;
    std::uint64_t errors = 0;
    std::uint64_t open = 0;  // calls without a return, included in `calls`
    Duration time{};         // of calls that returned
    Duration own{};
  };
  // By name, such as "BIN"; calls without a return are counted as open.
  const std::map<std::string, Row>& rows() const { return rows_; }
  // Longest own time first.
  std::string text() const;
  std::string csv() const;
  std::string json() const;

 private:
  void called(const FollowedCall& call) override;
  void returned(const FollowedCall& call) override;
  std::vector<std::pair<std::string, Row>> sorted() const;

  std::map<std::string, Row> rows_;
};

}  // namespace utah10
