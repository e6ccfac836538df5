// Converts a stored file to the data sent over a data connection, before framing, and back.
//
// Text is eight-bit ASCII with CR LF after each line; when a file of 36-bit words is requested as text, it is read as
// TENEX writes text: five seven-bit characters per word, without NULs. The records of a text are its lines. Image and
// local bytes are the same contiguous bits here: a file keeps its bits whatever the byte size (RFC 354 leaves the
// storage of local bytes to the host; inferred), and the last byte is padded with zeros. The print control of types P
// and F stays in the file: it takes effect where the file is printed (inferred).
#pragma once

#include "network/servers/file_store.hpp"
#include "network/servers/ftp_form.hpp"

namespace utah10 {

// In bytes of the connection's size; with record ends only if the framing marks them.
StoredFile toWire(const StoredFile& file, const FtpForm& form);
StoredFile fromWire(const StoredFile& wire, const FtpForm& form);
// Text mode cannot carry codes above 127.
bool fitsMode(const StoredFile& wire, const FtpForm& form);
// Used by APPE.
void appendFile(StoredFile& to, const StoredFile& more);
// Eight-bit characters.
StoredFile textFile(std::string_view text);
std::string textOf(const StoredFile& file);

}  // namespace utah10
