// A password in a request: the decoder hashes it, so that no other code sees the plain text. Hashing is slow,
// so routes with such a body are declared with_slow_body().
#pragma once

#include <optional>
#include <string>

#include "accounts/password.h"
#include "base/secret.h"
#include "wire/codec.h"

namespace callboard::api {

struct NewPassword {
    std::string hash;
};

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::NewPassword> {
    static std::optional<api::NewPassword> read(const JsonValue& value, const Rule&, Reading& reading) {
        const auto text = Codec<std::string>::read(value, kLength, reading);
        if (!text) return std::nullopt;
        return api::NewPassword{accounts::hash_password(Secret{*text})};
    }
    static void write(JsonWriter& out, const api::NewPassword&) { out.null(); }  // write-only
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, kLength, schemas);
    }

  private:
    static constexpr Rule kLength{.min_length = accounts::kShortestPassword,
                                  .max_length = accounts::kLongestPassword,
                                  .about = "Write-only."};
};
