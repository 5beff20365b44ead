#include "targets.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "analytics/date_pattern.h"
#include "api/accounts/user_messages.h"
#include "api/apply/apply_messages.h"
#include "api/candidates/candidates.h"
#include "api/jobs/job_messages.h"
#include "apply/answers.h"
#include "archive/archive.h"
#include "archive/compression.h"
#include "archive/entries.h"
#include "base/ascii.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/stem.h"
#include "base/words.h"
#include "edge/router.h"
#include "files/file_store.h"
#include "files/zip_listing.h"
#include "http/byte_range.h"
#include "http/preference.h"
#include "http/request_parser.h"
#include "jobs/list_request.h"
#include "markup/allow_list.h"
#include "markup/link.h"
#include "markup/sanitiser.h"
#include "oauth/scope.h"
#include "routes.h"
#include "scim/filter.h"
#include "settings/settings.h"
#include "sso/id_token.h"
#include "sso/provider.h"
#include "webhooks/outgoing/signature.h"
#include "wire/form.h"
#include "wire/json.h"
#include "wire/json_patch.h"
#include "wire/merge_patch.h"
#include "wire/multipart.h"
#include "wire/query.h"

namespace callboard::fuzz {
namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

// Checks with an independent parser, Boost.JSON.
void require_json(std::string_view text) {
    boost::json::error_code failed;
    boost::json::parse_options options;
    options.max_depth = 20'000;
    boost::json::parse(boost::json::string_view{text.data(), text.size()}, failed, {}, options);
    require(!failed);
}

// No control characters, which could inject a header, and a limited length.
void require_header(std::string_view value) {
    require(value.size() <= 1000);
    for (const char c : value) require(c >= ' ' && c < 0x7f);
}

// The result of parsing a byte stream: the request and the number of bytes it consumed.
struct Reading {
    std::string path;
    std::string body;
    std::size_t headers = 0;
    std::size_t taken = 0;
    bool operator==(const Reading&) const = default;
};

// Feeds the parser with pieces of one size. Nothing if the request is incomplete or refused.
std::optional<Reading> read_in_pieces(std::string_view input, std::size_t piece) {
    using Progress = http::RequestParser::Progress;
    http::Request request;
    http::RequestParser parser{request};
    std::size_t given = 0;
    Progress progress = Progress::need_more;
    while (progress == Progress::need_more && given < input.size()) {
        given = std::min(given + piece, input.size());
        progress = parser.read_head(input.substr(0, given));
    }
    if (progress != Progress::done) return std::nullopt;
    std::size_t at = parser.head_size();
    require(at <= input.size());
    if (parser.has_body()) {
        progress = Progress::need_more;
        while (progress == Progress::need_more) {
            std::size_t used = 0;
            progress = parser.read_body(input.substr(at, given - at), 4096, used);
            at += used;
            if (progress == Progress::need_more && given == input.size()) return std::nullopt;
            if (progress == Progress::need_more) given = std::min(given + piece, input.size());
        }
        if (progress == Progress::refused) return std::nullopt;
    }
    return Reading{std::string{request.path}, request.body, request.headers.size(), at};
}

// Each attribute has one blank before it and its value in double quotes.
void require_allowed_attributes(std::string_view element, std::string_view text) {
    while (!text.empty()) {
        const auto equals = text.find("=\"");
        require(text.front() == ' ' && equals != std::string_view::npos);
        const std::string_view name = text.substr(1, equals - 1);
        const auto end = text.find('"', equals + 2);
        require(end != std::string_view::npos);
        const std::string_view value = text.substr(equals + 2, end - equals - 2);
        require(std::ranges::any_of(markup::kAttributes, [&](const markup::AllowedAttribute& each) {
            return each.name == name && (each.element.empty() || each.element == element);
        }));
        if (name == "href") require(markup::safe_link(value) == value);
        text.remove_prefix(end + 1);
    }
}

// Independent of the HTML parser: every "<" must begin a tag that the sanitiser wrote.
void require_allowed_tags(std::string_view text) {
    std::vector<std::string_view> open;
    for (auto at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        const auto end = text.find('>', at);
        require(end != std::string_view::npos);
        std::string_view tag = text.substr(at + 1, end - at - 1);
        if (tag.starts_with('/')) {
            require(!open.empty() && open.back() == tag.substr(1));
            open.pop_back();
            continue;
        }
        const std::string_view name = tag.substr(0, tag.find(' '));
        require(markup::element_rule(name) == markup::ElementRule::keep);
        require_allowed_attributes(name, tag.substr(name.size()));
        if (!markup::is_void(name)) open.push_back(name);
    }
    require(open.empty());
}

// Interprets the input as a sequence of choices; at its end the first option is chosen.
class Choices {
  public:
    explicit Choices(std::string_view bytes) : left_(bytes) {}

    bool empty() const { return left_.empty(); }

    // One of `many` options.
    std::size_t next(std::size_t many) {
        if (left_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(left_.front());
        left_.remove_prefix(1);
        return byte % many;
    }
    template <class List>
    auto one_of(const List& list) {
        return list[next(list.size())];
    }

  private:
    std::string_view left_;
};

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

std::string array_of(std::size_t elements) {
    std::string text = "[0";
    for (std::size_t i = 1; i < elements; ++i) text += ",0";
    return text + "]";
}

// Often a pointer near the previous one: random pointers alone would hardly ever build deep documents.
std::string pointer(Choices& choices, std::string before) {
    static constexpr std::array<std::string_view, 7> kTokens{"a", "0", "b", "-", "1", "~01", ""};
    switch (choices.next(4)) {
        case 0: return before.append("/").append(choices.one_of(kTokens));
        case 1: return before.substr(0, before.rfind('/') == std::string::npos ? 0 : before.rfind('/'));
        case 2: return std::string{"/"}.append(choices.one_of(kTokens));
        default: return before;
    }
}

wire::PatchOperation operation(Choices& choices, const wire::PatchOperation& before) {
    using enum wire::PatchAction;
    static constexpr std::array kActions{copy, move, add, replace, remove, test};
    static const std::vector<std::string> kValues{"[]",
                                                  "{}",
                                                  "1",
                                                  R"({"a":{"a":[{}]},"b":[1,[2]]})",
                                                  nested(5),
                                                  nested(40),
                                                  nested(wire::kMaxJsonDepth),
                                                  "\"" + std::string(5'000, 'x') + "\"",
                                                  array_of(1'000),
                                                  "null"};
    wire::PatchOperation made{.op = choices.one_of(kActions), .path = {}, .from = {}, .value = {}};
    made.path = pointer(choices, before.path);
    if (made.op == copy || made.op == move) made.from = pointer(choices, before.from);
    if (made.op == add || made.op == replace || made.op == test) made.value = choices.one_of(kValues);
    return made;
}

// The result of a patch must be acceptable as a request body.
void require_body(std::string_view text, std::size_t size_before) {
    require(text.size() <= std::max(std::size_t{1024} * 1024, size_before));
    const wire::JsonDocument document{text};  // throws if nested too deeply, which fails the target
}

// Nested objects, whose structure the input chooses.
void append_tree(std::string& out, Choices& choices, std::size_t deepest) {
    static constexpr std::array<std::string_view, 5> kLeaves{"null", "1", "[]", "[null,{}]", "\"x\""};
    static constexpr std::array<std::string_view, 4> kKeys{"a", "b", "c", "d"};
    if (deepest == 0 || choices.next(4) == 3) {
        out += choices.one_of(kLeaves);
        return;
    }
    out += '{';
    const std::size_t members = choices.next(kKeys.size());
    for (std::size_t i = 0; i < members; ++i) {
        out.append(i == 0 ? "\"" : ",\"").append(kKeys[i]).append("\":");
        append_tree(out, choices, choices.empty() ? 0 : deepest - 1);
    }
    out += '}';
}

archive::ByteSource source_of(std::string_view& input) {
    return [&input](std::span<char> into) {
        const std::size_t count = std::min(into.size(), input.size());
        std::copy_n(input.begin(), count, into.begin());
        input.remove_prefix(count);
        return count;
    };
}

// A few bytes may decompress to many.
constexpr std::size_t kMostDecompressed = std::size_t{4} * 1024 * 1024;

template <class Reader>
std::size_t read_entries(Reader& reader) {
    std::vector<char> buffer(10'000);
    std::size_t size = 0;
    while (const auto entry = reader.next()) {
        require(!entry->kind.empty() && is_utf8(entry->name));
        while (const std::size_t count = reader.read(buffer))
            if ((size += count) > kMostDecompressed) return size;
    }
    return size;
}

}  // namespace

std::span<const Target> targets() {
    static constexpr std::array kAll{Target{"request", request},
                                     Target{"url", url},
                                     Target{"json", json},
                                     Target{"message", message},
                                     Target{"patch", patch},
                                     Target{"form", form},
                                     Target{"multipart", multipart},
                                     Target{"config", config},
                                     Target{"candidate", candidate},
                                     Target{"search", search},
                                     Target{"signature", signature},
                                     Target{"range", range},
                                     Target{"scim", scim},
                                     Target{"date_pattern", date_pattern},
                                     Target{"html", html},
                                     Target{"preference", preference},
                                     Target{"patch_sequence", patch_sequence},
                                     Target{"merge_patch", merge_patch},
                                     Target{"id_token", id_token},
                                     Target{"file", file},
                                     Target{"applying", applying},
                                     Target{"backup", backup}};
    return kAll;
}

// The request does not depend on how the bytes are split: differences would allow request smuggling.
void request(std::string_view input) {
    if (input.size() > 60'000) return;
    const auto whole = read_in_pieces(input, input.size() + 1);
    require(read_in_pieces(input, 1) == whole);
    require(read_in_pieces(input, 7) == whole);
}

void url(std::string_view input) {
    static const std::vector<edge::Route> table = routes();
    static const edge::Router router{table};
    const auto question = std::min(input.find('?'), input.size());
    edge::PathParams params;
    router.find(input.substr(0, question), params);
    try {
        wire::UnknownNames unknown;
        wire::decode_query<jobs::ListRequest>(input.substr(std::min(question + 1, input.size())), unknown);
        require_header(unknown.header_value());
    } catch (const Error& error) {
        require(error.kind == ErrorKind::invalid_request);
    }
    if (const auto decoded = percent_decode(input, Plus::literal)) {
        require(percent_decode(percent_encode(*decoded), Plus::literal) == decoded);
    }
}

// Duplicate fields are detected, and scopes survive a round trip.
void form(std::string_view input) {
    constexpr std::array<std::string_view, 3> kNames{"grant_type", "code", "scope"};
    for (const auto& read : {wire::Form::parse(input), wire::Form::parse_json(input, kNames)}) {
        if (!read) continue;
        bool twice = false;
        for (const auto name : kNames) twice = twice || read->has_repeated(name);
        require(!twice || read->has_any_twice());
        const auto scopes = oauth::read_scopes(read->text("scope"));
        require(oauth::read_scopes(to_text(scopes.known)).known == scopes.known);
    }
    if (const auto bytes = from_base64(input)) require(bytes->size() <= input.size());
}

// Contents are parts of the body, in its order; names are text.
void multipart(std::string_view input) {
    const auto parts = wire::parse_multipart("multipart/form-data; boundary=b", input);
    if (!parts) return;
    const char* end = input.data();
    for (const wire::Part& each : *parts) {
        require(each.content.data() > end && each.content.size() < input.size());
        require(!each.content.contains("\r\n--b"));
        require(is_utf8(each.name) && is_utf8(each.file_name.value_or("")));
        end = each.content.data() + each.content.size();
    }
    require(end <= input.data() + input.size());
}

// Whatever is accepted is valid JSON for another parser, too.
void json(std::string_view input) {
    try {
        const wire::JsonDocument document{input};
    } catch (const Error& error) {
        require(error.faults.front().code == "INVALID_JSON");
        return;
    }
    require_json(input);
}

// A body is refused with faults, or survives a round trip through encoding and decoding.
void message(std::string_view input) {
    try {
        wire::UnknownNames unknown;
        const auto job = wire::decode<api::JobInput>(input, ErrorKind::unprocessable, unknown);
        require_header(unknown.header_value());
        std::string text;
        wire::encode(text, job);
        std::string again;
        wire::encode(again, wire::decode<api::JobInput>(text));
        require(text == again);
    } catch (const Error& error) {
        require(!error.faults.empty());
    }
}

// A candidate that was decoded survives a round trip, and so does the result of a merge patch (RFC 7396).
void candidate(std::string_view input) {
    static const api::PersonalDetails kSomebody{.first_name = {"Ada"},
                                                .last_name = {"Byron"},
                                                .email = {"ada@example.com"},
                                                .location = candidates::Location{.city = "London"}};
    const auto same_again = []<class Message>(const Message& message) {
        const std::string text = wire::to_json(message);
        require(wire::to_json(wire::decode<Message>(text)) == text);
    };
    try {
        same_again(wire::decode<api::CandidateInput>(input));
    } catch (const Error& error) {
        require(!error.faults.empty());
    }
    try {
        same_again(
            wire::merged(kSomebody, wire::decode<api::CandidatePatch>(input), ErrorKind::invalid_request));
    } catch (const Error& error) {
        require(!error.faults.empty());
    }
}

// What was parsed is within the bounds, can be evaluated, and never needs a value that it does not accept.
void scim(std::string_view input) {
    const auto check = [](const auto& self, const scim::Filter& filter, std::size_t depth) -> std::size_t {
        // Each bracket adds a conjunction, a disjunction and a negation at most.
        require(depth <= 4 * scim::kDeepestFilter);
        if (filter.kind == scim::Filter::Kind::comparison) return 1;
        require(!filter.parts.empty());
        std::size_t comparisons = 0;
        for (const scim::Filter& part : filter.parts) comparisons += self(self, part, depth + 1);
        return comparisons;
    };
    const auto refusal_is_short = [](const Error& error) {
        require(error.kind == ErrorKind::invalid_request && error.faults.size() == 1);
        require(error.faults.front().message.size() < 300);
    };
    try {
        const scim::Filter filter = scim::parse_filter(input);
        require(check(check, filter, 0) <= scim::kMostComparisons);
        const scim::Attribute name{.name = "username", .part = {}};
        const auto needed = scim::required_value(filter, name);
        const bool matches = scim::matches(filter, [&](const scim::Attribute& attribute) {
            return scim::Values{.texts = {attribute == name ? "ada" : "x"}, .case_exact = true};
        });
        if (needed && *needed != "ada") require(!matches);
    } catch (const Error& error) {
        refusal_is_short(error);
    }
    try {
        const scim::Path path = scim::parse_path(input);
        require(!path.attribute.name.empty());
        if (path.selection) require(check(check, *path.selection, 0) <= scim::kMostComparisons);
    } catch (const Error& error) {
        refusal_is_short(error);
    }
}

// Tokenising a word returns that word, and a stem is at most one letter longer than its word.
void search(std::string_view input) {
    if (!is_utf8(input)) return;
    for (const SearchWord& word : search_words(input)) {
        require(!word.text.empty());
        const auto again = search_words(word.text);
        require(again.size() == 1 && again.front().text == word.text);
        require(stem(word.text).size() <= word.text.size() + 1);
    }
    for (const std::string& word : words_of(input)) require(!word.empty());
}

// A patch (RFC 6902) is refused, or its result is valid JSON.
void patch(std::string_view input) {
    static constexpr std::string_view kDocument =
        R"({"firstName":"Grace","location":{"city":"Atlanta"},"list":[1,[2],{"a":null}],"~/":true})";
    try {
        const auto patch = wire::decode<api::UserPatch<api::Current>>(input);
        require_json(wire::apply_patch(patch, kDocument));
    } catch (const Error& error) {
        require(!error.faults.empty());
    }
}

// After any sequence of operations the result is within the size and depth limits of a body, and applying a
// patch equals applying its operations one by one.
void patch_sequence(std::string_view input) {
    static const std::string kDocument = R"({"a":{"a":{}},"b":[1,[2],{"a":null}]})";
    constexpr std::size_t kMostSteps = 64;
    Choices choices{input};
    wire::JsonPatch patch;
    for (wire::PatchOperation last; !choices.empty() && patch.operations.size() < 1'000;) {
        last = operation(choices, last);
        patch.operations.push_back(last);
    }
    try {
        const std::string whole = wire::apply_patch(patch, kDocument);
        require_body(whole, kDocument.size());
        if (patch.operations.size() > kMostSteps) return;
        std::string stepwise = kDocument;
        for (const wire::PatchOperation& each : patch.operations)
            stepwise = wire::apply_patch({{each}}, stepwise);
        require(stepwise == whole);
    } catch (const Error& error) {
        require(error.kind == ErrorKind::unprocessable || error.kind == ErrorKind::conflict);
        require(error.faults.size() == 1 && error.faults.front().message.size() < 300);
    }
}

// The result of a merge patch is within the size and depth limits of a body, and applying the patch is
// idempotent.
void merge_patch(std::string_view input) {
    constexpr std::size_t kDeepest = wire::kMaxJsonDepth - 2;  // minus the depth of the leaves
    Choices choices{input};
    std::string document;
    append_tree(document, choices, kDeepest);
    std::string patch;
    append_tree(patch, choices, kDeepest);
    const std::string merged = wire::apply_merge_patch(patch, document);
    require_body(merged, document.size());
    require(wire::apply_merge_patch(patch, merged) == merged);
}

// The first occurrence of a preference counts (RFC 7240), and an unknown name cannot add a second list
// member.
void preference(std::string_view input) {
    const std::string list{input};
    require(http::preference("handling=strict, " + list, "handling") == "strict");
    if (http::preference(list, "handling")) require(http::preference(list + ",a=b", "handling").has_value());
    wire::UnknownNames unknown;
    unknown.add_parameter(input, {});
    unknown.add_member("", input, {});
    require_header(unknown.header_value());
    require(std::ranges::count(unknown.header_value(), ',') == 1);
}

void config(std::string_view input) {
    try {
        settings::read_toml(input, "fuzz.toml");
    } catch (const settings::BadSetting& error) {
        require(std::string_view{error.what()}.starts_with("fuzz.toml"));
    }
}

// A range is within the body at any size, and requesting it by its own bounds returns the same range. An
// entity tag is found in a list that contains it.
void range(std::string_view input) {
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{500}, UINT64_MAX}) {
        const auto answer = http::read_range(input, size);
        if (answer.outcome != http::RangeOutcome::part) continue;
        const auto [first, given] = answer.part;
        require(given > 0 && first < size && given <= size - first);
        const std::string exact =
            "bytes=" + std::to_string(first) + "-" + std::to_string(first + (given - 1));
        require(http::read_range(exact, size) == answer);
    }
    const std::string tag = "\"v1\"";
    const std::string list{input};
    require(http::names_tag(list, tag) == http::names_tag(list, "W/" + tag));
    require(http::names_tag(list + "," + tag, tag));
    require(http::names_tag("W/" + tag + "," + list, tag));
}

// No header without a valid signature passes; a valid one passes beside anything else.
void signature(std::string_view input) {
    static const std::array kKeys{Secret{"HeBVky2bccvvkcXPimH8c"}, Secret{"SecondKey0000000000"}};
    static const Secret kAnotherKey{"of somebody else"};
    const webhooks::Signed parts{.timestamp = "1700000000",
                                 .body = input,
                                 .event_id = "e-2",
                                 .event_name = "job.created",
                                 .event_version = "v1",
                                 .link = ""};
    const std::string good = webhooks::signature(kKeys, parts);
    const std::string header{input};
    require(!webhooks::verifies(header, kKeys, parts));
    require(webhooks::verifies(header + ';' + good, kKeys, parts));
    require(webhooks::verifies(good + ';' + header, {&kKeys.back(), 1}, parts));
    require(!webhooks::verifies(good + ';' + header, {&kAnotherKey, 1}, parts));
}

// No token is accepted without a signature of the key, and no document that points to plain http or names
// another issuer.
void id_token(std::string_view input) {
    static const sso::KeySet kKeys = sso::KeySet::parse(R"({"keys":[{"kty":"EC","crv":"P-256","kid":"1",
            "x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]})")
                                         .value();
    static const webhooks::AddressGuard kGuard{{}};
    static const std::string kIssuer = "https://id.acme.test";
    require(kKeys.size() == 1);
    require(!sso::validate_id_token(input, kKeys,
                                    {.issuer = kIssuer,
                                     .client_id = "callboard",
                                     .nonce = "nonce",
                                     .identifying_claim = "sub",
                                     .now = Timestamp{1'700'000'000'000}}));
    const auto keys = sso::KeySet::parse(input);
    require(!keys || keys->size() <= input.size());
    const auto provider = sso::read_provider(input, kIssuer, kGuard);
    require(!provider ||
            (provider->issuer == kIssuer && lowered(provider->token_endpoint).starts_with("https://")));
}

// A pattern formats every time deterministically, with a length bounded by that of the pattern.
void date_pattern(std::string_view input) {
    constexpr std::array kMoments{Timestamp{0}, Timestamp{-62'167'219'200'000},
                                  Timestamp{253'402'300'799'999}, Timestamp{1'634'148'292'562}};
    constexpr std::size_t kLongestName = 26;
    const auto pattern = analytics::DatePattern::parse(input);
    if (!pattern) return;
    for (const Timestamp moment : kMoments) {
        std::string text;
        pattern->append(text, moment);
        require(text.size() <= input.size() * kLongestName);
        require(is_utf8(text) || !is_utf8(input));
        std::string again = "before ";
        pattern->append(again, moment);
        require(again == "before " + text);
    }
}

// The result consists of text and allowed tags in canonical form, properly nested; sanitising is idempotent.
void html(std::string_view input) {
    if (!is_utf8(input) || input.contains('\0')) return;
    const auto safe = markup::sanitised(input);
    if (!safe) return;
    require(markup::sanitised(*safe) == safe);
    require(is_utf8(*safe));
    if (input.contains('<')) require_allowed_tags(*safe);
}

// The type does not depend on what follows a file of the same type, names of an archive are part of it, and a
// file that is accepted is stored as it is.
void file(std::string_view input) {
    std::size_t names = 0;
    const bool is_whole = files::list_zip(input, [&](std::string_view name) {
        require(name.data() >= input.data() && name.data() + name.size() <= input.data() + input.size());
        ++names;
    });
    require(!is_whole || names <= files::kMostZipEntries);
    const auto type = files::file_type(input);
    require(type == files::file_type(std::string{input}));
    for (const char* const name : {"a.pdf", "a.docx", "a.odt", "a.txt", "a.png"}) {
        const auto sent = files::checked(
            {.purpose = files::Purpose::generic, .name = name, .media_type = {}, .content = input});
        require(!sent || (type == sent->type && files::is_named_like(sent->type, sent->name)));
        if (!sent) continue;
        std::string stored;
        sent->chunks.visit([&](std::string_view chunk) { stored += from_base64(chunk).value(); });
        require(stored == input);
    }
}

// An application that was decoded survives a round trip; its answers are stored only if they have no fault,
// and then they answer questions that are asked.
void applying(std::string_view input) {
    static const apply::Form kForm = apply::Form::example();
    try {
        const auto sent = wire::decode<api::ApplyInput>(input);
        const std::string text = wire::to_json(sent);
        require(wire::to_json(wire::decode<api::ApplyInput>(text)) == text);
        std::vector<apply::Answer> answers;
        for (const api::AnswerInput& each : sent.answers.value_or(std::vector<api::AnswerInput>{})) {
            answers.push_back({.question_id = each.id, .records = {}});
            for (const auto& record : each.records) answers.back().records.push_back(record.fields);
        }
        std::vector<Fault> faults;
        const auto stored = apply::checked(kForm, answers, apply::Conditionals::included, faults);
        require_json(wire::to_json(stored));
        if (!faults.empty()) return;
        const auto asked = apply::asked_questions(kForm, answers, apply::Conditionals::included);
        require(stored.content.size() <= asked.size());
    } catch (const Error& error) {
        require(!error.faults.empty());
    }
}

// Whatever is read is accepted, or refused as a bad archive. The layers below the first are run alone, too:
// mutations hardly ever pass its tags.
void backup(std::string_view input) {
    const auto accept = [&](auto read) {
        std::string_view left = input;
        try {
            read(left);
        } catch (const archive::BadArchive& error) {
            require(is_utf8(error.what()));
        }
    };
    accept([](std::string_view& left) {
        archive::Reader reader{source_of(left)};
        if (!reader.is_encrypted() && reader.unlock(std::nullopt)) read_entries(reader);
    });
    accept([](std::string_view& left) {
        archive::Decompressor decompressor{source_of(left)};
        std::vector<char> buffer(10'000);
        for (std::size_t size = 0; size < kMostDecompressed;) {
            const std::size_t count = decompressor.read(buffer);
            if (count == 0) break;
            size += count;
        }
    });
    accept([&](std::string_view& left) {
        archive::EntryReader reader{source_of(left)};
        require(read_entries(reader) <= input.size());
    });
}

}  // namespace callboard::fuzz
