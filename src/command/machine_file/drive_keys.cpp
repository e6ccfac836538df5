// Machine-file keys of the devices that carry media: the line printer, disks, drums, tapes.
#include <fmt/format.h>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "devices/rp10.hpp"
#include "devices/rp_drive.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

// Codes of the Bryant drum's interface at BBN and at SRI.
constexpr std::int64_t kBbnBryant = 030;
constexpr std::int64_t kSriBryant = 0170;

// The keys common to all drives, for the table named `table`.
std::vector<Key> mediumKeys(std::string_view table, std::int64_t units, bool overlay) {
  std::vector<Key> keys = {
      {table, "unit", KeyUnit::Count, 0, units - 1, "0", "", "number of the drive",
       [](D&, T& t, const V& v) {
         t.unit = v.number;
         return std::string();
       }},
      {table, "file", KeyUnit::Text, 0, 0, "", "", "host file mounted at power-on",
       [](D&, T& t, const V& v) {
         t.mount.file = v.text;
         return std::string();
       }},
      {table, "read-only", KeyUnit::Flag, 0, 1, "false", "", "sets the write-protect switch",
       [](D&, T& t, const V& v) {
         t.mount.options.readOnly = v.number != 0;
         return std::string();
       }},
      {table, "create", KeyUnit::Flag, 0, 1, "false", "", "creates an empty medium if the file does not exist",
       [](D&, T& t, const V& v) {
         t.mount.options.create = v.number != 0;
         return std::string();
       }},
  };
  if (overlay)
    keys.push_back({table, "overlay", KeyUnit::Text, 0, 0, "", "",
                    "file that receives all changes; the medium's file is only read", [](D&, T& t, const V& v) {
                      t.mount.options.overlay = v.text;
                      return std::string();
                    }});
  return keys;
}

LinePrinterConfig& printer(D& d) {
  if (!d.devices.printer) d.devices.printer.emplace();
  return *d.devices.printer;
}

std::vector<Key> printerKeys() {
  return {
      {"lpt", "lines-per-minute", KeyUnit::Count, 10, 6000, "600",
       "LP10D, 96 characters: recalled; docs/sources/devices.md 6", "speed of the line printer, device 124",
       [](D& d, T&, const V& v) {
         printer(d).linesPerMinute = static_cast<int>(v.number);
         return std::string();
       }},
      {"lpt", "lower-case", KeyUnit::Flag, 0, 1, "true", "LP10: 64 or 96 characters",
       "the printer has lower-case letters",
       [](D& d, T&, const V& v) {
         printer(d).lowerCase = v.number != 0;
         return std::string();
       }},
      {"lpt", "file", KeyUnit::Text, 0, 0, "", "", "host file for the printed output",
       [](D& d, T&, const V& v) {
         d.mounts.push_back({"lpt", v.text, {}});
         return std::string();
       }},
  };
}

std::string mount(D& d, T& t, std::string_view drive) {
  if (t.mount.file.empty()) return t.mount.options.overlay ? "an overlay also needs the key `file`" : "";
  t.mount.slot = fmt::format("{}{}", drive, t.unit);
  d.mounts.push_back(t.mount);
  return {};
}

Key typeKey(std::string_view table, std::string value, std::string source, std::string_view meaning) {
  return {table, "type", KeyUnit::Choice, 0, 0, std::move(value), std::move(source), meaning, [](D&, T& t, const V& v) {
            t.type = v.text;
            return std::string();
          }};
}
std::vector<Key> drumKeys() {
  return {typeKey("drum", "bryant", "TENEX DRMBRY, DRMDDC", "type of the drum: bryant, device 170, or ddc, device 440"),
          {"drum", "device", KeyUnit::Octal, kBbnBryant, kSriBryant, "170",
           "TENEX 1.33 DRMBRY, 1.28 BRYDRV; docs/sources/devices.md 8.1",
           "code of the Bryant drum: 170 for TENEX from 1.30 on, 30 for 1.28",
           [](D&, T& t, const V& v) {
             if (v.number != kBbnBryant && v.number != kSriBryant)
               return fmt::format("a Bryant drum is device 30 or 170, not {:o}", v.number);
             t.device = v.number;
             return std::string();
           }},
          {"drum", "turns", KeyUnit::Count, 1, 200, "30", "inferred from TENEX DRMBRY; docs/sources/devices.md 8",
           "speed in revolutions per second; words pass in the same time at any speed", [](D&, T& t, const V& v) {
             t.turns = v.number;
             return std::string();
           }}};
}

std::vector<Key> tapeKeys() {
  return {
      {"magtape", "tracks", KeyUnit::Count, 7, 9, "9", "TM10", "number of tracks: 7 or 9", [](D&, T& t, const V& v) {
         t.tracks = v.number;
         return std::string();
       }}};
}
}  // namespace

std::string addPrinter(MachineDescription& d, TableEntry&) {
  printer(d);
  return {};
}

// All drives up to the highest unit exist.
std::string addDisk(MachineDescription& d, TableEntry& t) {
  if (t.type.empty()) t.type = "RP02";
  if (findRpType(t.type) == nullptr) return fmt::format("no disk type \"{}\"; use RP02 or RP03", t.type);
  if (!d.devices.disks) d.devices.disks.emplace(Rp10Config{.drives = {}, .port = DeviceConfig::kDiskPort});
  auto& drives = d.devices.disks->drives;
  const auto unit = static_cast<std::size_t>(t.unit);
  if (drives.size() <= unit) drives.resize(unit + 1, t.type);
  drives[unit] = t.type;
  return mount(d, t, "dsk");
}

// Either type of drum: a monitor is assembled for one of them.
std::string addDrum(MachineDescription& d, TableEntry& t) {
  if (t.type.empty() || t.type == "bryant") {
    if (t.unit != 0) return "there is only one Bryant drum, unit 0";
    d.devices.bryant.emplace(BryantConfig{.port = DeviceConfig::kBryantPort});
    if (t.turns != 0) d.devices.bryant->turnsPerSecond = static_cast<int>(t.turns);
    if (t.device != 0) d.devices.bryant->device = DeviceCode::written(static_cast<std::uint32_t>(t.device));
    return mount(d, t, "drm");
  }
  if (t.type != "ddc") return fmt::format("no drum type \"{}\"; use bryant or ddc", t.type);
  if (t.device != 0) return "the key `device` is for a Bryant drum; a ddc is device 440";
  if (!d.devices.ddc) d.devices.ddc.emplace(Ddc10Config{.drums = 0, .port = DeviceConfig::kDdcPort});
  d.devices.ddc->drums = std::max(d.devices.ddc->drums, static_cast<unsigned>(t.unit) + 1);
  if (t.turns != 0) d.devices.ddc->turnsPerSecond = static_cast<int>(t.turns);
  return mount(d, t, "ddc");
}

std::string addMagTape(MachineDescription& d, TableEntry& t) {
  if (!d.devices.magtapes) d.devices.magtapes.emplace().transports = 0;
  Tm10Settings& m = *d.devices.magtapes;
  m.transports = std::max(m.transports, static_cast<unsigned>(t.unit) + 1);
  if (t.tracks != 7 && t.tracks != 9) return "a magnetic tape has 7 or 9 tracks";
  if (t.tracks == 7) m.sevenTrack = static_cast<std::uint8_t>(m.sevenTrack | (1u << t.unit));
  return mount(d, t, "mta");
}

std::string addDecTape(MachineDescription& d, TableEntry& t) {
  if (!d.devices.dectapes) d.devices.dectapes.emplace().transports = 0;
  unsigned& transports = d.devices.dectapes->transports;
  transports = std::max(transports, static_cast<unsigned>(t.unit) + 1);
  return mount(d, t, "dta");
}

std::vector<Key> driveKeys() {
  std::vector<Key> keys = mediumKeys("disk", Rp10::kMaxDrives, true);
  keys.push_back(typeKey("disk", "RP02", "TENEX PARAMS, RP02F and RP03F",
                         "type of the drive: RP02 or RP03, on the RP10, device 250"));
  for (const auto& more : {mediumKeys("drum", 4, true), drumKeys(), mediumKeys("dectape", 8, false),
                           mediumKeys("magtape", 8, false), tapeKeys(), printerKeys()})
    for (const Key& k : more) keys.push_back(k);
  return keys;
}

}  // namespace utah10
