#include "toolchain/device_names.hpp"

#include "toolchain/mnemonic_text.hpp"

namespace utah10 {

namespace {
struct Entry {
  std::uint32_t code;
  std::string_view name;
};
// MACRO-10's I/O device mnemonics; a code's first name is the one printed. PGR is BBN's pager.
constexpr Entry kDevices[] = {
    {0000, "APR"},  {0000, "CPA"},  {0004, "PI"},  {0020, "CCI"}, {0024, "PGR"},  {0060, "DLB"},  {0064, "DLC"},
    {0070, "CLK"},  {0100, "PTP"},  {0104, "PTR"}, {0110, "CP"},  {0114, "CR"},   {0120, "TTY"},  {0120, "CTY"},
    {0124, "LPT"},  {0130, "DIS"},  {0140, "PLT"}, {0144, "PLB"}, {0150, "CR2"},  {0170, "DSK"},  {0200, "DC"},
    {0204, "DCB"},  {0210, "UTC"},  {0214, "UTS"}, {0220, "MTC"}, {0224, "MTS"},  {0230, "MTM"},  {0234, "LPTB"},
    {0240, "DLS"},  {0250, "DPC"},  {0254, "DPB"}, {0260, "MDF"}, {0270, "DF"},   {0320, "DTC"},  {0324, "DTS"},
    {0330, "DTCB"}, {0334, "DTSB"}, {0340, "TMC"}, {0344, "TMS"}, {0350, "TMCB"}, {0354, "TMSB"}, {0550, "IMP"},
};
}  // namespace

std::string_view deviceName(DeviceCode code) {
  for (const Entry& e : kDevices)
    if (e.code == code.asWritten()) return e.name;
  return {};
}

std::optional<DeviceCode> deviceNamed(std::string_view name) {
  for (const Entry& e : kDevices)
    if (sameName(e.name, name)) return DeviceCode::written(e.code);
  return std::nullopt;
}

}  // namespace utah10
