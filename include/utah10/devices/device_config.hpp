// What a machine's devices are set to: one structure for each device, and DeviceConfig, which chooses among them. The
// headers of the devices (src/devices) and docs/sources/devices.md give the manual behind each figure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/devices/console_set.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// A point in time in TENEX's internal form.
struct DayAndSecond {
  std::uint32_t day = 0;     // since 17 November 1858, 18 bits
  std::uint32_t second = 0;  // since midnight, 0-86399

  // "1972-10-01" or "1972-10-01 12:34:56", from 17 November 1858 to the end of the 18 bits (August 2576).
  static Expected<DayAndSecond> parse(std::string_view text);
  std::int64_t secondsSince1970() const;
  Word36 word() const { return Word36::halves(day, second); }
  bool operator==(const DayAndSecond&) const = default;
};

// The switch on the DK10 real-time clock.
enum class Dk10Source : std::uint8_t { Crystal, External };

// A terminal line of the DC10 scanner.
struct DataLineConfig {
  int baud = 300;         // units a second
  bool loopback = false;  // a test plug: output comes back as if typed, and ready appears as carrier
};

enum class ScannerFlavour : std::uint8_t { Dec, Bbn };

struct Dc10Config {
  std::vector<DataLineConfig> lines = std::vector<DataLineConfig>(16);
  ScannerFlavour flavour = ScannerFlavour::Dec;
  int modemBase = 0;  // DEC: line of the first modem (DC10E), a multiple of 8 after the last data line; 0: no modems
};

struct LinePrinterConfig {
  int linesPerMinute = 600;
  bool lowerCase = true;  // a drum of 96 characters; if false, 64
};

struct Rp10Config {
  std::vector<std::string> drives = {"RP02"};  // types, drive 0 first, at most 8
  unsigned port = 0;                           // the channel's memory port
  bool headersUnlocked = false;                // maintenance switch
};

struct BryantConfig {
  unsigned port = 0;                              // memory port
  int turnsPerSecond = 30;                        // inferred (src/devices/bryant_drum.hpp)
  std::uint32_t bands = 170;                      // DRMBRY
  DeviceCode device = DeviceCode::written(0170);  // SRI's, DRMBRY of 1.33; 030 BBN's, BRYDRV of 1.28
};

struct Ddc10Config {
  unsigned drums = 2;       // 1 to 4
  unsigned port = 0;        // memory port
  int turnsPerSecond = 30;  // inferred (src/devices/ddc10.hpp)
};

// The paging adapter, its link and the host that keeps the pages (src/devices/remote_link.hpp has the packets).
struct RemoteMemoryConfig {
  unsigned port = 0;                        // memory port
  std::uint32_t pages = 3060;               // of the host, at most 16384; as many as on a Bryant drum
  std::int64_t bitsPerSecond = 10'000'000;  // Ethernet, IEEE 802.3
  bool fullDuplex = false;                  // one wire for both directions
  Duration latency = microseconds(5);       // one way: 1 km of cable
  // Of a processor, for each message that it sends or receives. Declared, not measured.
  Duration adapterTime = microseconds(100);
  Duration hostTime = microseconds(100);
  unsigned packetOctets = 1500;  // most in a packet behind Ethernet's own header
  double loss = 0;               // of the messages
  Duration timeLimit = milliseconds(200);
  unsigned attempts = 8;
  std::uint64_t seed = 1;  // for the loss
};

// A magnetic tape transport.
struct MagTapeKind {
  unsigned tracks = 9;                // or 7
  std::int64_t inchesPerSecond = 45;  // TU10, TU20; 75 for a TU30, 150 for a TU40
  std::int64_t rewindInchesPerSecond = 150;
  std::int64_t feet = 2400;  // of a reel
};

struct Tm10Settings {
  unsigned transports = 8;      // 1 to 8
  std::uint8_t sevenTrack = 0;  // bit n: transport n has seven tracks
  MagTapeKind kind;             // all of them, except for the tracks
};

// Speed and delays of a TU55 DECtape transport.
struct Tu55Times {
  int linesPerSecond = 30000;
  Duration start = milliseconds(150);
  Duration stop = milliseconds(150);
  Duration turn = milliseconds(200);
};

struct Td10Settings {
  unsigned transports = 8;  // 1 to 8
  Tu55Times times;
};

// The IMP interface and its cable. Bits a second: Report 1822's nominal 100 000 in each direction, which RFC 594
// confirms for the hosts of 1972 (docs/sources/imp.md 4).
struct ImpInterfaceConfig {
  Duration perBitToImp = microseconds(10);
  Duration perBitToHost = microseconds(10);
  std::uint16_t host = 4;  // host*64+IMP: the cable's name in captures (UTAH is host 0 of IMP 4)
  bool looped = false;     // a plug in the IMP's end, see loop_plug.hpp
};

// Each channel has a memory port of its own; the faster the device, the lower its number (inferred).
struct DeviceConfig {
  static constexpr unsigned kBryantPort = 0, kDdcPort = 1, kDiskPort = 2, kRemotePort = 3;

  ConsoleSpeeds console;
  bool millisecondClock = false;             // BBN's, device 020
  bool microsecondTimer = false;             // BBN's, device 610
  std::optional<DayAndSecond> calendar;      // BBN's, device 600, with its date and time at power-on
  std::optional<Dk10Source> realTimeClock;   // DK10, device 070
  std::optional<Dc10Config> scanner;         // DC10, device 240
  std::optional<LinePrinterConfig> printer;  // LP10, device 124
  std::optional<Rp10Config> disks;           // RP10, device 250
  std::optional<BryantConfig> bryant;        // Bryant drum, device 170 or 030
  std::optional<Ddc10Config> ddc;            // DDC-10 and its drums, device 440
  std::optional<RemoteMemoryConfig> remote;  // paging adapter, device 470
  std::optional<Tm10Settings> magtapes;      // TM10, devices 340 and 344
  std::optional<Td10Settings> dectapes;      // TD10, devices 320 and 324
  std::optional<ImpInterfaceConfig> imp;     // BBN's IMP interface, device 550
};

}  // namespace utah10
