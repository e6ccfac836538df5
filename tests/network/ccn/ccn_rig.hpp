// CCN and two user hosts on a wire without a subnet, for complete NETRJS sessions.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "network/ccn/netrjs_client.hpp"
#include "network/ccn/server.hpp"
#include "network/direct_wire.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

inline Octets octets(std::string_view s) { return {s.begin(), s.end()}; }

struct KeptFiles : CcnFiles {
  void keep(const CcnFile& file) override { files.push_back(file); }
  std::vector<CcnFile> files;
};

inline CcnConfig ccnOf(CcnGeneration generation) {
  CcnConfig c = CcnConfig::of(generation);
  c.terminals = {{.id = "NETUTAH1", .separators = false},
                 {.id = "NETUTAH2", .form = RecordForm::Compressed, .separators = false},
                 {.id = "NETRAND", .automaticRestart = true},
                 {.id = "ENGR", .password = "SESAME"}};
  return c;
}

inline NetrjsClientConfig userOf(std::string_view terminal, std::string_view name = "rjs") {
  NetrjsClientConfig c;
  c.name = name;
  c.terminal = terminal;
  return c;
}

// Lines of text as cards of an ASCII terminal.
inline std::vector<Octets> deck(std::initializer_list<std::string_view> lines) {
  std::vector<Octets> cards;
  for (const std::string_view line : lines) cards.push_back(octets(line));
  return cards;
}

struct CcnRig {
  static constexpr HostId kUtah{4};
  static constexpr HostId kRand{7};
  static constexpr HostId kCcn{65};

  explicit CcnRig(const CcnConfig& config, const NetrjsClientConfig& one = userOf("NETUTAH1"),
                  const NetrjsClientConfig& two = userOf("NETUTAH2", "second"))
      : wire(clock, milliseconds(20)),
        utah(clock, wire.port(kUtah), "utah.ncp"),
        rand(clock, wire.port(kRand), "rand.ncp"),
        ccn(clock, wire.port(kCcn), "ccn.ncp"),
        server(clock, ccn, config, &kept),
        user(utah, one),
        second(rand, two) {}

  void comeUp() {
    for (Ncp* n : {&utah, &rand, &ccn}) n->comeUp();
    server.open();
    run(seconds(1));
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  // Connects the user and signs on.
  void signOn(NetrjsClient& u) {
    u.call();
    run(seconds(5));
  }
  bool said(const NetrjsClient& u, std::string_view line) const { return std::ranges::count(u.console(), line) != 0; }
  std::string last(const NetrjsClient& u) const { return u.console().empty() ? "" : u.console().back(); }

  void serverState(Archive& a) {
    a.section("netrjs", [&] { server.state(a); });
  }
  void state(Archive& a) {
    clock.state(a);
    wire.state(a);
    for (Ncp* n : {&utah, &rand, &ccn}) n->state(a);
    serverState(a);
    user.state(a);
    second.state(a);
  }
  std::vector<std::byte> save() { return stateOf(*this); }
  std::string restore(const std::vector<std::byte>& bytes) {
    for (Ncp* n : {&utah, &rand, &ccn}) n->comeUp();
    return restoreState(bytes, *this);
  }

  KeptFiles kept;
  Scheduler clock;
  DirectWire wire;
  Ncp utah, rand, ccn;
  CcnServer server;
  NetrjsClient user, second;
};

}  // namespace utah10::test
