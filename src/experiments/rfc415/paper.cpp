#include "experiments/rfc415/paper.hpp"

namespace utah10 {

std::vector<Rfc415PaperRow> rfc415Paper(const Seal& seal) {
  const CsvTable t = publishedTable("rfc415", seal);
  std::vector<Rfc415PaperRow> rows;
  for (std::size_t n = 0; n < t.rows(); ++n)
    rows.push_back({std::string{t.text(n, "real_kbaud")}, std::string{t.text(n, "cpu_kbaud")},
                    std::string{t.text(n, "cpu_needed_pct")}, t.number(n, "real_kbaud").value_or(0),
                    t.number(n, "d_us_per_byte_avg_in_out").value_or(0)});
  return rows;
}

}  // namespace utah10
