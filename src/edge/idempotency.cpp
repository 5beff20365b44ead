#include "edge/idempotency.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <utility>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"
#include "edge/idempotency_store.h"

namespace callboard::edge {
namespace {

constexpr std::size_t kLongestKey = 255;

bool is_visible(char c) {
    return c > ' ' && c < 0x7f;
}

// Length-prefixed, so that the parts are unambiguous.
std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts)
        text.append(std::to_string(part.size())).append(":").append(part);
    return text;
}

// Reads the parts that joined() wrote; nothing from the first malformed one on.
class Parts {
  public:
    explicit Parts(std::string_view text) : rest_(text) {}

    std::optional<std::string_view> next() {
        const auto colon = std::min(rest_.find(':'), rest_.size());
        const auto size = whole_number<std::size_t>(rest_.substr(0, colon));
        if (!size || colon == rest_.size() || *size > rest_.size() - colon - 1) return std::nullopt;
        const auto part = rest_.substr(colon + 1, *size);
        rest_.remove_prefix(colon + 1 + *size);
        return part;
    }

    template <class Number>
    static std::optional<Number> whole_number(std::string_view digits) {
        Number number{};
        const char* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, number);
        if (error != std::errc{} || stop != end) return std::nullopt;
        return number;
    }

  private:
    std::string_view rest_;
};

std::string written(const StoredAnswer& answer) {
    return joined({std::to_string(answer.status), answer.header_lines, answer.content_type, answer.body});
}

std::optional<StoredAnswer> read_answer(std::string_view text) {
    Parts parts{text};
    const auto status = parts.next().and_then(Parts::whole_number<int>);
    const auto header_lines = parts.next();
    const auto content_type = parts.next();
    const auto body = parts.next();
    if (!status || !body) return std::nullopt;
    return StoredAnswer{.status = *status,
                        .header_lines = std::string{*header_lines},
                        .content_type = std::string{*content_type},
                        .body = std::string{*body}};
}

// Identifies the row, so that a sealed response does not open in another one.
std::string place_of(const db::Snapshot& snapshot, const IdempotentCall& call) {
    return joined({"idempotent_answer", snapshot.company().text(), call.caller, call.key_hash});
}

}  // namespace

IdempotentCall idempotent_call(std::string_view caller, std::string_view key, const http::Request& request) {
    if (key.empty() || key.size() > kLongestKey || !std::ranges::all_of(key, is_visible)) {
        throw invalid_request("INVALID_IDEMPOTENCY_KEY",
                              "Idempotency-Key must have 1 to 255 visible ASCII characters");
    }
    const std::string method = std::to_string(std::to_underlying(request.method));
    const std::string body = to_hex(sha256(request.body));
    return {.caller = std::string{caller},
            .key_hash = to_hex(sha256(key)),
            .fingerprint = to_hex(sha256(joined({method, request.path, request.query, body})))};
}

std::optional<StoredAnswer> claim(db::Tx& tx, const IdempotentCall& call, const Seal& seal) {
    if (store::begin(tx, call)) return std::nullopt;
    const auto earlier = store::find(tx, call);
    if (!earlier) throw changed_meanwhile();
    if (earlier->fingerprint != call.fingerprint) {
        throw Error{ErrorKind::unprocessable,
                    Fault{"IDEMPOTENCY_KEY_REUSED",
                          "this Idempotency-Key was already used with a different request",
                          {}}};
    }
    const auto opened = earlier->answer.and_then(
        [&](const std::string& sealed) { return seal.open(sealed, place_of(tx, call)); });
    auto answer = opened.and_then([](const std::string& text) { return read_answer(text); });
    if (!answer) {
        throw conflict("CONFLICT",
                       "a request with this Idempotency-Key was made before, and its response cannot be "
                       "repeated; check what it did");
    }
    return answer;
}

void keep(db::Tx& tx, const IdempotentCall& call, const StoredAnswer& answer,
          const std::optional<CandidateId>& concerns, const Seal& seal) {
    store::finish(tx, call, seal.close(written(answer), place_of(tx, call)), concerns);
}

}  // namespace callboard::edge
