// A machine with a user of RJS at its first line, and that user's decks. Private to the layer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/charges/charge_meter.hpp"
#include "experiments/rjs/rjs_typist.hpp"
#include "experiments/rjs/transfer.hpp"

namespace utah10 {

constexpr unsigned kRjsTerminal = 1;  // as which the user signs on at CCN

struct RjsDesk {
  std::unique_ptr<Laboratory> lab;
  std::unique_ptr<RjsTypist> user;

  // Makes a stopped machine with the files on its pack, and the program (rjs_programs.hpp) if the pack lacks it.
  static Expected<RjsDesk> make(const LabOptions& options, const std::string& program, const LabSite& site,
                                const std::vector<LabFile>& files);
  // Boots the machine; the user logs in and signs on at CCN.
  Expected<void> open();
};

// A stack of decks as files NAME.1, NAME.2, ... of the user whose work is measured, and the list of names for SEND.
Expected<std::vector<LabFile>> stackFiles(const LabUser& user, std::string_view name,
                                          const std::vector<std::string>& stack);
std::string stackNames(std::string_view name, std::size_t files);
// Waits until CCN has read the job and compares it with the stack sent. Returns an error text, or nothing.
std::string compareStack(Laboratory& lab, const std::string& job, const std::vector<std::string>& stack);

// Has CCN make a print of so many network bytes for the user, by a job that CCN's own reader reads, unless one waits
// there.
Expected<void> printAtCcn(Laboratory& lab, const std::string& job, std::uint64_t bytes);
// Compares the file that was fetched with CCN's print. The first line is the record that precedes a print. Returns an
// error text, or nothing.
std::string comparePrint(Laboratory& lab, const std::string& job, const Expected<FileContents>& file);

// The stretch of a program that has measured itself exactly once; else sets `trouble` if the transfer is `done`.
ChargedStretch onlyStretch(const StretchMeter& meter, bool done, std::string& trouble);

// Makes a transfer with a charge meter connected; stores outcome and cost in `result`.
Expected<void> measureTransfer(RjsDesk& desk, const std::function<Expected<RjsTransfer>()>& transfer,
                               TransferResult& result);

}  // namespace utah10
