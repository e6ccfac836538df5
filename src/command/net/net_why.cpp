// The command net why: the events that concern a host, in order of time, and the conclusion from them.
#include <fmt/format.h>

#include <algorithm>

#include "command/console/numbers.hpp"
#include "command/net/cable_ports.hpp"
#include "command/net/net_table.hpp"
#include "command/net/net_views.hpp"

namespace utah10 {

namespace {
using Cable = CablePorts::Cable;

struct CableEvent {
  Instant at;
  std::string what;
};

void addLine(std::vector<CableEvent>& story, const ReadyLine& line, std::string_view whose) {
  for (const ReadyLine::Change& c : line.changes())
    story.push_back({c.at, fmt::format("{} {} ready", whose, c.up ? "raised" : "dropped")});
}

void addHost(std::vector<CableEvent>& story, const LinkWatch::WatchedHost& h) {
  const auto add = [&](const std::optional<Instant>& at, std::string what) {
    if (at) story.push_back({*at, std::move(what)});
  };
  add(h.lastSent, fmt::format("last message to it, of {}.", h.sent));
  add(h.lastReceived, fmt::format("last message from it, of {}.", h.received));
  add(h.lastRfnm, fmt::format("last RFNM from it, of {}.", h.answered));
  if (h.lastDead)
    story.push_back({h.lastDead->at, fmt::format("last destination dead, of {}.: {}, link {:o}", h.dead,
                                                 subtypeText(*h.lastDead), h.lastDead->link)});
  if (h.lastIncomplete)
    story.push_back(
        {h.lastIncomplete->at, fmt::format("last incomplete transmission, of {}.: {}, link {:o}", h.incomplete,
                                           subtypeText(*h.lastIncomplete), h.lastIncomplete->link)});
}

bool after(const std::optional<LinkWatch::Word>& word, const LinkWatch::WatchedHost& h) {
  if (!word) return false;
  return (!h.lastRfnm || word->at > *h.lastRfnm) && (!h.lastReceived || word->at > *h.lastReceived);
}

std::string nobody(const Cable& c) {
  if (!c.link.impEnd().empty() || !c.end || c.end->attached()) return "";
  return "nothing is connected to the IMP's end: attach " + c.name + " udp:LPORT:HOST:RPORT";
}

// A fault of the machine's own cable, which stops all traffic.
std::string ownTrouble(const Cable& c) {
  const auto since = [](const ReadyLine& line) {
    return line.changes().empty() ? std::string{"has never been up"}
                                  : fmt::format("has been down since {}", netTime(line.changes().back().at));
  };
  if (const std::string none = nobody(c); !none.empty()) return none;
  if (!c.link.impReady.up()) return fmt::format("the IMP's ready line {}", since(c.link.impReady));
  if (!c.link.hostReady.up()) return fmt::format("our own ready line {}", since(c.link.hostReady));
  return "";
}

std::string hostTrouble(const Cable& c, HostId id, const LinkWatch::WatchedHost& h, Instant now) {
  if (after(h.lastDead, h))
    return fmt::format("the network reported at {}: {}", netTime(h.lastDead->at), subtypeText(*h.lastDead));
  if (after(h.lastIncomplete, h))
    return fmt::format("its last answer, at {}, was: {}", netTime(h.lastIncomplete->at),
                       subtypeText(*h.lastIncomplete));
  const auto& open = c.watch->open();
  const auto first = open.lower_bound({id, 0});
  if (first != open.end() && first->first.first == id)
    return fmt::format("link {:o} has waited {} for its RFNM", first->first.second,
                       timeText(now - first->second.since));
  if (!c.watch->resets().empty() && h.lost != 0 && h.lastSent && *h.lastSent <= c.watch->resets().back().at)
    return fmt::format("at {} {}: messages in transit were lost", netTime(c.watch->resets().back().at),
                       resetText(c.watch->resets().back().why));
  if (h.sent == 0 && h.received == 0) return "nothing has been sent to it or received from it";
  return "the IMP has not reported it dead";
}
}  // namespace

NetTable netWhy(const Cable& c, std::optional<HostId> id, Instant now) {
  std::vector<CableEvent> story;
  addLine(story, c.link.hostReady, "we");
  addLine(story, c.link.impReady, "the IMP");
  for (const LinkWatch::Reset& r : c.watch->resets())
    if (r.why == LinkWatch::Reset::Why::Interface || r.open != 0)
      story.push_back({r.at, fmt::format("{}; {} lost", resetText(r.why), counted(r.open, "answer"))});
  const auto known = id ? c.watch->hosts().find(*id) : c.watch->hosts().end();
  const LinkWatch::WatchedHost host = known == c.watch->hosts().end() ? LinkWatch::WatchedHost{} : known->second;
  if (id) addHost(story, host);
  for (const auto& [key, open] : c.watch->open())
    if (!id || key.first == *id)
      story.push_back({open.since, fmt::format("sent to host {:o} on link {:o}, awaiting the RFNM", key.first.octet(),
                                               key.second)});
  std::ranges::stable_sort(story, {}, &CableEvent::at);
  NetTable t;
  t.columns = {{.name = "time"}, {.name = "time_ns", .number = true, .machine = true}, {.name = "happened"}};
  for (const CableEvent& h : story) t.rows.push_back({netTime(h.at), netNs(h.at), h.what});
  const std::string own = ownTrouble(c);
  const std::string who = id ? fmt::format("host {:o}: ", id->octet()) : "";
  if (!own.empty())
    t.notes.push_back(who + own);
  else
    t.notes.push_back(who + (id ? hostTrouble(c, *id, host, now) : "both ready lines are up"));
  return t;
}

}  // namespace utah10
