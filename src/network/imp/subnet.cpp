#include "network/imp/subnet.hpp"

#include <fmt/format.h>

#include <cassert>
#include <map>

#include "network/imp/imp.hpp"
#include "network/imp/trunk_line.hpp"

namespace utah10 {

using subnet::Imp;
using subnet::SubnetEvent;
using subnet::SubnetEventKind;

struct Subnet::State {
  struct Cable {
    HostId host;
    std::unique_ptr<HostLink> own;  // null: the cable has another owner
    HostLink* link = nullptr;
  };
  // The far end of a line.
  struct Ends {
    unsigned imp = 0, line = 0;
  };

  State(Scheduler& c, const SubnetConfig& cfg, const Observers* o)
      : clock(c),
        observers(o),
        config(cfg),
        journal(c),
        chance(cfg.seed),
        agenda(c, cfg.name, [this](const SubnetEvent& h) { happen(h); }),
        context{agenda, journal, chance, config.imp, config.hostUpDelay} {}

  void state(Archive& a);
  void build();
  void addTrunks();
  void settle();
  void happen(const SubnetEvent& h);
  void frameArrives(const SubnetEvent& h);
  bool possible(const SubnetEvent& h) const;
  Imp* imp(unsigned n) { return imps.contains(n) ? imps.at(n).get() : nullptr; }
  int lineTo(unsigned from, unsigned to) const;

  Scheduler& clock;
  const Observers* observers;
  SubnetConfig config;
  subnet::Journal journal;
  Chance chance;
  subnet::Agenda agenda;
  subnet::SubnetContext context;
  std::map<unsigned, std::unique_ptr<Imp>> imps;
  std::map<std::pair<unsigned, unsigned>, Ends> others;  // (IMP, line) to the far end
  std::vector<std::unique_ptr<subnet::TrunkLine>> trunks;
  std::vector<Cable> cables;
};

void Subnet::State::build() {
  for (const ImpSite& s : config.topology.imps) imps[s.number] = std::make_unique<Imp>(context, s.number, s.name);
  for (const LineConfig& l : config.topology.lines) {
    Imp& a = *imps.at(l.from);
    Imp& b = *imps.at(l.to);
    others[{l.from, a.lineCount()}] = {l.to, b.lineCount()};
    others[{l.to, b.lineCount()}] = {l.from, a.lineCount()};
    const auto index = [](const Imp& i) { return static_cast<std::uint8_t>(i.lineCount()); };
    a.addLine({static_cast<std::uint8_t>(l.from), index(a), l.to, l.bitsPerSecond, l.propagation, false}, l.loss);
    b.addLine({static_cast<std::uint8_t>(l.to), index(b), l.from, l.bitsPerSecond, l.propagation, false}, l.loss);
  }
  addTrunks();
  settle();
  for (auto& [n, i] : imps) i->start();
}

void Subnet::State::addTrunks() {
  for (const TrunkConfig& t : config.trunks) {
    Imp* i = imp(t.from);
    assert(i != nullptr && imp(t.to) == nullptr && "a trunk leads from an IMP of ours to one of another subnet");
    const unsigned line = i->lineCount();
    i->addLine({static_cast<std::uint8_t>(t.from), static_cast<std::uint8_t>(line), t.to, t.bitsPerSecond,
                t.propagation, true},
               t.loss);
    trunks.push_back(std::make_unique<subnet::TrunkLine>(context, *i, line, static_cast<std::uint8_t>(trunks.size())));
  }
}

// The state of a network that has been up for a long time: every IMP has its routes.
void Subnet::State::settle() {
  for (std::size_t round = 0; round <= imps.size(); ++round) {
    for (auto& [n, i] : imps) i->settleRoutes();
    for (const auto& [here, there] : others)
      imps.at(there.imp)->routing().heard(there.line, imps.at(here.first)->routes());
  }
  for (auto& [n, i] : imps) i->settleRoutes();
}

int Subnet::State::lineTo(unsigned from, unsigned to) const {
  const auto i = imps.find(from);
  if (i == imps.end()) return -1;
  for (unsigned k = 0; k < i->second->lineCount(); ++k)
    if (i->second->line(k).setup().neighbour == to) return static_cast<int>(k);
  return -1;
}

void Subnet::State::frameArrives(const SubnetEvent& h) {
  if (h.imp == subnet::kTrunks) return trunks[h.index]->arrival();
  const Ends there = others.at({h.imp, h.index});
  imps.at(there.imp)->arrive(there.line, imps.at(h.imp)->line(h.index).arrival());
}

bool Subnet::State::possible(const SubnetEvent& h) const {
  if (h.imp == subnet::kTrunks) return h.kind == SubnetEventKind::FrameArrives && h.index < trunks.size();
  const auto i = imps.find(h.imp);
  if (i == imps.end()) return false;
  const bool line = h.kind == SubnetEventKind::LineFree || h.kind == SubnetEventKind::LineTimer ||
                    h.kind == SubnetEventKind::FrameArrives;
  if (!line) return true;
  return h.index < i->second->lineCount() &&
         (h.kind != SubnetEventKind::FrameArrives || others.contains({h.imp, h.index}));
}

void Subnet::State::happen(const SubnetEvent& h) {
  if (h.kind == SubnetEventKind::FrameArrives) return frameArrives(h);
  Imp& i = *imps.at(h.imp);
  switch (h.kind) {
    case SubnetEventKind::LineFree:
      return i.line(h.index).free();
    case SubnetEventKind::LineTimer:
      return i.line(h.index).timer();
    case SubnetEventKind::Program:
      return i.programDone();
    case SubnetEventKind::Routing:
      return i.routingPeriod();
    case SubnetEventKind::HostTimer:
      if (subnet::HostSide* side = i.host(h.index)) side->timer();
      return;
    default:
      return i.source().timer();
  }
}

Subnet::Subnet(Scheduler& clock, const SubnetConfig& config, const Observers* observers)
    : state_(std::make_unique<State>(clock, config, observers)) {
  assert(config.check() && "the configuration has been checked");
  state_->build();
}

Subnet::~Subnet() = default;

HostLink& Subnet::cable(HostId host, const HostLinkConfig& config) {
  for (const State::Cable& c : state_->cables)
    if (c.host == host) return *c.link;
  HostLinkConfig named = config;
  named.wire = host.octet();
  auto own = std::make_unique<HostLink>(state_->clock, fmt::format("{}.host{:o}", state_->config.name, host.octet()),
                                        named, state_->observers);
  HostLink& link = *own;
  plug(host, link);
  state_->cables.back().own = std::move(own);
  return link;
}

void Subnet::plug(HostId host, HostLink& cable) {
  Imp* i = state_->imp(host.imp());
  assert(i != nullptr && "the host's IMP exists");
  state_->cables.push_back({host, nullptr, &cable});
  i->plug(host, cable);
}

void Subnet::setLine(unsigned from, unsigned to, bool up) {
  for (const auto& [a, b] : {std::pair{from, to}, std::pair{to, from}})
    if (const int k = state_->lineTo(a, b); k >= 0) state_->imp(a)->line(static_cast<unsigned>(k)).cut(!up);
}

void Subnet::setImp(unsigned imp, bool up) {
  if (Imp* i = state_->imp(imp)) i->set(up);
}

void Subnet::setLoss(unsigned from, unsigned to, double loss) {
  for (const auto& [a, b] : {std::pair{from, to}, std::pair{to, from}})
    if (const int k = state_->lineTo(a, b); k >= 0) state_->imp(a)->setLoss(static_cast<unsigned>(k), loss);
}

void Subnet::setPropagation(unsigned from, unsigned to, Duration propagation) {
  for (const auto& [a, b] : {std::pair{from, to}, std::pair{to, from}})
    if (const int k = state_->lineTo(a, b); k >= 0) {
      subnet::ModemLine& line = state_->imp(a)->line(static_cast<unsigned>(k));
      if (!line.setup().trunk) line.setPropagation(propagation);
    }
}

TrunkEnd& Subnet::trunk(std::size_t i) { return *state_->trunks.at(i); }

// --- For the operator ---

std::vector<ImpView> Subnet::imps() const {
  std::vector<ImpView> out;
  for (const auto& [n, i] : state_->imps)
    out.push_back({n, i->name(), i->up(), i->destination().buffersInUse(), i->storeAndForward(),
                   i->destination().waiting(), i->programQueue()});
  return out;
}

std::vector<HostView> Subnet::hosts() const {
  std::vector<HostView> out;
  for (const auto& [n, i] : state_->imps)
    for (unsigned h = 0; h < Imp::kHosts; ++h)
      if (const subnet::HostSide* side = std::as_const(*i).host(h)) out.push_back(side->view());
  return out;
}

std::vector<LineView> Subnet::lines() const {
  std::vector<LineView> out;
  for (const auto& [n, i] : state_->imps)
    for (unsigned k = 0; k < i->lineCount(); ++k) {
      const subnet::ModemLine& l = std::as_const(*i).line(k);
      const subnet::LineCounts& c = l.counts();
      out.push_back({n, l.setup().neighbour, !l.broken(), l.alive(), l.setup().bitsPerSecond, l.setup().propagation,
                     l.queued() - l.unacknowledged(), l.unacknowledged(), c.frames, c.packets, c.again, c.damaged,
                     c.duplicates, c.refused, c.bits, c.routingBits, c.nullBits, c.againBits, c.busy});
    }
  return out;
}

std::vector<OutstandingView> Subnet::outstanding() const {
  std::vector<OutstandingView> out;
  for (const auto& [n, i] : state_->imps) i->source().view(out);
  return out;
}

const std::deque<NetEvent>& Subnet::journal() const { return state_->journal.events(); }

std::vector<unsigned> Subnet::path(unsigned from, unsigned to) const {
  std::vector<unsigned> out;
  for (unsigned at = from; state_->imps.contains(at) && out.size() <= state_->imps.size();) {
    out.push_back(at);
    if (at == to) return out;
    const int line = state_->imps.at(at)->routing().line(to);
    if (line < 0 || !state_->imps.at(at)->up()) return {};
    at = state_->imps.at(at)->line(static_cast<unsigned>(line)).setup().neighbour;
  }
  return {};
}

// --- State ---

void Subnet::State::state(Archive& a) {
  a.sameU32(imps.size(), "a network with different IMPs");
  for (auto& [n, i] : imps) {
    a.sameU32(n, "a network with different lines");
    a.sameU32(i->lineCount(), "a network with different lines");
    if (!a.good()) return;
    i->state(a);
  }
  for (auto& t : trunks) t->state(a);
  agenda.state(a, [this](const SubnetEvent& h) { return possible(h); });
  journal.state(a);
  std::uint64_t drawn = chance.state();
  a.u64(drawn);
  chance.set(drawn);
  for (Cable& c : cables)
    if (c.own) c.own->state(a);
}

void Subnet::state(Archive& a) {
  a.section(state_->config.name, [&] { state_->state(a); });
}

const char* name(NetEventKind kind) {
  switch (kind) {
    case NetEventKind::HostUp:
      return "host up";
    case NetEventKind::HostDown:
      return "host down";
    case NetEventKind::Tardy:
      return "tardy";
    case NetEventKind::HostError:
      return "host error";
    case NetEventKind::LineUp:
      return "line up";
    case NetEventKind::LineDown:
      return "line down";
    case NetEventKind::ImpUp:
      return "IMP up";
    case NetEventKind::ImpDown:
      return "IMP down";
    case NetEventKind::Reachable:
      return "reachable";
    case NetEventKind::Unreachable:
      return "unreachable";
    case NetEventKind::Dropped:
      return "dropped";
    case NetEventKind::Incomplete:
      return "incomplete";
  }
  return "";
}

}  // namespace utah10
