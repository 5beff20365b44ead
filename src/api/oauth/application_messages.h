// Requests and responses about the applications that a company registered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "oauth/registration.h"
#include "oauth/scope.h"
#include "wire/merge_patch.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- requests

inline constexpr wire::Rule kApplicationName{
    .min_length = 1, .max_length = 100, .one_line = true, .about = "Shown to users who authorize it."};
inline constexpr wire::Rule kRedirectUris{
    .min_items = 1,
    .max_items = oauth::kMostRedirectUris,
    .about = "https, or http://localhost and http://127.0.0.1; compared exactly."};
inline constexpr wire::Rule kApplicationScopes{
    .min_items = 1, .max_items = oauth::kScopes.size(), .about = "That it may request."};

struct ApplicationInput {
    std::string name;
    std::vector<std::string> redirect_uris;
    std::vector<oauth::Scope> scopes;
    std::optional<bool> confidential;

    static constexpr std::string_view kName = "OAuthApplicationInput";
    static constexpr auto shape() {
        using Self = ApplicationInput;
        return wire::fields(
            wire::field("name", &Self::name, kApplicationName),
            wire::field("redirectUris", &Self::redirect_uris, kRedirectUris),
            wire::field("scopes", &Self::scopes, kApplicationScopes),
            wire::field("confidential", &Self::confidential,
                        {.about = "true by default: it has a secret. false: it has none, such as an "
                                  "application in a browser, and must use PKCE."}));
    }
    static ApplicationInput example() {
        return {.name = "Harbour Lane intranet",
                .redirect_uris = {"https://intranet.harbourlane.example/callback"},
                .scopes = {oauth::Scope::jobs_read, oauth::Scope::users_read},
                .confidential = true};
    }
};

// What a patch changes.
struct ApplicationDetails {
    std::string name;
    std::vector<std::string> redirect_uris;
    std::vector<oauth::Scope> scopes;

    static constexpr std::string_view kName = "OAuthApplicationDetails";
    static constexpr std::string_view kPatchName = "OAuthApplicationPatch";
    static constexpr auto shape() {
        using Self = ApplicationDetails;
        return wire::fields(wire::field("name", &Self::name, kApplicationName),
                            wire::field("redirectUris", &Self::redirect_uris, kRedirectUris),
                            wire::field("scopes", &Self::scopes, kApplicationScopes));
    }
    static std::string merge_example() {
        return R"({"redirectUris":["https://intranet.harbourlane.example/oauth"]})";
    }
};
using ApplicationPatch = wire::MergeOf<ApplicationDetails>;

// --- responses

struct OAuthApplicationView {
    ApplicationId client_id;
    std::string name;
    std::vector<std::string> redirect_uris;
    std::vector<oauth::Scope> scopes;
    bool confidential = true;
    bool published = false;
    Timestamp created_on;
    std::optional<Timestamp> last_used_on;
    std::int64_t connections = 0;

  protected:
    // Before shape(), whose type is deduced from it.
    template <class View>
    static constexpr auto fields_in() {
        using Self = OAuthApplicationView;
        return wire::fields(
            wire::inherited<View>("clientId", &Self::client_id), wire::inherited<View>("name", &Self::name),
            wire::inherited<View>("redirectUris", &Self::redirect_uris),
            wire::inherited<View>("scopes", &Self::scopes),
            wire::inherited<View>("confidential", &Self::confidential),
            wire::inherited<View>(
                "published", &Self::published,
                {.about = "Whether users of other companies may authorize it; the operator publishes."}),
            wire::inherited<View>("createdOn", &Self::created_on),
            wire::inherited<View>("lastUsedOn", &Self::last_used_on),
            wire::inherited<View>("connections", &Self::connections,
                                  {.about = "The number of users of the company who have authorized it."}));
    }

  public:
    static constexpr std::string_view kName = "OAuthApplication";
    static constexpr auto shape() { return fields_in<OAuthApplicationView>(); }
};

struct RegisteredApplicationView : OAuthApplicationView {
    std::optional<std::string> client_secret;

    static constexpr std::string_view kName = "RegisteredOAuthApplication";
    static constexpr auto shape() {
        using Self = RegisteredApplicationView;
        return wire::joined(
            fields_in<Self>(),
            wire::fields(wire::field("clientSecret", &Self::client_secret,
                                     {.about = "Returned only here; absent if it is not confidential."})));
    }
};

struct OAuthApplicationList {
    std::int64_t total_found = 0;
    std::vector<OAuthApplicationView> content;

    static constexpr std::string_view kName = "OAuthApplications";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &OAuthApplicationList::total_found),
                            wire::field("content", &OAuthApplicationList::content));
    }
};

struct ApplicationSecretView {
    ApplicationId client_id;
    std::string client_secret;
    Timestamp previous_valid_until;

    static constexpr std::string_view kName = "OAuthApplicationSecret";
    static constexpr auto shape() {
        using Self = ApplicationSecretView;
        return wire::fields(
            wire::field("clientId", &Self::client_id),
            wire::field("clientSecret", &Self::client_secret, {.about = "Returned only here."}),
            wire::field("previousValidUntil", &Self::previous_valid_until,
                        {.about = "Until when the previous secret can be used."}));
    }
};

struct ConnectedUserView {
    UserId id;
    std::string first_name;
    std::string last_name;
    std::string email;

    static constexpr std::string_view kName = "ConnectedUser";
    static constexpr auto shape() {
        using Self = ConnectedUserView;
        return wire::fields(wire::field("id", &Self::id), wire::field("firstName", &Self::first_name),
                            wire::field("lastName", &Self::last_name), wire::field("email", &Self::email));
    }
};

struct ConnectionView {
    ConnectedUserView user;
    std::vector<oauth::Scope> scopes;
    Timestamp connected_on;
    std::optional<Timestamp> last_used_on;

    static constexpr std::string_view kName = "ApplicationConnection";
    static constexpr auto shape() {
        using Self = ConnectionView;
        return wire::fields(
            wire::field("user", &Self::user), wire::field("scopes", &Self::scopes),
            wire::field("connectedOn", &Self::connected_on),
            wire::field("lastUsedOn", &Self::last_used_on,
                        {.about = "When tokens were last requested for the user, to the minute."}));
    }
};

struct ConnectionList {
    std::int64_t total_found = 0;
    wire::Cursor next_page_id;
    std::vector<ConnectionView> content;

    static constexpr std::string_view kName = "ApplicationConnections";
    static constexpr auto shape() {
        using Self = ConnectionList;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("nextPageId", &Self::next_page_id),
                            wire::field("content", &Self::content));
    }
};

}  // namespace callboard::api
