// Two PDP-10s in one process, each with its own clock, IMP interface and IMP; a 50 kb/s line joins the IMPs. One sends
// a message and waits for the answer; the other returns every message to its sender.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "network/imp/machine_member.hpp"
#include "network/imp/subnet.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/toolchain/symbolic.hpp"

namespace utah10 {
namespace {

constexpr std::uint32_t kBuffer = 02000;
constexpr Duration kLookaround = milliseconds(2);

SubnetConfig subnetOf(unsigned imp, unsigned other) {
  SubnetConfig c;
  c.name = "subnet" + std::to_string(imp);
  c.topology.imps = {{imp, "HERE"}};
  c.hostUpDelay = Duration::zero();
  TrunkConfig trunk;
  trunk.from = imp;
  trunk.to = other;
  trunk.propagation = kLookaround;
  c.trunks = {trunk};
  return c;
}

DeviceConfig withImp(unsigned host) {
  DeviceConfig c;
  c.imp.emplace();
  c.imp->host = static_cast<std::uint16_t>(host);
  return c;
}

class Site {
 public:
  Site(unsigned imp, unsigned other, const std::vector<std::string>& program)
      : devices_{machine, withImp(imp)}, subnet{machine.clock(), subnetOf(imp, other), nullptr}, member{machine} {
    subnet.plug(HostId{imp}, *devices_.impCable());
    machine.include(subnet);
    std::vector<Word36> words;
    for (const std::string& line : program) {
      const auto word = assembleLine(line);
      EXPECT_TRUE(word) << line << ": " << (word ? "" : word.error().text());
      words.push_back(word.value_or(Word36{}));
    }
    machine.load(PhysicalAddress{01000}, words);
    machine.cpu().setStart(VirtualAddress{01000});
  }
  Word36 word(std::uint32_t a) const { return machine.core().peek(PhysicalAddress{a}); }

  Machine machine;

 private:
  DeviceSet devices_;

 public:
  Subnet subnet;
  MachineMember member;
};

// A: sends three words to host 2, link 5, then reads words into core until a regular message has ended; halts.
// NOPs and RFNMs end messages, too, so it waits for type 0 (bits 4-7 of the first word).
const std::vector<std::string> kSender = {
    "CONO 550,200000",  // 1000: ready up
    "MOVEI 1,60000",    // wait about 5 s until routes are known
    "SOJG 1,1002",      //
    "SOJG 2,1001",      // AC 2: rounds
    "DATAO 550,1500",   // 1004
    "CONSO 550,200",    //
    "JRST 1005",        //
    "DATAO 550,1501",   //
    "CONSO 550,200",    // 1010
    "JRST 1010",        //
    "DATAO 550,1502",   //
    "CONSO 550,200",    //
    "JRST 1013",        // 1014
    "CONO 550,20000",   // the end
    "MOVEI 3,2000",     // 1016: a message from its first word
    "CONI 550,4",       // 1017
    "TRNN 4,10",        // 1020
    "JRST 1017",        //
    "DATAI 550,(3)",    //
    "ADDI 3,1",         //
    "TRNN 4,4000",      // 1024
    "JRST 1017",        //
    "CONO 550,10000",   // taken
    "LDB 5,1503",       // 1027
    "JUMPN 5,1016",     // not a regular one
    "JRST 4,1031",      //
};

// B: reads a message and returns a regular one with its leader unchanged (the source is now the destination).
const std::vector<std::string> kEcho = {
    "CONO 550,200000",  // 1000
    "MOVEI 3,2000",     // 1001
    "CONI 550,4",       // 1002
    "TRNN 4,10",        //
    "JRST 1002",        //
    "DATAI 550,(3)",    // 1005
    "ADDI 3,1",         //
    "TRNN 4,4000",      //
    "JRST 1002",        // 1010
    "CONO 550,10000",   //
    "LDB 5,1503",       //
    "JUMPN 5,1001",     //
    "MOVEI 6,2000",     // 1014
    "SUBI 3,1",         // the last word contains only padding
    "DATAO 550,(6)",    // 1016
    "CONSO 550,200",    //
    "JRST 1017",        //
    "ADDI 6,1",         //
    "CAMGE 6,3",        // 1022
    "JRST 1016",        //
    "CONO 550,20000",   //
    "CONSO 550,200",    // 1025
    "JRST 1025",        //
    "JRST 1001",        //
};

struct Pair {
  Site a{1, 2, kSender};
  Site b{2, 1, kEcho};
  Federation federation;

  explicit Pair(bool other = false) {
    const std::vector<Word36> message = {Word36{std::uint64_t{0x00020500} << 4},  // type 0, host 2, link 5
                                         Word36{0123456701234}, Word36{0765432107654},
                                         Word36{0350404001500 & 0777777777777}};
    for (Site* s : {&a, &b}) {
      s->machine.load(PhysicalAddress{01500}, message);
      s->machine.load(PhysicalAddress{01503}, std::vector<Word36>{Word36{(034ull << 30) | (04ull << 24) | kBuffer}});
    }
    a.machine.cpu().setAc(AcNo{2}, Word36{100});
    if (other) {
      federation.add(b.member);
      federation.add(a.member);
    } else {
      federation.add(a.member);
      federation.add(b.member);
    }
    federation.connect(a.subnet.trunk(0), b.subnet.trunk(0));
  }
};

TEST(TwoMachines, OneMessageAndItsAnswer) {
  Pair p;
  p.federation.runUntil(kPowerOn + seconds(20));
  ASSERT_EQ(p.a.member.lastStop(), StopReason::Halt) << "nothing came back";
  EXPECT_EQ(p.a.word(kBuffer).bits() >> 4, 0x00020500u) << "from host 2 on link 5";
  EXPECT_EQ(p.a.word(kBuffer + 1).bits(), 0123456701234u);
  EXPECT_EQ(p.a.word(kBuffer + 2).bits(), 0765432107654u);
}

// The result is the same bit for bit whichever machine runs first.
TEST(TwoMachines, TheOrderMakesNoDifference) {
  Pair one{false}, two{true};
  one.federation.runUntil(kPowerOn + seconds(20));
  two.federation.runUntil(kPowerOn + seconds(20));
  EXPECT_EQ(one.a.machine.save(), two.a.machine.save());
  EXPECT_EQ(one.b.machine.save(), two.b.machine.save());
}

// A snapshot of both machines, taken in between, continues identically.
TEST(TwoMachines, ASnapshotOfBothContinuesIdentically) {
  Pair whole, half;
  half.federation.runUntil(kPowerOn + milliseconds(5500));
  const auto a = half.a.machine.save(), b = half.b.machine.save();
  Pair later;
  ASSERT_TRUE(later.a.machine.restore(a));
  ASSERT_TRUE(later.b.machine.restore(b));
  later.federation.runUntil(kPowerOn + seconds(20));
  half.federation.runUntil(kPowerOn + seconds(20));
  EXPECT_EQ(later.a.machine.save(), half.a.machine.save());
  EXPECT_EQ(later.b.machine.save(), half.b.machine.save());
}

}  // namespace
}  // namespace utah10
