// Names of routines, and the sums behind every table.
#include "trace/profile_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace utah10 {

// --- Names

const SymbolMap* ProfileNames::map(bool user, ProcessId process) const {
  const auto own = user ? ofProcess.find(process) : ofProcess.end();
  const Symbols* all = own != ofProcess.end() ? own->second : symbols;
  return all == nullptr ? nullptr : &all->of(user);
}

std::string ProfileNames::address(CodePlace place, ProcessId process) const {
  const SymbolMap* m = map(place.user, process);
  return m == nullptr ? fmt::format("{:06o}", place.address) : m->text(VirtualAddress{place.address});
}

std::optional<SourceLine> ProfileNames::line(CodePlace place, ProcessId process) const {
  const SymbolMap* m = map(place.user, process);
  return m == nullptr ? std::nullopt : m->line(VirtualAddress{place.address});
}

std::string ProfileNames::routine(const Profile::Node& node) const {
  switch (node.routine.kind) {
    case RoutineKind::Code:
      return address({node.routine.user, node.routine.number}, node.process);
    case RoutineKind::Jsys:
      return jsys ? jsys(node.routine.number) : fmt::format("JSYS {:o}", node.routine.number);
    case RoutineKind::Interrupt:
      return fmt::format("interrupt {}", node.routine.number);
    case RoutineKind::PageTrap:
      return "page trap";
  }
  return {};
}

std::string profileMode(const Profile::Node& node) {
  if (node.level != 0) return fmt::format("level {}", node.level);
  return node.user ? "user" : "exec";
}

// --- Rows

namespace {

// The key of a row: name, mode, process (all equal if processes are not separated).
using Key = std::tuple<std::string, std::string, ProcessId>;

class Table {
 public:
  Table(const Profile& profile, const ProfileNames& names, const ProfileView& view)
      : profile_(profile),
        names_(names),
        view_(view),
        processes_(view.processes || view.by == ProfileView::By::Process) {}

  std::vector<ProfileRow> rows() {
    if (view_.by == ProfileView::By::Routine)
      addRoutines();
    else
      addSpots();
    std::vector<ProfileRow> all;
    for (auto& [key, row] : rows_) all.push_back(std::move(row));
    for (const auto& [name, time] :
         {std::pair{"(between runs)", profile_.betweenRuns()}, std::pair{"(not ended)", profile_.unfinished()}})
      if (time != Duration{}) all.push_back({.name = name, .exclusive = {time, 0}, .inclusive = {time, 0}});
    std::ranges::stable_sort(all, [](const ProfileRow& a, const ProfileRow& b) {
      return std::tuple{b.exclusive.time, b.inclusive.time} < std::tuple{a.exclusive.time, a.inclusive.time};
    });
    return all;
  }

 private:
  Key keyOf(std::string name, const Profile::Node& node) const {
    return {std::move(name), profileMode(node), processes_ ? node.process : kNoProcess};
  }

  ProfileRow& row(const Key& key, const Profile::Node& node) {
    ProfileRow& r = rows_[key];
    r.name = std::get<0>(key);
    r.mode = std::get<1>(key);
    if (processes_ && node.level == 0) r.process = node.process;
    return r;
  }

  std::string nameOf(const Profile::Spot& spot, const Profile::Node& node) const {
    if (view_.by == ProfileView::By::Process) {
      if (node.level != 0) return "interrupts";
      return node.process == kNoProcess ? "no process" : fmt::format("process {:o}", node.process);
    }
    if (view_.by == ProfileView::By::Line) {
      const auto line = names_.line(spot.place, node.process);
      if (line) return fmt::format("{}({})", line->file, line->line);
      return names_.address(spot.place, node.process);
    }
    const std::string text = names_.address(spot.place, node.process);
    return text.substr(0, text.find('+'));
  }

  void addSpots() {
    for (const Profile::Spot& s : profile_.spots()) {
      const Profile::Node& node = profile_.nodes()[s.node];
      row(keyOf(nameOf(s, node), node), node).exclusive += s.cost;
    }
  }

  void addRoutines() {
    const auto& nodes = profile_.nodes();
    std::vector<Key> keys;
    keys.reserve(nodes.size());
    for (const Profile::Node& n : nodes) keys.push_back(keys.empty() ? Key{} : keyOf(names_.routine(n), n));
    std::vector<Cost> whole(nodes.size());
    for (const Profile::Spot& s : profile_.spots()) {
      whole[s.node] += s.cost;
      row(keys[s.node], nodes[s.node]).exclusive += s.cost;
    }
    for (std::size_t n = nodes.size(); n-- > 1;) {  // children have higher numbers than their parents
      if (!within(keys, n)) row(keys[n], nodes[n]).inclusive += whole[n];
      if (nodes[n].parent != Profile::kRoot) whole[nodes[n].parent] += whole[n];
    }
    for (const Profile::Edge& e : profile_.edges()) addCalls(row(keys[e.callee], nodes[e.callee]), e);
  }

  // Whether the node was called, directly or indirectly, by itself.
  bool within(const std::vector<Key>& keys, std::size_t node) const {
    const auto& nodes = profile_.nodes();
    for (std::uint32_t n = nodes[node].parent; n != Profile::kRoot; n = nodes[n].parent)
      if (keys[n] == keys[node]) return true;
    return false;
  }

  static void addCalls(ProfileRow& r, const Profile::Edge& e) {
    r.calls += e.calls;
    if (e.ended == 0) return;
    r.least = r.ended == 0 ? e.least : std::min(r.least, e.least);
    r.most = std::max(r.most, e.most);
    r.ended += e.ended;
  }

  const Profile& profile_;
  const ProfileNames& names_;
  const ProfileView& view_;
  bool processes_;
  std::map<Key, ProfileRow> rows_;
};

}  // namespace

std::vector<ProfileRow> profileRows(const Profile& profile, const ProfileNames& names, const ProfileView& view) {
  return Table{profile, names, view}.rows();
}

std::vector<ProfileCall> profileCalls(const Profile& profile, const ProfileNames& names, std::string_view of) {
  const auto& nodes = profile.nodes();
  std::map<std::tuple<std::string, std::string, std::string, std::string>, ProfileCall> found;
  for (const Profile::Edge& e : profile.edges()) {
    const Profile::Node& callee = nodes[e.callee];
    const std::string caller = e.caller == Profile::kRoot ? "-" : names.routine(nodes[e.caller]);
    const std::string name = names.routine(callee);
    if (!of.empty() && of != caller && of != name) continue;
    const std::string site = names.address(e.site, callee.process);
    ProfileCall& call = found[{caller, site, name, profileMode(callee)}];
    call.caller = caller;
    call.site = site;
    call.callee = name;
    call.mode = profileMode(callee);
    call.calls += e.calls;
    call.inclusive += e.inclusive;
  }
  std::vector<ProfileCall> all;
  for (auto& [key, call] : found) all.push_back(std::move(call));
  std::ranges::stable_sort(all, std::greater{}, [](const ProfileCall& c) { return c.inclusive.time; });
  return all;
}

}  // namespace utah10
