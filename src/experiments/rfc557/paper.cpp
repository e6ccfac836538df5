#include "experiments/rfc557/paper.hpp"

namespace utah10 {

double Rfc557Paper::transfer(const ChainCondition& c) const {
  const std::size_t size = c.byteBits == kTextBits ? 0 : c.byteBits == 32 ? 1 : 2;
  return transfers[c.operation == ChainOperation::FtpStore ? 0 : 1][size];
}

Rfc557Paper rfc557Paper(const Seal& seal) {
  const CsvTable table = publishedTable("rfc557", seal);
  const auto value = [&](std::string_view id) {
    const auto row = table.find("id", id);
    return row ? table.number(*row, "value").value_or(0) : 0;
  };
  Rfc557Paper paper;
  paper.shapes = {value("b1"), value("b2"), value("b3")};
  paper.lastMonitor = value("b4");
  paper.lastUser = value("b5");
  paper.fileByBytesUs = value("b8");
  paper.networkOutputUs = value("b10");
  paper.text = value("a9");
  paper.wide = value("a9") / value("a11");
  paper.transfers = {{{value("d2"), value("d4"), value("d6")}, {value("d1"), value("d3"), value("d5")}}};
  return paper;
}

}  // namespace utah10
