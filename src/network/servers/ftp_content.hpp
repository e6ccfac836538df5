// From a stored file to what goes over a data connection, before it is framed, and back.
//
// Characters are kept as eight-bit ASCII with CR LF after each line; a file of 36-bit words that is asked for as text
// is read as TENEX writes text, five seven-bit characters a word, NULs left out. Records of text are its lines. Image
// and local bytes are the same contiguous bits here: a file keeps its bits whatever size it is cut into (RFC 354 leaves
// to the host how it stores local bytes; inferred), and the last byte is filled with zeros. Print control of types P
// and F stays in the file: it takes effect where the file is printed (inferred).
#pragma once

#include "network/servers/file_store.hpp"
#include "network/servers/ftp_form.hpp"

namespace utah10 {

// Bytes of the connection's size; record ends only if the framing shall mark them.
StoredFile toWire(const StoredFile& file, const FtpForm& form);
StoredFile fromWire(const StoredFile& wire, const FtpForm& form);
// Text mode cannot carry codes above 127.
bool fitsMode(const StoredFile& wire, const FtpForm& form);
// For APPE.
void appendFile(StoredFile& to, const StoredFile& more);
// Eight-bit characters.
StoredFile textFile(std::string_view text);
std::string textOf(const StoredFile& file);

}  // namespace utah10
