// Addresses, page numbers, accumulator numbers, device codes and rights: integers that must not be confused are types.
//
// Shapes: virtual address 18 bits, wrapping without a trap (SRM, Effective Address Calculation); physical address up
// to 22 bits (the KA10's bus carries 18; the BBN pager reaches 20); page = 1000 octal words; accumulator 0-17;
// device code = bits 3-9 of an I/O instruction, written times four (000-774); rights = any of read, write, execute.
// Errors: none.
#pragma once

#include <compare>
#include <cstdint>

#include "utah10/word/word36.hpp"

namespace utah10 {

// Number of a page of 1000 (octal) words.
class PageNo {
 public:
  constexpr PageNo() = default;
  constexpr explicit PageNo(std::uint32_t n) : n_(n) {}
  constexpr std::uint32_t number() const { return n_; }
  constexpr auto operator<=>(const PageNo&) const = default;

 private:
  std::uint32_t n_ = 0;
};

class VirtualAddress {
 public:
  static constexpr std::uint32_t kMask = 0777777;
  constexpr VirtualAddress() = default;
  constexpr explicit VirtualAddress(std::uint32_t a) : a_(a & kMask) {}
  constexpr explicit VirtualAddress(HalfWord h) : a_(h.bits()) {}
  constexpr std::uint32_t bits() const { return a_; }
  constexpr HalfWord half() const { return HalfWord{a_}; }
  constexpr PageNo page() const { return PageNo{a_ >> 9}; }
  constexpr std::uint32_t offset() const { return a_ & 0777; }
  constexpr VirtualAddress next() const { return VirtualAddress{a_ + 1}; }
  constexpr VirtualAddress plus(std::uint32_t n) const { return VirtualAddress{a_ + n}; }
  // Locations 0-17 are the accumulators.
  constexpr bool isAc() const { return a_ < 020; }
  constexpr auto operator<=>(const VirtualAddress&) const = default;

 private:
  std::uint32_t a_ = 0;
};

class PhysicalAddress {
 public:
  static constexpr std::uint32_t kMask = 017777777;
  constexpr PhysicalAddress() = default;
  constexpr explicit PhysicalAddress(std::uint32_t a) : a_(a & kMask) {}
  constexpr std::uint32_t bits() const { return a_; }
  constexpr PageNo page() const { return PageNo{a_ >> 9}; }
  constexpr PhysicalAddress plus(std::uint32_t n) const { return PhysicalAddress{a_ + n}; }
  constexpr auto operator<=>(const PhysicalAddress&) const = default;

 private:
  std::uint32_t a_ = 0;
};

class AcNo {
 public:
  constexpr AcNo() = default;
  constexpr explicit AcNo(std::uint32_t n) : n_(n & 017) {}
  constexpr std::uint32_t number() const { return n_; }
  // AC+1; AC 17 pairs with AC 0.
  constexpr AcNo next() const { return AcNo{n_ + 1}; }
  constexpr auto operator<=>(const AcNo&) const = default;

 private:
  std::uint32_t n_ = 0;
};

class DeviceCode {
 public:
  constexpr DeviceCode() = default;
  // From the code as it is written, 000-774 in steps of four.
  static constexpr DeviceCode written(std::uint32_t code) { return DeviceCode{code >> 2}; }
  // From bits 3-9 of an instruction, 0-177.
  static constexpr DeviceCode field(std::uint32_t bits) { return DeviceCode{bits}; }
  constexpr std::uint32_t asWritten() const { return n_ << 2; }
  constexpr std::uint32_t index() const { return n_; }
  constexpr auto operator<=>(const DeviceCode&) const = default;

 private:
  constexpr explicit DeviceCode(std::uint32_t n) : n_(n & 0177) {}
  std::uint32_t n_ = 0;
};

// A kind of reference, as bits; a read-modify-write needs read and write.
enum class Access : std::uint8_t { Read = 1, Write = 2, ReadModifyWrite = 3, Execute = 4 };

// The kinds of reference that a mapping grants, or that a reference needs: a set of Access bits.
class Rights {
 public:
  constexpr Rights() = default;
  constexpr Rights(Access access) : bits_(static_cast<std::uint32_t>(access)) {}  // of this kind alone
  static constexpr Rights all() { return Rights{7u}; }
  // As they are kept in snapshots and traces.
  static constexpr Rights fromBits(std::uint32_t bits) { return Rights{bits & 7}; }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool none() const { return bits_ == 0; }
  // All of what is needed is granted.
  constexpr bool allow(Rights need) const { return (bits_ & need.bits_) == need.bits_; }
  constexpr Rights without(Rights o) const { return Rights{bits_ & ~o.bits_}; }
  constexpr Rights operator&(Rights o) const { return Rights{bits_ & o.bits_}; }
  constexpr Rights operator|(Rights o) const { return Rights{bits_ | o.bits_}; }
  constexpr bool operator==(const Rights&) const = default;

 private:
  constexpr explicit Rights(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

}  // namespace utah10
