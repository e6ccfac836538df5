// A profile as tables: by routine, label, source line or process, as text, CSV or JSON. Every table's exclusive times
// sum to the profile's elapsed time.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trace/profile.hpp"
#include "trace/symbols.hpp"

namespace utah10 {

// What things are called. Whatever is missing is shown in octal.
struct ProfileNames {
  const Symbols* symbols = nullptr;                 // outlives the report
  std::map<ProcessId, const Symbols*> ofProcess{};  // for the user space of a process that runs another program
  std::function<std::string(std::uint32_t)> jsys{};

  std::string routine(const Profile::Node& node) const;
  std::string address(CodePlace place, ProcessId process) const;
  std::optional<SourceLine> line(CodePlace place, ProcessId process) const;

 private:
  const SymbolMap* map(bool user, ProcessId process) const;
};

// "user", "exec" or "level 5".
std::string profileMode(const Profile::Node& node);

struct ProfileRow {
  std::string name;
  std::string mode{};                  // empty for time that is nobody's
  std::optional<ProcessId> process{};  // if the table is by process
  Cost exclusive{};
  Cost inclusive{};  // of tables by routine; recursion counted once
  std::uint64_t calls = 0;
  std::uint64_t ended = 0;
  Duration least{};  // of the calls that have ended, with what they called
  Duration most{};
};

struct ProfileView {
  enum class By : std::uint8_t { Routine, Label, Line, Process } by = By::Routine;
  bool processes = false;  // a row for each process
  std::size_t most = 0;    // so many rows, then the sum of the rest; 0: all
};

// Most exclusive time first. Time between runs and of an instruction under way are rows of their own, if there is any.
std::vector<ProfileRow> profileRows(const Profile& profile, const ProfileNames& names, const ProfileView& view);

std::string profileText(const Profile& profile, const ProfileNames& names, const ProfileView& view);
std::string profileCsv(const Profile& profile, const ProfileNames& names, const ProfileView& view);
std::string profileJson(const Profile& profile, const ProfileNames& names, const ProfileView& view);

// Who calls whom, from where.
struct ProfileCall {
  std::string caller;  // "-": nobody
  std::string site;
  std::string callee;
  std::string mode;  // the callee's
  std::uint64_t calls = 0;
  Cost inclusive;
};
// Calls of and by the routine `of`; of all, if it is empty. Most time first.
std::vector<ProfileCall> profileCalls(const Profile& profile, const ProfileNames& names, std::string_view of);
std::string profileCallsText(const std::vector<ProfileCall>& calls);
std::string profileCallsCsv(const std::vector<ProfileCall>& calls);
std::string profileCallsJson(const std::vector<ProfileCall>& calls);

}  // namespace utah10
