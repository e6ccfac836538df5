// Serves one client of the Debug Adapter Protocol: its requests become calls of the session's typed functions.
//
// One thread: a request that comes while the guest runs ends the run between two instructions, is answered, and the run
// goes on unless the request says otherwise. Where it was divided changes no result.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command/dap/breakpoint_requests.hpp"
#include "command/dap/client_terms.hpp"
#include "command/dap/editor_terminal.hpp"
#include "command/dap/memory_requests.hpp"
#include "command/dap/references.hpp"
#include "command/dap/target.hpp"
#include "command/dap/wire.hpp"
#include "command/debug/call_places.hpp"
#include "command/debug/reverse.hpp"
#include "command/debug/run_request.hpp"

namespace utah10 {

class Adapter {
 public:
  struct Options {
    Session* attached = nullptr;  // serve this session; null: a launch makes one
    Terminal* below = nullptr;    // the session's own terminal
    std::string token;            // the client must know it; empty: anybody may connect
  };
  Adapter(Channel& channel, Options options);
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // Until the client has gone or has ended the session.
  void serve();
  // It has come to a session.
  bool admitted() const { return session_ != nullptr; }

 private:
  using Handler = Expected<JsonValue> (*)(Adapter&, const JsonValue& arguments);
  enum class Needs : std::uint8_t { Nothing, Session, Stopped };
  struct Request {
    std::string_view name;
    Handler handler;
    Needs needs;
  };
  struct Call;
  static std::span<const Request> requests();

  // A run under way, as the client asked for it.
  struct Run {
    RunRequest request;
    std::string reached;  // the reason of the stop if its goal is reached
  };

  // adapter.cpp: the course of a session.
  bool handle(const std::string& message);
  bool bridged(const JsonValue& request, const std::string& message);
  Expected<JsonValue> answer(const JsonValue& request);
  Expected<JsonValue> initialize(const JsonValue& arguments);
  Expected<JsonValue> launch(const JsonValue& arguments);
  Expected<JsonValue> attach(const JsonValue& arguments);
  Expected<JsonValue> configurationDone(const JsonValue& arguments);
  Expected<JsonValue> disconnect(const JsonValue& arguments);
  Expected<JsonValue> terminate(const JsonValue& arguments);
  Expected<JsonValue> cancel(const JsonValue& arguments);
  Expected<void> admit(const JsonValue& arguments);
  void begin(Session& session);
  void end(std::optional<int> exitCode);

  // execution.cpp: runs, steps, and what stopped them.
  Expected<JsonValue> continueRun(const JsonValue& arguments);
  Expected<JsonValue> next(const JsonValue& arguments);
  Expected<JsonValue> stepIn(const JsonValue& arguments);
  Expected<JsonValue> stepOut(const JsonValue& arguments);
  Expected<JsonValue> stepBack(const JsonValue& arguments);
  Expected<JsonValue> reverseContinue(const JsonValue& arguments);
  Expected<JsonValue> pause(const JsonValue& arguments);
  Expected<JsonValue> gotoTargets(const JsonValue& arguments);
  Expected<JsonValue> goTo(const JsonValue& arguments);
  void start(RunRequest request, std::string reached);
  void runOn();
  void stopped(const RunOutcome& outcome);
  void tellStopped(std::string_view reason, std::string_view description, const std::vector<unsigned>& numbers = {});
  void goBack(Expected<Reversed> (*to)(Debugger&), std::string_view reason);
  void arrivedBack(const Expected<Reversed>& arrived, std::string_view reason);
  std::string reasonOf(const std::vector<unsigned>& numbers) const;
  void ended(std::string_view what);

  // state_requests.cpp: threads, stack, variables, sources.
  Expected<JsonValue> threads(const JsonValue& arguments);
  Expected<JsonValue> stackTrace(const JsonValue& arguments);
  Expected<JsonValue> scopes(const JsonValue& arguments);
  Expected<JsonValue> variables(const JsonValue& arguments);
  Expected<JsonValue> setVariableTo(const JsonValue& arguments);
  Expected<JsonValue> exceptionInfo(const JsonValue& arguments);
  Expected<JsonValue> source(const JsonValue& arguments);
  Expected<JsonValue> loadedSources(const JsonValue& arguments);
  int currentThread();
  JsonValue variableJson(const Variable& v);
  void hideMonitor(std::vector<CallPlace>& places) const;
  JsonValue frameJson(CodePlace at, std::string name, std::optional<SavedProcess> saved);
  Expected<JsonValue> savedStack(int thread);

  // evaluate.cpp: expressions, commands, keys.
  Expected<JsonValue> evaluateText(const JsonValue& arguments);
  Expected<JsonValue> setExpression(const JsonValue& arguments);
  Expected<JsonValue> completions(const JsonValue& arguments);
  Expected<JsonValue> command(const JsonValue& arguments);
  Expected<JsonValue> type(const JsonValue& arguments);
  Expected<JsonValue> state(const JsonValue& arguments);
  Expected<std::string> performed(std::string_view commands);
  JsonValue wordJson(Word36 w, const std::optional<Place>& place);

  Session& session() { return *session_; }
  Debugger& debugger();

  Wire wire_;
  Options options_;
  EditorTerminal terminal_;
  std::unique_ptr<Target> target_;
  Session* session_ = nullptr;
  Terminal* before_ = nullptr;  // of the session that is attached
  std::unique_ptr<EditorBreakpoints> breakpoints_;
  std::unique_ptr<EditorSources> sources_;
  std::optional<BreakpointRequests> breakpointRequests_;
  std::optional<MemoryRequests> memoryRequests_;

  bool configured_ = false, done_ = false;
  bool stopOnEntry_ = false;
  ClientTerms client_;
  std::function<void()> after_;  // what follows the response
  std::optional<Run> run_;
  bool pause_ = false;
  // Where the machine stands: where it is; or in the monitor, where the user is shown the program's call of HALTF, with
  // which it has ended, or the call that has failed.
  enum class Within : std::uint8_t { Itself, Haltf, FailedCall } within_ = Within::Itself;
  std::string stopReason_, stopText_;  // of the last stop
  References references_;
  std::vector<CodePlace> targets_;  // of goto, by id, from 1
};

}  // namespace utah10
