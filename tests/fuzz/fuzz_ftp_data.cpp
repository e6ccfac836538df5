// Blocks and text on a data connection: the first octets select the form, the rest is received. Whatever is decoded can
// be encoded again and decodes to the same; splitting the input differently makes no difference.
#include "fuzz_check.hpp"
#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_framing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  if (size < 3) return 0;
  FtpForm form;
  form.mode = "SBT"[data[0] % 3];
  form.structure = data[0] & 0x80 ? 'R' : 'F';
  form.type = form.mode == 'T' ? 'A' : "AIE"[data[1] % 3];
  form.byteSize = data[2] == 0 ? 36 : data[2];
  if (!whyIllegal(form).empty()) return 0;
  const unsigned bytes = form.connectionByteSize();
  const BitString input{std::span{data + 3, size - 3}, (size - 3) * 8 / bytes * bytes};

  constexpr std::uint64_t kMost = 1u << 20;
  FtpDecoder whole{form, kMost};
  whole.take(input);
  FtpDecoder piecewise{form, kMost};
  for (std::size_t at = 0; at < input.size(); at += bytes) piecewise.take(input.part(at, bytes));
  FUZZ_CHECK(whole.wire() == piecewise.wire() && whole.fault() == piecewise.fault());
  FUZZ_CHECK(whole.ended() == piecewise.ended() && whole.stray() == piecewise.stray());
  FUZZ_CHECK(whole.takeMarkers() == piecewise.takeMarkers());
  FUZZ_CHECK(isSound(whole.wire()));

  const StoredFile file = fromWire(whole.wire(), form);
  const StoredFile wire = toWire(file, form);
  FtpEncoder encoder{wire, form};
  FtpDecoder again{form, kMost * 4};
  while (!encoder.done()) again.take(encoder.next(1000));
  FUZZ_CHECK(again.fault() == FtpDecoder::Fault::None && again.wire() == wire);
  FUZZ_CHECK(fromWire(again.wire(), form) == file);
  return 0;
}
