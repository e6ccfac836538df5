// A session's profile, on or off. Private to the command layer.
#pragma once

#include "trace/profile.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {

class SessionProfile {
 public:
  explicit SessionProfile(Ka10& cpu) : cpu_(cpu) {}
  ~SessionProfile() { disconnect(); }
  SessionProfile(const SessionProfile&) = delete;
  SessionProfile& operator=(const SessionProfile&) = delete;

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
