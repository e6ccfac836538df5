// The stream of RFC 508, sent by a program on TENEX (roms/stream) to UCLA-CCN.
#pragma once

#include "experiments/rfc508/streams.hpp"

namespace utah10 {

// The streams in pieces, one for each machine: bytes of 8 and of 36 bits.
std::vector<std::vector<StreamCondition>> programStreams(bool quick);

Expected<std::vector<StreamResult>> runPrograms(const Rfc508Settings& settings, const LabSite& site,
                                                const std::vector<StreamCondition>& streams,
                                                const StreamProgress& progress);

}  // namespace utah10
