#include "command/net/network_views.hpp"

#include <fmt/format.h>

#include "command/net/cable_ports.hpp"
#include "command/net/net_views.hpp"

namespace utah10 {

namespace {

using Column = NetTable::Column;

Column text(std::string name) { return {.name = std::move(name)}; }
Column number(std::string name) { return {.name = std::move(name), .number = true}; }
std::string yes(bool b) { return b ? "yes" : "no"; }
template <class N>
std::string digits(N n) {
  return fmt::format("{}", n);
}

// "up since 1.500000000s"
std::string readyText(bool up, const std::optional<ReadyLine::Change>& change) {
  const std::string_view state = up ? "up" : "down";
  return change ? fmt::format("{} since {}", state, netTime(change->at)) : fmt::format("{}, always", state);
}

}  // namespace

NetTable impsTable(const Network& network) {
  NetTable t;
  t.columns = {number("imp"),     text("name"), text("up"), number("reassembly"), number("store-and-forward"),
               number("requests")};
  for (const ImpView& v : network.subnet().imps())
    t.rows.push_back(
        {digits(v.number), v.name, yes(v.up), digits(v.reassembly), digits(v.storeAndForward), digits(v.requests)});
  t.empty = "no IMPs";
  return t;
}

NetTable linesTable(const Network& network) {
  NetTable t;
  t.columns = {number("from"),   number("to"),     text("intact"),  text("alive"),     number("bps"),
               number("queued"), number("frames"), number("again"), number("damaged"), number("bits")};
  for (const LineView& v : network.subnet().lines())
    t.rows.push_back({digits(v.from), digits(v.to), yes(v.intact), yes(v.alive), digits(v.bitsPerSecond),
                      digits(v.queued), digits(v.frames), digits(v.again), digits(v.damaged), digits(v.bits)});
  t.empty = "no lines";
  return t;
}

NetTable reachTable(const Network& network) {
  NetTable t;
  t.columns = {text("host"),      text("name"),        text("alive"),     text("host-ready"),
               text("imp-ready"), number("from-host"), number("to-host"), text("why")};
  for (const HostView& v : network.subnet().hosts()) {
    std::string why = v.why;
    if (v.alive && !v.inputWaits.empty()) why = v.inputWaits;
    t.rows.push_back({fmt::format("{:o}", v.host.octet()), network.nameOf(v.host), yes(v.alive),
                      readyText(v.hostReady, v.hostChange), readyText(v.impReady, v.impChange), digits(v.fromHost),
                      digits(v.toHost), why});
  }
  t.empty = "no hosts";
  return t;
}

NetTable outstandingTable(const Network& network) {
  NetTable t;
  t.columns = {text("from"), text("to"), text("link"), number("number"), text("since"), text("waits-for")};
  for (const OutstandingView& v : network.subnet().outstanding())
    t.rows.push_back({network.nameOf(v.source), network.nameOf(v.destination), fmt::format("{:o}", v.link),
                      digits(v.number), netTime(v.since), v.waitsFor});
  t.empty = "every message has been answered";
  return t;
}

NetTable journalTable(const Network& network) {
  NetTable t;
  t.columns = {text("at"),   {.name = "at_ns", .number = true, .machine = true},
               text("what"), number("imp"),
               text("host"), text("more")};
  for (const NetEvent& e : network.subnet().journal())
    t.rows.push_back({netTime(e.at), netNs(e.at), name(e.kind), digits(e.imp),
                      e.host == HostId{} ? "" : fmt::format("{:o}", e.host.octet()), e.text});
  t.empty = "no events";
  return t;
}

NetTable connectionsTable(const Network& network) {
  NetTable t;
  t.columns = {
      text("host"),  text("local"),       text("foreign"),         text("of"),         number("link"), number("size"),
      text("state"), number("bits-sent"), number("bits-received"), number("messages"), number("bits")};
  for (const auto& h : network.hosts())
    for (const ConnectionView& v : h->ncp().connections())
      t.rows.push_back({h->config().name, fmt::format("{:o}", v.local.number()),
                        fmt::format("{:o}", v.foreign.number()), v.host == HostId{} ? "" : network.nameOf(v.host),
                        digits(v.link), digits(v.byteSize), v.state, digits(v.bitsSent), digits(v.bitsReceived),
                        digits(v.messageSpace), digits(v.bitSpace)});
  t.empty = "no modelled host has a connection";
  return t;
}

NetTable servicesTable(const Network& network) {
  NetTable t;
  t.columns = {text("host"), text("address"), text("service"), text("status")};
  for (const auto& h : network.hosts())
    for (const auto& s : h->services())
      t.rows.push_back(
          {h->config().name, fmt::format("{:o}", h->config().id.octet()), std::string{s->name()}, s->status()});
  t.empty = "no modelled hosts";
  return t;
}

NetTable jobsTable(const Network& network) {
  NetTable t;
  t.columns = {text("host"), text("job"), text("terminal"), text("phase"), number("cards"), text("due")};
  for (const auto& h : network.hosts()) {
    const auto* ccn = dynamic_cast<const CcnServer*>(h->service("netrjs"));
    if (ccn == nullptr) continue;
    for (const CcnJob& j : ccn->batch().jobs())
      t.rows.push_back({h->config().name, j.card.name, j.terminal,
                        j.phase == CcnPhase::Executing ? "executes" : "waits", digits(j.deck.size()), netTime(j.due)});
    for (const CcnOutput& o : ccn->batch().outputs())
      t.rows.push_back({h->config().name, o.job, o.terminal, o.paper == CcnPaper::Print ? "print" : "punch",
                        digits(o.records.size()), ""});
  }
  t.empty = "no jobs";
  return t;
}

namespace {
using Make = NetTable (*)(const Network&);

NetTable ofAll(const std::vector<const Network*>& parts, Make make) {
  NetTable all = make(*parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i)
    for (std::vector<std::string>& row : make(*parts[i]).rows) all.rows.push_back(std::move(row));
  return all;
}
}  // namespace

void addNetworkViews(CablePorts& cables, std::vector<const Network*> parts) {
  struct Row {
    const char *name, *brief;
    Make make;
  };
  constexpr Row rows[] = {{"imps", "IMPs and their buffers", &impsTable},
                          {"lines", "lines between IMPs and what they carried", &linesTable},
                          {"reach", "hosts, whether they are reachable, and why not", &reachTable},
                          {"outstanding", "unanswered messages, and what they wait for", &outstandingTable},
                          {"journal", "the last events in the subnet", &journalTable},
                          {"connections", "connections of the modelled hosts", &connectionsTable},
                          {"services", "services of the modelled hosts", &servicesTable},
                          {"jobs", "jobs and output of the modelled 360/91", &jobsTable}};
  for (const Row& row : rows)
    cables.addView({row.name, row.brief, [parts, make = row.make] { return ofAll(parts, make); }});
}

}  // namespace utah10
