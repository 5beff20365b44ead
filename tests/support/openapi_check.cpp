#include "support/openapi_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/id.h"
#include "edge/openapi.h"
#include "routes.h"

namespace callboard::test {
namespace {

namespace json = boost::json;

constexpr std::string_view kSchemas = "#/components/schemas/";

// Errors of HTTP processing, possible for every request and not listed by operations.
constexpr std::array<std::pair<int, std::string_view>, 11> kOfHttp{{{400, "BAD_REQUEST"},
                                                                    {404, "RESOURCE_NOT_FOUND"},
                                                                    {405, "METHOD_NOT_ALLOWED"},
                                                                    {408, "REQUEST_TIMEOUT"},
                                                                    {413, "CONTENT_TOO_LARGE"},
                                                                    {414, "URI_TOO_LONG"},
                                                                    {417, "EXPECTATION_FAILED"},
                                                                    {431, "HEADERS_TOO_LARGE"},
                                                                    {501, "NOT_IMPLEMENTED"},
                                                                    {503, "SERVICE_UNAVAILABLE"},
                                                                    {505, "HTTP_VERSION_NOT_SUPPORTED"}}};

// For an unsupported method: authentication and rate limits come first.
constexpr std::array<std::pair<int, std::string_view>, 2> kBeforeTheMethod{
    {{401, "UNAUTHORIZED"}, {429, "TOO_MANY_REQUESTS"}}};

bool contains(const auto& list, int status, std::string_view code) {
    return std::ranges::find(list, std::pair{status, code}) != list.end();
}

// --- values against schemas

class Validation {
  public:
    explicit Validation(const json::object& document) : document_(document) {}

    std::vector<SchemaFault> run(const json::value& value, const json::object& schema) {
        check(value, schema, "");
        return std::move(faults_);
    }

  private:
    void fault(const std::string& pointer, std::string message) {
        faults_.push_back({pointer, std::move(message)});
    }

    void check(const json::value& value, const json::object& schema, const std::string& pointer) {
        using Rule = void (Validation::*)(const json::value&, const json::value&, const json::object&,
                                          const std::string&);
        static const std::map<std::string_view, Rule> kRules{{"$ref", &Validation::reference},
                                                             {"type", &Validation::type},
                                                             {"enum", &Validation::one_of_values},
                                                             {"properties", &Validation::properties},
                                                             {"required", &Validation::required},
                                                             {"items", &Validation::items},
                                                             {"minItems", &Validation::min_items},
                                                             {"maxItems", &Validation::max_items},
                                                             {"minLength", &Validation::min_length},
                                                             {"maxLength", &Validation::max_length},
                                                             {"minimum", &Validation::minimum},
                                                             {"maximum", &Validation::maximum},
                                                             {"format", &Validation::format},
                                                             {"oneOf", &Validation::one_of},
                                                             {"anyOf", &Validation::any_of},
                                                             {"additionalProperties", &Validation::others},
                                                             {"propertyNames", &Validation::names},
                                                             {"maxProperties", &Validation::max_properties},
                                                             {"description", nullptr}};
        for (const auto& [keyword, what] : schema) {
            const auto rule = kRules.find(keyword);
            if (rule == kRules.end())
                throw std::logic_error("a keyword that is not checked: " + std::string{keyword});
            if (rule->second) (this->*rule->second)(value, what, schema, pointer);
        }
    }

    void reference(const json::value& value, const json::value& target, const json::object&,
                   const std::string& pointer) {
        const std::string_view text = target.as_string();
        if (!text.starts_with(kSchemas))
            throw std::logic_error("a reference to elsewhere: " + std::string{text});
        const auto& schemas = document_.at("components").at("schemas");
        check(value, schemas.at(text.substr(kSchemas.size())).as_object(), pointer);
    }

    static bool has_type(const json::value& value, std::string_view type) {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_array();
        if (type == "string") return value.is_string();
        if (type == "boolean") return value.is_bool();
        if (type == "null") return value.is_null();
        if (type == "number") return value.is_number();
        if (type == "integer") return value.is_number() && std::nearbyint(number(value)) == number(value);
        throw std::logic_error("no type of JSON: " + std::string{type});
    }
    static double number(const json::value& value) { return value.to_number<double>(); }

    void type(const json::value& value, const json::value& wanted, const json::object&,
              const std::string& pointer) {
        const bool good = wanted.is_array()
                              ? std::ranges::any_of(wanted.as_array(),
                                                    [&](const json::value& each) {
                                                        return has_type(value, each.as_string());
                                                    })
                              : has_type(value, wanted.as_string());
        if (!good) fault(pointer, "is not of type " + json::serialize(wanted));
    }

    void one_of_values(const json::value& value, const json::value& values, const json::object&,
                       const std::string& pointer) {
        if (std::ranges::find(values.as_array(), value) == values.as_array().end())
            fault(pointer, "is none of " + json::serialize(values));
    }

    static std::string step(const std::string& pointer, std::string_view name) {
        std::string path = pointer + "/";
        for (const char c : name) path += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        return path;
    }

    void properties(const json::value& value, const json::value& known, const json::object& schema,
                    const std::string& pointer) {
        if (!value.is_object()) return;
        const json::value* const others = schema.if_contains("additionalProperties");
        for (const auto& [name, member] : value.as_object()) {
            if (const auto* const property = known.as_object().if_contains(name)) {
                check(member, property->as_object(), step(pointer, name));
            } else if (others && others->is_object()) {
                check(member, others->as_object(), step(pointer, name));
            } else if (!others || !others->as_bool()) {
                fault(step(pointer, name), "is not documented");
            }
        }
    }

    // With `properties`, additionalProperties is checked there.
    void others(const json::value& value, const json::value& each, const json::object& schema,
                const std::string& pointer) {
        if (!value.is_object() || !each.is_object() || schema.contains("properties")) return;
        for (const auto& [name, member] : value.as_object())
            check(member, each.as_object(), step(pointer, name));
    }
    void names(const json::value& value, const json::value& each, const json::object&,
               const std::string& pointer) {
        if (!value.is_object()) return;
        for (const auto& member : value.as_object())
            check(json::value(member.key()), each.as_object(), step(pointer, member.key()));
    }
    void max_properties(const json::value& value, const json::value& most, const json::object&,
                        const std::string& pointer) {
        if (value.is_object() && value.as_object().size() > most.to_number<std::size_t>())
            fault(pointer, "has more than " + json::serialize(most) + " members");
    }

    void required(const json::value& value, const json::value& names, const json::object&,
                  const std::string& pointer) {
        if (!value.is_object()) return;
        for (const auto& name : names.as_array())
            if (!value.as_object().contains(name.as_string()))
                fault(step(pointer, name.as_string()), "is missing");
    }

    void items(const json::value& value, const json::value& each, const json::object&,
               const std::string& pointer) {
        if (!value.is_array()) return;
        for (std::size_t i = 0; i < value.as_array().size(); ++i)
            check(value.as_array()[i], each.as_object(), step(pointer, std::to_string(i)));
    }
    void min_items(const json::value& value, const json::value& least, const json::object&,
                   const std::string& pointer) {
        if (value.is_array() && value.as_array().size() < least.to_number<std::size_t>())
            fault(pointer, "has fewer than " + json::serialize(least) + " elements");
    }
    void max_items(const json::value& value, const json::value& most, const json::object&,
                   const std::string& pointer) {
        if (value.is_array() && value.as_array().size() > most.to_number<std::size_t>())
            fault(pointer, "has more than " + json::serialize(most) + " elements");
    }

    void min_length(const json::value& value, const json::value& least, const json::object&,
                    const std::string& pointer) {
        if (value.is_string() && count_characters(value.as_string()) < least.to_number<std::size_t>())
            fault(pointer, "has fewer than " + json::serialize(least) + " characters");
    }
    void max_length(const json::value& value, const json::value& most, const json::object&,
                    const std::string& pointer) {
        if (value.is_string() && count_characters(value.as_string()) > most.to_number<std::size_t>())
            fault(pointer, "has more than " + json::serialize(most) + " characters");
    }

    void minimum(const json::value& value, const json::value& least, const json::object&,
                 const std::string& pointer) {
        if (value.is_number() && number(value) < number(least))
            fault(pointer, "is less than " + json::serialize(least));
    }
    void maximum(const json::value& value, const json::value& most, const json::object&,
                 const std::string& pointer) {
        if (value.is_number() && number(value) > number(most))
            fault(pointer, "is more than " + json::serialize(most));
    }

    void format(const json::value& value, const json::value& name, const json::object&,
                const std::string& pointer) {
        const std::string_view wanted = name.as_string();
        const std::string_view text = value.is_string() ? std::string_view{value.as_string()} : "";
        if (wanted == "double") return;  // every JSON number
        if (wanted != "date-time" && wanted != "uuid")
            throw std::logic_error("a format that is not checked: " + std::string{wanted});
        // RFC 3339: responses have a zone, although input without one is accepted.
        const bool has_zone = text.find_first_of("Zz+-", text.find_first_of("Tt")) != std::string_view::npos;
        const bool good = wanted == "uuid" ? has_form(text, IdForm::uuid) : has_zone && parse_iso(text);
        if (value.is_string() && !good) fault(pointer, "is no " + std::string{wanted});
    }

    std::ptrdiff_t matches(const json::value& value, const json::value& schemas) const {
        return std::ranges::count_if(schemas.as_array(), [&](const json::value& each) {
            return Validation{document_}.run(value, each.as_object()).empty();
        });
    }
    void one_of(const json::value& value, const json::value& schemas, const json::object&,
                const std::string& pointer) {
        const auto count = matches(value, schemas);
        if (count != 1) fault(pointer, "is as " + std::to_string(count) + " schemas of oneOf say, not as 1");
    }
    void any_of(const json::value& value, const json::value& schemas, const json::object&,
                const std::string& pointer) {
        if (matches(value, schemas) == 0) fault(pointer, "is as no schema of anyOf says");
    }

    const json::object& document_;
    std::vector<SchemaFault> faults_;
};

// --- responses against operations

// Path segments as in the router: a trailing slash adds none.
std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.ends_with('/')) path.remove_suffix(1);
    if (path.empty()) return parts;
    for (const auto part : std::views::split(path, '/')) {
        const std::string_view text{part};
        parts.push_back(percent_decode(text, Plus::literal).value_or(std::string{text}));
    }
    return parts;
}

std::string lower(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string media_type(std::string_view content_type) {
    return std::string{content_type.substr(0, content_type.find(';'))};
}

std::string decoded_body(const Answer& answer) {
    return answer.header("content-encoding") == "gzip" ? gunzip(answer.body) : answer.body;
}

// The code of an error in any of the three formats; empty if it is none.
std::string code_of(const json::value& body) {
    const auto* const object = body.if_object();
    if (!object) return {};
    const auto* const oauth = object->if_contains("error");
    if (oauth && oauth->is_string()) return std::string{oauth->as_string()};
    const auto* const applying = object->if_contains("code");
    if (applying && applying->is_string()) return std::string{applying->as_string()};
    boost::system::error_code missing;
    const auto* const code = body.find_pointer("/errors/0/code", missing);
    return code && code->is_string() ? std::string{code->as_string()} : std::string{};
}

bool lists(std::string_view codes, std::string_view code) {
    for (const auto each : std::views::split(codes, std::string_view{", "}))
        if (std::string_view{each} == code) return true;
    return false;
}

// Checks one response. A response to HEAD has only status and headers.
class ResponseCheck {
  public:
    ResponseCheck(const json::object& document, const Answer& answer, bool is_head)
        : document_(document), answer_(answer), is_head_(is_head) {}

    std::vector<std::string> run(const json::object* operation, bool is_options) {
        if (answer_.header("x-request-id").empty()) fault("has no X-Request-Id");
        if (!operation) {
            if (!is_options || answer_.status != 204) expect_refusal(kBeforeTheMethod);
            return std::move(faults_);
        }
        const auto& responses = operation->at("responses").as_object();
        const std::string status = std::to_string(answer_.status);
        const auto* promised = responses.if_contains(status);
        if (!promised) promised = responses.if_contains(status.substr(0, 1) + "XX");
        if (!promised || is_of_http()) {
            expect_refusal(std::array<std::pair<int, std::string_view>, 0>{});
        } else {
            expect(promised->as_object());
        }
        return std::move(faults_);
    }

  private:
    void fault(std::string message) { faults_.push_back(std::move(message)); }

    // Parsed once; nothing if it is invalid.
    const std::optional<json::value>& body() {
        if (read_) return body_;
        read_ = true;
        boost::system::error_code failure;
        json::value value = json::parse(decoded_body(answer_), failure);
        if (!failure) body_ = std::move(value);
        return body_;
    }

    bool is_of_http() {
        return answer_.status >= 400 && !is_head_ && contains(kOfHttp, answer_.status, code());
    }
    std::string code() { return body() ? code_of(*body()) : std::string{}; }

    void expect_refusal(const auto& others) {
        const int status = answer_.status;
        const bool is_page = media_type(answer_.header("content-type")) == "text/html";  // for browsers
        if ((is_head_ || is_page) &&
            std::ranges::any_of(kOfHttp, [&](const auto& each) { return each.first == status; }))
            return;
        if (!contains(kOfHttp, status, code()) && !contains(others, status, code()))
            return fault("is not documented: " + decoded_body(answer_).substr(0, 400));
        static const json::object kError{{"$ref", "#/components/schemas/Error"}};
        expect_json(kError);
    }

    // Headers that tell clients what to do next. Headers of all responses are documented with successes only.
    void expect_headers(const json::object& promised) {
        static constexpr std::array<std::string_view, 5> kOwn{"Link", "ETag", "Location", "Retry-After",
                                                              "WWW-Authenticate"};
        static constexpr std::array<std::string_view, 4> kCommon{"X-RateLimit-Limit", "X-Ignored",
                                                                 "Deprecation", "Sunset"};
        const auto* const listed = promised.if_contains("headers");
        const auto expect_listed = [&](std::string_view name) {
            if (answer_.header(lower(name)).empty() || (listed && listed->as_object().contains(name))) return;
            fault("has the header " + std::string{name} + ", of which nothing is documented");
        };
        for (const std::string_view name : kOwn) expect_listed(name);
        if (answer_.status < 400)
            for (const std::string_view name : kCommon) expect_listed(name);
    }

    void expect(const json::object& promised) {
        expect_headers(promised);
        const auto* const content = promised.if_contains("content");
        if (!content) {
            if (!answer_.body.empty()) fault("has a body, of which nothing is documented");
            return;
        }
        const std::string type = media_type(answer_.header("content-type"));
        const auto* const media = content->as_object().if_contains(type);
        if (!media) return fault("is of the type \"" + type + "\", not of " + json::serialize(*content));
        if (type != "application/json" || is_head_) return;
        expect_json(media->at("schema").as_object());
        if (answer_.status >= 400 && !lists(promised.at("description").as_string(), code()))
            fault("has the code \"" + code() + "\", of which nothing is documented");
    }

    void expect_json(const json::object& schema) {
        if (!body()) return fault("is no JSON: " + decoded_body(answer_).substr(0, 400));
        for (const auto& [pointer, message] : schema_faults(*body(), schema, document_))
            fault("\"" + pointer + "\" " + message);
    }

    const json::object& document_;
    const Answer& answer_;
    const bool is_head_;
    bool read_ = false;
    std::optional<json::value> body_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<SchemaFault> schema_faults(const json::value& value, const json::object& schema,
                                       const json::object& document) {
    return Validation{document}.run(value, schema);
}

std::string_view OpenApiCheck::path_of(std::string_view target) const {
    if (!target.starts_with('/')) return {};
    const auto parts = parts_of(target.substr(0, target.find('?')));
    std::vector<std::pair<std::string_view, std::vector<std::string>>> left;
    for (const auto& path : document_.at("paths").as_object())
        if (auto template_parts = parts_of(path.key()); template_parts.size() == parts.size())
            left.emplace_back(path.key(), std::move(template_parts));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto literal = [&](const auto& each) { return each.second[i] == parts[i]; };
        const auto open = [&](const auto& each) {
            return each.second[i].starts_with('{') && !parts[i].empty();
        };
        const bool named = std::ranges::any_of(left, literal);
        std::erase_if(left, [&](const auto& each) { return named ? !literal(each) : !open(each); });
    }
    return left.empty() ? std::string_view{} : left.front().first;
}

std::vector<std::string> OpenApiCheck::faults(std::string_view method, std::string_view target,
                                              const Answer& answer) const {
    const std::string_view path = path_of(target);
    if (path.empty()) return {};
    const bool is_head = method == "HEAD";
    const auto* const operation =
        document_.at("paths").at(path).as_object().if_contains(is_head ? "get" : lower(method));
    return ResponseCheck{document_, answer, is_head}.run(operation ? &operation->as_object() : nullptr,
                                                         method == "OPTIONS");
}

const OpenApiCheck& openapi_check() {
    static const OpenApiCheck check{json::parse(edge::openapi_document(routes_with_sandbox())).as_object()};
    return check;
}

}  // namespace callboard::test
