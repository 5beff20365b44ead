// A password that a client chooses: hashed as it is read, so that nobody after the decoder knows it. That
// takes long, so rows whose body may have one are marked as reading slowly.
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
    static void write(JsonWriter& out, const api::NewPassword&) { out.null(); }  // nobody is shown one
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, kLength, schemas);
    }

  private:
    static constexpr Rule kLength{.min_length = accounts::kShortestPassword,
                                  .max_length = accounts::kLongestPassword,
                                  .about = "Write-only."};
};
