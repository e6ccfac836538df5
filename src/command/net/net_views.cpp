#include "command/net/net_views.hpp"

#include <fmt/format.h>

#include "command/console/numbers.hpp"
#include "command/host/udp_port.hpp"
#include "trace/message_names.hpp"

namespace utah10 {

namespace {
using Cable = CablePorts::Cable;
using Row = std::vector<std::string>;

// Rows of item and value; the number is for CSV and JSON.
class Sheet {
 public:
  void say(std::string item, std::string value) { rows_.push_back({std::move(item), std::move(value), ""}); }
  void count(std::string item, std::uint64_t n) {
    rows_.push_back({std::move(item), fmt::format("{}.", n), fmt::format("{}", n)});
  }
  std::vector<Row> take() { return std::move(rows_); }

 private:
  std::vector<Row> rows_;
};

std::string lineText(const ReadyLine& line) {
  const std::string_view state = line.up() ? "up" : "down";
  if (line.changes().empty()) return fmt::format("{}, always", state);
  return fmt::format("{} since {}", state, netTime(line.changes().back().at));
}

std::string otherEnd(const Cable& c) {
  if (!c.link.impEnd().empty()) return c.link.impEnd();
  if (!c.end) return "part of the modelled network";
  if (c.port) return fmt::format("{} over UDP, here {}", c.port->peerText(), c.port->localText());
  return c.end->attached() ? "attached by a snapshot or a replay; no socket" : "not connected; use attach";
}

void countWay(Sheet& sheet, const LinkWatch::Way& way, bool fromHost) {
  const std::string from = fromHost ? "from the host" : "from the IMP";
  sheet.count("messages " + from, way.messages);
  sheet.count("  bits", way.bits);
  for (unsigned type = 0; type < way.byType.size(); ++type) {
    if (way.byType[type] == 0) continue;
    const std::string_view name = leaderTypeName(type, fromHost);
    sheet.count("  " + (name.empty() ? fmt::format("type {}, undefined", type) : std::string{name}), way.byType[type]);
  }
  if (way.noLeader != 0) sheet.count("  shorter than a leader", way.noLeader);
}

void countDatagrams(Sheet& sheet, const Cable& c) {
  if (!c.end || (c.end->counts().received == 0 && c.end->counts().sent == 0 && !c.port)) return;
  const DatagramCounts& n = c.end->counts();
  sheet.say("datagrams", c.end->settings().text());
  sheet.count("  sent", n.sent);
  sheet.count("  received", n.received);
  sheet.count("  messages waiting for the cable", c.end->waiting());
  if (n.gaps != 0) sheet.say("  lost in transit", fmt::format("{}. in {}. gaps", n.missing, n.gaps));
  if (n.restarts != 0) sheet.count("  restarts of the peer", n.restarts);
  for (std::size_t why = 0; why < kDatagramDrops; ++why)
    if (n.dropped[why] != 0)
      sheet.count(fmt::format("  dropped: {}", dropText(static_cast<DatagramDrop>(why))), n.dropped[why]);
  for (const DatagramLink::Trouble& t : c.end->troubles())
    sheet.say("  at " + netTime(t.at),
              fmt::format("{}, {}. {}", dropText(t.why), t.size,
                          t.why >= DatagramDrop::HostDown && t.why != DatagramDrop::NoPort ? "bits" : "octets"));
  if (!c.port) return;
  const UdpPort::Counts& p = c.port->counts();
  for (const auto& [name, count] : {std::pair{"from other peers, dropped", p.strangers},
                                    {"could not be sent", p.sendErrors},
                                    {"could not be received", p.receiveErrors},
                                    {"suppressed during re-execution", p.muted}})
    if (count != 0) sheet.count(fmt::format("  {}", name), count);
}
}  // namespace

std::string netTime(Instant at) { return timeText(at - kPowerOn); }
std::string netNs(Instant at) { return fmt::format("{}", (at - kPowerOn).count()); }

// Names of the subtypes (docs/sources/imp.md 8).
std::string subtypeText(const LinkWatch::Word& w) {
  if (w.type == code(ToHost::DestinationDead))
    return (w.subtype & 1) != 0 ? "host dead" : "its IMP dead or unreachable";
  constexpr std::string_view kIncomplete[] = {"the destination did not accept it in time", "too long",
                                              "the host took more than 15 s to send it", "lost in the subnet",
                                              "no room in the subnet"};
  return w.subtype < std::size(kIncomplete) ? std::string{kIncomplete[w.subtype]}
                                            : fmt::format("subtype {}.", w.subtype);
}

std::string resetText(LinkWatch::Reset::Why why) {
  switch (why) {
    case LinkWatch::Reset::Why::HostReadyDown:
      return "the host dropped its ready line";
    case LinkWatch::Reset::Why::ImpReadyDown:
      return "the IMP dropped its ready line";
    case LinkWatch::Reset::Why::Interface:
      return "the IMP reset the interface";
  }
  return "";
}

NetTable netOverview(const Cable& c, Instant now) {
  Sheet sheet;
  sheet.say("cable", fmt::format("{}, host {:o}", c.name, c.link.config().wire));
  sheet.say("IMP's end", otherEnd(c));
  sheet.say("host ready", lineText(c.link.hostReady));
  sheet.say("IMP ready", lineText(c.link.impReady));
  countWay(sheet, c.watch->fromHost(), true);
  countWay(sheet, c.watch->fromImp(), false);
  sheet.count("links awaiting a RFNM", c.watch->open().size());
  for (const auto& [key, open] : c.watch->open())
    sheet.say(fmt::format("  host {:o} link {:o}", key.first.octet(), key.second),
              fmt::format("{} for its RFNM", timeText(now - open.since)));
  if (!c.watch->resets().empty()) {
    const LinkWatch::Reset& r = c.watch->resets().back();
    sheet.say("last reset", fmt::format("{}: {}, {} lost", netTime(r.at), resetText(r.why), counted(r.open, "answer")));
  }
  if (c.watch->unasked() != 0) sheet.count("unexpected answers", c.watch->unasked());
  if (c.watch->unwatched() != 0) sheet.count("links beyond the capacity of the table", c.watch->unwatched());
  countDatagrams(sheet, c);
  NetTable t;
  t.columns = {{.name = "item"}, {.name = "value"}, {.name = "number", .number = true, .machine = true}};
  t.rows = sheet.take();
  return t;
}

NetTable netLinks(const Cable& c, Instant now) {
  NetTable t;
  t.columns = {{.name = "host"},
               {.name = "link"},
               {.name = "messages", .number = true},
               {.name = "bits", .number = true},
               {.name = "since"},
               {.name = "since_ns", .number = true, .machine = true},
               {.name = "waiting"},
               {.name = "waiting_ns", .number = true, .machine = true},
               {.name = "for"}};
  for (const auto& [key, open] : c.watch->open())
    t.rows.push_back({fmt::format("{:o}", key.first.octet()), fmt::format("{:o}", key.second),
                      fmt::format("{}", open.messages), fmt::format("{}", open.bits), netTime(open.since),
                      netNs(open.since), timeText(now - open.since), fmt::format("{}", (now - open.since).count()),
                      open.messages == 1 ? "RFNM" : fmt::format("{}. RFNMs, a protocol violation", open.messages)});
  t.empty = "no link awaits a RFNM";
  return t;
}

NetTable netHosts(const Cable& c, Instant) {
  NetTable t;
  t.columns = {{.name = "host"},
               {.name = "sent", .number = true},
               {.name = "rfnms", .number = true},
               {.name = "received", .number = true},
               {.name = "dead", .number = true},
               {.name = "incomplete", .number = true},
               {.name = "lost", .number = true},
               {.name = "mean_rfnm_ns", .number = true, .machine = true},
               {.name = "longest_rfnm_ns", .number = true, .machine = true},
               {.name = "longest RFNM", .text = true},
               {.name = "last_heard_ns", .number = true, .machine = true},
               {.name = "last heard", .text = true}};
  for (const auto& [id, h] : c.watch->hosts()) {
    std::optional<Instant> heard = h.lastReceived;
    if (h.lastRfnm && (!heard || *h.lastRfnm > *heard)) heard = h.lastRfnm;
    const std::int64_t mean = h.answered == 0 ? 0 : h.waits.count() / static_cast<std::int64_t>(h.answered);
    const auto n = [](auto v) { return fmt::format("{}", v); };
    t.rows.push_back({fmt::format("{:o}", id.octet()), n(h.sent), n(h.answered), n(h.received), n(h.dead),
                      n(h.incomplete), n(h.lost), h.answered == 0 ? "" : n(mean),
                      h.answered == 0 ? "" : n(h.longestWait.count()), h.answered == 0 ? "" : timeText(h.longestWait),
                      heard ? netNs(*heard) : "", heard ? netTime(*heard) : "never"});
  }
  t.empty = "no host has occurred in a message";
  return t;
}

NetTable netMessages(const Cable& c, std::size_t most) {
  NetTable t;
  t.columns = {{.name = "time"},
               {.name = "time_ns", .number = true, .machine = true},
               {.name = "from"},
               {.name = "bits", .number = true},
               {.name = "message"}};
  const auto& recent = c.watch->recent();
  for (std::size_t n = recent.size() - std::min(most, recent.size()); n < recent.size(); ++n) {
    const LinkWatch::Recent& r = recent[n];
    const MessageRecord record{r.at, r.length, c.link.config().wire, r.fromHost, r.bits, r.octets};
    t.rows.push_back(
        {netTime(r.at), netNs(r.at), r.fromHost ? "host" : "IMP", fmt::format("{}", r.bits), messageText(record)});
  }
  t.empty = "no message has passed";
  return t;
}

}  // namespace utah10
