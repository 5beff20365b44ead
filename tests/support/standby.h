// A streaming replica of the server of a PostgreSQL database.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace callboard::test {

class Standby {
  public:
    explicit Standby(const std::string& primary);  // the URL of the database
    ~Standby();

    Standby(const Standby&) = delete;
    Standby& operator=(const Standby&) = delete;

    std::string url() const;
    std::uint16_t port() const { return port_; }

    void stop() const;
    void start() const;
    void promote() const;  // it becomes a primary

    // From now on WAL is received and not replayed.
    void fall_behind() const;
    void catch_up() const;

  private:
    static std::string script(const std::vector<std::string>& arguments);

    const std::string primary_;
    const std::uint16_t port_;
    const std::string folder_;
};

}  // namespace callboard::test
