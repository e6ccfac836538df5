#include "experiments/rfc508/paper.hpp"

#include <algorithm>

namespace utah10 {

const Rfc508PaperTest* Rfc508Paper::find(std::int64_t rate, std::size_t bits) const {
  const auto at = std::ranges::find_if(
      tests, [&](const Rfc508PaperTest& t) { return !t.isLong && t.rate == rate && t.bits == bits; });
  return at == tests.end() ? nullptr : &*at;
}

Rfc508Paper rfc508Paper(const Seal& seal) {
  const CsvTable t = publishedTable("rfc508", seal), path = publishedTable("rfc508_path", seal);
  Rfc508Paper paper;
  for (std::size_t n = 0; n < t.rows(); ++n) {
    Rfc508PaperTest& test = paper.tests.emplace_back();
    test.isLong = t.text(n, "kind") == "long";
    test.rate = static_cast<std::int64_t>(t.whole(n, "rate").value_or(0));
    test.bits = t.whole(n, "buffer_bits").value_or(0);
    test.buffers = t.whole(n, "buffers").value_or(0);
    test.gaps = t.whole(n, "gaps").value_or(0);
    test.longest = t.number(n, "longest_ms").value_or(0);
    test.mean = t.number(n, "mean_ms").value_or(0);
    test.shortest = t.number(n, "shortest_ms").value_or(0);
    test.remark = std::string{t.text(n, "remark")};
  }
  const auto value = [&](std::string_view item) {
    const auto row = path.find("item", item);
    return row ? path.number(*row, "value").value_or(0) : 0;
  };
  paper.subnetRate = value("subnet_throughput");
  paper.lineRate = value("imp_to_imp_rate");
  return paper;
}

}  // namespace utah10
