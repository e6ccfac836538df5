// The file formats of core images: one reader for each, and one writer except for PDUMP and RIM.
//
// Readers take a whole file and return a whole image. They deposit what the blocks say; whether a loader in the
// accumulators would survive being overwritten by those blocks is decided by the machine when it reads the tape. Zero
// words after the end word are padding and are skipped. Any other word there is an error, except in SBLK and PDUMP:
// their blocks have checksums or their pages are counted, so that the image is known to be complete, and files found
// in the world have remains of a disk or tape block there. CoreImage::notes then says so.
// Writers refuse an image that the format cannot express; Error::where is then the format's name. They write one block
// per segment (split only beyond 400000 words), so that reading the file back gives the same segments.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/core_image.hpp"
#include "utah10/toolchain/word_file.hpp"

namespace utah10 {

// RIM10, the hardware read-in format (SRM, Readin Mode): -n,,a-1, then n words for a, a+1, ...; the last of them is
// also executed. An image that is written must have one segment and start with the segment's last word.
Expected<CoreImage> readRim10(const WordFile& file);
Expected<std::vector<Word36>> writeRim10(const CoreImage& image);

// RIM10B (MACRO-10, RIM10B pseudo-op): a RIM10 block that contains a loader, then checksummed blocks -n,,a-1, n words,
// sum; then a non-negative word that is executed. The loader itself is not part of the image.
Expected<CoreImage> readRim10b(const WordFile& file);
Expected<std::vector<Word36>> writeRim10b(const CoreImage& image);
bool startsWithRim10bLoader(std::span<const Word36> words);  // accepts a loader with a few damaged words

// SBLK (ITS): a loader for hardware read-in, or JRST 1 alone in a file; then checksummed blocks -n,,a (a itself, not
// a-1), n words, rotated sum; then the start instruction, 0 for none; then symbol blocks of the same form and the start
// instruction again. The writer produces the file form.
Expected<CoreImage> readSblk(const WordFile& file);
Expected<std::vector<Word36>> writeSblk(const CoreImage& image);
bool startsWithSblk(std::span<const Word36> words);  // JRST 1 first, or a loader and a block with a correct checksum

// PDUMP (ITS): 0, a map of 400 pages of 2000 words, the accumulators at words 1000-1017; the pages from word 2000 on;
// then the start instruction, symbol blocks and the start instruction again, as in SBLK.
Expected<CoreImage> readPdump(const WordFile& file);
bool startsWithPdump(std::span<const Word36> words);  // a map with at least one page, and the file has all its pages

// RIM (PDP-6 read-in): pairs of DATAI PTR,a and the word for a; then the start instruction.
Expected<CoreImage> readRim(const WordFile& file);
bool startsWithRim(std::span<const Word36> words);

// 10/50 SAV (TENDMP, DTBOOT, TENEX SAVE): blocks -n,,a-1 and n words without checksum; then JRST start or another jump,
// an entry vector word (TENEX only), or 0 for no start. MIDAS on TENEX and TOPS-20 adds information blocks as in SBLK,
// with checksums, and the start word again.
Expected<CoreImage> readSav(const WordFile& file);
Expected<std::vector<Word36>> writeSav(const CoreImage& image);

// The image as TENEX SAVE compresses it for this format: no runs of zeros, no block across a page boundary.
CoreImage withoutZeros(const CoreImage& image);

// TENEX SSAVE: 1000,,n and n words access+page,,file page; then the entry word; then the pages, 1000 words each.
Expected<CoreImage> readSsave(const WordFile& file);
Expected<std::vector<Word36>> writeSsave(const CoreImage& image);

// TOPS-10 and TOPS-20 EXE: 1776,,length and pairs of file page and memory page; 1775 entry vector; 1777 end; then the
// pages. Section 0 only.
Expected<CoreImage> readExe(const WordFile& file);
Expected<std::vector<Word36>> writeExe(const CoreImage& image);

// Core from 0 to the last word of the image. There is no reader, because such a file has no identifying mark.
Expected<std::vector<Word36>> writeRawCore(const CoreImage& image);

// utah10's own octal text. `addr/ word`, `addr: word word ...`, `start addr` or `start LH,,RH` (an instruction); `;`
// begins a comment. A word is up to twelve octal digits or LH,,RH. No location may occur twice.
Expected<CoreImage> readOctalText(std::string name, std::string_view text);
Expected<std::string> writeOctalText(const CoreImage& image);

}  // namespace utah10
