// A machine with a profile connected, and a plain log of each instruction's time, for comparing sums.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "machine/rig.hpp"
#include "trace/profile_export.hpp"

namespace utah10::test {

// Time and instructions by PC, exec and user mode together, summed in the simplest way.
struct PlainLog final : Probe {
  std::map<std::uint32_t, Cost> byPc;
  Instant last = kPowerOn;
  void started(Instant at) override { last = at; }
  void instruction(const InstructionRecord& r) override { add(r.entry.pcWord.pc().bits(), r.ended, 1); }
  void abandoned(const AbandonRecord& r) override { add(r.pcWord.pc().bits(), r.at, 0); }
  void add(std::uint32_t pc, Instant ended, std::uint64_t n) {
    byPc[pc] += {ended - last, n};
    last = ended;
  }
  // Sum over the addresses from first to last.
  Cost of(std::uint32_t first, std::uint32_t end) const {
    Cost sum;
    for (const auto& [pc, cost] : byPc)
      if (pc >= first && pc <= end) sum += cost;
    return sum;
  }
};

template <class Base>
struct Profiled : Base {
  template <class... Args>
  explicit Profiled(Args&&... args) : Base(std::forward<Args>(args)...) {
    names.symbols = &symbols;
    this->m.cpu().connect(log);
    this->m.cpu().connect(profile.probe());
  }
  ~Profiled() {
    EXPECT_EQ(sum(), profile.elapsed());
    EXPECT_EQ(instructions, profile.instructions());
  }
  Duration sum() {
    Duration all{};
    instructions = 0;
    for (const ProfileRow& r : rows()) {
      all += r.exclusive.time;
      instructions += r.exclusive.instructions;
    }
    return all;
  }
  void label(std::string_view name, std::uint32_t at, bool user = false) {
    (user ? symbols.user : symbols.exec).add(name, Word36{at});
  }
  std::vector<ProfileRow> rows(ProfileView view = {}) { return profileRows(profile, names, view); }
  ProfileRow row(std::string_view name, std::string_view mode = "exec") {
    for (const ProfileRow& r : rows())
      if (r.name == name && r.mode == mode) return r;
    ADD_FAILURE() << "no row " << name << " " << mode << "\n" << text();
    return {};
  }
  std::string text() { return profileText(profile, names, {}); }
  std::string folded() { return foldedText(profile, names); }
  std::uint64_t calls(std::string_view caller, std::string_view callee) {
    std::uint64_t n = 0;
    for (const ProfileCall& c : profileCalls(profile, names, {}))
      if (c.caller == caller && c.callee == callee) n += c.calls;
    return n;
  }

  PlainLog log;
  Profile profile;
  Symbols symbols;
  ProfileNames names;
  std::uint64_t instructions = 0;
};

}  // namespace utah10::test
