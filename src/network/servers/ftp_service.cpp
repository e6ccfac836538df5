#include "network/servers/ftp_service.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

FtpService::FtpService(Scheduler& clock, Ncp& ncp, const std::string& name, std::unique_ptr<FileStore> files,
                       FtpConfig config)
    : files_(std::move(files)), server_(clock, ncp, name, *files_, std::move(config)) {}

std::string FtpService::status() const {
  const auto sessions = server_.sessions();
  const auto moving = std::count_if(sessions.begin(), sessions.end(), [](const auto& s) { return s.moving; });
  return fmt::format("{} users, {} files in transfer, {} served", sessions.size(), moving, server_.served());
}

void FtpService::state(Archive& a) {
  files_->state(a);
  server_.state(a);
}

}  // namespace utah10
