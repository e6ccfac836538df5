#include "network/ccn/messages.hpp"

#include <cassert>

namespace utah10 {
namespace {

using enum CcnText;

// In the order of CcnText (checked by a test).
constexpr CcnMessage kMessages[] = {
    {PortsBusy, "NRJ110I NETRJS PORTS BUSY.  TRY LATER", "", false},
    {RjsNotUp, "NRJ111I RJS NOT UP, TRY LATER", "", false},
    {Ready, "NRJ876I NETWORK REMOTE JOB SERVICE READY", "NRJ876R CCN NETRJS READY.  ENTER SIGNON", false},
    {InvalidSignon, "NRJ307R INVALID SIGNON, RE-ENTER", "", false},
    {SignonTimeout, "NRJ308R SIGNON TIMEOUT EXCEEDED", "", false},
    {Terminated, "NRJ205R NETRJS SESSION TERMINATED", "", false},
    {SignedOn, "RJS750I TERMINAL {} HAS SIGNED ONTO RJS", "", false},
    {SignoffAsked, "RJS751I TERMINAL {} HAS REQUESTED SIGNOFF FROM RJS", "", false},
    {SignoffAccepted, "NRJ898I SIGNOFF ACCEPTED", "", false},
    {NoAlerts, "RJS660I NO ALERTS OUTSTANDING", "", false},
    {Alert, "RJS652I INFORMATION ALERT -", "", false},
    {NetrjsDown, "NRJ201A NETRJS FAILED, SESSION TERMINATED", "", true},
    {NetrjsEnding, "NRJ106A NETRJS IS SHUTTING DOWN", "", true},
    {SessionAborted, "NRJ204I NETRJS SESSION ABORTED BY CENTRAL OPERATOR, TERM={}", "", false},
    {NoCore, "NRJ207I NO CORE AVAILABLE FOR NETRJS SESSION", "", true},
    {RjsEnding, "NRJ304I RJS IS SHUTTING DOWN", "", true},
    {RjsFailed, "NRJ401I RJS HAS FAILED, SESSION TERMINATED", "", true},
    {RjsLost, "NRJ402I RJS DOES NOT ANSWER, SESSION TERMINATED", "", true},
    {NoCoreReader, "NRJ501I NO CORE AVAILABLE FOR NETRJS {}", "", true},
    {AbortedByUser, "NRJ502I NETRJS {} DATA TRANSFER ABORTED BY USER {}.", "", false},
    {NoCoreOutput, "NRJ503I NO CORE AVAILABLE FOR NETRJS {}", "", true},
    {TransferTimeout, "NRJ504I DATA TRANSFER TIMEOUT FOR THE {}, {}", "", false},
    {BadSequence, "NRJ505I BAD HEADER SEQUENCE FOR NETRJS READER", "", false},
    {BadLength, "NRJ506I BAD HEADER LENGTH FOR NETRJS READER", "", false},
    {BadType, "NRJ507I BAD HEADER TYPE FOR NETRJS READER", "", false},
    {ReaderDead, "NRJ509I NETRJS {} DATA TRANSFER DEAD", "", true},
    {OutputDead, "NRJ510I NETRJS {} DATA TRANSFER DEAD", "", true},
    {BadFiller, "NRJ511I BAD FILL BIT COUNT FOR NETRJS READER", "", false},
    {Header, "NRJ512I HEADER = {}", "", true},
    {StreamError, "NRJ602I {} STREAM ERROR - READER, {}", "", false},
    {Accepted, "RJS534I JOB {} ACCEPTED BY RJS - {:07} CARDS READ", "", false},
    {Duplicate, "RJS535I JOB {} FLUSHED - DUPLICATE JOB NAME", "", true},
    {NoJob, "RJS536I {:07} CARDS FLUSHED - NO JOB CARD", "", true},
    {OutputAvailable, "RJS481I {} OUTPUT FOR JOB {} NOW AVAILABLE, PRTY={:03}, {}", "", false},
    {StatusChanged, "RJS783I TERMINAL STATUS CHANGED", "", false},
    {OnLine, "RJS800I TERMINAL {} ACTIVE ON LINE{}", "", false},
    {Summary, "RJS802I TERMINAL {} HAS {} {} JOB(S)", "", false},
    {SystemSummary, "RJS803I SYSTEM HAS {} SPL, {} XEQ, {} PPT JOB(S)", "", true},
    {NoJobs, "RJS804I TERMINAL {} HAS NO JOBS ACTIVE", "", false},
    {JobList, "RJS810I TERMINAL {} HAS THE FOLLOWING JOBS IN RJS", "", false},
    {JobLine, "RJS812I {:<8} {:<6} {:03}", "", false},
    {Reroute, "RJS909I {} REROUTE = {}", "", false},
    {SetDefer, "RJS910I OUTPUT DEFERRAL = {}", "", true},
    {JobMoved, "RJS911I OUTPUT OF JOB {} IS {}", "", true},
    {JobRouted, "RJS912I OUTPUT OF JOB {} ROUTED TO {}", "", true},
    {JobAborted, "RJS913I JOB {} ABORTED", "", true},
    {OutputCancelled, "RJS914I {} CANCELLED", "", true},
    {DeviceDone, "RJS915I {} {}", "", true},
    {Copies, "RJS916I {} WILL BE REPEATED, {} COPIES", "", true},
    {Echo, "RJS917I EAM = {}", "", true},
    {NotFound, "RJS700I {} NOT FOUND", "", true},
    {Invalid, "RJS701I INVALID COMMAND - {}", "", true},
    {NotSignedOn, "NRJ305I SIGNON REQUIRED BEFORE {} MAY BE OPENED", "", true},
    {MessageFrom, "RJS650I MESSAGE FROM {} - {}", "", true},
    {MessageSent, "RJS651I MESSAGE SENT TO {}", "", true},
};

}  // namespace

std::span<const CcnMessage> ccnMessages() { return kMessages; }

std::string_view ccnPattern(CcnText text, CcnGeneration generation) {
  const CcnMessage& m = kMessages[static_cast<std::size_t>(text)];
  assert(m.text == text);
  return generation == CcnGeneration::Of1973 && !m.of1973.empty() ? m.of1973 : m.of1972;
}

}  // namespace utah10
