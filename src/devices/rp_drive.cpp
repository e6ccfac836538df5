#include "devices/rp_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace utah10 {

namespace {
constexpr std::array<RpType, 2> kTypes{{
    {"RP02", 203, milliseconds(20), milliseconds(80), "SIMH, RP11: one track 20 ms, average 50, longest 80"},
    {"RP03", 406, microseconds(7500), milliseconds(55), "SIMH, RP11: one track 7.5 ms, average 29, longest 55"},
}};
}  // namespace

std::span<const RpType> rpTypes() { return kTypes; }

const RpType* findRpType(std::string_view name) {
  const auto it = std::ranges::find(kTypes, name, &RpType::name);
  return it == kTypes.end() ? nullptr : &*it;
}

Expected<void> checkRpDrives(std::span<const std::string> types) {
  if (types.size() > 8) return fail("rp10", fmt::format("{} drives", types.size()), "at most 8");
  for (std::size_t n = 0; n < types.size(); ++n)
    if (findRpType(types[n]) == nullptr)
      return fail(fmt::format("dsk{}", n), "no drive type " + types[n], "RP02 or RP03");
  return {};
}

Duration RpType::seekTime(std::uint32_t cylindersAway) const {
  if (cylindersAway == 0) return RpDrive::kNoDistance;
  const double part = (std::sqrt(cylindersAway) - 1) / (std::sqrt(cylinders - 1) - 1);
  return oneTrack + Duration{std::llround(part * static_cast<double>((longest - oneTrack).count()))};
}

RpDrive::RpDrive(Scheduler& clock, unsigned unit, const RpType& type, std::function<void()> arrived)
    : BlockUnit(fmt::format("dsk{}", unit), type.geometry()),
      clock_(clock),
      unit_(unit),
      type_(type),
      arrived_(std::move(arrived)) {
  rest_ = clock_.add(fmt::format("dsk{}.arm", unit), [this] { rest(); });
  onChange([this] { changed(); });
}

std::string RpDrive::mounted() const {
  const std::string pack = BlockUnit::mounted();
  return pack.empty() ? pack : pack + fmt::format(", cylinder {}.", cylinder_);
}

// The pack has been changed or removed: the arm is retracted and extended again.
void RpDrive::changed() {
  clock_.cancel(rest_);
  moving_ = incomplete_ = unsafe_ = false;
  cylinder_ = target_ = 0;
  arrived_();
}

void RpDrive::seek(std::uint32_t cylinder) {
  if (!loaded() || moving_) return;
  const std::uint32_t away = cylinder > cylinder_ ? cylinder - cylinder_ : cylinder_ - cylinder;
  moveTo(cylinder, cylinder < type_.cylinders ? type_.seekTime(away) : type_.longest);
}

void RpDrive::recalibrate() {
  if (!loaded()) return;
  unsafe_ = false;
  moveTo(0, moving_ ? type_.longest : type_.seekTime(std::max(cylinder_, 1u)));
}

void RpDrive::moveTo(std::uint32_t cylinder, Duration time) {
  moving_ = true;
  incomplete_ = false;
  target_ = cylinder;
  clock_.after(rest_, time);
}

void RpDrive::rest() {
  moving_ = false;
  incomplete_ = target_ >= type_.cylinders;
  if (!incomplete_) cylinder_ = target_;
  arrived_();
}

Duration RpDrive::turned() const {
  const Duration behind = kTurn * unit_ / 8;
  return (clock_.now() - kPowerOn + kTurn - behind) % kTurn;
}

unsigned RpDrive::sectorCounter() const { return static_cast<unsigned>(turned() / (kSectorTime / 2)); }

Instant RpDrive::nextStart(std::uint32_t sector) const {
  return clock_.now() + (kTurn + sector * kSectorTime - turned()) % kTurn;
}

Instant RpDrive::nextIndex() const { return clock_.now() + kTurn - turned(); }

void RpDrive::state(Archive& a) {
  a.sameText(type_.name, fmt::format("dsk{}: not an {} in the snapshot", unit_, type_.name));
  a.sameFlag(loaded(),
             fmt::format("dsk{}: attach or detach its pack first, as it was when the snapshot was made", unit_));
  a.u32(cylinder_, target_);
  a.flag(moving_, incomplete_, unsafe_);
  a.check(cylinder_ < type_.cylinders && target_ <= 0777, fmt::format("dsk{}: cylinder out of range", unit_));
}

}  // namespace utah10
