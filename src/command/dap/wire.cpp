#include "command/dap/wire.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace utah10 {

namespace {

JsonValue sequenceOf(const JsonValue& request) {
  return request.contains("seq") && request["seq"].is_number_integer() ? request["seq"] : JsonValue(0);
}

}  // namespace

std::string textIn(const JsonValue& object, const char* name) {
  return object.contains(name) && object[name].is_string() ? object[name].get<std::string>() : std::string{};
}

void Wire::take(std::chrono::milliseconds wait) {
  reader_.add(channel_.receive(wait));
  for (;;) {
    auto message = reader_.next();
    broken_ = broken_ || !message;
    if (!message || !*message) break;
    received_.push_back(std::move(**message));
  }
}

bool Wire::pendingWithin(std::chrono::milliseconds wait) {
  if (received_.empty()) take(wait);
  return !received_.empty() || closed();
}

bool Wire::awaits(std::initializer_list<std::string_view> requests) {
  take(std::chrono::milliseconds{0});
  return closed() || std::ranges::any_of(received_, [&](const std::string& text) {
           const JsonValue message = JsonValue::parse(text, nullptr, false);
           return message.is_object() && std::ranges::count(requests, textIn(message, "command")) != 0;
         });
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
                    {"request_seq", sequenceOf(request)},
                    {"success", true},
                    {"command", textIn(request, "command")}};
  if (!body.is_null()) message["body"] = body;
  send(message);
}

// Editors show the message of the body, or the short one.
void Wire::refuse(const JsonValue& request, const Error& error) {
  const std::string text = error.text();
  JsonValue message{{"type", "response"}, {"request_seq", sequenceOf(request)},
                    {"success", false},   {"command", textIn(request, "command")},
                    {"message", text},    {"body", {{"error", {{"id", 1}, {"format", text}, {"showUser", true}}}}}};
  send(message);
}

void Wire::event(std::string_view name, const JsonValue& body) {
  JsonValue message{{"type", "event"}, {"event", name}};
  if (!body.is_null()) message["body"] = body;
  send(message);
}

}  // namespace utah10
