#include "utah10/experiments/background.hpp"

namespace utah10 {

class Background::User {};

std::vector<LabFile> backgroundFiles() { return {}; }

Background::Background(Laboratory& lab, unsigned, std::uint64_t) : lab_(lab) {}
Background::~Background() = default;

Expected<void> Background::bringTo(double) { return lab_.runFor(seconds(5)); }
Expected<void> Background::want(unsigned) { return {}; }
void Background::rest() {}
unsigned Background::working() const { return active_; }

}  // namespace utah10
