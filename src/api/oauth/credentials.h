// API keys and client credentials of a company.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "oauth/company_credentials.h"
#include "wire/shape.h"

namespace callboard::api {

struct CredentialInput {
    oauth::CredentialType type{};
    std::string name;
    std::optional<UserId> user_id;
    std::optional<std::vector<oauth::Scope>> scopes;

    static constexpr std::string_view kName = "CredentialInput";
    static constexpr auto shape() {
        using Self = CredentialInput;
        return wire::fields(
            wire::field("type", &Self::type),
            wire::field("name", &Self::name, {.min_length = 1, .max_length = 100, .one_line = true}),
            wire::field("userId", &Self::user_id,
                        {.about = "The user that an API key acts for, or whose role and access groups the "
                                  "client credentials get; the caller by default."}),
            wire::field("scopes", &Self::scopes,
                        {.min_items = 1,
                         .max_items = oauth::kScopes.size(),
                         .about = "Of client credentials; an API key has all scopes."}));
    }
    static CredentialInput example() {
        return {.type = oauth::CredentialType::client_credentials,
                .name = "Nightly import",
                .user_id = std::nullopt,
                .scopes = {{oauth::Scope::jobs_read}}};
    }
};

struct CredentialUserView {
    UserId id;
    std::string first_name;
    std::string last_name;

    static constexpr std::string_view kName = "CredentialUser";
    static constexpr auto shape() {
        using Self = CredentialUserView;
        return wire::fields(wire::field("id", &Self::id), wire::field("firstName", &Self::first_name),
                            wire::field("lastName", &Self::last_name));
    }
};

struct CredentialView {
    CredentialId id;
    oauth::CredentialType type{};
    std::string name;
    std::optional<CredentialId> client_id;
    std::optional<std::vector<oauth::Scope>> scopes;
    CredentialUserView user;
    Timestamp created_on;
    std::optional<Timestamp> last_used_on;

  protected:
    // Before shape(), whose type is deduced from it.
    template <class View>
    static constexpr auto fields_in() {
        using Self = CredentialView;
        return wire::fields(
            wire::inherited<View>("id", &Self::id), wire::inherited<View>("type", &Self::type),
            wire::inherited<View>("name", &Self::name),
            wire::inherited<View>("clientId", &Self::client_id,
                                  {.about = "Of client credentials: their id."}),
            wire::inherited<View>("scopes", &Self::scopes, {.about = "Of client credentials."}),
            wire::inherited<View>("user", &Self::user,
                                  {.about = "That it acts for; of client credentials a service account."}),
            wire::inherited<View>("createdOn", &Self::created_on),
            wire::inherited<View>(
                "lastUsedOn", &Self::last_used_on,
                {.about =
                     "Of an API key a few minutes old; of client credentials when a token was issued."}));
    }

  public:
    static constexpr std::string_view kName = "Credential";
    static constexpr auto shape() { return fields_in<CredentialView>(); }
};

struct NewCredentialView : CredentialView {
    std::optional<std::string> key;
    std::optional<std::string> client_secret;

    static constexpr std::string_view kName = "NewCredential";
    static constexpr auto shape() {
        using Self = NewCredentialView;
        return wire::joined(
            fields_in<Self>(),
            wire::fields(wire::field("key", &Self::key, {.about = "The API key. Returned only here."}),
                         wire::field("clientSecret", &Self::client_secret,
                                     {.about = "Of client credentials. Returned only here."})));
    }
};

struct CredentialList {
    std::int64_t total_found = 0;
    std::vector<CredentialView> content;

    static constexpr std::string_view kName = "Credentials";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &CredentialList::total_found),
                            wire::field("content", &CredentialList::content));
    }
};

CredentialList list_credentials(db::Snapshot& snapshot, const edge::Call<>& call);
NewCredentialView create_credential(db::Tx& tx, const edge::Call<CredentialInput>& call);
wire::Nothing delete_credential(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
