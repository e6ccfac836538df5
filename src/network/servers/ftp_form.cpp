#include "network/servers/ftp_form.hpp"

namespace utah10 {

void FtpForm::state(Archive& a) {
  a.u8(type, structure, mode);
  a.u32(byteSize, markEvery);
  a.check(isFtpType(type) && isFtpStructure(structure) && isFtpMode(mode) && byteSize >= 1 && byteSize <= 255,
          "invalid transfer parameters");
}

std::string whyIllegal(const FtpForm& form) {
  if (form.mode == 'T' && form.type != 'A' && form.type != 'P') return "MODE T requires TYPE A or P";
  if (form.mode == 'S' && form.structure == 'R' && !form.isText())
    return "STRU R of TYPE I or L needs MODE B: a stream has no mark for the end of a record";
  return {};
}

}  // namespace utah10
