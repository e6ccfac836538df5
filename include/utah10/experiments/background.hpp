// Everybody else on the machine: users at the other lines who edit, compile and compute, as many as make the load that
// an experiment wants.
//
// The load is TENEX's: runnable processes, averaged over 5 minutes. Each user works by himself at his own speed; what
// he does comes from the seed.
#pragma once

#include <memory>
#include <vector>

#include "utah10/experiments/laboratory.hpp"

namespace utah10 {

// What they need on the pack.
std::vector<LabFile> backgroundFiles();

class Background {
 public:
  // Users at the lines from `firstLine` on; nobody is there yet.
  Background(Laboratory& lab, unsigned firstLine, std::uint64_t seed);
  ~Background();

  // Runs until the 5-minute average is near `load`, or for as long as it may take, and leaves so many at work as keep
  // it there beside one more process that runs.
  Expected<void> bringTo(double load);
  // Everybody stops.
  void rest();
  unsigned working() const;

 private:
  class User;
  Expected<void> want(unsigned users);

  Laboratory& lab_;
  std::vector<std::unique_ptr<User>> users_;
  unsigned active_ = 0;
};

}  // namespace utah10
