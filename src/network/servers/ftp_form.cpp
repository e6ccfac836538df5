#include "network/servers/ftp_form.hpp"

namespace utah10 {

void FtpForm::save(StateWriter& out) const {
  out.u8(static_cast<std::uint8_t>(type));
  out.u8(static_cast<std::uint8_t>(structure));
  out.u8(static_cast<std::uint8_t>(mode));
  out.u32(byteSize);
  out.u32(markEvery);
}

void FtpForm::restore(StateReader& in) {
  type = static_cast<char>(in.u8());
  structure = static_cast<char>(in.u8());
  mode = static_cast<char>(in.u8());
  byteSize = in.u32();
  markEvery = in.u32();
  if (!isFtpType(type) || !isFtpStructure(structure) || !isFtpMode(mode) || byteSize < 1 || byteSize > 255)
    in.reject("invalid transfer parameters");
}

std::string whyIllegal(const FtpForm& form) {
  if (form.mode == 'T' && form.type != 'A' && form.type != 'P') return "MODE T requires TYPE A or P";
  if (form.mode == 'S' && form.structure == 'R' && !form.isText())
    return "STRU R of TYPE I or L needs MODE B: a stream has no mark for the end of a record";
  return {};
}

}  // namespace utah10
