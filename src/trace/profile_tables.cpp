// Prints the tables as text, CSV and JSON. Times are microseconds in text, nanoseconds elsewhere.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "trace/profile_report.hpp"
#include "trace/report_text.hpp"
#include "trace/time_text.hpp"

namespace utah10 {

namespace {

std::string processText(const ProfileRow& r) {
  if (!r.process) return "";
  return *r.process == kNoProcess ? "none" : fmt::format("{:o}", *r.process);
}

// Counts of transfers that did not match calls and returns, in one line.
std::string irregularText(const Profile& profile) {
  const IrregularCalls& i = profile.irregular();
  std::string text;
  const auto add = [&](std::uint64_t n, std::string_view what) {
    if (n != 0) text += fmt::format("{}{}. {}", text.empty() ? "" : ", ", n, what);
  };
  add(i.tails, "jumps by POPJ");
  add(i.unwound, "frames unwound by a return");
  add(i.cut, "frames cut off");
  add(i.altered, "returns elsewhere");
  add(i.users, "unexpected entries to user mode");
  add(i.forgotten, "frames dropped");
  add(i.joined, "unknown callers");
  add(profile.merged(), "calls too deep to separate");
  return text.empty() ? text : "irregular transfers: " + text + "\n";
}

constexpr bool hasCalls(const ProfileView& view) { return view.by == ProfileView::By::Routine; }

ProfileRow restOf(std::span<const ProfileRow> rows) {
  ProfileRow rest{.name = fmt::format("({}. more)", rows.size())};
  for (const ProfileRow& r : rows) {
    rest.exclusive += r.exclusive;
    rest.calls += r.calls;
  }
  return rest;
}

std::string textLine(const ProfileRow& r, Duration whole, const ProfileView& view, bool rest) {
  std::string text = fmt::format("{:>16} {:>5} {:>12}.", microsecondsText(r.exclusive.time),
                                 percentText(r.exclusive.time, whole, 1), r.exclusive.instructions);
  if (hasCalls(view)) {
    const std::string inclusive = rest ? "" : microsecondsText(r.inclusive.time);
    text +=
        fmt::format(" {:>16} {:>5} {:>9}.", inclusive, rest ? "" : percentText(r.inclusive.time, whole, 1), r.calls);
    const bool ended = r.ended != 0;
    text +=
        fmt::format(" {:>12} {:>12}", ended ? microsecondsText(r.least) : "", ended ? microsecondsText(r.most) : "");
  }
  const std::string process = processText(r);
  const bool column = view.processes && view.by != ProfileView::By::Process;
  return text + fmt::format("  {:<7} {}{}\n", r.mode, column ? fmt::format("{:<6} ", process) : "", r.name);
}

std::string_view kindText(ProfileView::By by) {
  switch (by) {
    case ProfileView::By::Routine:
      return "routine";
    case ProfileView::By::Label:
      return "label";
    case ProfileView::By::Line:
      return "line";
    case ProfileView::By::Process:
      return "whose";
  }
  return "";
}

}  // namespace

std::string profileText(const Profile& profile, const ProfileNames& names, const ProfileView& view) {
  const std::vector<ProfileRow> rows = profileRows(profile, names, view);
  const Duration whole = profile.elapsed();
  std::string text = fmt::format("{} us, {}. instructions\n", microsecondsText(whole), profile.instructions());
  text += fmt::format("{:>16} {:>5} {:>13}", "exclusive us", "%", "instructions");
  if (hasCalls(view))
    text += fmt::format(" {:>16} {:>5} {:>10} {:>12} {:>12}", "inclusive us", "%", "calls", "least us", "most us");
  const bool column = view.processes && view.by != ProfileView::By::Process;
  text += fmt::format("  {:<7} {}{}\n", "mode", column ? "process" : "", kindText(view.by));
  const std::size_t shown = view.most == 0 ? rows.size() : std::min(view.most, rows.size());
  for (std::size_t i = 0; i < shown; ++i) text += textLine(rows[i], whole, view, false);
  if (shown < rows.size()) text += textLine(restOf(std::span{rows}.subspan(shown)), whole, view, true);
  return text + irregularText(profile);
}

std::string profileCsv(const Profile& profile, const ProfileNames& names, const ProfileView& view) {
  std::string text = fmt::format("{},mode,process,exclusive_ns,instructions", kindText(view.by));
  text += hasCalls(view) ? ",inclusive_ns,inclusive_instructions,calls,ended,least_ns,most_ns\n" : "\n";
  for (const ProfileRow& r : profileRows(profile, names, view)) {
    text += fmt::format("{},{},{},{},{}", csvCell(r.name), r.mode, processText(r), r.exclusive.time.count(),
                        r.exclusive.instructions);
    if (hasCalls(view))
      text += fmt::format(",{},{},{},{},{},{}", r.inclusive.time.count(), r.inclusive.instructions, r.calls, r.ended,
                          r.least.count(), r.most.count());
    text += '\n';
  }
  return text;
}

std::string profileJson(const Profile& profile, const ProfileNames& names, const ProfileView& view) {
  nlohmann::ordered_json report;
  report["elapsed_ns"] = profile.elapsed().count();
  report["instructions"] = profile.instructions();
  const IrregularCalls& i = profile.irregular();
  report["irregular"] = {{"tails", i.tails},     {"unwound", i.unwound},      {"cut", i.cut},
                         {"altered", i.altered}, {"users", i.users},          {"forgotten", i.forgotten},
                         {"joined", i.joined},   {"merged", profile.merged()}};
  auto& rows = report["rows"] = nlohmann::ordered_json::array();
  for (const ProfileRow& r : profileRows(profile, names, view)) {
    nlohmann::ordered_json row{{std::string{kindText(view.by)}, r.name}, {"mode", r.mode}};
    if (r.process) row["process"] = processText(r);
    row["exclusive_ns"] = r.exclusive.time.count();
    row["instructions"] = r.exclusive.instructions;
    if (hasCalls(view)) {
      row["inclusive_ns"] = r.inclusive.time.count();
      row["inclusive_instructions"] = r.inclusive.instructions;
      row["calls"] = r.calls;
      row["ended"] = r.ended;
      row["least_ns"] = r.least.count();
      row["most_ns"] = r.most.count();
    }
    rows.push_back(std::move(row));
  }
  return report.dump(2) + "\n";
}

std::string profileCallsText(const std::vector<ProfileCall>& calls) {
  std::string text = fmt::format("{:>10} {:>16}  {:<7} {:<16} {:<16} {}\n", "calls", "inclusive us", "mode", "routine",
                                 "called by", "at");
  for (const ProfileCall& c : calls)
    text += fmt::format("{:>9}. {:>16}  {:<7} {:<16} {:<16} {}\n", c.calls, microsecondsText(c.inclusive.time), c.mode,
                        c.callee, c.caller, c.site);
  return text;
}

std::string profileCallsCsv(const std::vector<ProfileCall>& calls) {
  std::string text = "routine,mode,caller,site,calls,inclusive_ns,inclusive_instructions\n";
  for (const ProfileCall& c : calls)
    text += fmt::format("{},{},{},{},{},{},{}\n", csvCell(c.callee), c.mode, csvCell(c.caller), csvCell(c.site),
                        c.calls, c.inclusive.time.count(), c.inclusive.instructions);
  return text;
}

std::string profileCallsJson(const std::vector<ProfileCall>& calls) {
  auto rows = nlohmann::ordered_json::array();
  for (const ProfileCall& c : calls)
    rows.push_back({{"routine", c.callee},
                    {"mode", c.mode},
                    {"caller", c.caller},
                    {"site", c.site},
                    {"calls", c.calls},
                    {"inclusive_ns", c.inclusive.time.count()},
                    {"inclusive_instructions", c.inclusive.instructions}});
  return rows.dump(2) + "\n";
}

}  // namespace utah10
