#include "measured_transfer.hpp"

#include <fmt/format.h>

namespace utah10 {

Expected<void> measureTransfer(Laboratory& lab, const RjsOperator& user, const ChargePlaces& places,
                               const std::function<Expected<RjsTransfer>()>& transfer, TransferResult& result) {
  ++result.attempts;
  ChargeMeter meter(lab.machine(), lab.monitor(), places, lab.jobOf(user.line()));
  const auto made = transfer();
  if (!made) return tl::unexpected(made.error());
  result.done = made->done;
  result.bytes = made->bytes;
  result.records = made->records;
  result.load = lab.load();
  result.trouble = made->done ? "" : made->message;
  if (meter.stretches().size() == 1)
    result.stretch = meter.stretches().front();
  else if (result.done)
    result.trouble = fmt::format("{} stretches were measured", meter.stretches().size());
  return {};
}

}  // namespace utah10
