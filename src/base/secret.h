// A value that must never be part of a log line, an error message or a response. It has no stream operator
// and no fmt formatter, so printing it does not compile; `reveal()` is the single, greppable access to the
// bytes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <openssl/crypto.h>

namespace callboard {

class Secret {
  public:
    explicit Secret(std::string bytes) : bytes_(std::move(bytes)) {}
    Secret(const Secret&) = default;  // no move: a moved-from string may keep its bytes
    Secret& operator=(const Secret&) = delete;
    ~Secret() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

    std::string_view reveal() const { return bytes_; }

    bool operator==(const Secret&) const = delete;  // compare digests, in constant time

  private:
    std::string bytes_;
};

}  // namespace callboard
