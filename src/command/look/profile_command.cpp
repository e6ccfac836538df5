// The command profile: time by routine.
#include "command/console/numbers.hpp"
#include "command/look/probes.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/jsys_names.hpp"
#include "trace/profile_export.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

enum class Form : std::uint8_t { Text, Csv, Json };

Expected<SessionProfile*> present(Session& session) {
  if (session.probes().profile == nullptr) return fail("", "nothing has been measured", "profile on, then run");
  return session.probes().profile.get();
}

Expected<void> switchOn(Session& session, Arguments& arguments) {
  bool processes = false;
  if (arguments.take("by")) {
    if (!arguments.take("process")) return fail("", "\"process\" is missing", "profile on by process");
    processes = true;
  }
  if (auto end = arguments.finish(); !end) return end;
  if (session.probes().profile == nullptr) session.probes().profile = std::make_unique<SessionProfile>(session.cpu());
  session.probes().profile->connect();
  session.probes().profile->processes = processes;
  session.say("profile: on{}", processes ? ", by process" : "");
  return {};
}

Expected<void> switchOff(Session& session, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  if (session.probes().profile == nullptr || !session.probes().profile->connected())
    return fail("", "the profile is off", "profile on");
  session.probes().profile->disconnect();
  session.say("profile: off; the results are kept");
  return {};
}

Expected<void> clear(Session& session, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  const auto profile = present(session);
  if (!profile) return tl::unexpected(profile.error());
  (*profile)->profile.clear();
  return {};
}

using Writer = Expected<void> (*)(const std::filesystem::path&, const Profile&, const ProfileNames&, bool);

Expected<void> exportTo(Session& session, Arguments& arguments, Writer writer) {
  const auto file = arguments.next();
  if (!file) return fail("", "a file name is missing", "profile callgrind FILE");
  if (auto end = arguments.finish(); !end) return end;
  const auto profile = present(session);
  if (!profile) return tl::unexpected(profile.error());
  if (auto done = writer(file->text, (*profile)->profile, {.symbols = &session.symbols(), .jsys = jsysName},
                         (*profile)->processes);
      !done)
    return done;
  session.say("{}: {}, {}", file->text, timeText((*profile)->profile.elapsed()),
              counted((*profile)->profile.instructions(), "instruction"));
  return {};
}

struct Request {
  ProfileView view;
  Form form = Form::Text;
  std::optional<std::string> calls;  // show the calls of this routine
};

Expected<void> takeBy(Request& request, Arguments& arguments) {
  using By = ProfileView::By;
  for (const auto& [word, by] : {std::pair{"line", By::Line}, std::pair{"label", By::Label},
                                 std::pair{"process", By::Process}, std::pair{"routine", By::Routine}})
    if (arguments.take(word)) {
      request.view.by = by;
      return {};
    }
  return fail("", "routine, label, line or process is missing", "profile by line");
}

Expected<Request> takeRequest(Arguments& arguments) {
  Request request;
  while (!arguments.atEnd()) {
    if (arguments.take("--csv")) {
      request.form = Form::Csv;
    } else if (arguments.take("--json")) {
      request.form = Form::Json;
    } else if (arguments.take("by")) {
      if (auto by = takeBy(request, arguments); !by) return tl::unexpected(by.error());
    } else if (arguments.take("calls")) {
      const auto name = arguments.next();
      if (!name) return fail("", "the name of a routine is missing", "profile calls START");
      request.calls = name->text;
    } else {
      const auto word = arguments.next();
      if (!word) return tl::unexpected(word.error());
      const auto most = parseCount(word->text);
      if (!most) return tl::unexpected(most.error());
      request.view.most = *most;
    }
  }
  return request;
}

Expected<std::string> callsOf(const Profile& profile, const ProfileNames& names, const Request& request) {
  std::vector<ProfileCall> calls = profileCalls(profile, names, *request.calls);
  if (calls.empty()) calls = profileCalls(profile, names, upperCase(*request.calls));
  if (calls.empty()) return fail("", fmt::format("no routine {} has run", *request.calls), "profile lists them");
  if (request.form == Form::Csv) return profileCallsCsv(calls);
  return request.form == Form::Json ? profileCallsJson(calls) : profileCallsText(calls);
}

std::string tableOf(const Profile& profile, const ProfileNames& names, const Request& request) {
  if (request.form == Form::Csv) return profileCsv(profile, names, request.view);
  return request.form == Form::Json ? profileJson(profile, names, request.view)
                                    : profileText(profile, names, request.view);
}

Expected<void> report(Session& session, Arguments& arguments) {
  auto request = takeRequest(arguments);
  if (!request) return tl::unexpected(request.error());
  const auto kept = present(session);
  if (!kept) return tl::unexpected(kept.error());
  const Profile& profile = (*kept)->profile;
  request->view.processes = (*kept)->processes;
  const ProfileNames names{.symbols = &session.symbols(), .jsys = jsysName};
  auto text = request->calls ? callsOf(profile, names, *request) : tableOf(profile, names, *request);
  if (!text) return tl::unexpected(text.error());
  if (text->ends_with('\n')) text->pop_back();
  session.print("{}", *text);
  return {};
}

}  // namespace

Expected<void> profileCommand(Session& session, Arguments& arguments) {
  if (arguments.take("on")) return switchOn(session, arguments);
  if (arguments.take("off")) return switchOff(session, arguments);
  if (arguments.take("clear")) return clear(session, arguments);
  if (arguments.take("callgrind")) return exportTo(session, arguments, writeCallgrind);
  if (arguments.take("folded")) return exportTo(session, arguments, writeFolded);
  return report(session, arguments);
}

}  // namespace utah10
