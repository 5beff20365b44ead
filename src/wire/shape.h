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
#include <span>
#include <string>
#include <string_view>
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

// The fields of a message. A std::tuple would do, but takes the compiler far longer.
template <std::size_t index, class AnyField>
struct IndexedField {
    AnyField field;
};
template <class Indexes, class... Fields>
struct FieldList;
template <std::size_t... index, class... Fields>
struct FieldList<std::index_sequence<index...>, Fields...> : IndexedField<index, Fields>... {
    static constexpr std::size_t kCount = sizeof...(Fields);
};
template <std::size_t index, class AnyField>
constexpr const AnyField& field_at(const IndexedField<index, AnyField>& indexed) {
    return indexed.field;
}

template <class... Fields>
constexpr auto fields(Fields... each) {
    return FieldList<std::index_sequence_for<Fields...>, Fields...>{{each}...};
}

// The fields of both, for a message that adds some to those of another one.
template <std::size_t... i, class... First, std::size_t... j, class... Second>
constexpr auto joined(const FieldList<std::index_sequence<i...>, First...>& first,
                      const FieldList<std::index_sequence<j...>, Second...>& second) {
    return fields(field_at<i>(first)..., field_at<j>(second)...);
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
template <Message T>
inline constexpr std::size_t kFieldCount = decltype(T::shape())::kCount;
template <Message T, std::size_t index>
inline constexpr auto kField = field_at<index>(kFields<T>);

template <Message T, class What>
constexpr void for_each_field(What what) {
    [&]<std::size_t... index>(std::index_sequence<index...>) {
        (what(kField<T, index>), ...);
    }(std::make_index_sequence<kFieldCount<T>>{});
}

template <Message T>
inline constexpr auto kFieldNames = []<std::size_t... index>(std::index_sequence<index...>) {
    return std::array<std::string_view, kFieldCount<T>>{kField<T, index>.name.text()...};
}(std::make_index_sequence<kFieldCount<T>>{});

// A field in the description of its message. Descriptions are data, not code: hundreds of messages have one,
// and it is read once.
struct DescribedField {
    using Schema = void (*)(JsonWriter&, const Rule&, Schemas&);

    const Key* name;
    const Rule* rule;
    bool required;
    Schema schema;                            // null: the members of a stored message take its place
    std::span<const DescribedField> members;  // of the stored message
};
using Description = std::span<const DescribedField>;

void describe_object(JsonWriter& out, Description fields, Schemas& schemas);
bool requires_a_field(Description fields);

template <Message T>
struct DescriptionOf {
    template <std::size_t index>
    static constexpr DescribedField of_field() {
        const auto& each = kField<T, index>;
        using Member = std::remove_cvref_t<decltype(std::declval<T>().*(each.member))>;
        if constexpr (kIsStored<Member>) {
            return {&each.name, &each.rule, false, nullptr, DescriptionOf<typename Member::Type>::kFields};
        } else {
            return {&each.name,
                    &each.rule,
                    !kIsOptional<Member>,
                    Codec<typename Unwrapped<Member>::Type>::schema,
                    {}};
        }
    }
    static constexpr auto kFields = []<std::size_t... index>(std::index_sequence<index...>) {
        return std::array<DescribedField, kFieldCount<T>>{of_field<index>()...};
    }(std::make_index_sequence<kFieldCount<T>>{});
};

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
                out, T::kName, [&](JsonWriter& inner) { describe_object(inner, description(), schemas); },
                rule.about);
        } else {
            describe_object(out, description(), schemas);
        }
    }

    static Description description() { return DescriptionOf<T>::kFields; }

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
