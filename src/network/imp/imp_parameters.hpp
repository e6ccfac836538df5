// What an IMP of 1972 has and how long it takes: every figure with its source. None of them is tuned.
//
// Sources: FJCC 1972 = McQuillan, Crowther, Cosell, Walden, Heart, "Improvements in the design and performance of the
// ARPA network"; SJCC 1970 = Heart, Kahn, Ornstein, Crowther, Walden, "The interface message processor for the ARPA
// computer network"; CACM 1976 = Kleinrock, Naylor, Opderbeck, "A study of line overhead in the Arpanet"; RFCs.
// "recalled" marks what is known of these texts without their page at hand; "inferred" is ours.
#pragma once

#include <cstdint>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct ImpParameters {
  // --- Frames on a line, in bits ---
  // RFC 568: SYN SYN DLE STX before, DLE ETX and a check of 24 bits after: nine characters, put on by the modem
  // interface. A DLE within the text is doubled (SJCC 1970); that is counted, too.
  unsigned framing = 72;
  // RFC 568: five words of software header; with the framing the 152 bits of a RFNM. A null packet, which carries
  // acknowledgements alone, is the same (recalled from CACM 1976).
  unsigned header = 80;
  // CACM 1976 (recalled): a routing message takes 1160 bits of the line: 64 words and a header of four, framed.
  unsigned routing = 1088;

  // --- A line ---
  // FJCC 1972: eight logical channels, an odd/even bit each; acknowledgements in every frame that goes back.
  unsigned channels = 8;
  // RFC 632: an unacknowledged packet goes again after 125 ms, counted from the end of its sending (inferred).
  Duration retransmit = milliseconds(125);
  // CACM 1976 (recalled): routing messages every 640 ms on a line of 50 kb/s; they are the hellos of the line, too.
  Duration routingPeriod = milliseconds(640);
  // Shape of RFC 547: dead after so many periods without "I heard you"; for twice as many nothing is said, so that the
  // other end sees it, too; after as many good ones it is alive. The number is inferred.
  unsigned lineTries = 5;

  // --- Routing (FJCC 1972: least delay by estimates of the neighbours; fewest hops tells what can be reached) ---
  // The delay of a hop: packets that wait for the line, and this for the line itself (recalled).
  unsigned hopDelay = 4;
  // An IMP more hops away than that is unreachable. Inferred: more than the longest path of 1972.
  unsigned mostHops = 31;

  // --- The program ---
  // SJCC 1970 (Computational Load): one-word messages on a 50 kb/s line, both directions full, take "slightly over 13
  // percent" of the IMP. Such a packet is 168 bits, 3.36 ms; 13.1 % of that is 440 us for each packet taken in and sent
  // on. Inferred: the same from and to a host.
  Duration perPacket = microseconds(440);
  Duration perRouting = microseconds(1000);  // inferred: 64 entries of about six instructions of two cycles
  Duration perNull = microseconds(50);       // inferred: the acknowledgement bits alone

  // --- Buffers, each for a packet ---
  // FJCC 1972 (recalled): after the rework about 32 for reassembly, four messages of eight; 20 for store-and-forward,
  // of them at most eight for a line (its channels) and one always.
  unsigned reassembly = 32;
  unsigned singles = 2;  // beyond them, for single-packet messages whose turn it is; inferred: keeps order from locking
  unsigned storeAndForward = 20;
  unsigned perLine = 8;

  // --- Messages --- Messages in flight between a pair: commonly given as 4, later 8 (docs/sources/imp.md 9.3).
  unsigned window = 4;
  // The pair that messages are numbered for: hosts (docs/sources/imp.md 9.3), or their IMPs (recalled: so until 1974).
  bool numberByImps = false;
  // FJCC 1972 (recalled): a message's buffers come back with the RFNM and wait a quarter of a second for the next one.
  Duration allocationKept = milliseconds(250);
  // RFC 394: a host that takes no packet for so long is tardy.
  Duration hostTardy = seconds(30);
  // Type 9 subtypes 2 and 4 (docs/sources/imp.md 8): how long a host may take to send a message, and how long an IMP
  // may be unable to take it.
  Duration sourceTardy = seconds(15);
  // Inferred: as long as a destination host may take, then the source IMP asks what became of a message, and again
  // every half of that.
  Duration ask = seconds(30);
  // Inferred: long enough for the relay of a ready line that is dropped and raised.
  Duration flap = milliseconds(500);
};

}  // namespace utah10
