// CCN's messages to an operator's console: RFC 589's catalogue, the transcripts of RFC 307 and 325, and our own
// wording where these show none.
//
// Every message begins with eight characters: three letters, three digits, a class (I information, R reply wanted, A
// action) and a blank.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "network/ccn/config.hpp"
#include "word/format.hpp"

namespace utah10 {

enum class CcnText : std::uint8_t {
  PortsBusy,
  RjsNotUp,
  Ready,
  InvalidSignon,
  SignonTimeout,
  Terminated,
  SignedOn,
  SignoffAsked,
  SignoffAccepted,
  NoAlerts,
  Alert,
  NetrjsDown,
  NetrjsEnding,
  SessionAborted,
  NoCore,
  RjsEnding,
  RjsFailed,
  RjsLost,
  NoCoreReader,
  AbortedByUser,
  NoCoreOutput,
  TransferTimeout,
  BadSequence,
  BadLength,
  BadType,
  ReaderDead,
  OutputDead,
  BadFiller,
  Header,
  StreamError,
  Accepted,
  Duplicate,
  NoJob,
  OutputAvailable,
  StatusChanged,
  OnLine,
  Summary,
  SystemSummary,
  NoJobs,
  JobList,
  JobLine,
  Reroute,
  SetDefer,
  JobMoved,
  JobRouted,
  JobAborted,
  OutputCancelled,
  DeviceDone,
  Copies,
  Echo,
  NotFound,
  Invalid,
  NotSignedOn,
  MessageFrom,
  MessageSent
};

struct CcnMessage {
  CcnText text;
  std::string_view of1972;  // with {} for operands
  std::string_view of1973;  // if it differs
  bool inferred;            // the wording, and the identification unless RFC 589 lists it
};

std::span<const CcnMessage> ccnMessages();
std::string_view ccnPattern(CcnText text, CcnGeneration generation);

template <class... Operands>
std::string ccnSay(CcnGeneration generation, CcnText text, const Operands&... operands) {
  return fmt::vformat(ccnPattern(text, generation), fmt::make_format_args(operands...));
}

}  // namespace utah10
