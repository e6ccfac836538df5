// The results printed in FORTH-ICS TR 129 for an FFT in remote memory (Markatos and Dramitinos, 1995), and what was
// measured there.
#pragma once

#include "experiments/published/published.hpp"

namespace utah10 {

// Conditions: they may be read at any time.
struct RemotePaperScale {
  double pageBits = 0, bitsPerSecond = 0;
  double dataMegabytes = 0, onsetMegabytes = 0;  // of the transform; from which the client pages
  double dataPages() const;
};
RemotePaperScale remotePaperScale();

struct RemotePaper {
  double elapsed = 0, user = 0, system = 0, blocking = 0;  // s
  double pageIns = 0, pageOuts = 0;
  double wirePerPage = 0, softwarePerPage = 0;         // ms
  double x10User = 0, x10System = 0, x10Blocking = 0;  // percent, predicted
  double serviceRemote = 0, serviceDisk = 0;           // ms per page
};

// The seal must be broken: all results are final. Throws std::logic_error otherwise.
RemotePaper remotePaper(const Seal& seal);

}  // namespace utah10
