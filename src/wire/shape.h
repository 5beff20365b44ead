// One list of fields per message gives decoding, validation, encoding and the
// JSON schema. Decoding reports every fault, each with its JSON pointer. Absent values
// are not written; null in a request counts as absent.
//
//     struct JobDraft {
//         std::string title;
//         std::optional<std::string> ref_number;
//
//         static constexpr std::string_view kName = "JobDraft";  // of the schema; optional
//         static constexpr auto shape() {
//             return wire::fields(wire::field("title", &JobDraft::title, {.min_length = 1, .max_length =
//             256}),
//                                 wire::field("refNumber", &JobDraft::ref_number, {.max_length = 63}));
//         }
//     };
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "wire/codec.h"

namespace callboard::wire {

template <class Message, class Member>
struct Field {
    Key name;
    Member Message::* member;
    Rule rule;
};

template <class Message, class Member>
constexpr Field<Message, Member> field(Key name, Member Message::* member, Rule rule = {}) {
    return {name, member, rule};
}

// The same for a field of a base class.
template <class Message, class Base, class Member>
constexpr Field<Message, Member> inherited(Key name, Member Base::* member, Rule rule = {}) {
    return {name, static_cast<Member Message::*>(member), rule};
}

template <class... Fields>
constexpr auto fields(Fields... each) {
    return std::tuple{each...};
}

template <class T>
concept Message = requires { T::shape(); };

template <class T>
concept NamedMessage = Message<T> && requires {
    { T::kName } -> std::convertible_to<std::string_view>;
};

// A message with members that may have no effect; they are reported like unknown names.
template <class T>
concept NotesUnused =
    Message<T> && requires(const T& message, Reading& reading) { T::note_unused(message, reading); };

// A message that is stored as JSON. As a field it has no name: its members are copied into the enclosing
// object.
template <Message T>
struct Stored {
    using Type = T;
    std::string text;
};

template <class T>
inline constexpr bool kIsStored = false;
template <class T>
inline constexpr bool kIsStored<Stored<T>> = true;

template <class Around, class Inner>
constexpr Field<Around, Stored<Inner>> members(Stored<Inner> Around::* member) {
    return {"", member, {}};
}

// A message without fields: no body is read or sent.
struct Nothing {
    static constexpr auto shape() { return fields(); }
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
struct Unwrapped {
    using Type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
    using Type = T;
};

// A message that is a JSON array instead of an object.
template <class T, std::size_t least = 0, std::size_t most = 1'000>
struct ArrayOf {
    std::vector<T> items;
    static constexpr auto shape() { return fields(); }
    static ArrayOf example() { return {{T::example()}}; }
};

template <class T, std::size_t least, std::size_t most>
struct Codec<ArrayOf<T, least, most>> {
    using Array = ArrayOf<T, least, most>;
    static constexpr Rule kRule{.min_items = least, .max_items = most};

    static std::optional<Array> read(const JsonValue& value, const Rule&, Reading& reading) {
        auto items = Codec<std::vector<T>>::read(value, kRule, reading);
        if (!items) return std::nullopt;
        return Array{std::move(*items)};
    }
    static void write(JsonWriter& out, const Array& array) { Codec<std::vector<T>>::write(out, array.items); }
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::vector<T>>::schema(out, kRule, schemas);
    }
};

template <Message T>
inline constexpr auto kFields = T::shape();

template <Message T, class What>
constexpr void for_each_field(What what) {
    std::apply([&](const auto&... each) { (what(each), ...); }, kFields<T>);
}

template <Message T>
inline constexpr auto kFieldNames = std::apply(
    [](const auto&... each) { return std::array<std::string_view, sizeof...(each)>{each.name.text()...}; },
    kFields<T>);

template <Message T>
struct Codec<T> {
    static std::optional<T> read(const JsonValue& value, const Rule&, Reading& reading) {
        if (value.kind() != JsonKind::object) {
            reading.fault("must be an object");
            return std::nullopt;
        }
        T message{};
        std::size_t found = 0;
        for_each_field<T>([&](const auto& each) { found += read_field(message, each, value, reading); });
        if (found < value.member_count()) note_unknown_members(value, kFieldNames<T>, reading);
        if constexpr (NotesUnused<T>)
            if (reading.wants_unknown_names()) T::note_unused(message, reading);
        return message;
    }

    static void write(JsonWriter& out, const T& message) {
        out.open_object();
        for_each_field<T>([&](const auto& each) { write_field(out, message, each); });
        out.close_object();
    }

    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        if constexpr (NamedMessage<T>) {
            schemas.refer(
                out, T::kName, [&](JsonWriter& inner) { describe_fields(inner, schemas); }, rule.about);
        } else {
            describe_fields(out, schemas);
        }
    }

  private:
    // Returns the number of members that were consumed: 0 or 1.
    template <class Member>
    static std::size_t read_field(T& message, const Field<T, Member>& each, const JsonValue& object,
                                  Reading& reading) {
        using Value = typename Unwrapped<Member>::Type;
        const auto found = object.find(each.name.text());
        const Reading::Step step{reading, each.name.text()};
        if (!found || found->kind() == JsonKind::null) {
            if constexpr (!kIsOptional<Member>) reading.fault("is required");
            return found ? 1 : 0;
        }
        auto value = Codec<Value>::read(*found, each.rule, reading);
        if constexpr (kIsOptional<Member>) {
            message.*(each.member) = std::move(value);
        } else if (value) {
            message.*(each.member) = std::move(*value);
        }
        return 1;
    }

    template <class Member>
    static void write_field(JsonWriter& out, const T& message, const Field<T, Member>& each) {
        const Member& value = message.*(each.member);
        if constexpr (kIsStored<Member>) {
            out.members(value.text);
        } else if constexpr (kIsOptional<Member>) {
            if (!value) return;
            out.prepared_key(each.name);
            Codec<typename Member::value_type>::write(out, *value);
        } else {
            out.prepared_key(each.name);
            Codec<Member>::write(out, value);
        }
    }

    static void describe_fields(JsonWriter& out, Schemas& schemas) {
        out.open_object();
        out.member("type", "object");
        out.key("properties");
        out.open_object();
        describe_properties(out, schemas);
        out.close_object();
        std::vector<std::string_view> required;
        collect_required(required);
        if (!required.empty()) {
            out.key("required");
            out.open_array();
            for (const auto name : required) out.text(name);
            out.close_array();
        }
        out.close_object();
    }

  public:
    // Only the properties, for a message whose members are copied into another one.
    static void describe_properties(JsonWriter& out, Schemas& schemas) {
        for_each_field<T>([&]<class Member>(const Field<T, Member>& each) {
            if constexpr (kIsStored<Member>) {
                Codec<typename Member::Type>::describe_properties(out, schemas);
            } else {
                out.prepared_key(each.name);
                Codec<typename Unwrapped<Member>::Type>::schema(out, each.rule, schemas);
            }
        });
    }
    static void collect_required(std::vector<std::string_view>& names) {
        for_each_field<T>([&]<class Member>(const Field<T, Member>& each) {
            if constexpr (kIsStored<Member>) {
                Codec<typename Member::Type>::collect_required(names);
            } else if constexpr (!kIsOptional<Member>) {
                names.push_back(each.name.text());
            }
        });
    }
};

// A message that is stored as JSON and written as a nested value.
template <Message T>
struct JsonOf {
    std::string text;
};

template <Message T>
struct Codec<JsonOf<T>> {
    static void write(JsonWriter& out, const JsonOf<T>& value) { out.raw(value.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<T>::schema(out, rule, schemas);
    }
};

// Decodes a body; an empty body is an empty object. Throws Error with every fault.
template <Message T>
T decode(std::string_view body, ErrorKind kind, Reading reading) {
    const JsonDocument document{body.empty() ? std::string_view{"{}"} : body};
    auto message = Codec<T>::read(document.root(), {}, reading);
    if (auto faults = reading.take_faults(); !faults.empty()) throw Error{kind, std::move(faults)};
    return std::move(*message);
}
// For requests: members that are not known are reported in `unknown`.
template <Message T>
T decode(std::string_view body, ErrorKind kind, UnknownNames& unknown) {
    return decode<T>(body, kind, Reading{"VALIDATION_ERROR", unknown});
}
template <Message T>
T decode(std::string_view body, ErrorKind kind = ErrorKind::unprocessable) {
    return decode<T>(body, kind, Reading{"VALIDATION_ERROR"});
}

template <Message T>
void encode(std::string& out, const T& message) {
    JsonWriter writer{out};
    Codec<T>::write(writer, message);
}

template <Message T>
std::string to_json(const T& message) {
    std::string text;
    encode(text, message);
    return text;
}

}  // namespace callboard::wire
