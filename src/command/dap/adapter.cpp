#include "command/dap/adapter.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/console/console.hpp"
#include "command/dap/bridge.hpp"
#include "command/debug/debugger.hpp"
#include "command/net/connections.hpp"

namespace utah10 {

namespace {

// How often an idle adapter looks whether callers on terminal lines want something.
constexpr std::chrono::milliseconds kIdle{200};

std::vector<std::string> textsIn(const JsonValue& arguments, const char* name) {
  std::vector<std::string> texts;
  if (!arguments.contains(name)) return texts;
  const JsonValue& value = arguments[name];
  if (value.is_string()) return {value.get<std::string>()};
  for (const JsonValue& one : value) texts.push_back(one.get<std::string>());
  return texts;
}

Expected<LaunchOptions> launchOptions(const JsonValue& a) {
  LaunchOptions o;
  o.program = textsIn(a, "program");
  o.sources = textsIn(a, "sources");
  o.machine = a.value("machine", "");
  o.boot = a.value("boot", "");
  o.input = a.value("input", "");
  if (a.contains("tenex") && a["tenex"].is_boolean())
    o.tenex = a["tenex"].get<bool>() ? "tenex72" : "";
  else
    o.tenex = a.value("tenex", "");
  if (!o.boot.empty() && !o.program.empty())
    return fail("launch", "takes a program or a system to boot, not both",
                "\"tenex\": true runs a program under TENEX");
  return o;
}

JsonValue capabilities() {
  JsonValue c;
  for (const char* able : {"supportsConfigurationDoneRequest",
                           "supportsFunctionBreakpoints",
                           "supportsConditionalBreakpoints",
                           "supportsHitConditionalBreakpoints",
                           "supportsEvaluateForHovers",
                           "supportsStepBack",
                           "supportsSetVariable",
                           "supportsGotoTargetsRequest",
                           "supportsCompletionsRequest",
                           "supportsExceptionInfoRequest",
                           "supportTerminateDebuggee",
                           "supportsDelayedStackTraceLoading",
                           "supportsLoadedSourcesRequest",
                           "supportsLogPoints",
                           "supportsSetExpression",
                           "supportsTerminateRequest",
                           "supportsDataBreakpoints",
                           "supportsReadMemoryRequest",
                           "supportsWriteMemoryRequest",
                           "supportsDisassembleRequest",
                           "supportsCancelRequest",
                           "supportsBreakpointLocationsRequest",
                           "supportsClipboardContext",
                           "supportsSteppingGranularity",
                           "supportsInstructionBreakpoints",
                           "supportsExceptionFilterOptions"})
    c[able] = true;
  c["completionTriggerCharacters"] = JsonValue::array({" "});
  JsonValue filters = JsonValue::array();
  for (const ExceptionFilter& f : exceptionFilters()) {
    JsonValue one{{"filter", f.id}, {"label", f.label}, {"description", f.description}, {"default", f.preset}};
    one["supportsCondition"] = !f.conditionHelp.empty();
    if (!f.conditionHelp.empty()) one["conditionDescription"] = f.conditionHelp;
    filters.push_back(std::move(one));
  }
  c["exceptionBreakpointFilters"] = std::move(filters);
  return c;
}

}  // namespace

Adapter::Adapter(Channel& channel, Options options)
    : wire_(channel), options_(std::move(options)), terminal_(wire_, options_.below) {}

// A session that was attached goes on without the editor.
Adapter::~Adapter() {
  if (before_ == nullptr) return;
  breakpoints_->clearAll();
  session_->console().moveTo(*before_);
}

Debugger& Adapter::debugger() { return session_->debugger(); }

void Adapter::serve() {
  while (!done_ && !wire_.closed()) {
    if (run_) {
      runOn();
      continue;
    }
    const auto message = wire_.receive(kIdle);
    if (message)
      handle(*message);
    else if (session_ != nullptr)
      session_->connections().serveStopped();
    if (options_.below != nullptr && options_.below->attention().stop) break;
  }
}

// False: it was no request.
bool Adapter::handle(const std::string& message) {
  const JsonValue request = JsonValue::parse(message, nullptr, false);
  if (!request.is_object() || textIn(request, "type") != "request") return false;
  if (bridged(request, message)) return true;
  after_ = {};
  const auto body = answer(request);
  if (body)
    wire_.respond(request, *body);
  else
    wire_.refuse(request, body.error());
  if (const auto after = std::exchange(after_, {})) after();
  return true;
}

// An attach with a port is for the adapter there.
bool Adapter::bridged(const JsonValue& request, const std::string& message) {
  if (options_.attached != nullptr || session_ != nullptr || textIn(request, "command") != "attach") return false;
  const JsonValue arguments = request.value("arguments", JsonValue::object());
  if (!arguments.is_object() || !arguments.contains("port") || !arguments["port"].is_number_unsigned()) return false;
  PortAddress address;
  address.port = arguments["port"].get<std::uint16_t>();
  if (arguments.contains("host") && arguments["host"].is_string()) address.host = arguments["host"].get<std::string>();
  const auto done = bridgeTo(address, wire_.channel(), client_.initialize, message);
  if (!done) wire_.refuse(request, done.error());
  done_ = done.has_value();
  return true;
}

Expected<JsonValue> Adapter::answer(const JsonValue& request) {
  const std::string name = textIn(request, "command");
  const auto found = std::ranges::find(requests(), name, &Request::name);
  if (found == requests().end()) return fail("dap", fmt::format("there is no request \"{}\"", name));
  if (found->needs != Needs::Nothing && session_ == nullptr)
    return fail(name, "there is no program", "launch or attach comes first");
  if (found->needs == Needs::Stopped && run_) return fail(name, "the machine runs", "pause comes first");
  const JsonValue arguments = request.value("arguments", JsonValue::object());
  try {
    return found->handler(*this, arguments.is_object() ? arguments : JsonValue::object());
  } catch (const JsonValue::exception& e) {
    return fail(name, fmt::format("its arguments are wrong: {}", e.what()));
  }
}

Expected<JsonValue> Adapter::initialize(const JsonValue& a) {
  client_.initialize = JsonValue{{"seq", 1}, {"type", "request"}, {"command", "initialize"}, {"arguments", a}}.dump();
  client_.firstLine = a.value("linesStartAt1", true) ? 1 : 0;
  client_.firstColumn = a.value("columnsStartAt1", true) ? 1 : 0;
  client_.refreshes = a.value("supportsInvalidatedEvent", false);
  return capabilities();
}

// A wrong token ends the connection, so that nobody tries many.
Expected<void> Adapter::admit(const JsonValue& a) {
  if (session_ != nullptr) return fail("", "there is a program already", "disconnect ends it");
  if (options_.token.empty() || a.value("token", "") == options_.token) return {};
  done_ = true;
  return fail("", "the token is wrong", "\"token\" of launch or attach is what utah10 has printed");
}

Expected<JsonValue> Adapter::launch(const JsonValue& a) {
  if (auto ok = admit(a); !ok) return tl::unexpected(ok.error());
  if (options_.attached != nullptr)
    return fail("launch", "this port has a machine already", "\"request\": \"attach\" debugs it");
  auto options = launchOptions(a);
  if (!options) return tl::unexpected(options.error());
  auto target =
      Target::launch(*options, terminal_, [this](const std::string& text) { terminal_.tell("stderr", text); });
  if (!target) return tl::unexpected(target.error());
  target_ = std::move(*target);
  stopOnEntry_ = a.value("stopOnEntry", false);
  begin(target_->session());
  return JsonValue{};
}

Expected<JsonValue> Adapter::attach(const JsonValue& a) {
  if (auto ok = admit(a); !ok) return tl::unexpected(ok.error());
  if (options_.attached == nullptr)
    return fail("attach", "there is no machine here", "\"port\" names that of a utah10 at whose prompt dap was typed");
  stopOnEntry_ = true;
  before_ = &options_.attached->console().moveTo(terminal_);
  begin(*options_.attached);
  return JsonValue{};
}

void Adapter::begin(Session& session) {
  session_ = &session;
  breakpoints_ = std::make_unique<EditorBreakpoints>(debugger());
  sources_ = std::make_unique<EditorSources>(debugger());
  breakpointRequests_.emplace(debugger(), *breakpoints_, *sources_, references_, client_);
  memoryRequests_.emplace(debugger(), *sources_, client_);
  if (target_ && target_->fork()) {
    breakpoints_->belongTo(target_->fork());
    breakpoints_->onEndOf(*target_->fork());
  }
  if (!debugger().recorder().settings().on) debugger().recorder().set({.on = true});
  after_ = [this] {
    wire_.event("process",
                {{"name", "PDP-10"}, {"isLocalProcess", false}, {"startMethod", target_ ? "launch" : "attach"}});
    wire_.event("initialized", nullptr);
  };
}

Expected<JsonValue> Adapter::configurationDone(const JsonValue&) {
  if (std::exchange(configured_, true)) return JsonValue{};
  after_ = [this] {
    if (stopOnEntry_) return tellStopped(target_ ? "entry" : "pause", target_ ? "before the program" : "attached");
    start({}, "");
  };
  return JsonValue{};
}

Expected<JsonValue> Adapter::disconnect(const JsonValue&) {
  run_.reset();
  after_ = [this] { done_ = true; };
  return JsonValue{};
}

Expected<JsonValue> Adapter::terminate(const JsonValue&) {
  run_.reset();
  after_ = [this] { end(std::nullopt); };
  return JsonValue{};
}

// Requests are answered one by one, so that there is nothing to cancel.
Expected<JsonValue> Adapter::cancel(const JsonValue&) { return JsonValue{}; }

void Adapter::end(std::optional<int> exitCode) {
  run_.reset();
  if (exitCode) wire_.event("exited", {{"exitCode", *exitCode}});
  wire_.event("terminated", nullptr);
}

}  // namespace utah10
