// The command net: the network as the machine sees it.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/host/ccn_folder.hpp"
#include "command/net/cable_ports.hpp"
#include "command/net/commands.hpp"
#include "command/net/connections.hpp"
#include "command/net/modelled_network.hpp"
#include "command/net/net_table.hpp"
#include "command/net/net_views.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {
using Cable = CablePorts::Cable;

constexpr std::size_t kMessages = 20;

struct NetRequest {
  ReportForm form = ReportForm::Text;
  const Cable* cable = nullptr;
  std::vector<std::string> words;
};

Expected<NetRequest> parseRequest(Connections& connections, Arguments& arguments) {
  NetRequest r;
  CablePorts& net = connections.cables();
  std::string name = net.cables().empty() ? "" : net.cables().front().name;
  while (!arguments.atEnd()) {
    if (arguments.take("--csv")) {
      r.form = ReportForm::Csv;
    } else if (arguments.take("--json")) {
      r.form = ReportForm::Json;
    } else {
      const auto word = arguments.next();
      if (!word) return tl::unexpected(word.error());
      r.words.push_back(lowerCase(word->text));
    }
  }
  if (r.words.size() >= 2 && r.words[r.words.size() - 2] == "on") {
    name = r.words.back();
    r.words.resize(r.words.size() - 2);
  }
  r.cable = net.cable(name);
  if (net.cables().empty()) return fail("", "the machine has no network", "add [imp] to the machine file");
  if (r.cable == nullptr) return fail("", fmt::format("there is no cable \"{}\"", name), "net alone lists them");
  return r;
}

Expected<HostId> parseHost(std::string_view text) {
  const auto n = wholeNumber<unsigned>(text, 8);
  if (!n || *n > 0377)
    return fail("", fmt::format("\"{}\" is not a host", text), "host*64+IMP in octal, 0 to 377: 105");
  return HostId{*n};
}

Expected<NetTable> why(Debugger& debugger, const NetRequest& r) {
  std::optional<HostId> host;
  if (r.words.size() > 2) return fail("", fmt::format("unexpected \"{}\"", r.words[2]), "net why HOST");
  if (r.words.size() == 2) {
    const auto id = parseHost(r.words[1]);
    if (!id) return tl::unexpected(id.error());
    host = *id;
  }
  return netWhy(*r.cable, host, debugger.machine().now());
}

Expected<NetTable> messages(const NetRequest& r) {
  std::size_t most = kMessages;
  if (r.words.size() > 2) return fail("", fmt::format("unexpected \"{}\"", r.words[2]), "net messages 50");
  if (r.words.size() == 2) {
    const auto n = parseCount(r.words[1]);
    if (!n) return tl::unexpected(n.error());
    most = *n;
  }
  return netMessages(*r.cable, most);
}

NetTable overview(Debugger& debugger, Connections& connections, const NetRequest& r) {
  NetTable t = netOverview(*r.cable, debugger.machine().now());
  for (const Cable& c : connections.cables().cables())
    if (&c != r.cable) t.notes.push_back(fmt::format("for the other cable: net on {}", c.name));
  for (const CablePorts::View& v : connections.cables().views())
    t.notes.push_back(fmt::format("net {}: {}", v.name, v.brief));
  return t;
}

Expected<NetTable> tableFor(Debugger& debugger, Connections& connections, const NetRequest& r) {
  const Instant now = debugger.machine().now();
  const std::string name = r.words.empty() ? "" : r.words[0];
  if (name == "why" || name == "dead") return why(debugger, r);
  if (name == "messages") return messages(r);
  if (r.words.size() > 1) return fail("", fmt::format("unexpected \"{}\"", r.words[1]), "help net");
  if (name.empty()) return overview(debugger, connections, r);
  if (name == "links") return netLinks(*r.cable, now);
  if (name == "hosts") return netHosts(*r.cable, now);
  for (const CablePorts::View& v : connections.cables().views())
    if (v.name == name) return v.table();
  std::vector<std::string_view> known = {"links", "hosts", "why", "messages", "clear"};
  for (const CablePorts::View& v : connections.cables().views()) known.push_back(v.name);
  const std::string_view near = nearest(name, known);
  return fail("", fmt::format("the network has no view \"{}\"", name),
              near.empty() ? fmt::format("{}", fmt::join(known, ", ")) : fmt::format("did you mean {}?", near));
}

bool isAction(const NetRequest& r) {
  constexpr std::string_view verbs[] = {"cut", "join", "loss", "delay", "imp", "host"};
  return !r.words.empty() && std::ranges::find(verbs, r.words[0]) != std::end(verbs);
}

// Performs an action on the modelled network, recorded as input.
Expected<void> act(Debugger& debugger, Connections& connections, const std::string& action) {
  if (connections.modelled().empty())
    return fail("", "the machine has no modelled network", "add [network] to the machine file");
  if (const auto sound = networkAction(connections.modelled(), action); !sound) return tl::unexpected(sound.error());
  debugger.recorder().input({RecordedInputKind::Keys, "net", action});
  return {};
}

// Lists the hosts that can read decks.
Expected<void> tellReaders(Console& console, Connections& connections) {
  bool any = false;
  for (const Network* part : connections.modelled())
    for (const auto& host : part->hosts())
      if (const HostService* netrjs = host->service("netrjs"); netrjs != nullptr) {
        console.print("{}: {}", host->config().name, netrjs->status());
        any = true;
      }
  if (!any) console.print("no host runs netrjs; add [network] and a [[host]] with netrjs to the machine file");
  return {};
}

}  // namespace

// Feeds a host file to CCN's own card reader.
Expected<void> deckCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  if (arguments.atEnd()) return tellReaders(console, connections);
  const auto file = arguments.next();
  if (!file) return tl::unexpected(file.error());
  std::string host = "UCLA-CCN", terminal = "LOCAL";
  for (std::string* word : {&terminal, &host}) {
    if (arguments.atEnd()) break;
    const auto given = arguments.next();
    if (!given) return tl::unexpected(given.error());
    *word = given->text;
  }
  if (auto end = arguments.finish(); !end) return end;
  const auto deck = readDeckFile(file->text);
  if (!deck) return tl::unexpected(deck.error());
  if (auto done = act(debugger, connections, fmt::format("deck {} {}\n{}", host, terminal, *deck)); !done) return done;
  console.say("{}: read at {} for terminal {}", file->text, host, terminal);
  return {};
}

Expected<void> netCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  if (arguments.atEnd() && connections.cables().cables().empty()) {
    console.print("the machine has no network; add [imp] to the machine file");
    return {};
  }
  const auto request = parseRequest(connections, arguments);
  if (!request) return tl::unexpected(request.error());
  if (request->words == std::vector<std::string>{"clear"}) {
    connections.cables().clearCounts();
    console.say("net: counts cleared; outstanding messages are kept");
    return {};
  }
  if (isAction(*request)) {
    const std::string action = fmt::format("{}", fmt::join(request->words, " "));
    if (auto done = act(debugger, connections, action); !done) return done;
    console.say("net: {}", action);
    return {};
  }
  const auto table = tableFor(debugger, connections, *request);
  if (!table) return tl::unexpected(table.error());
  console.print("{}", table->as(request->form));
  return {};
}

}  // namespace utah10
