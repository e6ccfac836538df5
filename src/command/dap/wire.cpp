#include "command/dap/wire.hpp"

#include <nlohmann/json.hpp>

namespace utah10 {

bool Wire::pendingWithin(std::chrono::milliseconds wait) {
  if (!received_.empty()) return true;
  reader_.add(channel_.receive(wait));
  for (;;) {
    auto message = reader_.next();
    broken_ = broken_ || !message;
    if (!message || !*message) break;
    received_.push_back(std::move(**message));
  }
  return !received_.empty() || closed();
}

std::optional<std::string> Wire::receive(std::chrono::milliseconds wait) {
  pendingWithin(wait);
  if (received_.empty()) return std::nullopt;
  std::string message = std::move(received_.front());
  received_.pop_front();
  return message;
}

void Wire::send(JsonValue& message) {
  message["seq"] = ++sequence_;
  channel_.send(framed(message.dump(-1, ' ', false, JsonValue::error_handler_t::replace)));
}

void Wire::respond(const JsonValue& request, const JsonValue& body) {
  JsonValue message{{"type", "response"},
                    {"request_seq", request.value("seq", 0)},
                    {"success", true},
                    {"command", request.value("command", "")}};
  if (!body.is_null()) message["body"] = body;
  send(message);
}

// Editors show the message of the body, or the short one.
void Wire::refuse(const JsonValue& request, const Error& error) {
  const std::string text = error.text();
  JsonValue message{{"type", "response"}, {"request_seq", request.value("seq", 0)},
                    {"success", false},   {"command", request.value("command", "")},
                    {"message", text},    {"body", {{"error", {{"id", 1}, {"format", text}, {"showUser", true}}}}}};
  send(message);
}

void Wire::event(std::string_view name, const JsonValue& body) {
  JsonValue message{{"type", "event"}, {"event", name}};
  if (!body.is_null()) message["body"] = body;
  send(message);
}

}  // namespace utah10
