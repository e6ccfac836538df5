// Calls of a run added up by name, like strace -c: how often, errors, time.
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
    std::uint64_t open = 0;  // not returned, part of `calls`
    Duration time{};         // of those that have returned
    Duration own{};
  };
  // By name, "BIN"; calls that have not returned, or not yet, are in it as open.
  const std::map<std::string, Row>& rows() const { return rows_; }
  // The longest own time first.
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
