// The file server as a service of a modelled host, with the files it serves.
#pragma once

#include <memory>

#include "network/servers/ftp_server.hpp"
#include "network/servers/host_service.hpp"

namespace utah10 {

class FtpService final : public HostService {
 public:
  // `name` begins the name of its event slot.
  FtpService(Scheduler& clock, Ncp& ncp, const std::string& name, std::unique_ptr<FileStore> files,
             FtpConfig config = {});

  std::string_view name() const override { return "ftp"; }
  void open() override { server_.open(); }
  std::string status() const override;
  void state(Archive& a) override;

  FileStore& files() { return *files_; }
  FtpServer& server() { return server_; }
  const FtpServer& server() const { return server_; }

 private:
  std::unique_ptr<FileStore> files_;
  FtpServer server_;
};

}  // namespace utah10
