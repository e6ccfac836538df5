// What OS/360 prints for a job that compiles and runs a FORTRAN program.
#pragma once

#include <vector>

#include "network/ccn/batch.hpp"

namespace utah10::ccn {

// As many lines as make the transactions of the job's print job.work.bytes long, sent truncated and with the first
// record. The lines `before` are sent first. The length is missed if it is too small for those.
std::vector<Octets> osListing(const CcnJob& job, const std::vector<Octets>& before);

}  // namespace utah10::ccn
