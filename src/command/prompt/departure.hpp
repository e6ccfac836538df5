// The end of a session: nobody loses anything. Private to the command layer.
//
// Callers on terminal lines are told and get a grace, the guest's system is stopped as its operator would stop it, so
// that its files are on their pack, and the calls end.
#pragma once

#include <optional>

#include "command/machine_file/system_description.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class Session;

// The time that callers get for what they have not saved yet.
constexpr Duration kGraceOfCallers = seconds(10);

struct Departure {
  std::optional<StopDescription> stop;  // nothing: it is not known how the system is stopped
  bool keeps = false;                   // what the guest writes outlives the session
};

// The machine must be stopped. Called before Session::finish(). After `quit --now` it does no more than end the calls.
void depart(Session& session, const Departure& departure);

}  // namespace utah10
