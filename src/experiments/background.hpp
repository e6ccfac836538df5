// Everybody else on the machine: users at the other lines who edit, compile and compute, as many as make the load that
// an experiment wants.
//
// The load is TENEX's: runnable processes, averaged over 5 minutes. Editors type at a person's speed and hardly count.
// Who compiles or computes has COMPIL or COMPUT work on something for some seconds at a time; whether he goes on with
// the next thing depends on the load of the moment, so that it stays near what is wanted. What they do comes from the
// seed.
#pragma once

#include <memory>
#include <vector>

#include "experiments/laboratory.hpp"

namespace utah10 {

// What they need on the pack: programs to be compiled.
std::vector<LabFile> backgroundFiles();

class Background {
 public:
  // At the lines from `firstLine` on; nobody is there yet.
  Background(Laboratory& lab, unsigned firstLine, std::uint64_t seed);
  ~Background();

  // As many log in as a load of `most` takes.
  Expected<void> logIn(double most);
  // From now on the load is to be that; runs until it nearly is, or for as long as it may take. 0: nobody works.
  Expected<void> bringTo(double load);
  // Nobody begins anything new.
  void rest() { wanted_ = 0; }

 private:
  class User;
  bool another() const;
  enum class Occupation : std::uint8_t { Edits, Compiles, Computes };
  Expected<void> logIn(Occupation occupation);

  Laboratory& lab_;
  unsigned nextLine_;
  std::uint64_t seed_;
  double wanted_ = 0;
  std::vector<std::unique_ptr<User>> users_;
};

}  // namespace utah10
