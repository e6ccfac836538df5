#include "command/net/modelled_network.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// An IMP of the network, or the one at the other end of a trunk.
Expected<unsigned> impOf(const Network& network, std::string_view text) {
  for (const ImpSite& i : network.config().subnet.topology.imps)
    if (sameWord(i.name, text) || wholeNumber<unsigned>(text) == i.number) return i.number;
  for (const TrunkConfig& t : network.config().subnet.trunks)
    if (wholeNumber<unsigned>(text) == t.to) return t.to;
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

template <class Lines>
bool joins(const Lines& lines, unsigned a, unsigned b) {
  return std::ranges::any_of(lines,
                             [&](const auto& l) { return (l.from == a && l.to == b) || (l.from == b && l.to == a); });
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
  const SubnetConfig& subnet = network.config().subnet;
  if (verb == "delay" && joins(subnet.trunks, *a, *b))
    return fail("", fmt::format("the line from {} to {} joins two machines; its delay is fixed", words[1], words[2]),
                "delay another line, or set propagation of [[modem-line]]");
  if (joins(subnet.topology.lines, *a, *b) || joins(subnet.trunks, *a, *b))
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
    // A part that has only a trunk to the IMP has nothing to do: the line goes dead.
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

// The number of an IMP that any part has; the text itself if there is none of this name.
std::string numberOfImp(const std::vector<Network*>& parts, std::string_view name) {
  for (const Network* part : parts)
    for (const ImpSite& i : part->config().subnet.topology.imps)
      if (sameWord(i.name, name)) return std::to_string(i.number);
  return std::string{name};
}

// The first IMP that an action names is one of this part: it knows best what is wrong.
bool hasImp(const Network& part, const Words& words) {
  return words.size() > 1 && std::ranges::any_of(part.config().subnet.topology.imps, [&](const ImpSite& i) {
           return wholeNumber<unsigned>(words[1]) == i.number;
         });
}

// A part does not know the names of IMPs in other parts.
std::string withNumbers(const std::vector<Network*>& parts, std::string_view text) {
  const Words words = wordsOf(text);
  if (words.empty() || words[0] == "host" || words[0] == "deck") return std::string{text};
  std::string numbered{words[0]};
  for (std::size_t i = 1; i < words.size(); ++i) numbered += " " + numberOfImp(parts, words[i]);
  return numbered;
}

}  // namespace

Expected<NetworkAction> networkAction(const std::vector<Network*>& parts, std::string_view text) {
  if (parts.size() == 1) return networkAction(*parts.front(), text);
  // What an action refers to in the text lives as long as the action.
  const auto numbered = std::make_shared<const std::string>(withNumbers(parts, text));
  std::vector<NetworkAction> actions;
  std::optional<Error> refusal;
  for (Network* part : parts) {
    auto action = networkAction(*part, *numbered);
    if (action)
      actions.push_back(std::move(*action));
    else if (!refusal || hasImp(*part, wordsOf(*numbered)))
      refusal = action.error();
  }
  if (actions.empty()) return tl::unexpected(*refusal);
  return [actions = std::move(actions), numbered] {
    for (const NetworkAction& action : actions) action();
  };
}

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
  if (const auto action = networkAction(parts_, input.keys)) (*action)();
}

void ModelledNetwork::join(Connections& connections, Recorder& recorder, std::vector<Network*> parts) {
  parts_ = std::move(parts);
  addNetworkViews(connections.cables(), {parts_.begin(), parts_.end()});
  recorder.takes("net", [this](const RecordedInput& input) { perform(input); });
  for (const HostOutside& h : d_.hostLinks)
    connections.cables().offer(fmt::format("host{:o}", h.host.octet()), network_->subnet().cable(h.host),
                               DatagramLink::Role::Host);
  connections.adopt(parts_);
}

}  // namespace utah10
