// The messages of one client: requests come in, responses and events go out, numbered.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "command/dap/channel.hpp"
#include "command/dap/framing.hpp"

namespace utah10 {

using JsonValue = nlohmann::json;

// A text of an object; empty: it has none with that name.
std::string textIn(const JsonValue& object, const char* name);

class Wire {
 public:
  // The channel must outlive the wire.
  explicit Wire(Channel& channel) : channel_(channel) {}

  // A request has come, or the client has gone. Does not wait.
  bool pending() { return pendingWithin(std::chrono::milliseconds{0}); }
  // One of these requests has come, not yet received, or the client has gone. Does not wait.
  bool awaits(std::initializer_list<std::string_view> requests);
  // The next message; waits at most that long. Nothing: none, or it was no JSON.
  std::optional<std::string> receive(std::chrono::milliseconds wait);
  bool closed() const { return channel_.closed() || broken_; }
  Channel& channel() { return channel_; }

  void respond(const JsonValue& request, const JsonValue& body);
  void refuse(const JsonValue& request, const Error& error);
  void event(std::string_view name, const JsonValue& body);

 private:
  bool pendingWithin(std::chrono::milliseconds wait);
  void take(std::chrono::milliseconds wait);
  void send(JsonValue& message);

  Channel& channel_;
  MessageReader reader_;
  std::deque<std::string> received_;
  bool broken_ = false;
  std::int64_t sequence_ = 0;
};

}  // namespace utah10
