// The command profile: time by routine.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/output_name.hpp"
#include "command/debug/debugger.hpp"
#include "command/look/commands.hpp"
#include "command/look/probes.hpp"
#include "trace/jsys_names.hpp"
#include "trace/profile_export.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

enum class ProfileForm : std::uint8_t { Text, Csv, Json };

Expected<ConnectedProfile*> present(Probes& probes) {
  if (probes.profile() == nullptr) return fail("", "nothing has been measured", "profile on, then run");
  return probes.profile();
}

Expected<void> switchOn(Console& console, Probes& probes, Arguments& arguments) {
  bool processes = false;
  if (arguments.take("by")) {
    if (!arguments.take("process")) return fail("", "\"process\" is missing", "profile on by process");
    processes = true;
  }
  if (auto end = arguments.finish(); !end) return end;
  probes.profileOn(processes);
  console.say("profile: on{}", processes ? ", by process" : "");
  return {};
}

Expected<void> switchOff(Console& console, Probes& probes, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  if (probes.profile() == nullptr || !probes.profile()->connected())
    return fail("", "the profile is off", "profile on");
  probes.profileOff();
  console.say("profile: off; the results are kept");
  return {};
}

Expected<void> clear(Probes& probes, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  const auto profile = present(probes);
  if (!profile) return tl::unexpected(profile.error());
  (*profile)->profile.clear();
  return {};
}

using Writer = Expected<void> (*)(const std::filesystem::path&, const Profile&, const ProfileNames&, bool);

Expected<void> exportTo(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments, Writer writer) {
  const auto file = takeOutputName(arguments, "profile callgrind FILE");
  if (!file) return tl::unexpected(file.error());
  if (auto end = arguments.finish(); !end) return end;
  const auto profile = present(probes);
  if (!profile) return tl::unexpected(profile.error());
  if (auto done =
          writer(*file, (*profile)->profile, {.symbols = &debugger.symbols(), .jsys = jsysName}, (*profile)->processes);
      !done)
    return done;
  console.say("{}: {}, {}", *file, timeText((*profile)->profile.elapsed()),
              counted((*profile)->profile.instructions(), "instruction"));
  return {};
}

struct ProfileRequest {
  ProfileView view;
  ProfileForm form = ProfileForm::Text;
  std::optional<std::string> calls;  // show the calls of this routine
};

Expected<void> takeBy(ProfileRequest& request, Arguments& arguments) {
  using By = ProfileView::By;
  for (const auto& [word, by] : {std::pair{"line", By::Line}, std::pair{"label", By::Label},
                                 std::pair{"process", By::Process}, std::pair{"routine", By::Routine}})
    if (arguments.take(word)) {
      request.view.by = by;
      return {};
    }
  return fail("", "routine, label, line or process is missing", "profile by line");
}

Expected<ProfileRequest> takeRequest(Arguments& arguments) {
  ProfileRequest request;
  while (!arguments.atEnd()) {
    if (arguments.take("--csv")) {
      request.form = ProfileForm::Csv;
    } else if (arguments.take("--json")) {
      request.form = ProfileForm::Json;
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

Expected<std::string> callsOf(const Profile& profile, const ProfileNames& names, const ProfileRequest& request) {
  std::vector<ProfileCall> calls = profileCalls(profile, names, *request.calls);
  if (calls.empty()) calls = profileCalls(profile, names, upperCase(*request.calls));
  if (calls.empty()) return fail("", fmt::format("no routine {} has run", *request.calls), "profile lists them");
  if (request.form == ProfileForm::Csv) return profileCallsCsv(calls);
  return request.form == ProfileForm::Json ? profileCallsJson(calls) : profileCallsText(calls);
}

std::string tableOf(const Profile& profile, const ProfileNames& names, const ProfileRequest& request) {
  if (request.form == ProfileForm::Csv) return profileCsv(profile, names, request.view);
  return request.form == ProfileForm::Json ? profileJson(profile, names, request.view)
                                           : profileText(profile, names, request.view);
}

Expected<void> report(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  auto request = takeRequest(arguments);
  if (!request) return tl::unexpected(request.error());
  const auto kept = present(probes);
  if (!kept) return tl::unexpected(kept.error());
  const Profile& profile = (*kept)->profile;
  request->view.processes = (*kept)->processes;
  const ProfileNames names{.symbols = &debugger.symbols(), .jsys = jsysName};
  auto text = request->calls ? callsOf(profile, names, *request) : tableOf(profile, names, *request);
  if (!text) return tl::unexpected(text.error());
  if (text->ends_with('\n')) text->pop_back();
  console.print("{}", *text);
  return {};
}

}  // namespace

Expected<void> profileCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.take("on")) return switchOn(console, probes, arguments);
  if (arguments.take("off")) return switchOff(console, probes, arguments);
  if (arguments.take("clear")) return clear(probes, arguments);
  if (arguments.take("callgrind")) return exportTo(debugger, console, probes, arguments, writeCallgrind);
  if (arguments.take("folded")) return exportTo(debugger, console, probes, arguments, writeFolded);
  return report(debugger, console, probes, arguments);
}

}  // namespace utah10
