#include "experiments/rfc392/tables.hpp"

#include "experiments/rfc392/receiving.hpp"

namespace utah10 {

namespace {

TableCase caseOf(const ReceivingHypothesis& h, const Rfc392Settings& first) {
  TableCase c{.name = std::string{h.monitor.empty() ? h.program : h.monitor},
              .description = std::string{h.name},
              .settings = first,
              .evidence = h.evidence,
              .objection = h.objection};
  c.settings.program = h.program;
  c.settings.machine.monitor = h.monitor;
  return c;
}

}  // namespace

Expected<std::vector<TableCase>> tableCases(const Rfc392Settings& given, const std::vector<TableMachine>& machines) {
  std::vector<TableCase> all;
  for (const TableMachine& m : machines) {
    TableCase& c = all.emplace_back(TableCase{.name = m.name, .description = m.machine.name, .settings = given});
    c.settings.machine = m.machine;
  }
  const Rfc392Settings first = all.front().settings;
  const auto hypotheses = receivingHypotheses();
  all.front().evidence = hypotheses.front().evidence;
  all.front().objection = hypotheses.front().objection;
  for (const ReceivingHypothesis& h : hypotheses.subspan(1)) all.push_back(caseOf(h, first));
  for (const TableCase& c : all)
    if (auto ok = c.settings.machine.check(); !ok) return tl::unexpected(ok.error());
  const std::size_t half = all.size();
  for (std::size_t n = 0; n < half; ++n) all.push_back(all[n]);
  for (std::size_t n = 0; n < half; ++n) all[n].alone = true;
  return all;
}

std::vector<TransferCondition> alone(std::vector<TransferCondition> rows) {
  for (TransferCondition& c : rows) c.load = 0;
  return rows;
}

}  // namespace utah10
