// Message delays from first principles: bits on wires and the program of the IMPs, nothing else.
#include <gtest/gtest.h>

#include <cstdio>

#include "network/imp/rig.hpp"

namespace utah10 {
namespace {

using test::Got;
using test::Net;

constexpr Instant at(std::int64_t us) { return kPowerOn + microseconds(us); }

TEST(SubnetTiming, OneSinglePacketMessageOverOneLine) {
  Net net{test::row(2)};
  test::Host& a = net.host(1);
  test::Host& b = net.host(2);
  net.runTo(at(100'000));
  a.got.clear();
  b.got.clear();
  a.port.send(test::regular(HostId{2}, 5, test::ones(500)));
  net.runTo(at(200'000));
  // 100 000 us  first bit into the IMP
  // 105 320     532 bits of 10 us are in; padded to 512 bits of text
  // 105 760     the program has processed it: 440
  // 119 040     72 + 80 + 512 = 664 bits at 50 kb/s
  // 120 040     propagation
  // 120 480     the program of IMP 2: 440; a null packet of 152 bits acknowledges
  // 125 920     32 + 512 bits of 10 us: the host has it, the RFNM is sent
  // 128 960     152 bits at 50 kb/s
  // 129 960     propagation
  // 130 400     the program of IMP 1
  // 130 720     32 bits of 10 us
  ASSERT_EQ(b.got.size(), 1u);
  EXPECT_EQ(b.got[0].at, at(125'920));
  EXPECT_EQ(b.got[0].message.leader, (Leader{.host = HostId{1}, .link = 5}));
  EXPECT_EQ(test::unpadded(b.got[0].message.text), test::ones(500));
  EXPECT_EQ(b.got[0].message.text.size(), 512u);
  ASSERT_EQ(a.got.size(), 1u);
  EXPECT_EQ(a.got[0].at, at(130'720));
  EXPECT_EQ(a.got[0].message.leader, (Leader{.type = code(ToHost::Rfnm), .host = HostId{2}, .link = 5}));
}

TEST(SubnetTiming, ToAHostOfTheSameImp) {
  Net net{test::row(1)};
  test::Host& a = net.host(1);
  test::Host& b = net.host(0101);
  net.runTo(at(100'000));
  a.got.clear();
  b.got.clear();
  a.port.send(test::regular(HostId{0101}, 2, test::ones(95)));
  net.runTo(at(200'000));
  // 127 bits in: 101 270; the program twice (from the host, to the host): 102 150; 32 + 96 bits out: 103 430; the
  // RFNM is a separate packet for the program: 103 870; 32 bits: 104 190.
  ASSERT_EQ(b.got.size(), 1u);
  EXPECT_EQ(b.got[0].at, at(103'430));
  ASSERT_EQ(a.got.size(), 1u);
  EXPECT_EQ(a.got[0].at, at(104'190));
}

TEST(SubnetTiming, ADleInTheTextIsDoubledOnTheLine) {
  Net net{test::row(2)};
  test::Host& a = net.host(1);
  test::Host& b = net.host(2);
  net.runTo(at(100'000));
  b.got.clear();
  BitString text = test::ones(492);
  text = text.part(0, 480);
  text.append(0x10, 8);  // one DLE, on an eight-bit boundary
  text.append(0xFFF, 12);
  a.port.send(test::regular(HostId{2}, 5, text));
  net.runTo(at(200'000));
  ASSERT_EQ(b.got.size(), 1u);
  EXPECT_EQ(b.got[0].at, at(125'920 + 160));  // eight bits more at 50 kb/s
}

// A message of two packets: the request for buffers is sent first, and the line waits for the answer. The RFNM does
// not wait for the end of the message: its host has it before the other host has the complete message. The IMP
// program of 1973 does the same (measured: the RFNM of seven packets arrives together with the second).
TEST(SubnetTiming, TwoPacketsAskForBuffers) {
  Net net{test::row(2)};
  test::Host& a = net.host(1);
  test::Host& b = net.host(2);
  net.runTo(at(100'000));
  b.got.clear();
  a.got.clear();
  a.port.send(test::regular(HostId{2}, 5, test::ones(1500)));
  net.runTo(at(400'000));
  // 110 400  1040 bits are in (the first packet full); the program: 110 840; REQALL 152 bits: 113 880; there: 114 880;
  // 115 320  the program of IMP 2; ALL is urgent and acknowledges: 118 360; there 119 360; the program: 119 800
  // 119 800  the first packet goes, 72+80+1008 = 1160 bits: 143 000; there 144 000; program 144 440.
  // The IMP may take bits again at 119 800: 492 bits: 124 720; program 125 160; the frame waits until 143 000, then
  // 72+80+496 = 648 bits: 155 960; there 156 960; program: 157 400 (nothing else is in its way).
  // 32 + 1008 + 496 bits to the host: 15 360: 172 760. The RFNM goes when 1040 bits are over: 167 800, by then the
  // line is free: 170 840, 171 840, 172 280, and 320 to the host: 172 600.
  ASSERT_EQ(b.got.size(), 1u);
  EXPECT_EQ(b.got[0].at, at(172'760));
  EXPECT_EQ(test::unpadded(b.got[0].message.text), test::ones(1500));
  ASSERT_EQ(a.got.size(), 1u);
  EXPECT_EQ(a.got[0].at, at(172'600));
  EXPECT_LT(a.got[0].at, b.got[0].at);
}

// Sends full messages on several links, a new one whenever a RFNM arrives.
struct Flood {
  Flood(test::Host& host, HostId to, unsigned links, std::size_t bits) : from(host), destination(to), size(bits) {
    from.onMessage = [this](const Message& m) {
      if (m.leader.type == code(ToHost::Rfnm)) send(m.leader.link);
    };
    for (unsigned i = 0; i < links; ++i) send(2 + i);
  }
  void send(unsigned link) { from.port.send(test::regular(destination, link, test::serial(++count, size))); }
  test::Host& from;
  HostId destination;
  std::size_t size;
  unsigned count = 0;
};

struct Rate {
  double kilobits = 0;
  std::size_t messages = 0;
};

Rate measure(const SubnetConfig& config, HostId to, unsigned links, std::vector<LineView>* lines = nullptr) {
  Net net{config};
  test::Host& a = net.host(1);
  test::Host& b = net.host(to.octet());
  net.run(seconds(1));
  Flood flood{a, to, links, 8063};
  net.run(seconds(10));
  const std::size_t before = b.regular;
  net.run(seconds(100));
  if (lines != nullptr) *lines = net.subnet.lines();
  const std::size_t n = b.regular - before;
  return {static_cast<double>(n) * 8063 / 100'000, n};
}

// How the bits of the line from IMP 1 to IMP 2 are used, in kb/s over the whole time.
void account(const std::vector<LineView>& lines) {
  const LineView& l = lines.at(0);
  const double milliseconds = 111'000;
  const auto rate = [&](std::uint64_t bits) { return static_cast<double>(bits) / milliseconds; };
  const std::uint64_t frames = l.packets * 152;
  std::printf(
      "  of the first line's 50 kb/s: text %.2f, framing and headers %.2f, routing %.2f, null packets %.2f, idle "
      "%.2f\n",
      rate(l.bits - l.routingBits - l.nullBits - frames), rate(frames), rate(l.routingBits), rate(l.nullBits),
      50 - rate(l.bits));
}

// The text that a line of 50 kb/s carries at most, in kb/s: the eight packets of a message are 8064 + 8 * 152 bits, and
// routing takes 1160 bits every 640 ms.
double mostOfALine() { return (50'000 - 1160 / 0.64) * 8063 / (8064 + 8 * 152) / 1000; }

TEST(SubnetTiming, OneWayThroughputOverTwoHops) {
  std::vector<LineView> full, waiting;
  const Rate many = measure(test::row(3), HostId{3}, 4, &full);
  const Rate one = measure(test::row(3), HostId{3}, 1, &waiting);
  std::printf("two hops of 50 kb/s, messages of 8063 bits, cables of 100 kb/s (RFC 508 reports about 37 kb/s):\n");
  std::printf("  four links %.2f kb/s\n", many.kilobits);
  account(full);
  std::printf("  one link %.2f kb/s; idle is the wait for the RFNM\n", one.kilobits);
  account(waiting);
  EXPECT_LT(many.kilobits, mostOfALine());
  EXPECT_GT(many.kilobits, 0.9 * mostOfALine());
  EXPECT_GT(many.kilobits, one.kilobits);
  EXPECT_GT(one.messages, 50u);
}

TEST(SubnetTiming, ThroughputByHopsAndLinks) {
  std::printf("kb/s of text, messages of 8063 bits; links:   1      2      4      8\n");
  for (const unsigned hops : {0u, 1u, 2u, 5u}) {
    std::printf("  %u hops                                   ", hops);
    double last = 0;
    for (const unsigned links : {1u, 2u, 4u, 8u}) {
      const HostId to = hops == 0 ? HostId{0101} : HostId{hops + 1};
      last = measure(test::row(hops + 1), to, links).kilobits;
      std::printf(" %6.2f", last);
    }
    std::printf("\n");
    const double most = hops == 0 ? 100 : mostOfALine();  // the hosts' cables, or a line
    EXPECT_LT(last, most);
    EXPECT_GT(last, 0.95 * most);
  }
}

}  // namespace
}  // namespace utah10
