// A deck of the user's own through the whole path: from a file on the pack by RJS to CCN, and the listing back.
//
// Errors: what the laboratory could not do, a deck that is none.
#pragma once

#include <string>
#include <string_view>

#include "experiments/rfc392.hpp"

namespace utah10 {

struct RjsJob {
  std::string job;  // off the JOB card
  TransferResult result;
  std::string text;  // a send: the deck as CCN has read it; a fetch: the print as it stands on the pack
};

// Lines of at most 80 characters, the first card of a job `//NAME JOB ...`: the first job's name.
Expected<std::string> jobOfDeck(std::string_view deck);

// Sends it as a user of the machine's.
Expected<RjsJob> sendDeck(const LabOptions& options, const std::string& program, const LabFiles& host,
                          std::string_view deck);
// CCN has the deck already; its print is fetched.
Expected<RjsJob> fetchPrint(const LabOptions& options, const std::string& program, const LabFiles& host,
                            std::string_view deck);

}  // namespace utah10
