// Threads, the stack, variables and sources.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/dap/adapter.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/forks.hpp"

namespace utah10 {

namespace {

// Threads: the processor itself, and each fork of TENEX.
constexpr int kProcessor = 1;
constexpr int kFirstFork = 2;

// For the stack: some seconds of virtual time, and a fraction of a second of the host's.
constexpr std::uint64_t kRepeated = 1'000'000;

int threadOf(std::uint32_t fork) { return kFirstFork + static_cast<int>(fork); }

}  // namespace

int Adapter::currentThread() {
  const auto tables = ForkTables::of(debugger().symbols().exec);
  const auto fork = tables ? tables->running(debugger().cpu()) : std::nullopt;
  return fork ? threadOf(*fork) : kProcessor;
}

Expected<JsonValue> Adapter::threads(const JsonValue&) {
  const auto forks = forksOf(debugger());
  JsonValue all = JsonValue::array();
  all.push_back({{"id", kProcessor}, {"name", forks ? "scheduler and interrupts" : "KA10"}});
  if (forks)
    for (const ForkStatus& f : *forks)
      all.push_back({{"id", threadOf(f.fork)},
                     {"name", fmt::format("fork {:o}: job {}{}{}", f.fork, f.job, f.line, f.runs ? ", runs" : "")}});
  return JsonValue{{"threads", std::move(all)}};
}

JsonValue Adapter::frameJson(CodePlace at, std::string name, std::optional<SavedProcess> saved) {
  const VirtualAddress a{at.address};
  const EditorLine line = sources_->lineOf(a, at.user);
  JsonValue source{{"name", line.source.name}};
  if (!line.source.path.empty()) source["path"] = line.source.path;
  if (line.source.reference != 0) source["sourceReference"] = line.source.reference;
  if (!line.source.origin.empty()) {
    source["origin"] = line.source.origin;
    source["presentationHint"] = "deemphasize";
  }
  return {{"id", references_.keep(EditorFrame{at, saved})},
          {"name", std::move(name)},
          {"source", std::move(source)},
          {"line", client_.lineForClient(line.line)},
          {"column", client_.firstColumn},
          {"instructionPointerReference", fmt::format("{}:{:06o}", at.user ? 'u' : 'e', at.address)}};
}

// The PC of a fork that does not run, as the monitor has saved it.
Expected<JsonValue> Adapter::savedStack(int thread) {
  const auto forks = forksOf(debugger());
  if (!forks) return tl::unexpected(forks.error());
  const auto fork = std::ranges::find_if(*forks, [&](const ForkStatus& f) { return threadOf(f.fork) == thread; });
  if (fork == forks->end()) return fail("stackTrace", fmt::format("there is no thread {}", thread));
  JsonValue frames = JsonValue::array();
  const auto ppc = debugger().symbols().exec.value("PPC");
  if (!fork->psb || !ppc) return JsonValue{{"stackFrames", std::move(frames)}, {"totalFrames", 0}};
  const Place place{.kind = PlaceKind::Psb, .first = ppc->right().bits(), .table = *fork->psb};
  if (const auto w = readPlace(debugger().machine(), place, place.first)) {
    const PcWord pc{*w};
    const CodePlace at{pc.user(), pc.pc().bits()};
    frames.push_back(frameJson(at, debugger().symbols().of(at.user).text(pc.pc()), SavedProcess{*fork->psb}));
  }
  const std::size_t n = frames.size();
  return JsonValue{{"stackFrames", std::move(frames)}, {"totalFrames", n}};
}

// A program that has ended, or whose call has failed, stands at its call, not in the monitor.
void Adapter::hideMonitor(std::vector<CallPlace>& places) const {
  const auto program = std::ranges::find_if(places, [](const CallPlace& p) { return p.at.user; });
  if (within_ != Within::Itself && program != places.end()) places.erase(places.begin(), program);
}

// The calls are found by a repetition, which only a client that wants more than the top pays for.
Expected<JsonValue> Adapter::stackTrace(const JsonValue& a) {
  const int thread = a.value("threadId", currentThread());
  if (thread != currentThread()) {
    if (thread == kProcessor) return JsonValue{{"stackFrames", JsonValue::array()}, {"totalFrames", 0}};
    return savedStack(thread);
  }
  const auto from = a.value("startFrame", std::size_t{0});
  const auto levels = a.value("levels", std::size_t{0});
  const Ka10& cpu = debugger().cpu();
  const CodePlace here{cpu.userMode(), cpu.pc().bits()};
  const auto nameOf = [&](CodePlace at) { return debugger().symbols().of(at.user).text(VirtualAddress{at.address}); };
  if (from == 0 && levels == 1 && within_ == Within::Itself)
    return JsonValue{{"stackFrames", JsonValue::array({frameJson(here, nameOf(here), {})})}};
  auto places = callPlaces(debugger(), kRepeated);
  JsonValue frames = JsonValue::array();
  if (!places)
    return JsonValue{{"stackFrames", JsonValue::array({frameJson(here, nameOf(here), {})})}, {"totalFrames", 1}};
  hideMonitor(*places);
  for (std::size_t n = from; n < places->size() && (levels == 0 || n < from + levels); ++n) {
    const CallPlace& p = (*places)[n];
    const std::string routine =
        p.in.seen && p.in.routine.kind != RoutineKind::Code ? routineName(debugger(), p.in.routine) + ", " : "";
    frames.push_back(frameJson(p.at, routine + nameOf(p.at), {}));
  }
  return JsonValue{{"stackFrames", std::move(frames)}, {"totalFrames", places->size()}};
}

Expected<JsonValue> Adapter::scopes(const JsonValue& a) {
  const auto id = a.at("frameId").get<std::size_t>();
  const EditorFrame* frame = references_.frame(id);
  if (frame == nullptr) return fail("scopes", fmt::format("there is no frame {}", id));
  JsonValue all = JsonValue::array();
  for (Scope& s : scopesOf(debugger(), frame->saved)) {
    JsonValue one{
        {"name", s.name}, {"expensive", s.expensive}, {"variablesReference", references_.keep(std::move(s.list))}};
    if (!s.hint.empty()) one["presentationHint"] = s.hint;
    all.push_back(std::move(one));
  }
  return JsonValue{{"scopes", std::move(all)}};
}

JsonValue Adapter::variableJson(const Variable& v) {
  JsonValue one{{"name", v.name}, {"value", v.value}, {"variablesReference", references_.keep(v.children)}};
  if (!v.type.empty()) one["type"] = v.type;
  if (!v.evaluateName.empty()) one["evaluateName"] = v.evaluateName;
  if (v.place && v.place->memory()) one["memoryReference"] = placeText(*v.place, v.place->first);
  if (!v.place && !v.flag && !v.children) one["presentationHint"] = {{"attributes", JsonValue::array({"readOnly"})}};
  return one;
}

Expected<JsonValue> Adapter::variables(const JsonValue& a) {
  const auto reference = a.at("variablesReference").get<std::size_t>();
  const VariableList list = references_.list(reference);
  if (!list) return fail("variables", fmt::format("there is no list {}", reference));
  const auto variables = list();
  const auto first = std::min(a.value("start", std::size_t{0}), variables.size());
  const auto count = a.value("count", std::size_t{0});
  const std::size_t last = count == 0 ? variables.size() : std::min(first + count, variables.size());
  JsonValue all = JsonValue::array();
  for (std::size_t n = first; n < last; ++n) all.push_back(variableJson(variables[n]));
  return JsonValue{{"variables", std::move(all)}};
}

Expected<JsonValue> Adapter::setVariableTo(const JsonValue& a) {
  const auto reference = a.at("variablesReference").get<std::size_t>();
  const std::string name = a.at("name").get<std::string>();
  const VariableList list = references_.list(reference);
  if (!list) return fail("setVariable", fmt::format("there is no list {}", reference));
  const auto all = list();
  const auto v = std::ranges::find(all, name, &Variable::name);
  if (v == all.end()) return fail("setVariable", fmt::format("there is no variable \"{}\"", name));
  const auto value = utah10::setVariable(debugger(), *v, a.at("value").get<std::string>());
  if (!value) return tl::unexpected(value.error());
  return JsonValue{{"value", *value}, {"variablesReference", references_.keep(v->children)}};
}

Expected<JsonValue> Adapter::exceptionInfo(const JsonValue&) {
  return JsonValue{{"exceptionId", stopReason_}, {"description", stopText_}, {"breakMode", "always"}};
}

Expected<JsonValue> Adapter::source(const JsonValue& a) {
  int reference = a.value("sourceReference", 0);
  if (reference == 0 && a.contains("source")) reference = a["source"].value("sourceReference", 0);
  const auto text = sources_->text(reference);
  if (!text) return tl::unexpected(text.error());
  return JsonValue{{"content", *text}, {"mimeType", "text/x-macro10"}};
}

Expected<JsonValue> Adapter::loadedSources(const JsonValue&) {
  JsonValue all = JsonValue::array();
  for (const EditorSource& s : sources_->all()) {
    JsonValue one{{"name", s.name}, {"path", s.path}};
    if (s.reference != 0) one["sourceReference"] = s.reference;
    all.push_back(std::move(one));
  }
  return JsonValue{{"sources", std::move(all)}};
}

}  // namespace utah10
