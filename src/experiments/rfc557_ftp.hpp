// RFC 557's transfers by FTP. Private to the layer.
#pragma once

#include "experiments/rfc557.hpp"

namespace utah10 {

// Files of settings.bits, stored at UCSB and retrieved from there, as `steps` say.
Expected<std::vector<ChainResult>> transferFiles(const Rfc557Settings& settings, const LabFiles& host,
                                                 const std::vector<ChainCondition>& steps,
                                                 const ChainProgress& progress);

}  // namespace utah10
