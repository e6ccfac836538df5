// A machine with somebody at its line 0 who works with RJS, and the decks he sends. Private to the layer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/charge_meter.hpp"
#include "experiments/rfc392.hpp"
#include "experiments/rjs_typist.hpp"

namespace utah10 {

constexpr std::string_view kRjsUser = "HICKS", kRjsPassword = "GREG";  // roms/pack/pack.list

struct RjsDesk {
  std::unique_ptr<Laboratory> lab;
  std::unique_ptr<RjsTypist> user;
  ChargePlaces places;

  // A machine that stands, with the files on its pack, and the program (rjs_programs.hpp) if it is not there.
  static Expected<RjsDesk> make(const LabOptions& options, const std::string& program, const LabFiles& host,
                                const std::vector<LabFile>& files);
  // Boots it; the user logs in and signs on at CCN.
  Expected<void> open();
};

// A stack of decks as files NAME.1, NAME.2, ... of the user's, and their names as SEND takes them.
Expected<std::vector<LabFile>> stackFiles(std::string_view name, const std::vector<std::string>& stack);
std::string stackNames(std::string_view name, std::size_t files);
// Waits until CCN has read the job. What is wrong with it against the stack that was sent; nothing if nothing is.
std::string compareStack(Laboratory& lab, const std::string& job, const std::vector<std::string>& stack);

// The stretch of a program that has measured itself once; else says in `trouble` that it has not, if it is `done`.
ChargedStretch onlyStretch(const ChargeMeter& meter, bool done, std::string& trouble);

// A transfer with a meter beside it: what became of it and what it cost go into `result`.
Expected<void> measureTransfer(RjsDesk& desk, const std::function<Expected<RjsTransfer>()>& transfer,
                               TransferResult& result);

}  // namespace utah10
