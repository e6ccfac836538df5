// The other users of the machine, at the other lines, who edit, compile and compute to produce the load of an
// experiment.
//
// The load is TENEX's: runnable processes, averaged over 5 minutes. Users who edit type at human speed and hardly add
// to the load. Users who compile or compute run COMPIL or COMPUT for some seconds at a time; whether they start the
// next run depends on the present load, which thus stays near the wanted value. The seed determines their actions.
#pragma once

#include <memory>
#include <vector>

#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

// The files they need on the pack, one for each: programs to be compiled.
std::vector<LabFile> backgroundFiles(const std::vector<LabUser>& users);

class Background {
 public:
  // No user is logged in yet.
  Background(Laboratory& lab, std::uint64_t seed);
  ~Background();

  // Logs in as many users as a load of `most` needs.
  Expected<void> logIn(double most);
  // Sets the wanted load; runs until it is nearly reached, or up to a limit of time. 0: no user works.
  Expected<void> bringTo(double load);
  // Logs in so many users who work whatever the load, a third of them at each occupation. Those who compile or compute
  // think before each run, exponentially distributed. Large: those who compute come first, then those who compile, and
  // they compute with 14 to 57 pages of data, for a quarter of a minute to a minute and a half.
  enum class Work : std::uint8_t { Small, Large };
  Expected<void> employ(unsigned users, Duration meanThink, Work work = Work::Small);
  // Users finish what they are doing and start nothing new.
  void rest() { wanted_ = 0; }

 private:
  class User;
  bool another() const;
  enum class Occupation : std::uint8_t { Edits, Compiles, Computes, ComputesMuch };
  Expected<void> logIn(Occupation occupation);
  Expected<void> checkAccounts() const;

  Laboratory& lab_;
  unsigned nextLine_;
  std::uint64_t seed_;
  double wanted_ = 0;
  bool bringing_ = false;  // the load is brought to the wanted one; the measured program does not run yet
  Duration think_{};       // before each run, on average
  std::vector<std::unique_ptr<User>> users_;
};

}  // namespace utah10
