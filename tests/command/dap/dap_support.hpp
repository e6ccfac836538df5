// A client of the Debug Adapter Protocol, and an adapter in a thread of its own at the other end of a pair of sockets.
#pragma once

#include <gmock/gmock.h>
#include <sys/socket.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <thread>

#include "command/dap/adapter.hpp"
#include "command/debug/debug_support.hpp"

namespace utah10 {

class DapClient {
 public:
  explicit DapClient(Channel& channel) : channel_(channel) {}

  // The response, whatever it is; events that come before it are kept.
  JsonValue ask(const std::string& command, const JsonValue& arguments = JsonValue::object()) {
    const int seq = ++sequence_;
    send({{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}});
    for (;;) {
      const JsonValue message = receive();
      if (message.is_null()) return {{"success", false}, {"message", "no response to " + command}};
      if (message["type"] == "response" && message["request_seq"] == seq) return message;
      events_.push_back(message);
    }
  }
  // The body of a response that must be a success.
  JsonValue body(const std::string& command, const JsonValue& arguments = JsonValue::object()) {
    const JsonValue response = ask(command, arguments);
    EXPECT_TRUE(response["success"].get<bool>()) << command << arguments << "\n" << response;
    return response.value("body", JsonValue::object());
  }
  // The message of a response that must be an error: one line.
  std::string refusal(const std::string& command, const JsonValue& arguments = JsonValue::object()) {
    const JsonValue response = ask(command, arguments);
    EXPECT_FALSE(response["success"].get<bool>()) << command << " was accepted: " << response;
    const std::string text = response.value("message", "");
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text;
  }
  // The body of the next event of that name; those before it are dropped, but their output is kept.
  JsonValue event(const std::string& name) {
    for (;;) {
      const JsonValue message = events_.empty() ? receive() : events_.front();
      if (!events_.empty()) events_.pop_front();
      if (message.is_null()) {
        ADD_FAILURE() << "no event " << name;
        return JsonValue::object();
      }
      if (message.value("event", "") == "output") output_ += message["body"].value("output", "");
      if (message.value("event", "") == name) return message.value("body", JsonValue::object());
    }
  }
  const std::string& output() const { return output_; }
  void send(const JsonValue& message) { channel_.send(framed(message.dump())); }
  // So that all have come when the first is answered.
  void sendTogether(std::initializer_list<JsonValue> messages) {
    std::string bytes;
    for (const JsonValue& m : messages) bytes += framed(m.dump());
    channel_.send(bytes);
  }

 private:
  JsonValue receive() {
    for (int tries = 0; tries < 600 && !channel_.closed(); ++tries) {
      if (const auto message = reader_.next(); message && *message) return JsonValue::parse(**message);
      reader_.add(channel_.receive(std::chrono::milliseconds{100}));
    }
    return {};
  }

  Channel& channel_;
  MessageReader reader_;
  std::deque<JsonValue> events_;
  std::string output_;
  int sequence_ = 0;
};

class DapTest : public DebugTest {
 protected:
  void SetUp() override {
    DebugTest::SetUp();
    assembleAndLink("demo", kAddProgram);
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    near_ = std::make_unique<Channel>(ends[0], ends[0], Channel::Ends::Close);
    far_ = std::make_unique<Channel>(ends[1], ends[1], Channel::Ends::Close);
    client = std::make_unique<DapClient>(*near_);
  }
  void TearDown() override {
    near_.reset();
    finish();
    DebugTest::TearDown();
  }
  // Until the adapter has ended.
  void finish() {
    if (thread_.joinable()) thread_.join();
  }
  void serve(Adapter::Options options = {}) {
    thread_ = std::thread{[this, options] {
      Adapter adapter{*far_, options};
      adapter.serve();
      far_.reset();
    }};
  }
  // Up to the first stop, before the program.
  void launch(JsonValue arguments) {
    serve();
    client->body("initialize", {{"clientID", "test"}, {"supportsInvalidatedEvent", true}});
    arguments["stopOnEntry"] = true;
    client->body("launch", arguments);
    client->event("initialized");
    client->body("configurationDone");
    EXPECT_EQ(client->event("stopped")["reason"], "entry");
  }
  void launchDemo() { launch({{"program", "demo.mac"}}); }

  JsonValue go(const std::string& request, const JsonValue& arguments = {{"threadId", 1}}) {
    client->body(request, arguments);
    return client->event("stopped");
  }
  JsonValue topFrame() {
    const JsonValue frames = client->body("stackTrace", {{"threadId", 1}, {"levels", 1}})["stackFrames"];
    EXPECT_EQ(frames.size(), 1u);
    return frames.empty() ? JsonValue::object() : frames[0];
  }
  int line() { return topFrame().value("line", 0); }
  std::string value(const std::string& expression) {
    return client->body("evaluate", {{"expression", expression}, {"context", "watch"}}).value("result", "");
  }
  // Of the scope with that name, in the top frame.
  int scope(const std::string& name) {
    const JsonValue scopes = client->body("scopes", {{"frameId", topFrame()["id"]}})["scopes"];
    for (const JsonValue& s : scopes)
      if (s["name"] == name) return s["variablesReference"];
    ADD_FAILURE() << "no scope " << name << " in " << scopes;
    return 0;
  }
  JsonValue variable(int list, const std::string& name) {
    const JsonValue variables = client->body("variables", {{"variablesReference", list}})["variables"];
    for (const JsonValue& v : variables)
      if (v["name"] == name) return v;
    ADD_FAILURE() << "no variable " << name << " in " << variables;
    return JsonValue::object();
  }
  // The source of the program, as an editor names it.
  static JsonValue demo() { return {{"path", std::filesystem::absolute("demo.mac").string()}}; }
  JsonValue breakAt(int at, JsonValue terms = JsonValue::object()) {
    terms["line"] = at;
    return client->body("setBreakpoints",
                        {{"source", demo()}, {"breakpoints", JsonValue::array({terms})}})["breakpoints"][0];
  }

  std::unique_ptr<DapClient> client;

 private:
  std::unique_ptr<Channel> near_, far_;
  std::thread thread_;
};

}  // namespace utah10
