// One transfer of an RJS operator's, with a meter beside it. Private to the layer.
#pragma once

#include <functional>

#include "utah10/experiments/charge_meter.hpp"
#include "utah10/experiments/rfc392.hpp"
#include "utah10/experiments/rjs_operator.hpp"

namespace utah10 {

// What became of it and what it cost go into `result`.
Expected<void> measureTransfer(Laboratory& lab, const RjsOperator& user, const ChargePlaces& places,
                               const std::function<Expected<RjsTransfer>()>& transfer, TransferResult& result);

}  // namespace utah10
