// RFC 557's transfers by FTP. Private to the layer.
#pragma once

#include "experiments/rfc557/chain.hpp"

namespace utah10 {

// Stores files of settings.bits at UCSB and retrieves them, as `steps` specify.
Expected<std::vector<ChainResult>> transferFiles(const Rfc557Settings& settings, const LabSite& site,
                                                 const std::vector<ChainCondition>& steps,
                                                 const ChainProgress& progress);

}  // namespace utah10
