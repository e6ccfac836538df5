// The time by routine; it can be connected and disconnected, and keeps its results.
#pragma once

#include "trace/profile.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {

class ConnectedProfile {
 public:
  explicit ConnectedProfile(Ka10& cpu) : cpu_(cpu) {}
  ~ConnectedProfile() { disconnect(); }
  ConnectedProfile(const ConnectedProfile&) = delete;
  ConnectedProfile& operator=(const ConnectedProfile&) = delete;

  bool connected() const { return connected_; }
  void connect() {
    if (!connected_) cpu_.connect(profile.probe());
    connected_ = true;
  }
  void disconnect() {
    if (connected_) cpu_.disconnect(profile.probe());
    connected_ = false;
  }

  Profile profile;
  bool processes = false;  // separate rows for each process

 private:
  Ka10& cpu_;
  bool connected_ = false;
};

}  // namespace utah10
