// One deck of the host's user on the whole path: from a file on the pack through RJS to CCN, and the listing back.
//
// Errors: those of the laboratory; a text that is not a deck.
#pragma once

#include <string>
#include <string_view>

#include "experiments/laboratory/laboratory.hpp"
#include "experiments/rjs/transfer.hpp"

namespace utah10 {

struct RjsJob {
  std::string job;  // name on the JOB card
  TransferResult result;
  std::string text;  // of a send: the deck as CCN has read it; of a fetch: the print on the pack
};

// Checks a deck: lines of at most 80 characters, the first card of a job `//NAME JOB ...`. Returns the first job's
// name.
Expected<std::string> jobOfDeck(std::string_view deck);

// Sends the deck as a user of the machine.
Expected<RjsJob> sendDeck(const LabOptions& options, const std::string& program, const LabSite& site,
                          std::string_view deck);
// Fetches the print of a deck that CCN has.
Expected<RjsJob> fetchPrint(const LabOptions& options, const std::string& program, const LabSite& site,
                            std::string_view deck);

}  // namespace utah10
