// Names of the error codes that TENEX calls return: 600000+n.
#include <fmt/format.h>

#include <charconv>

#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kErrors = 0600000;

// stem first ... stem last have the codes from base+code on; the numbers in names are decimal.
struct Family {
  std::string_view stem;
  unsigned first, last;
  std::uint32_t code;
};

constexpr Family kFamilies[] = {
    {"LGINX", 1, 5, 010},   {"CRJBX", 1, 7, 020},    {"LOUTX", 1, 2, 035},   {"CACTX", 1, 2, 045},
    {"EFCTX", 1, 3, 050},   {"GJFX", 1, 35, 055},    {"OPNX", 1, 23, 0120},  {"DESX", 1, 8, 0150},
    {"CLSX", 1, 2, 0160},   {"RJFNX", 1, 3, 0165},   {"DELFX", 1, 1, 0170},  {"SFPTX", 1, 3, 0175},
    {"CNDIX", 1, 6, 0200},  {"SFBSX", 1, 2, 0210},   {"IOX", 1, 6, 0215},    {"PMAPX", 1, 2, 0240},
    {"SPACX", 1, 1, 0245},  {"FRKHX", 1, 7, 0250},   {"SPLFX", 1, 4, 0260},  {"GTABX", 1, 3, 0267},
    {"RUNTX", 1, 1, 0273},  {"STADX", 1, 2, 0275},   {"ASNDX", 1, 3, 0300},  {"CSYNX", 1, 1, 0312},
    {"ATACX", 1, 5, 0320},  {"DCHRX", 1, 1, 0330},   {"STDVX", 1, 1, 0332},  {"DEVX", 1, 3, 0335},
    {"MNTX", 1, 3, 0345},   {"TERMX", 1, 1, 0350},   {"TLNKX", 1, 1, 0351},  {"ATIX", 1, 2, 0352},
    {"DTIX", 1, 1, 0355},   {"TLNKX", 2, 3, 0356},   {"TTYX", 1, 1, 0360},   {"CFRKX", 2, 3, 0362},
    {"KFRKX", 1, 2, 0365},  {"RFRKX", 1, 1, 0367},   {"GFRKX", 1, 1, 0371},  {"GETX", 1, 2, 0373},
    {"TFRKX", 1, 2, 0375},  {"SFRVX", 1, 1, 0377},   {"GETX", 3, 3, 0400},   {"OPRFX", 1, 2, 0401},
    {"NOUTX", 1, 2, 0407},  {"IFIXX", 1, 3, 0414},   {"ADVX", 1, 4, 0420},   {"GFDBX", 1, 3, 0424},
    {"CFDBX", 1, 4, 0430},  {"DUMPX", 1, 4, 0440},   {"RNAMX", 1, 4, 0450},  {"BKJFX", 1, 1, 0454},
    {"TIMEX", 1, 1, 0460},  {"ZONEX", 1, 1, 0461},   {"ODTNX", 1, 1, 0462},  {"DILFX", 1, 1, 0464},
    {"TILFX", 1, 1, 0465},  {"DATEX", 1, 6, 0466},   {"TMONX", 1, 1, 0515},  {"SMONX", 1, 1, 0515},
    {"CPRTX", 1, 1, 0520},  {"SACTX", 1, 5, 0530},   {"GACTX", 1, 2, 0540},  {"FFUFX", 1, 3, 0544},
    {"DSMX", 1, 1, 0555},   {"RDDIX", 1, 1, 0560},   {"SIRX", 1, 1, 0570},   {"SSAVX", 1, 2, 0600},
    {"SEVEX", 1, 1, 0610},  {"WHELX", 1, 1, 0614},   {"CAPX", 1, 1, 0615},   {"PEEKX", 1, 2, 0616},
    {"CRDIX", 1, 7, 0620},  {"GTDIX", 1, 2, 0640},   {"FLINX", 1, 4, 0650},  {"FLOTX", 1, 3, 0660},
    {"FDFRX", 1, 2, 0700},  {"ATPX", 1, 13, 0710},   {"CVSKX", 1, 2, 0730},  {"DPX", 1, 2, 0734},
    {"STRDX", 1, 3, 0740},  {"STTX", 1, 1, 0744},    {"RNAMX", 5, 9, 0750},  {"RNMX", 10, 12, 0755},
    {"GJFX", 36, 36, 0760}, {"NTWZX", 1, 1, 0761},   {"SQX", 1, 2, 0762},    {"ASNSX", 1, 2, 0764},
    {"SNDIX", 1, 2, 0766},  {"ILINS", 1, 3, 0770},   {"SNDIX", 3, 5, 01000}, {"SCTX", 1, 3, 01004},
    {"CAPX", 2, 2, 01010},  {"GJFX", 37, 38, 01014}, {"PIEX", 1, 1, 01020},  {"VACX", 1, 2, 01025},
    {"GBERR", 1, 1, 01027}, {"GDACX", 1, 2, 01030},  {"CGRPX", 1, 1, 01035}, {"ACCTX", 1, 1, 01040},
    {"ATGPX", 1, 1, 01045}, {"GCTJX", 1, 2, 01050},  {"GNJFX", 2, 2, 01054}, {"GFACX", 1, 2, 01060},
};

}  // namespace

std::string errorName(Word36 code) {
  const std::uint32_t right = code.right().bits();
  if (right < kErrors) return {};
  const std::uint32_t n = right - kErrors;
  for (const Family& f : kFamilies)
    if (n >= f.code && n - f.code <= f.last - f.first) return fmt::format("{}{}", f.stem, f.first + (n - f.code));
  return {};
}

std::optional<std::uint32_t> errorNumber(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == std::string_view::npos) return std::nullopt;
  const std::string_view number = name.substr(digits);
  unsigned n = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), n);
  if (error != std::errc{} || end != number.data() + number.size()) return std::nullopt;
  for (const Family& f : kFamilies)
    if (f.stem == name.substr(0, digits) && n >= f.first && n <= f.last) return kErrors + f.code + (n - f.first);
  return std::nullopt;
}

}  // namespace utah10
