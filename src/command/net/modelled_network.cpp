#include "command/net/modelled_network.hpp"

#include <fmt/format.h>

#include "command/console/suggestion.hpp"
#include "command/host/folder_file_store.hpp"
#include "command/net/connections.hpp"
#include "command/net/network_views.hpp"
#include "devices/calendar_clock.hpp"
#include "utah10/word/text.hpp"
#include "word/letters.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

using Words = std::vector<std::string_view>;
using Change = std::function<void(Subnet&, unsigned, unsigned)>;  // of the line between two IMPs

Expected<unsigned> impOf(const Network& network, std::string_view text) {
  for (const ImpSite& i : network.config().subnet.topology.imps)
    if (sameWord(i.name, text) || wholeNumber<unsigned>(text) == i.number) return i.number;
  return fail("", fmt::format("there is no IMP \"{}\"", text), "net imps lists them");
}

// Parses "cut", "join", "loss N" (frames of 10 000), "delay TIME".
Expected<Change> lineChange(const Words& words) {
  const std::string_view verb = words[0];
  if (verb == "cut" || verb == "join")
    return [up = verb == "join"](Subnet& s, unsigned a, unsigned b) { s.setLine(a, b, up); };
  if (verb == "loss") {
    const auto n = wholeNumber<unsigned>(words[3]);
    if (!n || *n > 10'000)
      return fail("", fmt::format("\"{}\" is not a loss rate", words[3]), "frames of 10000: loss 4 22 100");
    return [share = *n / 10'000.0](Subnet& s, unsigned a, unsigned b) { s.setLoss(a, b, share); };
  }
  const auto time = parseDuration(words[3]);
  if (!time || *time < Duration{} || *time > seconds(10))
    return fail("", fmt::format("\"{}\" is not a delay", words[3]), "delay 4 22 270ms");
  return [t = *time](Subnet& s, unsigned a, unsigned b) { s.setPropagation(a, b, t); };
}

Expected<NetworkAction> lineAction(Network& network, const Words& words) {
  const std::string_view verb = words[0];
  const std::string_view number = verb == "loss" ? " 100" : verb == "delay" ? " 270ms" : "";
  if (words.size() != (number.empty() ? 3 : 4))
    return fail("", fmt::format("{} needs the two IMPs of a line{}", verb, number.empty() ? "" : " and a number"),
                fmt::format("{} 4 22{}", verb, number));
  const auto change = lineChange(words);
  if (!change) return tl::unexpected(change.error());
  const auto a = impOf(network, words[1]);
  if (!a) return tl::unexpected(a.error());
  const auto b = impOf(network, words[2]);
  if (!b) return tl::unexpected(b.error());
  for (const LineConfig& l : network.config().subnet.topology.lines)
    if ((l.from == *a && l.to == *b) || (l.from == *b && l.to == *a))
      return [&network, change = *change, a = *a, b = *b] { change(network.subnet(), a, b); };
  return fail("", fmt::format("no line joins {} and {}", words[1], words[2]), "net lines lists them");
}

Expected<NetworkAction> powerAction(Network& network, const Words& words) {
  if (words.size() != 3 || (words[2] != "up" && words[2] != "down"))
    return fail("", fmt::format("{} needs a name and up or down", words[0]), fmt::format("{} UCLA down", words[0]));
  const bool up = words[2] == "up";
  if (words[0] == "imp") {
    const auto imp = impOf(network, words[1]);
    if (!imp) return tl::unexpected(imp.error());
    return [&network, imp = *imp, up] { network.subnet().setImp(imp, up); };
  }
  Host* host = network.host(words[1]);
  if (host == nullptr)
    return fail("", fmt::format("there is no modelled host \"{}\"", words[1]), "net services lists them");
  return [host, up] { up ? host->comeUp() : host->goDown(); };
}

// "deck HOST TERMINAL", and the deck from the next line on.
Expected<NetworkAction> deckAction(Network& network, const Words& words, std::string_view deck) {
  if (words.size() != 3) return fail("", "a deck needs a host and a terminal identifier");
  Host* host = network.host(words[1]);
  auto* ccn = host == nullptr ? nullptr : dynamic_cast<CcnServer*>(host->service("netrjs"));
  if (ccn == nullptr) return fail("", fmt::format("no host \"{}\" runs netrjs", words[1]), "net services lists them");
  return [ccn, deck, terminal = words[2]] { ccn->readDeck(deck, terminal); };
}

}  // namespace

Expected<NetworkAction> networkAction(Network& network, std::string_view text) {
  const std::size_t end = text.find('\n');
  const Words words = wordsOf(text.substr(0, end));
  const std::string_view verb = words.empty() ? std::string_view{} : words[0];
  if (verb == "cut" || verb == "join" || verb == "loss" || verb == "delay") return lineAction(network, words);
  if (verb == "imp" || verb == "host") return powerAction(network, words);
  if (verb == "deck") return deckAction(network, words, text.substr(end == std::string_view::npos ? 0 : end + 1));
  return fail("", fmt::format("\"{}\" is not an action on a network", verb), "cut, join, loss, delay, imp, host, deck");
}

Expected<std::unique_ptr<ModelledNetwork>> ModelledNetwork::make(Machine& machine, DeviceSet& devices,
                                                                 const MachineDescription& description) {
  std::unique_ptr<ModelledNetwork> made{new ModelledNetwork{machine, description}};
  NetworkFiles files;
  std::optional<Error> trouble;
  const auto folderOf = [&](const HostConfig& host) {
    for (const HostFolders& f : description.hostFolders)
      if (f.host == host.id) return f;
    return HostFolders{};
  };
  files.ccn = [&](const HostConfig& host) -> CcnFiles* {
    const auto folder = folderOf(host).decks;
    if (folder.empty()) return nullptr;
    if (auto ok = CcnFolder::prepare(folder); !ok) {
      trouble = ok.error();
      return nullptr;
    }
    return made->folders_.emplace_back(std::make_unique<CcnFolder>(folder)).get();
  };
  files.ftp = [&](const HostConfig& host) -> std::unique_ptr<FileStore> {
    const auto folder = folderOf(host).files;
    if (folder.empty()) return nullptr;
    auto store = FolderFileStore::open(folder);
    if (store) return std::move(*store);
    trouble = store.error();
    return nullptr;
  };
  NetworkConfig config = *description.network;
  config.setDate(description.devices.calendar.value_or(CalendarClock::kStart).secondsSince1970());
  made->network_ = std::make_unique<Network>(machine.clock(), &machine.observers(), *devices.impCable(), config, files);
  if (trouble) return tl::unexpected(*trouble);
  machine.include(*made->network_);
  return made;
}

ModelledNetwork::~ModelledNetwork() {
  if (network_) machine_.exclude(*network_);
}

void ModelledNetwork::perform(const RecordedInput& input) {
  // A replayed action may not fit this network; then it is ignored.
  if (const auto action = networkAction(*network_, input.keys)) (*action)();
}

void ModelledNetwork::join(Connections& connections, Recorder& recorder) {
  addNetworkViews(connections.cables(), *network_);
  recorder.takes("net", [this](const RecordedInput& input) { perform(input); });
  for (const HostOutside& h : d_.hostLinks)
    connections.cables().offer(fmt::format("host{:o}", h.host.octet()), network_->subnet().cable(h.host),
                               DatagramLink::Role::Host);
  connections.adopt(*network_);
}

}  // namespace utah10
