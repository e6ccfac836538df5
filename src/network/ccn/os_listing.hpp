// What OS/360 prints of a job that compiles a FORTRAN program and runs it.
#pragma once

#include <vector>

#include "network/ccn/batch.hpp"

namespace utah10::ccn {

// So many lines that the job's print, sent truncated and with its first record, is job.work.bytes of transactions. The
// lines `before` are sent in front of them. Fewer bytes, if they do not do for those.
std::vector<Octets> osListing(const CcnJob& job, const std::vector<Octets>& before);

}  // namespace utah10::ccn
