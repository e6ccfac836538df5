#include "command/several/net_room.hpp"

#include <fmt/format.h>

#include <system_error>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/run_request.hpp"
#include "command/net/connections.hpp"
#include "command/prompt/host_number.hpp"
#include "command/terminals/expect.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr Duration kComesUp = seconds(120);
constexpr std::string_view kInOperation = "TENEX IN OPERATION";

// Brings the monitor in with its host number, and presses CONTINUE: from then on it runs with the others.
Expected<void> start(Member& member) {
  Debugger& debugger = member.session().debugger();
  if (auto read = readInAsHost(member.session(), {.host = member.tenex().host, .longest = {}}); !read) return read;
  RunRequest request;
  request.until = debugger.machine().now() + milliseconds(1);
  debugger.run(request);
  return {};
}

// The machine of one TENEX, with its part of the network.
Expected<MachineDescription> machineOf(const TenexDescription& tenex, const PackagedSystem& packaged,
                                       const NetworkConfig& part) {
  auto d = loadMachineFile(tenex.machine.empty() ? packaged.machine() : tenex.machine);
  if (!d) return d;
  d->name = tenex.name;
  d->network = part;
  d->network->machineName = tenex.name;
  d->hostNumber = tenex.host;
  d->hostFolders.clear();
  d->hostLinks.clear();
  d->impUdp.reset();
  if (!d->devices.imp) d->devices.imp.emplace();
  d->devices.imp->host = tenex.host.octet();
  return d;
}

// A packaged machine's port is that of the first TENEX; the others follow.
void setPort(MachineDescription& d, const TenexDescription& tenex, std::size_t place) {
  if (tenex.port && !d.telnet) d.telnet.emplace();
  if (tenex.port)
    d.telnet->port = *tenex.port;
  else if (d.telnet && d.telnet->port != 0)
    d.telnet->port = static_cast<std::uint16_t>(d.telnet->port + place);
}

Expected<fs::path> packOf(const TenexDescription& tenex, const fs::path& folder) {
  if (!tenex.pack.empty() || folder.empty()) return tenex.pack;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(folder.string(), "cannot be created: " + error.message());
  return folder / (lowerCase(tenex.name) + ".dsk");
}

// Folders and peers of the hosts in one part.
template <class T>
void takeOwn(std::vector<T>& own, const std::vector<T>& all, std::span<const HostId> machines, std::size_t part) {
  for (const T& one : all)
    if (NetworkPartition::ownerOf(one.host, machines) == part) own.push_back(one);
}

Error named(const std::string& name, const Error& e) { return {name + ": " + e.where, e.what, e.hint}; }

}  // namespace

Expected<std::unique_ptr<NetRoom>> NetRoom::make(const NetOptions& options, Terminal& terminal) {
  const auto file = PackagedSystem::networkFile(options.file);
  if (!file) return tl::unexpected(file.error());
  const auto whole = loadMachineFile(*file);
  if (!whole) return tl::unexpected(whole.error());
  if (whole->tenexes.empty())
    return fail(file->string(), "describes no [[tenex]], but one machine", "utah10 boot FILE runs one machine");
  std::vector<HostId> machines;
  for (const TenexDescription& t : whole->tenexes) machines.push_back(t.host);
  const NetworkPartition cut = partitioned(*whole->network, machines);
  std::unique_ptr<NetRoom> room{new NetRoom{terminal}};
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const TenexDescription& tenex = whole->tenexes[i];
    auto packaged = PackagedSystem::find(tenex.system);
    if (!packaged) return tl::unexpected(packaged.error());
    auto d = machineOf(tenex, *packaged, cut.parts[i]);
    if (!d) return tl::unexpected(d.error());
    setPort(*d, tenex, i);
    takeOwn(d->hostFolders, whole->hostFolders, machines, i);
    takeOwn(d->hostLinks, whole->hostLinks, machines, i);
    if (auto added = room->add(tenex, std::move(*d), std::move(*packaged), options); !added)
      return tl::unexpected(named(tenex.name, added.error()));
  }
  if (auto ready = room->connect(cut); !ready) return tl::unexpected(ready.error());
  return room;
}

NetRoom::~NetRoom() = default;

Expected<void> NetRoom::add(const TenexDescription& tenex, MachineDescription description, PackagedSystem packaged,
                            const NetOptions& options) {
  const auto pack = packOf(tenex, options.packs);
  if (!pack) return tl::unexpected(pack.error());
  const auto told = packaged.mount(description, *pack, lowerCase(tenex.name) + "-" + PackagedSystem::kPaper);
  if (!told) return tl::unexpected(told.error());
  auto member = Member::make(tenex, std::move(description), std::move(packaged), terminal_, options.quiet);
  if (!member) return tl::unexpected(member.error());
  (*member)->session().enter(*this);
  if (!pack->empty() && !told->empty()) (*member)->session().console().say("{}", *told);
  discards_ = discards_ || pack->empty();
  members_.push_back(std::move(*member));
  return {};
}

// Joins the parts of the network and makes all ready to run.
Expected<void> NetRoom::connect(const NetworkPartition& cut) {
  std::vector<Network*> parts;
  std::vector<Member*> members;
  for (const auto& m : members_) {
    members.push_back(m.get());
    parts.push_back(&m->network());
  }
  const auto end = [&](const NetworkPartition::End& e) -> TrunkEnd& { return parts[e.part]->subnet().trunk(e.trunk); };
  Federation federation;
  for (const NetworkPartition::Trunk& t : cut.trunks) federation.connect(end(t.a), end(t.b));
  lockstep_ = std::make_unique<Lockstep>(members, std::move(federation));
  for (Member* m : members) {
    m->join(parts);
    std::vector<Connections*> others;
    for (Member* other : members)
      if (other != m) others.push_back(&other->session().connections());
    m->session().connections().runWith(std::move(others));
    if (auto ready = m->prepare(); !ready) return tl::unexpected(named(m->name(), ready.error()));
  }
  selected_ = members.front();
  return {};
}

// What the user has set goes with him.
void NetRoom::choose(Member& member) {
  if (&member == selected_) return;
  Session& from = selected_->session();
  Session& to = member.session();
  to.console().quiet = from.console().quiet;
  to.console().interactive = from.console().interactive;
  to.connections().pacer().set(from.connections().pacer().setting());
  selected_->terminal().select(false);
  selected_ = &member;
  lockstep_->select(member);
  member.terminal().select(true);
}

Expected<void> NetRoom::select(std::string_view name) {
  for (const auto& m : members_)
    if (sameWord(m->name(), name)) {
      choose(*m);
      return {};
    }
  std::string names;
  for (const auto& m : members_) names += (names.empty() ? "" : ", ") + m->name();
  return fail("", fmt::format("there is no machine \"{}\"", name), "machines: " + names);
}

std::string NetRoom::listed() const {
  std::string text;
  for (const auto& m : members_) {
    TelnetServer* telnet = m->session().connections().telnet();
    text += fmt::format("{} {:<12} host {:>3o}  {:<8}  {}\n", m.get() == selected_ ? '*' : ' ', m->name(),
                        m->tenex().host.octet(), m->tenex().system,
                        telnet != nullptr ? fmt::format("telnet port {}", telnet->port()) : "no telnet port");
  }
  return text;
}

Expected<void> NetRoom::boot() {
  if (!selected_->session().console().quiet) {
    terminal_.write(listed());
    if (discards_) terminal_.write("changes to the packaged disks are discarded at exit; --packs FOLDER keeps them\n");
  }
  for (const auto& m : members_) {
    lockstep_->select(*m);
    if (auto started = start(*m); !started) return tl::unexpected(named(m->name(), started.error()));
  }
  for (const auto& m : members_) {
    lockstep_->select(*m);
    Session& session = m->session();
    auto up = expectText(session.debugger(), outputOn(session.console()), std::string{kInOperation}, kComesUp);
    if (!up) return tl::unexpected(named(m->name(), up.error()));
    session.cameUp();
  }
  lockstep_->select(*members_.front());
  selected_->terminal().select(true);
  return {};
}

void NetRoom::openForUsers() {
  for (const auto& m : members_) m->session().connections().peopleUseIt();
}

// As many as have users or keep a pack are stopped one after the other, while those that remain run on.
void NetRoom::leave() {
  const Session::Leave leave = selected_->session().leave();
  for (const auto& m : members_) {
    if (m->hasUsers()) choose(*m);
    m->session().leave() = leave;
    m->leave();
  }
}

Expected<void> NetRoom::finish() {
  Expected<void> done;
  for (const auto& m : members_)
    if (auto finished = m->session().finish(); !finished && done)
      done = tl::unexpected(named(m->name(), finished.error()));
  return done;
}

}  // namespace utah10
