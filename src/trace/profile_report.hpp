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

// Names to print. A missing name is printed in octal.
struct ProfileNames {
  const Symbols* symbols = nullptr;                 // must outlive the report
  std::map<ProcessId, const Symbols*> ofProcess{};  // for the user space of processes that run other programs
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
  std::string mode{};                  // empty for time outside all contexts
  std::optional<ProcessId> process{};  // set if rows are separated by process
  Cost exclusive{};
  Cost inclusive{};  // for tables by routine; recursion is counted once
  std::uint64_t calls = 0;
  std::uint64_t ended = 0;
  Duration least{};  // of completed calls, including calls they made
  Duration most{};
};

struct ProfileView {
  enum class By : std::uint8_t { Routine, Label, Line, Process } by = By::Routine;
  bool processes = false;  // a separate row for each process
  std::size_t most = 0;    // number of rows before the sum of the rest; 0: all
};

// Most exclusive time first. Time between runs and of an unfinished instruction have rows of their own if nonzero.
std::vector<ProfileRow> profileRows(const Profile& profile, const ProfileNames& names, const ProfileView& view);

std::string profileText(const Profile& profile, const ProfileNames& names, const ProfileView& view);
std::string profileCsv(const Profile& profile, const ProfileNames& names, const ProfileView& view);
std::string profileJson(const Profile& profile, const ProfileNames& names, const ProfileView& view);

// Caller, callee, and location of the call.
struct ProfileCall {
  std::string caller;  // "-": none
  std::string site;
  std::string callee;
  std::string mode;  // of the callee
  std::uint64_t calls = 0;
  Cost inclusive;
};
// Calls of and by the routine `of`, or all calls if it is empty. Most time first.
std::vector<ProfileCall> profileCalls(const Profile& profile, const ProfileNames& names, std::string_view of);
std::string profileCallsText(const std::vector<ProfileCall>& calls);
std::string profileCallsCsv(const std::vector<ProfileCall>& calls);
std::string profileCallsJson(const std::vector<ProfileCall>& calls);

}  // namespace utah10
