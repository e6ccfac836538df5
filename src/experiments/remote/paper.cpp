#include "experiments/remote/paper.hpp"

namespace utah10 {

namespace {
constexpr double kBitsOfMegabyte = 8.0 * 1024 * 1024;

double valueIn(const CsvTable& t, std::string_view item) {
  const auto row = t.find("item", item);
  return row ? t.number(*row, "value").value_or(0) : 0;
}
}  // namespace

double RemotePaperScale::dataPages() const { return dataMegabytes * kBitsOfMegabyte / pageBits; }

RemotePaperScale remotePaperScale() {
  const CsvTable t = conditionsTable("remote_conditions");
  return {.pageBits = valueIn(t, "page"),
          .bitsPerSecond = valueIn(t, "network"),
          .dataMegabytes = valueIn(t, "fft_input"),
          .onsetMegabytes = valueIn(t, "paging_onset")};
}

RemotePaper remotePaper(const Seal& seal) {
  const CsvTable t = publishedTable("remote", seal);
  return {.elapsed = valueIn(t, "elapsed"),
          .user = valueIn(t, "user"),
          .system = valueIn(t, "system"),
          .blocking = valueIn(t, "blocking"),
          .pageIns = valueIn(t, "pageins"),
          .pageOuts = valueIn(t, "pageouts"),
          .wirePerPage = valueIn(t, "wire_per_page"),
          .softwarePerPage = valueIn(t, "software_per_page"),
          .x10User = valueIn(t, "x10_user"),
          .x10System = valueIn(t, "x10_system"),
          .x10Blocking = valueIn(t, "x10_blocking"),
          .serviceRemote = valueIn(t, "service_remote"),
          .serviceDisk = valueIn(t, "service_disk")};
}

}  // namespace utah10
