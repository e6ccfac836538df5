#include "trace/profile_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <tuple>

#include "word/new_file.hpp"

namespace utah10 {

namespace fs = std::filesystem;

namespace {

std::string objectOf(const Profile::Node& node, bool processes) {
  if (!processes || node.level != 0) return profileMode(node);
  return node.process == kNoProcess ? profileMode(node) + ", no process"
                                    : fmt::format("{}, process {:o}", profileMode(node), node.process);
}

// The location of a function or a cost: object, source file.
struct Function {
  std::string object;
  std::string file;
  std::string name;
  auto operator<=>(const Function&) const = default;
};

struct Position {
  std::uint32_t address = 0;
  std::uint32_t line = 0;
  auto operator<=>(const Position&) const = default;
};

struct Call {
  Function callee;
  Position to;
  std::uint64_t calls = 0;
  Cost inclusive;
};

struct Body {
  std::map<std::pair<std::string, Position>, Cost> costs;  // by file and position
  std::map<std::pair<Position, Function>, Call> calls;
};

class Callgrind {
 public:
  Callgrind(const Profile& profile, const ProfileNames& names, bool processes)
      : profile_(profile), names_(names), processes_(processes) {}

  std::string text() {
    collect();
    const Duration elapsed = profile_.elapsed();
    std::string out =
        "# callgrind format\nversion: 1\ncreator: utah10\npositions: instr line\nevents: ns instructions\n";
    out += fmt::format("summary: {} {}\n", elapsed.count(), profile_.instructions());
    for (const auto& [function, body] : bodies_) write(out, function, body);
    writeNobody(out);
    out += fmt::format("\ntotals: {} {}\n", elapsed.count(), profile_.instructions());
    return out;
  }

 private:
  Function functionOf(const Profile::Node& node) const {
    std::string file = "???";
    if (node.routine.kind == RoutineKind::Code)
      if (const auto line = names_.line({node.routine.user, node.routine.number}, node.process)) file = line->file;
    return {objectOf(node, processes_), file, names_.routine(node)};
  }

  std::pair<std::string, Position> positionOf(CodePlace place, const Profile::Node& node) const {
    const auto line = names_.line(place, node.process);
    return {line ? std::string{line->file} : "???", {place.address, line ? line->line : 0}};
  }

  void collect() {
    const auto& nodes = profile_.nodes();
    for (const Profile::Spot& s : profile_.spots()) {
      const Profile::Node& node = nodes[s.node];
      bodies_[functionOf(node)].costs[positionOf(s.place, node)] += s.cost;
    }
    for (const Profile::Edge& e : profile_.edges()) {
      if (e.caller == Profile::kRoot) continue;
      const Profile::Node& callee = nodes[e.callee];
      const Position site = positionOf(e.site, callee).second;
      const Function to = functionOf(callee);
      Call& call = bodies_[functionOf(nodes[e.caller])].calls[{site, to}];
      call.callee = to;
      if (callee.routine.kind == RoutineKind::Code)
        call.to = positionOf({callee.routine.user, callee.routine.number}, callee).second;
      call.calls += e.calls;
      call.inclusive += e.inclusive;
    }
  }

  static std::string at(const Position& p) { return fmt::format("0x{:x} {}", p.address, p.line); }

  static void write(std::string& out, const Function& function, const Body& body) {
    out += fmt::format("\nob={}\nfl={}\nfn={}\n", function.object, function.file, function.name);
    std::string file = function.file;
    for (const auto& [where, cost] : body.costs) {
      if (where.first != file) {
        file = where.first;
        out += fmt::format("{}={}\n", file == function.file ? "fe" : "fi", file);
      }
      out += fmt::format("{} {} {}\n", at(where.second), cost.time.count(), cost.instructions);
    }
    if (file != function.file) out += fmt::format("fe={}\n", function.file);
    for (const auto& [key, call] : body.calls) {
      out += fmt::format("cob={}\ncfi={}\ncfn={}\n", call.callee.object, call.callee.file, call.callee.name);
      // Readers treat the cost of zero calls as the caller's own, so a call joined in the middle counts as one.
      out += fmt::format("calls={} {}\n", std::max<std::uint64_t>(call.calls, 1), at(call.to));
      out += fmt::format("{} {} {}\n", at(key.first), call.inclusive.time.count(), call.inclusive.instructions);
    }
  }

  void writeNobody(std::string& out) const {
    for (const auto& [name, time] :
         {std::pair{"(between runs)", profile_.betweenRuns()}, std::pair{"(not ended)", profile_.unfinished()}})
      if (time != Duration{}) out += fmt::format("\nob=nobody\nfl=???\nfn={}\n0x0 0 {} 0\n", name, time.count());
  }

  const Profile& profile_;
  const ProfileNames& names_;
  bool processes_;
  std::map<Function, Body> bodies_;
};

Expected<void> writeText(const fs::path& path, const std::string& text) {
  if (fs::is_directory(path)) return fail(path.string(), "is a directory", "name a file in it");
  NewFile beside{path};
  if (!beside.open() || !beside.write(std::as_bytes(std::span{text})))
    return fail(path.string(), "cannot be written: " + std::generic_category().message(errno == 0 ? EIO : errno));
  if (const std::error_code why = beside.renameTo(path))
    return fail(path.string(), "cannot be written: " + why.message());
  return {};
}

}  // namespace

std::string callgrindText(const Profile& profile, const ProfileNames& names, bool processes) {
  return Callgrind{profile, names, processes}.text();
}

std::string foldedText(const Profile& profile, const ProfileNames& names, bool processes) {
  const auto& nodes = profile.nodes();
  std::vector<std::string> chains(nodes.size());
  for (std::size_t n = 1; n < nodes.size(); ++n) {
    const Profile::Node& node = nodes[n];
    const std::string owner = processes ? objectOf(node, true) : "";
    const std::string& before = node.parent == Profile::kRoot ? owner : chains[node.parent];
    chains[n] = before + (before.empty() ? "" : ";") + names.routine(node);
  }
  std::map<std::string, std::int64_t> sums;
  for (const Profile::Spot& s : profile.spots()) sums[chains[s.node]] += s.cost.time.count();
  sums["(between runs)"] += profile.betweenRuns().count();
  sums["(not ended)"] += profile.unfinished().count();
  std::string text;
  for (const auto& [chain, ns] : sums)
    if (ns != 0) text += fmt::format("{} {}\n", chain, ns);
  return text;
}

Expected<void> writeCallgrind(const fs::path& path, const Profile& profile, const ProfileNames& names, bool processes) {
  return writeText(path, callgrindText(profile, names, processes));
}

Expected<void> writeFolded(const fs::path& path, const Profile& profile, const ProfileNames& names, bool processes) {
  return writeText(path, foldedText(profile, names, processes));
}

}  // namespace utah10
