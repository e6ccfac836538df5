// The lamps of devices at work, and of the pager: whether it is on, and the page table of the process that runs.
//
// Exact: they are looked at after each transfer to the device and after each of its events, and nothing else changes
// them. (What the user types on a line of the scanner is seen at the end of the slice.)
#pragma once

#include <array>
#include <string>
#include <vector>

#include "command/panel/bit_times.hpp"
#include "command/panel/lamps.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class DeviceLamps final : public BusListener, public EventListener {
 public:
  // The machine and its devices must outlive this.
  explicit DeviceLamps(Machine& machine);
  ~DeviceLamps() override;
  DeviceLamps(const DeviceLamps&) = delete;
  DeviceLamps& operator=(const DeviceLamps&) = delete;

  // Of the devices that have a lamp.
  const std::vector<std::string>& legends() const { return legends_; }

  void transferred(DeviceCode d) override;
  void busReset() override { look(); }
  void ran(EventId slot) override;
  // Looks at all.
  void look();
  // Ends the frame, sets the lamps, and begins the next frame.
  void endFrame(const LampList& lamps, LampLevels& levels);

 private:
  // When a device is at work: while these bits of its status are on; without any, while one of its events is pending.
  struct Activity {
    const IoDevice* device = nullptr;
    std::uint64_t busy = 0;
    std::vector<EventId> events;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void add(const IoBus::Connection& c, std::string_view bit, std::string_view legend);
  std::size_t lampOf(std::string_view name) const;
  bool working(const Activity& a) const;
  std::uint64_t pagerBits() const;
  void lookAt(std::size_t lamp);
  void lookAtPager();
  void become(std::uint64_t bits);

  Machine& machine_;
  const Pager* pager_ = nullptr;
  std::vector<Activity> activities_;
  std::vector<std::string> legends_;
  std::array<std::size_t, 128> byCode_{};  // the lamp that a transfer concerns
  std::vector<std::size_t> byEvent_;       // the lamp that an event concerns
  std::uint64_t bits_ = 0;                 // of the devices, then of the pager
  BitTimes times_;
};

}  // namespace utah10
