// The resources and timings of an IMP of 1972, each figure with its source. None of them is tuned.
//
// Sources: FJCC 1972 = McQuillan, Crowther, Cosell, Walden, Heart, "Improvements in the design and performance of the
// ARPA network"; SJCC 1970 = Heart, Kahn, Ornstein, Crowther, Walden, "The interface message processor for the ARPA
// computer network"; CACM 1976 = Kleinrock, Naylor, Opderbeck, "A study of line overhead in the Arpanet"; RFCs.
// "recalled" marks facts from these texts that were not checked against the page; "inferred" marks our own choice.
#pragma once

#include <cstdint>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct ImpParameters {
  // --- Frames on a line, in bits ---
  // RFC 568: SYN SYN DLE STX before, DLE ETX and a check of 24 bits after: nine characters, added by the modem
  // interface. A DLE in the text is doubled (SJCC 1970) and counted.
  unsigned framing = 72;
  // RFC 568: five words of software header; with the framing this gives the 152 bits of a RFNM. A null packet, which
  // only carries acknowledgements, has the same length (recalled from CACM 1976).
  unsigned header = 80;
  // CACM 1976 (recalled): a routing message takes 1160 bits on the line: 64 words and a header of four, framed.
  unsigned routing = 1088;

  // --- A line ---
  // FJCC 1972: eight logical channels with an odd/even bit each; every frame in the other direction carries
  // acknowledgements.
  unsigned channels = 8;
  // RFC 632: an unacknowledged packet is sent again after 125 ms, counted from the end of its transmission
  // (inferred).
  Duration retransmit = milliseconds(125);
  // CACM 1976 (recalled): a routing message every 640 ms on a line of 50 kb/s; it is also the line's hello.
  Duration routingPeriod = milliseconds(640);
  // After RFC 547: a line is dead after this many periods without "I heard you"; it then stays silent for twice as
  // many, so that the other end notices too; after as many good periods it is alive again. The number is inferred.
  unsigned lineTries = 5;

  // --- Routing (FJCC 1972: least delay by the neighbours' estimates; fewest hops decides what is reachable) ---
  // The delay of a hop: the packets waiting for the line, plus this for the line itself (recalled).
  unsigned hopDelay = 4;
  // An IMP more hops away than this is unreachable. Inferred: more than the longest path of 1972.
  unsigned mostHops = 31;

  // --- The program ---
  // SJCC 1970 (Computational Load): one-word messages on a 50 kb/s line, both directions full, take "slightly over 13
  // percent" of the IMP. Such a packet is 168 bits, 3.36 ms; 13.1 % of that is 440 us for each packet received and
  // forwarded. Inferred: the same from and to a host.
  Duration perPacket = microseconds(440);
  Duration perRouting = microseconds(1000);  // inferred: 64 entries of about six instructions of two cycles
  Duration perNull = microseconds(50);       // inferred: the acknowledgement bits alone

  // --- Buffers, one packet each ---
  // FJCC 1972 (recalled): after the redesign about 32 for reassembly, four messages of eight; 20 for
  // store-and-forward, with at most eight for each line (its channels) and one always available.
  unsigned reassembly = 32;
  unsigned singles = 2;  // in addition, for single-packet messages whose turn it is; inferred: prevents lockup
  unsigned storeAndForward = 20;
  unsigned perLine = 8;

  // --- Messages --- Messages in flight between a pair: commonly given as 4, later 8 (docs/sources/imp.md 9.3).
  unsigned window = 4;
  // The pair that messages are numbered for: hosts (docs/sources/imp.md 9.3), or their IMPs (recalled: so until 1974).
  bool numberByImps = false;
  // FJCC 1972 (recalled): the RFNM reserves buffers, which are held a quarter of a second for the next message.
  Duration allocationKept = milliseconds(250);
  // RFC 394: a host that takes no packet for this long is tardy.
  Duration hostTardy = seconds(30);
  // Type 9 subtypes 2 and 4 (docs/sources/imp.md 8): how long a host may take to send a message, and how long an IMP
  // may be unable to take it.
  Duration sourceTardy = seconds(15);
  // Inferred: the time that a destination host may take. Then the source IMP asks what became of a message, and again
  // after every half of that time.
  Duration ask = seconds(30);
  // Inferred: long enough for the relay of a ready line that is dropped and raised.
  Duration flap = milliseconds(500);
};

}  // namespace utah10
